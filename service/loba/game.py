"""A game between two deals: who is in, at what total, who may come back, who deals next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loba.scoring import Contestant, Return, after_deal, standings, start_of_game
from loba.violations import Code, Violation, Violations

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from loba.ruleset import Ruleset
    from loba.scoring import Ending, Standings


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two deals."""

    rules: Ruleset
    contestants: tuple[Contestant, ...]
    """In seat order."""
    standings: Standings
    just_over: Ending | None = None
    """How the last deal ended; None before the first."""

    @staticmethod
    def begun(rules: Ruleset, players: Sequence[str], dealer: str | None) -> Game:
        """Return a game before its first deal."""
        return Game(rules, tuple(Contestant(p) for p in players), start_of_game(players, dealer))

    def contestant(self, player: str) -> Contestant | None:
        """Return a player's standing, None for a stranger."""
        return next((c for c in self.contestants if c.id == player), None)

    def after(self, points: Mapping[str, int], ending: Ending, won_outright: str | None = None) -> Game:
        """Return the game after a deal; `points` are those of the players who were in."""
        scored = tuple(
            c if c.out else replace(c, total=c.total + points.get(c.id, 0)) for c in self.contestants
        )
        now = tuple(after_deal(self.rules, scored))
        return Game(self.rules, now, standings(self.rules, scored, now, ending, won_outright), ending)

    def back(self, players: Sequence[str]) -> tuple[Game, tuple[Return, ...]]:
        """Return the game after players have come back, and at what totals. Judges nothing."""
        if not players or self.just_over is None:
            return self, ()
        score = max(c.total for c in self.contestants if not c.out)
        returned = tuple(Return(player, score) for player in players)
        now = tuple(
            replace(c, out=False, total=score, reentries=c.reentries + 1) if c.id in players else c
            for c in self.contestants
        )
        return Game(
            self.rules, now, standings(self.rules, now, now, self.just_over), self.just_over
        ), returned

    def reentry_violations(self, players: Sequence[str]) -> Violations:
        """Yield why players may not come back now. Paths are seen from the list of players."""
        active = [c for c in self.contestants if not c.out]
        for index, player in enumerate(players):
            contestant = self.contestant(player)
            if contestant is None:
                yield Violation(Code.SCORE_UNKNOWN_PLAYER, (index,), {"player": player})
                continue
            params = {"player": player, "maximum": self.rules.reentries}
            if contestant.reentries >= self.rules.reentries:
                detail = "" if self.rules.reentries else "none"
                yield Violation(Code.REENTRY_LIMIT, (index,), params, detail=detail)
            if not contestant.out or player in players[:index]:
                yield Violation(Code.REENTRY_NOT_ALLOWED, (index,), params, detail="still-in")
            elif self.standings.game_over:
                yield Violation(Code.REENTRY_NOT_ALLOWED, (index,), params, detail="game-over")
            elif len(active) < self.rules.reentry_min_active:
                few = {**params, "count": len(active), "minimum": self.rules.reentry_min_active}
                yield Violation(Code.REENTRY_NOT_ALLOWED, (index,), few, detail="too-few")
