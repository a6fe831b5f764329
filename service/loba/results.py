"""What a finished deal comes to: whether it can be scored, what stayed loose, and the score.

In closing games everyone but the closer counts what the best arrangement of the own hand leaves; that is
worked out here, so that `loba.scoring` only counts cards.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loba.arrangement import Question, arrange
from loba.candidates import Budget
from loba.limits import PLAYERS_MIN
from loba.melds import points
from loba.moves import Close
from loba.rules.combinations import check, not_in_pack
from loba.scoring import Ending, Seat, score_deal, seats_of
from loba.state import TableMeld
from loba.violations import Code, Violation, Violations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loba.cards import Card
    from loba.melds import Cards, Kind
    from loba.moves import Move
    from loba.ruleset import Ruleset
    from loba.scoring import DealResult
    from loba.state import Deal
    from loba.violations import Path


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards a scorekeeper says lay on the table as one combination."""

    kind: Kind
    cards: Cards


@dataclass(frozen=True, slots=True)
class Claim:
    """One player of a finished deal, as told by whoever kept the score."""

    id: str
    hand: Cards
    shown: tuple[Shown, ...] = ()
    score: int = 0
    reentries: int = 0
    eliminated: bool = False


def result_of(rules: Ruleset, deal: Deal, last: Move, budget: Budget | None = None) -> DealResult | None:
    """Score a deal that is over, `last` being its last move; None where it goes on or a hand is hidden."""
    seats = seats_of(deal) if deal.deal_over else None
    if seats is None:
        return None
    mover = deal.player(last.player)
    assert mover is not None
    won = isinstance(last, Close) or not mover.hand_size
    ending = Ending(
        mover.id if won else None,
        concealed=won and deal.turn.opened_this_turn and not isinstance(last, Close),
        dealer=deal.dealer,
        deal_number=deal.deal_number,
    )
    return score(rules, seats, ending, budget)


def score(rules: Ruleset, seats: Sequence[Seat], ending: Ending, budget: Budget | None = None) -> DealResult:
    """Score a finished deal of possible seats. Raises TooComplex like `arrange`."""
    if rules.closing:
        seats = _loose(rules, seats, ending.winner, budget or Budget())
    return score_deal(rules, seats, ending)


def _loose(rules: Ruleset, seats: Sequence[Seat], winner: str | None, budget: Budget) -> list[Seat]:
    """Return the seats with the cards that stay loose when every rival arranges the own hand at best."""
    closer = next((seat for seat in seats if seat.id == winner), None)
    shown: tuple[TableMeld, ...] = ()
    if closer and closer.hand and rules.lay_off_after_close:
        melds = enumerate(closer.melds)
        shown = tuple(TableMeld(str(n), closer.id, meld.kind, meld.cards, meld) for n, meld in melds)
    return [
        seat
        if seat.id == winner
        else replace(seat, hand=arrange(rules, Question(seat.hand, shown), budget).remaining)
        for seat in seats
    ]


def seats(rules: Ruleset, claims: Sequence[Claim]) -> tuple[Seat, ...]:
    """Return the seats of claims without faults."""
    return tuple(
        Seat(
            claim.id,
            claim.hand,
            tuple(m for s in claim.shown if (m := check(s.cards, s.kind, rules).meld)),
            claim.score,
            claim.reentries,
            claim.eliminated,
        )
        for claim in claims
    )


def faults(rules: Ruleset, claims: Sequence[Claim], ending: Ending) -> Violations:
    """Yield everything that cannot be about a finished deal. Paths are seen from the request."""
    yield from _cards_make_sense(rules, claims)
    winner = next((claim for claim in claims if claim.id == ending.winner), None)
    if ending.winner is not None and (winner is None or winner.eliminated):
        detail = "eliminated" if winner else ""
        yield Violation(Code.SCORE_UNKNOWN_PLAYER, ("winner",), {"player": ending.winner}, detail=detail)
    playing = sum(not claim.eliminated for claim in claims)
    if playing < PLAYERS_MIN:
        yield Violation(Code.BAD_PLAYERS, ("players",), {"count": playing}, detail="too-few")
    for index, claim in enumerate(claims):
        if claim.eliminated and claim.hand:
            params = {"player": claim.id, "count": len(claim.hand)}
            yield Violation(Code.ELIMINATED_WITH_CARDS, ("players", index, "hand"), params)
        if claim is winner:
            yield from _winner_is_done(rules, claim, index)
        for m, shown in enumerate(claim.shown):
            because = next(iter(check(shown.cards, shown.kind, rules).violations), None)
            if because and because.code is not Code.NOT_IN_PACK:
                at = ("players", index, "melds", m, *because.at)
                yield Violation(Code.BAD_MELD, at, {"because": because, "player": claim.id}, detail="shown")


def _winner_is_done(rules: Ruleset, claim: Claim, index: int) -> Violations:
    """Whoever went out holds nothing; a closer's loose cards count no more than closing allows."""
    if any(card not in rules.copies for card in claim.hand):
        return
    most, loose = rules.close_max_loose, points(claim.hand, rules)
    if (claim.hand and not rules.closing) or loose > most:
        params = {"player": claim.id, "points": loose, "maximum": most}
        detail = "loose" if rules.closing else "hand"
        yield Violation(Code.WINNER_HAS_POINTS, ("players", index, "hand"), params, detail=detail)


def _cards_make_sense(rules: Ruleset, claims: Sequence[Claim]) -> Violations:
    """Every card is in the pack, and none comes more often than the pack has it."""
    count: Counter[Card] = Counter()
    for p, claim in enumerate(claims):
        hand = enumerate(claim.hand)
        places: list[tuple[Path, Card]] = [(("players", p, "hand", c), card) for c, card in hand]
        for m, shown in enumerate(claim.shown):
            places += [(("players", p, "melds", m, "cards", c), card) for c, card in enumerate(shown.cards)]
        for at, card in places:
            count[card] += 1
            if card not in rules.copies:
                yield not_in_pack(card, rules).under(*at)
            elif count[card] == rules.copies[card] + 1:
                params = {"card": card, "count": count[card], "maximum": rules.copies[card]}
                yield Violation(Code.CARD_COUNT, at, params)
