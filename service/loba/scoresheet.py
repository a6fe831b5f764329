"""A score sheet checked: totals, who is out, who came back, who has won, and what cannot be on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loba.game import Game
from loba.scoring import Ending
from loba.violations import Code, Violation, Violations

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from loba.ruleset import Ruleset
    from loba.scoring import Contestant, Return, Standings


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """One line of a score sheet, as written."""

    winner: str | None
    points: Mapping[str, int]
    """Points by player."""
    concealed: bool = False
    chinchon: bool = False
    """Closing games: whether the winner won the whole game outright."""
    reentries: tuple[str, ...] = ()
    """Players who come back before the next deal."""


@dataclass(frozen=True, slots=True)
class Row:
    """One deal of a sheet, worked out."""

    deal: int
    """Counts from 1."""
    dealer: str | None
    points: Mapping[str, int]
    totals: tuple[tuple[str, int], ...]
    """After the deal, before anybody comes back."""
    eliminated: tuple[str, ...]
    """Who went out in this deal."""
    reentered: tuple[Return, ...]
    """Who came back after it, and at what total."""


@dataclass(frozen=True, slots=True)
class CheckedSheet:
    """A score sheet, checked up to the first deal that cannot be."""

    rows: tuple[Row, ...]
    standings: Standings
    violations: tuple[Violation, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether nothing on the sheet is wrong."""
        return not self.violations


def check_sheet(
    rules: Ruleset, players: Sequence[str], dealer: str | None, deals: Sequence[SheetDeal]
) -> CheckedSheet:
    """Work a score sheet out deal by deal, up to the first one that cannot be.

    Paths are seen from the request.
    """
    game = Game.begun(rules, players, dealer)
    rows: list[Row] = []
    for index, deal in enumerate(deals):
        dealt_by = game.standings.next_dealer
        against = tuple(violation.under("deals", index) for violation in _deal_violations(game, deal))
        if against:
            return CheckedSheet(tuple(rows), game.standings, against)
        ending = Ending(deal.winner, deal.concealed, dealt_by, index + 1)
        after = game.after(deal.points, ending, deal.winner if deal.chinchon else None)
        against = tuple(
            v.under("deals", index, "reentries") for v in after.reentry_violations(deal.reentries)
        )
        if against:
            return CheckedSheet(tuple(rows), game.standings, against)
        out = tuple(
            now.id
            for was, now in zip(game.contestants, after.contestants, strict=True)
            if now.out and not was.out
        )
        game, returned = after.back(deal.reentries)
        rows.append(Row(index + 1, dealt_by, deal.points, after.standings.totals, out, returned))
    return CheckedSheet(tuple(rows), game.standings)


def _deal_violations(game: Game, deal: SheetDeal) -> Violations:
    """Yield what cannot be about one line of the sheet."""
    if game.standings.game_over:
        yield Violation(Code.GAME_OVER, (), {"players": game.standings.winners})
        return
    winner = game.contestant(deal.winner) if deal.winner is not None else None
    if deal.winner is not None and winner is None:
        yield Violation(Code.SCORE_UNKNOWN_PLAYER, ("winner",), {"player": deal.winner})
    elif winner and winner.out:
        yield Violation(Code.POINTS_AFTER_ELIMINATION, ("winner",), {"player": winner.id}, detail="winner")
    for player in deal.points:
        contestant = game.contestant(player)
        if contestant is None:
            yield Violation(Code.SCORE_UNKNOWN_PLAYER, ("points", player), {"player": player})
        elif contestant.out:
            yield Violation(Code.POINTS_AFTER_ELIMINATION, ("points", player), {"player": player})
    for contestant in game.contestants:
        if not contestant.out and contestant.id not in deal.points:
            yield Violation(Code.MISSING_POINTS, ("points",), {"player": contestant.id})
    yield from _numbers(game.rules, deal, winner)


def _numbers(rules: Ruleset, deal: SheetDeal, winner: Contestant | None) -> Violations:
    """Yield the numbers that this way of scoring cannot bring about."""
    if deal.chinchon and not _chinchon_fits(rules, deal):
        params = {"player": deal.winner or "", "points": -rules.full_close_bonus}
        yield Violation(Code.WINNER_HAS_POINTS, ("chinchon",), params, detail="outright")
    if rules.scoring == "points" and not rules.closing:
        return
    for player, count in deal.points.items():
        if winner and player == winner.id:
            if count not in _possible_for_winner(rules, deal):
                yield _impossible_for_winner(rules, deal, player, count)
        elif count < 0:
            yield Violation(Code.NEGATIVE_POINTS, ("points", player), {"player": player, "points": count})


def _chinchon_fits(rules: Ruleset, deal: SheetDeal) -> bool:
    if not rules.chinchon_wins or deal.winner is None:
        return False
    return deal.points.get(deal.winner) == -rules.full_close_bonus


def _possible_for_winner(rules: Ruleset, deal: SheetDeal) -> Sequence[int]:
    """List the points a winner can have."""
    if rules.closing:
        return (*range(rules.close_max_loose + 1), -rules.full_close_bonus)
    return (-rules.concealed_bonus if deal.concealed else 0,)


def _impossible_for_winner(rules: Ruleset, deal: SheetDeal, player: str, count: int) -> Violation:
    at = ("points", player)
    if rules.closing:
        params = {
            "player": player,
            "points": count,
            "maximum": rules.close_max_loose,
            "bonus": rules.full_close_bonus,
        }
        return Violation(Code.WINNER_HAS_POINTS, at, params, detail="close")
    (wanted,) = _possible_for_winner(rules, deal)
    params = {"player": player, "points": count, "wanted": wanted}
    return Violation(Code.WINNER_HAS_POINTS, at, params, detail="sheet")
