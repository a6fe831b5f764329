"""`POST /v1/replays`: is this game log right?"""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from loba.api.problems import Problem
from loba.api.questions import Answer, question
from loba.api.schemas.games import REPLAY, ReplayAsked
from loba.api.schemas.judgements import written_violations
from loba.api.schemas.results import written_result, written_standings
from loba.replay import CannotBeDealt, Replay, replay

blueprint: Final = Blueprint("replays", __name__)


@question(blueprint, "/v1/replays", REPLAY, lambda settings: settings.replay_body_bytes)
def replays(asked: ReplayAsked, language: str) -> Answer:
    """Replay the log, up to the first thing wrong."""
    try:
        replayed = replay(asked.ruleset.rules, asked.players, asked.deals)
    except CannotBeDealt as error:
        raise Problem("inconsistent-state", list(error.violations)) from None
    return written_replay(replayed, language)


def written_replay(replayed: Replay, language: str) -> Answer:
    """Return a replay as plain JSON."""
    wrong = replayed.first_illegal
    return {
        "legal": replayed.legal,
        "first_illegal": wrong
        and {
            "deal": wrong.deal,
            "move": wrong.move,
            "violations": written_violations(wrong.violations, language),
        },
        "moves_checked": replayed.moves_checked,
        "deals": [written_result(result) for result in replayed.deals],
        "standings": written_standings(replayed.standings),
    }
