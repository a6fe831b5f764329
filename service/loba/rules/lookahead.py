"""Looking ahead: whether a card can still be used. Proposes moves and asks the rule book about each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loba import limits
from loba.candidates import combinations, joining, lay_off_places, openings
from loba.glance import Glance
from loba.growth import may_take
from loba.melds import Escalera, Kind
from loba.moves import LayDown, LayOff
from loba.rules.reading import Inquiry
from loba.state import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loba.cards import Card
    from loba.moves import Move
    from loba.rules.case import Case
    from loba.state import Deal, Pending


def can_be_used(case: Case[Move], deal: Deal, pending: Pending) -> bool:
    """Say whether the very next move can be a legal one that uses the pending card.

    Under ``use-this-turn`` a taken card may also be used later in the turn.
    """
    if deal is not case.deal:
        return _can_be_used(case, deal, pending)
    if pending not in case.known:
        case.known[pending] = _can_be_used(case, deal, pending)
    return case.known[pending]


def may_be_used_at_once(case: Case[Move], card: Card) -> bool:
    """Say whether a card, once it is in hand, may lie in some combination with the very next move.

    A first look, generous: it saves the question of the rules where the card goes with nothing.
    """
    rules, deal = case.rules, case.deal
    seen = Glance((*case.hand, card), rules)
    if seen.piernas(card) or seen.escaleras(card):
        return True
    for lying in deal.table:  # noqa: SIM110 - a generator would cost as much as all it asks
        if may_take(lying.meld, card, seen, rules):
            return True
    return False


def _can_be_used(case: Case[Move], deal: Deal, pending: Pending) -> bool:
    if pending.source is Source.DISCARD and case.rules.discard_take == "use-this-turn":
        # Judged as if nothing were pending: the moves on the way are free, for the search goes on until
        # the card is used.
        free = deal._replace(turn=deal.turn._replace(must_meld=None))
        return _directly(case, free, pending.card, pending.source) or _later(case, free, pending.card, set())
    return _directly(case, deal, pending.card, pending.source)


def something_can_be_laid(case: Case[Move], deal: Deal) -> bool:
    """Say whether the player to move can legally meld or lay off any card at all."""
    hand = dict.fromkeys(_hand(case, deal))
    return any(_directly(case, deal, card, Source.DISCARD) for card in hand)


def _hand(case: Case[Move], deal: Deal) -> tuple[Card, ...]:
    player = deal.player(case.move.player)
    return player.hand if player and player.hand is not None else ()


def _directly(case: Case[Move], deal: Deal, card: Card, source: Source) -> bool:
    """Say whether one legal move lays the card."""
    asked = Inquiry(case.of(deal))
    return any(asked.allows(move) for move in _moves_with(case, deal, card, source, asked))


def _moves_with(case: Case[Move], deal: Deal, card: Card, source: Source, asked: Inquiry) -> Iterator[Move]:
    """Propose moves that lay the card: lay-offs first, for there are few, then new combinations."""
    rules, player = case.rules, case.move.player
    mover = deal.player(player)
    if mover is None or mover.hand is None:
        return
    seen = Glance(mover.hand, rules)
    if source is Source.DISCARD:
        for lying in deal.table:
            meld = lying.meld
            if not may_take(meld, card, seen, rules) or asked.to_be_asked(LayOff) is None:
                continue
            if isinstance(meld, Escalera):
                for cards in joining(meld, mover.hand, rules, card, case.budget):
                    yield LayOff(player, lying.id, cards)
            else:
                yield LayOff(player, lying.id, (card,))
    contract = rules.contract(deal.deal_number)
    if not mover.has_opened and (contract or rules.opening_minimum):
        for melds in openings(mover.hand, rules, contract, case.budget, card, each_set_once=True):
            yield LayDown(player, melds)
    else:
        for laid in combinations(mover.hand, rules, case.budget, card, each_set_once=True, seen=seen):
            yield LayDown(player, (laid,))


def _later(case: Case[Move], deal: Deal, card: Card, seen: set[object]) -> bool:
    """Say whether some legal moves of this turn make it possible to lay the card."""
    asked = Inquiry(case.of(deal))
    for move in _preparing(case, deal, card):
        after = asked.after(move)
        if after is None:
            continue
        position = (tuple(sorted(c.token for c in _hand(case, after))), after.table)
        if position in seen:
            continue
        seen.add(position)
        if _directly(case, after, card, Source.DISCARD) or _later(case, after, card, seen):
            return True
    return False


def _preparing(case: Case[Move], deal: Deal, card: Card) -> Iterator[Move]:
    """Propose moves that keep the card but may make room for it."""
    rest = list(_hand(case, deal))
    rest.remove(card)
    player, hand = case.move.player, tuple(rest)
    mover = deal.player(player)
    contract = case.rules.contract(deal.deal_number)
    if mover and not mover.has_opened and (contract or case.rules.opening_minimum):
        for melds in openings(hand, case.rules, contract, case.budget):
            yield LayDown(player, melds)
    else:
        for laid in combinations(hand, case.rules, case.budget):
            yield LayDown(player, (laid,))
    for lying in deal.table:
        for other in dict.fromkeys(hand):
            if lying.kind is Kind.PIERNA:
                yield LayOff(player, lying.id, (other,))
            else:
                case.budget.spend(limits.PLACING_STEPS)
                for place in lay_off_places(lying.meld, (other,), case.rules):  # type: ignore[arg-type]
                    yield LayOff(player, lying.id, (other,), place.cards)
