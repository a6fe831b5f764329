"""`POST /v1/adjudications`: is this move, turn or run of moves legal?"""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from loba.api.possibility import possible
from loba.api.questions import Answer, question
from loba.api.schemas.judgements import written_verdict
from loba.api.schemas.requests import ADJUDICATION, AdjudicationAsked
from loba.api.schemas.state import STATE
from loba.engine import adjudicate

blueprint: Final = Blueprint("adjudications", __name__)


@question(blueprint, "/v1/adjudications", ADJUDICATION)
def adjudications(asked: AdjudicationAsked, language: str) -> Answer:
    """Judge the moves in order, up to the first illegal one."""
    rules = asked.ruleset.rules
    adjudication = adjudicate(rules, possible(rules, asked.state), asked.moves)
    return {
        "legal": adjudication.legal,
        "verdicts": [
            written_verdict(index, verdict, rules, language)
            for index, verdict in enumerate(adjudication.verdicts)
        ],
        "state": STATE.write(adjudication.deal),
        "deal_result": None,
    }
