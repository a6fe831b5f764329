"""What may be played here: candidates, filtered by the one rule book.

Stable order: draws, new combinations, lay-offs, swaps, closing, discards; within each by the table and by
the hand. Lay-offs are single cards, one move for every way they may come to lie; while a card has to be
melded, also the lay-offs of several cards that hold it and from which none can be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

from loba import limits
from loba.arrangement import Question, arrange
from loba.candidates import Budget, combinations, joining, lay_off_places, needs_all, openings
from loba.cards import JOKER, Card
from loba.evolve import without
from loba.glance import Glance
from loba.growth import near, touches
from loba.melds import Cards, Escalera, Pierna
from loba.moves import (
    ANY_MOVE,
    Close,
    DeclareExhausted,
    Discard,
    DrawDiscard,
    DrawStock,
    LaidMeld,
    LayDown,
    LayOff,
    Move,
    Replenish,
    SwapJoker,
)
from loba.rules.book import BOOK
from loba.rules.case import Case
from loba.rules.reading import Inquiry
from loba.ruleset import Ruleset
from loba.state import Deal, Phase, Player, Source
from loba.violations import Unjudgeable


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
    proposals = _Proposals(rules, deal, mover, mover.hand, budget)
    asked = Inquiry(Case(rules, deal, DrawStock(mover.id), BOOK, budget))
    found: list[Move] = []
    for kind, propose in _TYPES[deal.turn.phase]:
        checks = asked.to_be_asked(kind)
        if checks is not None:
            found += islice(asked.those_allowed(propose(proposals), checks), limit + 1 - len(found))
            if len(found) > limit:
                return LegalMoves(tuple(found[:limit]), truncated=True)
    return LegalMoves(tuple(found), truncated=False)


_discard = lru_cache(maxsize=2048)(Discard)
"""One value for each player and card, for they are made again at every turn."""


@dataclass(slots=True)
class _Proposals:
    """Moves worth asking about, of the player to move in one deal."""

    rules: Ruleset
    deal: Deal
    mover: Player
    hand: Cards
    budget: Budget
    _seen: Glance | None = None

    def _glance(self) -> Glance:
        seen = self._seen = self._seen or Glance(self.hand, self.rules)
        return seen

    def _wanted(self) -> Card | None:
        """Return the card that the next move must use, if there is one."""
        pending = self.deal.turn.must_meld
        if pending is None:
            return None
        at_once = pending.source is Source.JOKER_SWAP or self.rules.discard_take == "use-at-once"
        return pending.card if at_once else None

    def melds(self) -> Iterator[Move]:
        rules, player = self.rules, self.mover.id
        contract = rules.contract(self.deal.deal_number)
        if not self.mover.has_opened and (contract or rules.opening_minimum):
            for melds in openings(self.hand, rules, contract, self.budget, self._wanted()):
                yield LayDown(player, melds)
        else:
            for laid in combinations(self.hand, rules, self.budget, self._wanted(), seen=self._glance()):
                yield LayDown(player, (laid,))

    def lay_offs(self) -> Iterator[Move]:
        pending, rules = self.deal.turn.must_meld, self.rules
        held, seen = tuple(dict.fromkeys(self.hand)), self._glance()
        for lying in self.deal.table:
            meld = lying.meld
            if isinstance(meld, Escalera):
                if seen.wild or seen.places & near(meld, rules):
                    for card in held:
                        if touches(meld, card, rules):
                            yield from self._onto_run(lying.id, meld, (card,))
                if pending and pending.source is Source.DISCARD:
                    yield from self._together(lying.id, meld, pending.card)
            elif isinstance(meld, Pierna) and seen.may_join(meld.rank):
                # Another rank never joins; everything else is for the rules to say.
                for card in held:
                    if card.rank == meld.rank or card is JOKER:
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

    def swaps(self) -> Iterator[Move]:
        for lying in self.deal.table:
            for card in dict.fromkeys(self.hand):
                yield SwapJoker(self.mover.id, lying.id, card)

    def closings(self) -> Iterator[Move]:
        for card in dict.fromkeys(self.hand):
            best = arrange(self.rules, Question(without(self.hand, (card,))), self.budget)
            melds = tuple(LaidMeld(meld.cards, meld.kind) for meld in best.melds)
            yield Close(self.mover.id, card, melds)

    def discards(self) -> list[Move]:
        player = self.mover.id
        return [_discard(player, card) for card in dict.fromkeys(self.hand)]


Propose = Callable[[_Proposals], Iterable[Move]]


def _as_it_is(kind: type) -> tuple[type, Propose]:
    """Propose a move of which there is nothing to choose but whether to make it."""
    return kind, lambda proposals: [ANY_MOVE[kind](proposals.mover.id)]


_TYPES: Final[Mapping[Phase, tuple[tuple[type, Propose], ...]]] = {
    Phase.DRAW: (
        _as_it_is(DrawStock),
        _as_it_is(DrawDiscard),
        _as_it_is(Replenish),
        _as_it_is(DeclareExhausted),
    ),
    Phase.PLAY: (
        (LayDown, _Proposals.melds),
        (LayOff, _Proposals.lay_offs),
        (SwapJoker, _Proposals.swaps),
        (Close, _Proposals.closings),
        (Discard, _Proposals.discards),
    ),
}
"""For each phase the types of move that may be played, in the order of the list, and what to propose."""
