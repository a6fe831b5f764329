"""Points of a deal, and where the game stands after it.

Articles `card-values`, `scoring`, `elimination`, `re-entry`, `game-end`, `next-dealer` and the counting part
of `closing`. Scores are whole points; a breakdown lists every card and bonus with its sign and adds up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from loba.melds import Kind, points, suits_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loba.melds import Cards, Meld
    from loba.ruleset import Ruleset
    from loba.state import Deal

FOUR = 4
"""The suits of a four-suit pierna."""


class EndedBy(StrEnum):
    """What ended a deal."""

    GOING_OUT = "going-out"
    STOCK_EXHAUSTED = "stock-exhausted"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the end of a deal."""

    id: str
    hand: Cards
    """Cards left in hand; in closing games those that stayed loose (see `loba.results`)."""
    melds: tuple[Meld, ...] = ()
    """The player's own combinations on the table."""
    score: int = 0
    """Total before the deal."""
    reentries: int = 0
    eliminated: bool = False
    """Whether the player was out before the deal."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a breakdown."""

    item: str
    """A card's token, or ``concealed-bonus``, ``four-suit-pierna``, ``going-out-bonus``, ``meld``,
    ``close-bonus``, ``floor``."""
    points: int


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """What one player scored in a deal."""

    player: str
    points: int
    total: int
    """After the deal."""
    eliminated: bool
    """Whether the player is out now."""
    breakdown: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player's standing in the game, between deals."""

    id: str
    total: int = 0
    reentries: int = 0
    """How often the player has come back."""
    out: bool = False


@dataclass(frozen=True, slots=True)
class Return:
    """A player who may come back or has come back, and the total to start from."""

    player: str
    score: int


