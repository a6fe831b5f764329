"""`POST /v1/state-checks`: is this state possible at all?"""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from loba.api.possibility import findings
from loba.api.questions import Answer, question
from loba.api.schemas.judgements import written_violations
from loba.api.schemas.requests import STATE_CHECK, StateCheckAsked

blueprint: Final = Blueprint("state_checks", __name__)


@question(blueprint, "/v1/state-checks", STATE_CHECK)
def state_checks(asked: StateCheckAsked, language: str) -> Answer:
    """List everything that makes the state impossible."""
    found = findings(asked.ruleset.rules, asked.state)
    return {"consistent": not found, "findings": written_violations(found, language)}
