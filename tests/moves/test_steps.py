"""What questions cost, in steps: a search that looks at more than it used to shows here.

The answers are compared with trying everything elsewhere. Where a search gets better, or worse with good
reason, `python -m tests.moves.test_steps` writes the numbers anew.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from loba import limits
from loba.candidates import Budget, combinations, joining, openings
from loba.engine import violations
from loba.legal_moves import legal_moves
from loba.melds import Escalera
from loba.moves import DrawDiscard
from loba.state import Phase
from tests.support.chapters import Example
from tests.support.notation import deal, hand

pytestmark = pytest.mark.interpreted

WRITTEN = Path(__file__).with_suffix(".txt")
"""A position a line: rules ; position ; how much each question about it finds, in how many steps."""


def told(by, position):
    """Write how much each question about a position finds, and in how many steps: ``proposing 3 in 13``."""
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
        "opening with it": lambda budget: list(openings(ana.hand, rules, contract, budget, ana.hand[0])),
    }
    if now.turn.phase is Phase.DRAW:
        questions = {"taking": taking}
    pending = now.turn.must_meld
    for lying in now.table:
        if pending and isinstance(lying.meld, Escalera):
            questions[f"joining {lying.id}"] = partial(joined, lying.meld, ana.hand, rules, pending.card)
    costs = [f"{name} {cost(question)}" for name, question in questions.items()]
    return ", ".join([*costs, f"listing {listing(rules, now)}"])


def joined(run, hand, rules, card, budget):
    """Return what is proposed to be laid on a run with a card."""
    return list(joining(run, hand, rules, card, budget))


def cost(question):
    budget = Budget()
    found = question(budget)
    return f"{len(found)} in {limits.STEPS - budget.left}"


def listing(rules, now):
    """Return what listing the moves takes; the budget is its own."""
    spent = []

    def spend(budget, steps=1):
        spent.append(steps)
        budget.left -= steps

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Budget, "spend", spend)
        found = legal_moves(rules, now, 5000).moves
    return f"{len(found)} in {sum(spent)}"


def lines():
    return [tuple(part.strip() for part in line.split(";")) for line in WRITTEN.read_text().splitlines()]


@pytest.mark.parametrize(("by", "position", "steps"), lines())
def test_what_questions_cost(by, position, steps):
    assert told(by, position) == steps


@pytest.mark.parametrize(("wilds", "found", "steps"), [(1, 197, 1049), (2, 734, 3904)])
def test_no_run_is_longer_than_the_suit(wilds, found, steps):
    """Though there is an ace at either end, and jokers beside it."""
    rules = Example("", 0, "", f"loba-de-menos escalera_wilds={wilds}", "", "", ()).rules
    whole = hand("AS 2S 3S 4S 5S 7S 8S 9S TS JS QS KS ** **")
    budget = Budget()
    proposed = list(combinations(whole, rules, budget))
    assert max(len(laid.cards) for laid in proposed) == 13
    assert (len(proposed), limits.STEPS - budget.left) == (found, steps)


if __name__ == "__main__":
    WRITTEN.write_text("".join(f"{by} ; {position} ; {told(by, position)}\n" for by, position, *_ in lines()))