@dataclass(frozen=True, slots=True)
class Standings:
    """Where the game stands after a deal."""

    active: tuple[str, ...]
    eliminated: tuple[str, ...]
    may_reenter: tuple[Return, ...]
    game_over: bool
    winners: tuple[str, ...]
    """Empty while the game goes on."""
    next_dealer: str | None
    totals: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal, scored."""

    ended_by: EndedBy
    winner: str | None
    concealed: bool
    scores: tuple[PlayerScore, ...]
    """In seat order, without players who were out before the deal."""
    standings: Standings


@dataclass(frozen=True, slots=True)
class Ending:
    """How a deal ended."""

    winner: str | None
    concealed: bool = False
    dealer: str | None = None
    deal_number: int = 1


def score_deal(rules: Ruleset, seats: Sequence[Seat], ending: Ending) -> DealResult:
    """Score a finished deal. The seats are taken to be possible: `loba.results` checks them."""
    won_outright = ending.winner if _is_chinchon(rules, seats, ending.winner) else None
    lines = {seat.id: tuple(_lines(rules, seat, ending)) for seat in seats if not seat.eliminated}
    points_of = {player: sum(line.points for line in theirs) for player, theirs in lines.items()}
    contestants = [
        Contestant(seat.id, seat.score + points_of.get(seat.id, 0), seat.reentries, seat.eliminated)
        for seat in seats
    ]
    game = after_deal(rules, contestants)
    scores = tuple(
        PlayerScore(c.id, points_of[c.id], c.total, eliminated=c.out, breakdown=lines[c.id])
        for c in game
        if c.id in lines
    )
    if ending.winner is None:
        ended_by = EndedBy.STOCK_EXHAUSTED
    else:
        ended_by = EndedBy.CLOSE if rules.closing else EndedBy.GOING_OUT
    return DealResult(
        ended_by,
        ending.winner,
        ending.concealed and ending.winner is not None and not rules.closing,
        scores,
        standings(rules, contestants, game, ending, won_outright),
    )


def seats_of(deal: Deal) -> tuple[Seat, ...] | None:
    """Return the seats of a deal that is over; None where a hand is hidden."""
    if any(player.hand is None and not player.eliminated for player in deal.players):
        return None
    return tuple(
        Seat(
            player.id,
            player.hand or (),
            tuple(lying.meld for lying in deal.table if lying.owner == player.id and lying.meld),
            player.score,
            player.reentries,
            player.eliminated,
        )
        for player in deal.players
    )


# --- one player's points --------------------------------------------------------------------------


def _lines(rules: Ruleset, seat: Seat, ending: Ending) -> Iterator[Line]:
    won = seat.id == ending.winner
    if rules.closing:
        return _closing_lines(rules, seat, ending.winner)
    if rules.scoring == "points":
        return _points_lines(rules, seat, won=won, concealed=ending.concealed)
    return _penalty_lines(rules, seat, won=won, concealed=ending.concealed)


def _card_lines(rules: Ruleset, cards: Cards, sign: int = 1) -> Iterator[Line]:
    for card in cards:
        yield Line(card.token, sign * rules.points[card])


def _penalty_lines(rules: Ruleset, seat: Seat, *, won: bool, concealed: bool) -> Iterator[Line]:
    """Whoever went out counts nothing, the others what they hold, less their four-suit piernas."""
    if won:
        if concealed and rules.concealed_bonus:
            yield Line("concealed-bonus", -rules.concealed_bonus)
        return
    yield from _card_lines(rules, seat.hand)
    reduction = rules.four_suit_pierna_bonus
    bonuses = [
        Line("four-suit-pierna", -reduction) for meld in seat.melds if reduction and _has_four_suits(meld)
    ]
    yield from bonuses
    sum_so_far = points(seat.hand, rules) - reduction * len(bonuses)
    if sum_so_far < 0:
        yield Line("floor", -sum_so_far)


def _points_lines(rules: Ruleset, seat: Seat, *, won: bool, concealed: bool) -> Iterator[Line]:
    """Combinations count for their owner, with a bonus each for whoever went out."""
    for meld in seat.melds:
        yield Line("meld", points(meld.cards, rules))
        if won and rules.four_suit_pierna_bonus and _has_four_suits(meld):
            yield Line("four-suit-pierna", rules.four_suit_pierna_bonus)
        elif won and rules.going_out_meld_bonus:
            yield Line("going-out-bonus", rules.going_out_meld_bonus)
    if rules.hand_counts_against:
        yield from _card_lines(rules, seat.hand, -1)
    if won and concealed and rules.concealed_bonus:
        yield Line("concealed-bonus", rules.concealed_bonus)


def _has_four_suits(meld: Meld) -> bool:
    return meld.kind is Kind.PIERNA and len(suits_of(meld)) >= FOUR


def _closing_lines(rules: Ruleset, seat: Seat, winner: str | None) -> Iterator[Line]:
    """Everyone counts the cards that stayed loose; a closer with none is rewarded."""
    if seat.id == winner and not seat.hand:
        if rules.full_close_bonus:
            yield Line("close-bonus", -rules.full_close_bonus)
        return
    yield from _card_lines(rules, seat.hand)


def _is_chinchon(rules: Ruleset, seats: Sequence[Seat], winner: str | None) -> bool:
    """Say whether the closer showed the whole hand as one natural run, and that wins the game."""
    closer = next((seat for seat in seats if seat.id == winner), None)
    if not rules.closing or not rules.chinchon_wins or closer is None or closer.hand:
        return False
    return len(closer.melds) == 1 and is_chinchon(rules, closer.melds[0])


def is_chinchon(rules: Ruleset, meld: Meld) -> bool:
    """Say whether a combination is a natural run of a whole hand."""
    return meld.kind is Kind.ESCALERA and not meld.wild_at and len(meld.cards) == rules.hand_size


# --- the game -------------------------------------------------------------------------------------


def after_deal(rules: Ruleset, contestants: Sequence[Contestant]) -> list[Contestant]:
    """Return the contestants with those out whose new total reaches the limit."""
    if rules.game_end != "elimination":
        return list(contestants)
    return [replace(c, out=True) if not c.out and c.total >= rules.limit else c for c in contestants]


def standings(
    rules: Ruleset,
    before: Sequence[Contestant],
    game: Sequence[Contestant],
    ending: Ending,
    won_outright: str | None = None,
) -> Standings:
    """Say where the game stands: `before` tells who was in when the deal began, `game` who is now."""
    active = [c for c in game if not c.out]
    just_out = [c for c, earlier in zip(game, before, strict=True) if c.out and not earlier.out]
    winners = (won_outright,) if won_outright else _winners(rules, active, just_out, ending.deal_number)
    over = bool(winners)
    return Standings(
        active=tuple(c.id for c in active),
        eliminated=tuple(c.id for c in game if c.out),
        may_reenter=() if over else _may_reenter(rules, game, active),
        game_over=over,
        winners=winners,
        next_dealer=None if over else next_dealer(rules, game, ending),
        totals=tuple((c.id, c.total) for c in game),
    )


def start_of_game(player_ids: Sequence[str], dealer: str | None) -> Standings:
    """Return the standings before the first deal: everyone in, at nothing."""
    ids = tuple(player_ids)
    return Standings(
        ids, (), (), game_over=False, winners=(), next_dealer=dealer, totals=tuple((i, 0) for i in ids)
    )


def _winners(
    rules: Ruleset, active: Sequence[Contestant], just_out: Sequence[Contestant], deal_number: int
) -> tuple[str, ...]:
    """Return who has won the game; nobody while it goes on."""
    if rules.game_end == "elimination":
        if len(active) > 1:
            return ()
        return _best(active or just_out, lowest=True)
    if rules.game_end == "target":
        leaders = _best(active, lowest=False)
        reached = max(c.total for c in active) >= rules.limit
        return leaders if reached and len(leaders) == 1 else ()
    return _best(active, lowest=rules.scoring == "penalty") if deal_number >= rules.limit else ()


def _best(contestants: Sequence[Contestant], *, lowest: bool) -> tuple[str, ...]:
    best = (min if lowest else max)(c.total for c in contestants)
    return tuple(c.id for c in contestants if c.total == best)


def _may_reenter(
    rules: Ruleset, game: Sequence[Contestant], active: Sequence[Contestant]
) -> tuple[Return, ...]:
    if len(active) < rules.reentry_min_active:
        return ()
    score = max(c.total for c in active)
    return tuple(Return(c.id, score) for c in game if c.out and c.reentries < rules.reentries)


def next_dealer(rules: Ruleset, game: Sequence[Contestant], ending: Ending) -> str | None:
    """Return who deals next in a game that goes on; None where nobody knows who dealt."""
    still_in = {c.id for c in game if not c.out}
    if rules.next_dealer == "winner" and ending.winner in still_in:
        return ending.winner
    ids = [c.id for c in game]
    if ending.dealer not in ids:
        return None
    seat = ids.index(ending.dealer)
    turn = (ids[(seat + rules.step * n) % len(ids)] for n in range(1, len(ids) + 1))
    return next(player for player in turn if player in still_in)
