"""All that one question looks for is paid from one budget: with a step less than it takes, it is refused."""

from __future__ import annotations

import pytest

from loba import limits
from loba.arrangement import Question, arrange, can_go_out
from loba.candidates import Budget
from loba.engine import adjudicate, judge, play, violations
from loba.legal_moves import legal_moves
from loba.replay import LoggedDeal, replay
from loba.results import score
from loba.rulesets import resolve
from loba.scoring import Ending, Seat
from loba.violations import TooComplex
from loba.what_if import hinges
from tests.support.notation import deal, hand, moves, rules

pytestmark = pytest.mark.interpreted

MENOS, PICOS = (
    rules("loba-de-menos"),
    rules("loba-de-menos-casera", "con-picos", discard_take="use-this-turn"),
)
CHINCHON = rules("chinchon")
DRAWING = "ana: 6D 7D 2S AS 3H 4C 5S TC QH | beto: 6S 7S ** 8H 9H KC QC 2C 3C | turn ana draw | pile JC 3H 8D"
TURNS = "ana takes; ana melds E 6D 7D 8D; ana discards 2S; beto draws 9D; beto discards 9D"
CLOSING = LoggedDeal(
    "ana",
    moves("beto draws 7b; beto closes 12b with E 1o 2o 3o + P 7e 7c 7b"),
    hands={"ana": hand("12o 11c 10b 5e 4b 2c 1e"), "beto": hand("1o 2o 3o 7e 7c 12b 2b")},
    upcard=hand("6c")[0],
)
TAKING = LoggedDeal(
    "beto",
    moves(TURNS),
    hands={"ana": hand("6D 7D 2S AS 3H 4C 5S TC QH"), "beto": hand("6S 7S ** 8H 9H KC QC 2C 3C")},
    upcard=hand("8D")[0],
)
SEATS = [
    Seat("ana", hand("12o 11c 10b 5e 4b 2c 1e")),
    Seat("beto", hand("5o 6o 7o 5c 1b 2b 3b")),
    Seat("caro", ()),
]
EIGHT = Question(hand("12o 11c 10b 5e 4b 2c 1e 7o"))
BEST = arrange(CHINCHON, EIGHT)
QUESTIONS = {
    "why not": lambda budget: list(violations(PICOS, deal(DRAWING, PICOS), moves("ana takes")[0], budget)),
    "a verdict": lambda budget: judge(PICOS, deal(DRAWING, PICOS), moves("ana takes")[0], budget),
    "a move of a log": lambda budget: play(PICOS, deal(DRAWING, PICOS), moves("ana takes")[0], budget),
    "moves in turn": lambda budget: adjudicate(MENOS, deal(DRAWING), moves(TURNS), budget),
    "what if": lambda budget: list(
        hinges(resolve("loba-de-menos", (), {}), deal(DRAWING), moves(TURNS)[:1], budget, legal=True)
    ),
    "closing": lambda budget: can_go_out(CHINCHON, EIGHT, BEST, budget),
    "loose cards": lambda budget: score(CHINCHON, SEATS, Ending("caro"), budget),
}


def cost(monkeypatch, question, steps):
    """Return what a question spends, on whatever budgets, if it may spend so much on each."""
    question(Budget(steps))  # What is remembered of it is looked for on a budget of its own.
    spent = []

    def spend(budget, more=1):
        spent.append(more)
        budget.left -= more
        if budget.left < 0:
            raise TooComplex

    with monkeypatch.context() as patched:
        patched.setattr(Budget, "spend", spend)
        question(Budget(steps))
    return sum(spent)


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_a_step_less_is_too_little(monkeypatch, question):
    steps = cost(monkeypatch, question, limits.STEPS)
    question(Budget(steps))
    with pytest.raises(TooComplex):
        question(Budget(steps - 1))


@pytest.mark.parametrize(("by", "log"), [(CHINCHON, CLOSING), (MENOS, TAKING)], ids=["closing", "taking"])
def test_a_whole_log_is_one_question(monkeypatch, by, log):
    def question(budget):
        monkeypatch.setattr(limits, "REPLAY_STEPS", budget.left)
        return replay(by, ["ana", "beto"], [log])

    steps = cost(monkeypatch, question, limits.STEPS)
    assert question(Budget(steps)).legal
    with pytest.raises(TooComplex):
        question(Budget(steps - 1))


@pytest.mark.parametrize(
    ("by", "position", "number"),
    [
        (MENOS, "ana: 6D 7D 8D 2S 2H 2C KC | beto: #9 | turn ana play | m1 ana E 5S 6S 7S | pile JC", 9),
        (CHINCHON, "ana: 1o 2o 3o 7e 7c 7b 12o 4c | beto: #7 | turn ana play | pile 6c", 9),
    ],
    ids=["melding", "closing"],
)
def test_a_list_of_moves_is_one_question(monkeypatch, by, position, number):
    now = deal(position, by)
    steps = cost(monkeypatch, lambda _: legal_moves(by, now, 100), limits.STEPS)
    monkeypatch.setattr("loba.legal_moves.Budget", lambda: Budget(steps))
    assert len(legal_moves(by, now, 100).moves) == number
    monkeypatch.setattr("loba.legal_moves.Budget", lambda: Budget(steps - 1))
    with pytest.raises(TooComplex):
        legal_moves(by, now, 100)
