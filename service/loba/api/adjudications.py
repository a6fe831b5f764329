"""`POST /v1/adjudications`: is this move, turn or run of moves legal? And what would change that?"""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from loba.api.possibility import possible
from loba.api.questions import Answer, question
from loba.api.schemas.judgements import written_verdict
from loba.api.schemas.requests import ADJUDICATION, AdjudicationAsked
from loba.api.schemas.results import written_result
from loba.api.schemas.state import STATE
from loba.api.strict_json import Json
from loba.candidates import Budget
from loba.engine import Adjudication, adjudicate
from loba.results import result_of
from loba.ruleset import Ruleset, plain
from loba.scoring import DealResult
from loba.what_if import Hinge, hinges

blueprint: Final = Blueprint("adjudications", __name__)


@question(blueprint, "/v1/adjudications", ADJUDICATION)
def adjudications(asked: AdjudicationAsked, language: str) -> Answer:
    """Judge the moves in order, up to the first illegal one."""
    rules = asked.ruleset.rules
    budget = Budget()
    adjudication = adjudicate(rules, possible(rules, asked.state), asked.moves, budget)
    answer = {
        "legal": adjudication.legal,
        "verdicts": [
            written_verdict(index, verdict, rules, language)
            for index, verdict in enumerate(adjudication.verdicts)
        ],
        "state": Json(STATE.text(adjudication.deal)),
        "deal_result": written_result(_result(rules, asked, adjudication, budget)),
    }
    if asked.what_if:
        found = hinges(asked.ruleset, asked.state, asked.moves, budget, legal=adjudication.legal)
        answer["hinges_on"] = [_hinge(hinge) for hinge in found]
    return answer


def _result(
    rules: Ruleset, asked: AdjudicationAsked, adjudication: Adjudication, budget: Budget
) -> DealResult | None:
    """Return the result of a deal that one of the moves has ended."""
    played = sum(verdict.legal for verdict in adjudication.verdicts)
    return result_of(rules, adjudication.deal, asked.moves[played - 1], budget) if played else None


def _hinge(hinge: Hinge) -> Answer:
    return {
        "option": hinge.option,
        "value": plain(hinge.value),
        "other_value": plain(hinge.other_value),
        "legal": hinge.legal,
    }
