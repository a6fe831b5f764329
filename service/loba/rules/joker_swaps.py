"""Chapter: swapping a joker for the card it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loba.cards import JOKER
from loba.melds import Escalera
from loba.rules.combinations import not_in_pack
from loba.rules.lookahead import can_be_used
from loba.violations import Article, Code, Violation, Violations

if TYPE_CHECKING:
    from loba.moves import SwapJoker
    from loba.rules.case import Case


def jokers_may_be_swapped(case: Case[SwapJoker]) -> Violations:
    """Swapping is played only where it was agreed."""
    yield Violation(Code.SWAP_NOT_ALLOWED, (), {"player": case.move.player})


def the_swapper_has_opened(case: Case[SwapJoker]) -> Violations:
    """Only a player who has opened may swap."""
    if not case.player.has_opened:
        params = {"player": case.move.player, "meld": case.move.meld}
        yield Violation(Code.NOT_OPENED, (), params, Article.JOKER_SWAP, "swap")


def the_joker_is_within_reach(case: Case[SwapJoker]) -> Violations:
    """Where jokers are swapped only out of one's own combinations, it is not another player's."""
    if case.target.owner != case.move.player:
        params = {"player": case.move.player, "owner": case.target.owner, "meld": case.move.meld}
        yield Violation(Code.NOT_YOURS, ("meld",), params, Article.JOKER_SWAP, "swap")


def the_card_swapped_in_is_in_hand(case: Case[SwapJoker]) -> Violations:
    """The natural card comes from the hand."""
    card = case.move.card
    if case.strange(card):
        yield not_in_pack(card, case.rules).under("card")
    elif card not in case.hand:
        params = {"card": card, "player": case.move.player}
        yield Violation(Code.CARD_NOT_HELD, ("card",), params, Article.JOKER_SWAP)


def the_card_is_the_one_the_joker_stands_for(case: Case[SwapJoker]) -> Violations:
    """A joker of an escalera gives way to the card it stands for; wild twos and piernas are left alone."""
    run = case.target.meld
    jokers = [i for i in run.wild_at if run.cards[i] is JOKER] if isinstance(run, Escalera) else []
    if not isinstance(run, Escalera) or not jokers:
        detail = "" if isinstance(run, Escalera) else "pierna"
        yield Violation(Code.NO_JOKER, ("meld",), {"meld": case.move.meld}, detail=detail)
        return
    wanted = [run.stands_for(i, case.rules) for i in jokers]
    card = case.move.card
    named = card.token if run.suit else card.rank
    if named not in wanted:
        detail = "" if run.suit else "rank"
        params = {"card": card, "stands_for": wanted[0]}
        yield Violation(Code.WRONG_CARD, ("card",), params, detail=detail)
        return
    at = jokers[wanted.index(named)]
    cards = (*run.cards[:at], card, *run.cards[at + 1 :])
    result = Escalera(cards, run.low, run.suit, tuple(i for i in run.wild_at if i != at))
    case.will_lie(result)


def the_freed_joker_has_a_use(case: Case[SwapJoker]) -> Violations:
    """A joker is swapped out only to go into a new combination at once. Asked where all else is in order."""
    after = case.outcome()
    pending = after.turn.must_meld
    if pending and not can_be_used(case, after, pending):
        yield Violation(Code.NO_USE, (), {"player": case.move.player})
