"""Finished deals and standings, as plain JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from loba.scoring import DealResult, PlayerScore, Return, Standings

Written = dict[str, Any]


def written_result(result: DealResult | None) -> Written | None:
    """Return a scored deal; null where there is none."""
    if result is None:
        return None
    return {
        "ended_by": result.ended_by.value,
        "winner": result.winner,
        "concealed": result.concealed,
        "scores": [_score(score) for score in result.scores],
        "standings": written_standings(result.standings),
    }


def written_standings(standings: Standings) -> Written:
    """Return where the game stands."""
    return {
        "active": list(standings.active),
        "eliminated": list(standings.eliminated),
        "may_reenter": written_returns(standings.may_reenter),
        "game_over": standings.game_over,
        "winners": list(standings.winners),
        "next_dealer": standings.next_dealer,
        "totals": dict(standings.totals),
    }


def written_returns(returns: Iterable[Return]) -> list[Written]:
    """Return who comes back, or may, and at what total."""
    return [{"player": back.player, "score": back.score} for back in returns]


def _score(score: PlayerScore) -> Written:
    return {
        "player": score.player,
        "points": score.points,
        "total": score.total,
        "eliminated": score.eliminated,
        "breakdown": [{"item": line.item, "points": line.points} for line in score.breakdown],
    }
