"""`POST /v1/hand-arrangements`: what is the best use of this hand?"""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from loba.api.problems import Problem
from loba.api.questions import Answer, question
from loba.api.schemas.hands import HAND_ARRANGEMENT, HandArrangementAsked
from loba.api.schemas.judgements import written_cards, written_wilds
from loba.arrangement import Question, arrange, can_go_out
from loba.candidates import Budget
from loba.rules.possible import hand_and_table

blueprint: Final = Blueprint("hand_arrangements", __name__)


@question(blueprint, "/v1/hand-arrangements", HAND_ARRANGEMENT)
def hand_arrangements(asked: HandArrangementAsked, language: str) -> Answer:  # noqa: ARG001 - cards need no words
    """Arrange the hand at its best."""
    rules = asked.ruleset.rules
    found, table = hand_and_table(rules, asked.hand, asked.table)
    if found:
        raise Problem("inconsistent-state", list(found))
    player = asked.player or ""
    opened = asked.has_opened
    if opened is None:
        opened = any(lying.owner == player for lying in table)
    asking = Question(asked.hand, table, player, opened, asked.deal_number)
    budget = Budget()
    best = arrange(rules, asking, budget)
    return {
        "melds": [
            {"kind": meld.kind.value, "cards": written_cards(meld.cards), "wilds": written_wilds(meld, rules)}
            for meld in best.melds
        ],
        "lay_offs": [{"meld": part.meld, "cards": written_cards(part.cards)} for part in best.lay_offs],
        "remaining": written_cards(best.remaining),
        "remaining_points": best.remaining_points,
        "melded_points": best.melded_points,
        "can_go_out": can_go_out(rules, asking, best, budget),
    }
