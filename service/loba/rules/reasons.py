"""Why a legal move is allowed, and what follows from it.

Read from the same case the rules judged; nothing here decides anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loba.growth import movable_ends
from loba.melds import Escalera, Kind, points, suits_of, wilds
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
from loba.rules.discarding import joker_barred, just_taken
from loba.state import Source
from loba.violations import Article, Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from loba.cards import Card
    from loba.melds import Meld
    from loba.moves import Move
    from loba.rules.case import Case
    from loba.ruleset import Ruleset
    from loba.state import Deal


def reasons_for(case: Case[Move], after: Deal) -> Iterator[Reason]:
    """Yield why a legal move is allowed and what follows, in the order one would say it."""
    match case.move:
        case DrawStock():
            yield Reason(Article.DRAWING, "drawing.from-stock", {"player": case.move.player})
        case DrawDiscard():
            yield from _taken(case, after)
        case LayDown() as move:
            yield from _laid(case, move)
        case LayOff() as move:
            yield from _added(case, move)
        case SwapJoker(meld=meld, card=card):
            yield Reason(Article.JOKER_SWAP, "joker-swap.swapped", {"card": card, "meld": meld})
            yield Reason(Article.JOKER_SWAP, "joker-swap.use-it-now", {"player": case.move.player})
        case Discard(card=card):
            yield from _discarded(case, card)
        case Replenish():
            yield Reason(Article.STOCK, "stock.replenished", {"count": after.stock_size})
        case DeclareExhausted():
            yield Reason(Article.STOCK, "stock.exhausted")
        case Close() as move:
            yield from _closed(case, move, after)
    yield from _what_follows(case, after)


def _taken(case: Case[Move], after: Deal) -> Iterator[Reason]:
    card = case.deal.discard_pile[-1]
    params = {"card": card, "player": case.move.player}
    if after.turn.must_meld is None:
        yield Reason(Article.TAKING_THE_DISCARD, "taking-the-discard.free", params)
        if case.rules.discard_taken_card == "forbidden" and card not in case.hand:
            yield Reason(Article.TAKING_THE_DISCARD, "taking-the-discard.not-back", params)
    elif case.rules.discard_take == "use-at-once":
        yield Reason(Article.TAKING_THE_DISCARD, "taking-the-discard.use-now", params)
    else:
        yield Reason(Article.TAKING_THE_DISCARD, "taking-the-discard.use-this-turn", params)


def _laid(case: Case[Move], move: LayDown) -> Iterator[Reason]:
    for lying in case.lying:
        assert lying.meld is not None
        yield combination_reason(lying.meld)
        if lying.kind is Kind.PIERNA and case.rules.pierna_suits == "three-locked":
            yield Reason(Article.PIERNA, "pierna.locked", {"suits": suits_of(lying.meld)})
        yield from wild_reasons(lying.meld, case.rules)
    if not case.player.has_opened:
        yield _opened(case)
        yield from _from_now_on(case)
    yield from _used(case, (card for laid in move.melds for card in laid.cards))


def combination_reason(meld: Meld) -> Reason:
    """Say what a combination is."""
    if meld.kind is Kind.PIERNA:
        return Reason(Article.PIERNA, "pierna.fits", {"cards": meld.cards})
    return Reason(Article.ESCALERA, "escalera.fits", {"cards": meld.cards})


def wild_reasons(meld: Meld, rules: Ruleset) -> Iterator[Reason]:
    """Say what each wild card of a combination stands for."""
    for wild in wilds(meld, rules):
        params = {"card": wild.card, "stands_for": wild.stands_for}
        yield Reason(Article.WILD_CARDS, "wild-cards.stands-for", params)


def _opened(case: Case[Move]) -> Reason:
    params: dict[str, str | int] = {"player": case.move.player}
    if contract := case.rules.contract(case.deal.deal_number):
        params |= {
            "piernas": contract.piernas,
            "escaleras": contract.escaleras,
            "deal_number": case.deal.deal_number,
        }
        return Reason(Article.OPENING, "opening.contract", params)
    if case.rules.opening_minimum:
        worth = sum(points(lying.cards, case.rules) for lying in case.lying)
        params |= {"points": worth, "minimum": case.rules.opening_minimum}
        return Reason(Article.OPENING, "opening.minimum", params)
    return Reason(Article.OPENING, "opening.opened", params)


def _from_now_on(case: Case[Move]) -> Iterator[Reason]:
    if case.rules.lay_off_from == "any-time":
        return
    now = "now" if case.rules.lay_off_from == "once-opened" else "later"
    whose = "any" if case.rules.lay_off_on == "any-meld" else "own"
    yield Reason(Article.LAYING_OFF, f"laying-off.{now}-on-{whose}", {"player": case.move.player})


def _used(case: Case[Move], cards: Iterable[Card]) -> Iterator[Reason]:
    """Say that a pending card has been used."""
    pending = case.deal.turn.must_meld
    if pending is None or pending.card not in cards:
        return
    if pending.source is Source.JOKER_SWAP:
        yield Reason(Article.JOKER_SWAP, "joker-swap.used")
    else:
        yield Reason(Article.TAKING_THE_DISCARD, "taking-the-discard.used", {"card": pending.card})


def _added(case: Case[Move], move: LayOff) -> Iterator[Reason]:
    target, (result,) = case.target, case.lying
    own = target.owner == move.player
    params = {"cards": move.cards, "owner": target.owner, "result": result.cards}
    yield Reason(Article.LAYING_OFF, "laying-off.on-own" if own else "laying-off.on-rivals", params)
    if isinstance(target.meld, Escalera) and isinstance(result.meld, Escalera):
        yield from _moved_joker(target.meld, result.meld, case.rules)
        new = [w for w in wilds(result.meld, case.rules) if w.card in move.cards]
        for wild in new:
            yield Reason(
                Article.WILD_CARDS,
                "wild-cards.stands-for",
                {"card": wild.card, "stands_for": wild.stands_for},
            )
    yield from _used(case, move.cards)


def _moved_joker(run: Escalera, result: Escalera, rules: Ruleset) -> Iterator[Reason]:
    """Say that the joker at the end of a run went elsewhere."""
    for end in movable_ends(run, rules):
        at = run.low + end - result.low
        if not 0 <= at < len(result.cards) or result.cards[at] is not run.cards[end]:
            now_at = len(result.cards) - 1 if result.cards[-1] is run.cards[end] else 0
            params = {"card": run.cards[end], "stands_for": result.stands_for(now_at, rules)}
            yield Reason(Article.END_JOKER, "end-joker.moved", params)


def _discarded(case: Case[Move], card: Card) -> Iterator[Reason]:
    params = {"card": card, "player": case.move.player}
    pending = case.deal.turn.must_meld
    stuck = joker_barred(case, card) or just_taken(case, card) or pending is not None
    if stuck:
        yield Reason(Article.DISCARDING, "discarding.nothing-else", params)
    elif case.rules.joker_discard == "last-card-only" and not card.suit:
        yield Reason(Article.DISCARDING, "discarding.last-joker", params)
    else:
        yield Reason(Article.DISCARDING, "discarding.discarded", params)


def _closed(case: Case[Move], move: Close, after: Deal) -> Iterator[Reason]:
    for lying in case.lying:
        assert lying.meld is not None
        yield combination_reason(lying.meld)
    mover = after.player(move.player)
    rest = mover.hand if mover and mover.hand else ()
    params = {"player": move.player, "cards": rest, "points": points(rest, case.rules)}
    if rest:
        yield Reason(Article.CLOSING, "closing.loose", {**params, "maximum": case.rules.close_max_loose})
    else:
        yield Reason(Article.CLOSING, "closing.all-linked", {"player": move.player})


def _what_follows(case: Case[Move], after: Deal) -> Iterator[Reason]:
    player = case.move.player
    mover = after.player(player)
    if mover and after.deal_over and not mover.hand_size and not isinstance(case.move, Close):
        yield _went_out(case, concealed=after.turn.opened_this_turn)
    elif after.deal_over and isinstance(case.move, Discard):
        yield Reason(Article.STOCK, "stock.deal-ends", {"player": player})
    elif isinstance(case.move, Discard):
        yield Reason(Article.TURN_ORDER, "turn-order.next", {"player": after.turn.player})


def _went_out(case: Case[Move], *, concealed: bool) -> Reason:
    params: dict[str, str | int] = {"player": case.move.player}
    if not concealed:
        return Reason(Article.GOING_OUT, "going-out.out", params)
    if not case.rules.concealed_bonus:
        return Reason(Article.GOING_OUT, "going-out.concealed", params)
    params["points"] = case.rules.concealed_bonus
    return Reason(Article.GOING_OUT, "going-out.concealed-bonus", params)
