"""What questions cost, in steps: a search that looks at more than it used to shows here.

The answers are compared with trying everything elsewhere. Where a search gets better, or worse with good
reason, `python -m tests.moves.test_steps` writes the numbers anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from loba import limits
from loba.candidates import Budget, combinations, openings
from loba.engine import violations
from loba.legal_moves import legal_moves
from loba.moves import DrawDiscard
from loba.state import Phase
from tests.support.chapters import Example
from tests.support.notation import deal

WRITTEN = Path(__file__).with_suffix(".txt")
"""A position a line: rules ; position ; what each question about it costs."""


def told(by, position):
    """Write what each question about a position costs: ``proposing 12, once 9, listing 210``."""
    rules = Example("", 0, "", by, "", "", ()).rules
    now = deal(f"ana: {position}", rules)
    ana = now.players[0]
    contract = rules.contract(now.deal_number)

    def taking(budget):
        return list(violations(rules, now, DrawDiscard("ana"), budget))

    questions = {
        "proposing": lambda budget: list(combinations(ana.hand, rules, budget)),
        "once": lambda budget: list(combinations(ana.hand, rules, budget, each_set_once=True)),
        "with the first": lambda budget: list(combinations(ana.hand, rules, budget, ana.hand[0])),
        "opening": lambda budget: list(openings(ana.hand, rules, contract, budget)),
    }
    if now.turn.phase is Phase.DRAW:
        questions = {"taking": taking}
    costs = [f"{name} {cost(question)}" for name, question in questions.items()]
    return ", ".join([*costs, f"listing {listing(rules, now)}"])


def cost(question):
    budget = Budget()
    question(budget)
    return limits.STEPS - budget.left


def listing(rules, now):
    """Return what listing the moves takes; the budget is its own."""
    spent = []

    def spend(budget, steps=1):
        spent.append(steps)
        budget.left -= steps

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Budget, "spend", spend)
        legal_moves(rules, now, 5000)
    return sum(spent)


def lines():
    return [tuple(part.strip() for part in line.split(";")) for line in WRITTEN.read_text().splitlines()]


@pytest.mark.parametrize(("by", "position", "steps"), lines())
def test_what_questions_cost(by, position, steps):
    assert told(by, position) == steps


if __name__ == "__main__":
    WRITTEN.write_text("".join(f"{by} ; {position} ; {told(by, position)}\n" for by, position, *_ in lines()))
