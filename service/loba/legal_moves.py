"""What may be played here: candidates, filtered by the one rule book.

Stable order: draws, new combinations, lay-offs, swaps, closing, discards; within each by the table and by
the hand. Lay-offs are single cards, one move for every way they may come to lie; while a card has to be
melded, also the lay-offs of several cards that hold it and from which none can be left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loba import limits
from loba.arrangement import Question, arrange
from loba.candidates import Budget, combinations, joining, lay_off_places, needs_all, openings
from loba.cards import JOKER
from loba.evolve import without
from loba.growth import neighbours
from loba.melds import Escalera, Pierna
from loba.moves import (
    Close,
    DeclareExhausted,
    Discard,
    DrawDiscard,
    DrawStock,
    LaidMeld,
    LayDown,
    LayOff,
    Replenish,
    SwapJoker,
)
from loba.rules.book import violations as read_book
from loba.rules.case import Case
from loba.state import Phase, Source
from loba.violations import Unjudgeable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loba.cards import Card
    from loba.melds import Cards
    from loba.moves import Move
    from loba.ruleset import Ruleset
    from loba.state import Deal, Player


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The moves that may be played, up to a limit."""

    moves: tuple[Move, ...]
    truncated: bool
    """Whether there are more."""


def legal_moves(rules: Ruleset, deal: Deal, limit: int) -> LegalMoves:
    """List what the player to move may play. Raises Unjudgeable where the hand is hidden, TooComplex."""
    budget = Budget()
    mover = deal.player(deal.turn.player)
    if deal.deal_over or mover is None:
        return LegalMoves((), truncated=False)
    if mover.hand is None:
        raise Unjudgeable("state.mover-hand-hidden", ("turn", "player"))
    asked = _Asking(rules, deal, mover, mover.hand, budget)
    found: list[Move] = []
    for move in asked.candidates():
        if asked.allows(move):
            if len(found) == limit:
                return LegalMoves(tuple(found), truncated=True)
            found.append(move)
    return LegalMoves(tuple(found), truncated=False)


@dataclass(slots=True)
class _Asking:
    """A deal whose moves are asked for."""

    rules: Ruleset
    deal: Deal
    mover: Player
    hand: Cards
    budget: Budget
    settled: set[type[Move]] = field(default_factory=set)
    """The types of moves that the rules of the turn allow."""
    case: Case[Move] = field(init=False)
    """All moves of one player in one deal are asked about in one case."""

    def __post_init__(self) -> None:
        """Open the case."""
        nothing_yet = DrawStock(self.mover.id)
        self.case = Case(self.rules, self.deal, nothing_yet, read_book, self.budget)

    def allows(self, move: Move) -> bool:
        """Ask the rule book; what only the client knows (the card drawn, the new order) may be missing.

        Once it has allowed a move of a type, the rules of the turn need not be asked about that type again.
        """
        self.budget.spend(limits.JUDGING_STEPS)
        kind = type(move)
        try:
            for _ in read_book(self.case.about(move), turn_is_settled=kind in self.settled):
                return False
        except Unjudgeable as reason:
            return reason.code == "required"
        self.settled.add(kind)
        return True

    def candidates(self) -> Iterator[Move]:
        if self.deal.turn.phase is Phase.DRAW:
            player = self.mover.id
            yield DrawStock(player)
            yield DrawDiscard(player)
            if not self.deal.stock_size:
                yield Replenish(player)
                yield DeclareExhausted(player)
        else:
            yield from self._melds()
            yield from self._lay_offs()
            yield from self._swaps()
            yield from self._closings()
            for card in dict.fromkeys(self.hand):
                yield Discard(self.mover.id, card)

    def _wanted(self) -> Card | None:
        """Return the card that the next move must use, if there is one."""
        pending = self.deal.turn.must_meld
        if pending is None:
            return None
        at_once = pending.source is Source.JOKER_SWAP or self.rules.discard_take == "use-at-once"
        return pending.card if at_once else None

    def _melds(self) -> Iterator[Move]:
        if self.rules.closing:
            return
        rules, player = self.rules, self.mover.id
        contract = rules.contract(self.deal.deal_number)
        if not self.mover.has_opened and (contract or rules.opening_minimum):
            for melds in openings(self.hand, rules, contract, self.budget, self._wanted()):
                yield LayDown(player, melds)
        else:
            for laid in combinations(self.hand, rules, self.budget, self._wanted()):
                yield LayDown(player, (laid,))

    def _lay_offs(self) -> Iterator[Move]:
        pending = self.deal.turn.must_meld
        once = dict.fromkeys(self.hand)
        for lying in self.deal.table:
            if isinstance(lying.meld, Escalera):
                near = neighbours(lying.meld, self.rules)
                for card in once:
                    if card in near:
                        yield from self._onto_run(lying.id, lying.meld, (card,))
                if pending and pending.source is Source.DISCARD:
                    yield from self._together(lying.id, lying.meld, pending.card)
            elif isinstance(lying.meld, Pierna):
                # Another rank never joins; everything else is for the rules to say.
                rank = lying.meld.rank
                for card in once:
                    if card.rank == rank or card is JOKER:
                        yield LayOff(self.mover.id, lying.id, (card,))

    def _together(self, meld: str, run: Escalera, pending: Card) -> Iterator[Move]:
        """Propose to lay the pending card off with others, none of which could be left out."""
        several = joining(run, self.hand, self.rules, pending, self.budget)
        for cards in dict.fromkeys(cards for cards in several if len(cards) > 1):
            if needs_all(run, cards, pending, self.rules, self.budget):
                yield from self._onto_run(meld, run, cards)

    def _onto_run(self, meld: str, run: Escalera, cards: Cards) -> Iterator[Move]:
        self.budget.spend(limits.PLACING_STEPS)
        places = lay_off_places(run, cards, self.rules)
        for place in places:
            yield LayOff(self.mover.id, meld, cards, place.cards if len(places) > 1 else None)

    def _swaps(self) -> Iterator[Move]:
        if self.rules.joker_swap == "off":
            return
        for lying in self.deal.table:
            for card in dict.fromkeys(self.hand):
                yield SwapJoker(self.mover.id, lying.id, card)

    def _closings(self) -> Iterator[Move]:
        if not self.rules.closing:
            return
        for card in dict.fromkeys(self.hand):
            best = arrange(self.rules, Question(without(self.hand, (card,))), self.budget)
            melds = tuple(LaidMeld(meld.cards, meld.kind) for meld in best.melds)
            yield Close(self.mover.id, card, melds)
