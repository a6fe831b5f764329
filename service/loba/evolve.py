"""Applying a move: the deal before, the deal after. Nothing here judges.

`evolve` is total over legal moves. What a move left open (which kind a combination is, where a wild card
goes) has been settled by the rules, and comes in as `lying`: the combinations as they now lie.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from loba.cards import JOKER
from loba.moves import (
    Close,
    DeclareExhausted,
    Discard,
    DrawDiscard,
    DrawStock,
    LayDown,
    LayOff,
    Replenish,
    SwapJoker,
)
from loba.state import Deal, Pending, Phase, Source, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loba.cards import Card
    from loba.melds import Cards
    from loba.moves import Move
    from loba.ruleset import Ruleset
    from loba.state import Player, TableMeld


def evolve(rules: Ruleset, deal: Deal, move: Move, lying: tuple[TableMeld, ...] = ()) -> Deal:
    """Return the deal after a legal move; `lying` are the combinations it makes or changes."""
    match move:
        case Discard():
            return _discarded(rules, deal, move)
        case DrawStock():
            return _drawn_from_stock(deal, move)
        case DrawDiscard():
            return _taken_from_pile(rules, deal, move)
        case LayDown():
            return _laid(
                deal, move.player, tuple([c for laid in move.melds for c in laid.cards]), lying, opens=True
            )
        case LayOff():
            return _laid(deal, move.player, move.cards, lying, opens=False)
        case SwapJoker():
            return _swapped(deal, move, lying)
        case Replenish():
            return deal._replace(
                stock=move.stock,
                stock_size=len(deal.discard_pile) - 1,
                discard_pile=deal.discard_pile[-1:],
                shuffled=deal.discard_pile[:-1] if move.stock is None else None,
            )
        case DeclareExhausted():
            return deal._replace(deal_over=True)
        case Close():
            return _closed(deal, move, lying)


_pending = cache(Pending)
"""One value for each card, for whether a discard is of use is asked at every turn."""


def without(hand: Cards, used: Iterable[Card]) -> Cards:
    """Return a hand without the cards used; cards it does not hold are passed over."""
    kept = list(hand)
    for card in used:
        if card in kept:
            kept.remove(card)
    return tuple(kept)


def _less(hand: Cards, card: Card) -> Cards:
    """Return a hand without one card."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def _with_hand(deal: Deal, player_id: str, hand: Cards, *, opens: bool = False) -> tuple[Player, ...]:
    """Return the players, one of them with another hand."""
    return tuple(
        [p.holding(hand, has_opened=p.has_opened or opens) if p.id == player_id else p for p in deal.players]
    )


def _hand(deal: Deal, player_id: str) -> Cards:
    player = deal.player(player_id)
    return player.hand if player and player.hand is not None else ()


def _drawn_from_stock(deal: Deal, move: DrawStock) -> Deal:
    card = move.card if deal.stock is None else deal.stock[0]
    hand = _hand(deal, move.player)
    return Deal(
        _with_hand(deal, move.player, (*hand, card) if card else hand),
        deal.dealer,
        Turn(move.player, Phase.PLAY),
        deal.table,
        deal.discard_pile,
        None if deal.stock is None else deal.stock[1:],
        deal.stock_size - 1,
        deal.deal_number,
        False,  # noqa: FBT003 - by their places: names cost half as much again
        without(deal.shuffled, (card,)) if deal.shuffled and card else deal.shuffled,
    )


def _taken_from_pile(rules: Ruleset, deal: Deal, move: DrawDiscard) -> Deal:
    card = deal.discard_pile[-1]
    pending = _pending(card, Source.DISCARD) if rules.obliges else None
    return deal.becoming(
        _with_hand(deal, move.player, (*_hand(deal, move.player), card)),
        Turn(move.player, Phase.PLAY, card, pending),
        discard_pile=deal.discard_pile[:-1],
    )


def _laid(deal: Deal, player_id: str, cards: Cards, lying: tuple[TableMeld, ...], *, opens: bool) -> Deal:
    """Lay cards on the table, in new combinations or on those that lie there."""
    player = deal.player(player_id)
    hand = without(_hand(deal, player_id), cards)
    first = opens and player is not None and not player.has_opened
    return deal.becoming(
        _with_hand(deal, player_id, hand, opens=opens),
        deal.turn.using(cards, opens=first),
        table=_table(deal, lying),
        deal_over=not hand,
    )


def _table(deal: Deal, lying: tuple[TableMeld, ...]) -> tuple[TableMeld, ...]:
    """Return the table with some combinations changed in place and the new ones at the end."""
    changed = {meld.id: meld for meld in lying}
    kept = tuple([changed.pop(meld.id, meld) for meld in deal.table])
    return kept + tuple(changed.values())


def _swapped(deal: Deal, move: SwapJoker, lying: tuple[TableMeld, ...]) -> Deal:
    hand = (*without(_hand(deal, move.player), (move.card,)), JOKER)
    used = deal.turn.using((move.card,))
    pending = _pending(JOKER, Source.JOKER_SWAP)
    turn = Turn(used.player, used.phase, used.taken_discard, pending, used.opened_this_turn)
    return deal.becoming(_with_hand(deal, move.player, hand), turn, table=_table(deal, lying))


def _discarded(rules: Ruleset, deal: Deal, move: Discard) -> Deal:
    hand = _less(_hand(deal, move.player), move.card)
    ends = not hand or (rules.stock_exhausted == "end-deal" and deal.stock_size == 0)
    turn = deal.turn.using((move.card,)) if ends else Turn(deal.after(move.player, rules.step), Phase.DRAW)
    return deal.becoming(
        _with_hand(deal, move.player, hand),
        turn,
        discard_pile=(*deal.discard_pile, move.card),
        deal_over=ends,
    )


def _closed(deal: Deal, move: Close, lying: tuple[TableMeld, ...]) -> Deal:
    used = (*(card for laid in move.melds for card in laid.cards), move.card)
    return deal.becoming(
        _with_hand(deal, move.player, without(_hand(deal, move.player), used), opens=bool(lying)),
        deal.turn.using(used),
        table=deal.table + lying,
        discard_pile=(*deal.discard_pile, move.card),
        deal_over=True,
    )
