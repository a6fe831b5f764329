"""`POST /v1/legal-moves`: what may be played here?"""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from loba.api.possibility import possible
from loba.api.questions import Answer, question
from loba.api.schemas.hands import LEGAL_MOVES, LegalMovesAsked
from loba.api.schemas.moves import MOVE
from loba.api.strict_json import Json
from loba.legal_moves import legal_moves as listed
from loba.violations import Unjudgeable

blueprint: Final = Blueprint("legal_moves", __name__)


@question(blueprint, "/v1/legal-moves", LEGAL_MOVES)
def legal_moves(asked: LegalMovesAsked, language: str) -> Answer:  # noqa: ARG001 - moves need no words
    """List the legal moves of the player to move."""
    rules = asked.ruleset.rules
    try:
        found = listed(rules, possible(rules, asked.state), asked.limit)
    except Unjudgeable as reason:
        raise Unjudgeable(reason.code, ("state", *reason.at)) from None
    return {
        "moves": Json(f"[{','.join(map(MOVE.text, found.moves))}]"),
        "count": len(found.moves),
        "truncated": found.truncated,
    }
