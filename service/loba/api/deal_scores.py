"""`POST /v1/deal-scores`: what does this finished deal come to?"""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from loba.api.problems import Problem
from loba.api.questions import Answer, question
from loba.api.schemas.games import DEAL_SCORE, DealScoreAsked
from loba.api.schemas.results import written_result
from loba.results import faults, score, seats
from loba.scoring import Ending

blueprint: Final = Blueprint("deal_scores", __name__)


@question(blueprint, "/v1/deal-scores", DEAL_SCORE)
def deal_scores(asked: DealScoreAsked, language: str) -> Answer:  # noqa: ARG001 - numbers speak for themselves
    """Score the deal, once it is known to be a possible one."""
    rules = asked.ruleset.rules
    ending = Ending(asked.winner, asked.concealed, asked.dealer, asked.deal_number)
    found = list(faults(rules, asked.players, ending))
    if found:
        raise Problem("inconsistent-state", found)
    return written_result(score(rules, seats(rules, asked.players), ending)) or {}
