"""Chapter: games that are ended by closing. Nothing is melded during play."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from loba.evolve import without
from loba.melds import points
from loba.rules.combinations import not_in_pack
from loba.violations import Article, Code, Violation, Violations

if TYPE_CHECKING:
    from loba.cards import Card
    from loba.melds import Cards
    from loba.moves import Close, LayDown, LayOff, SwapJoker
    from loba.rules.case import Case
    from loba.violations import Path


def melding_belongs_to_this_game(case: Case[LayDown] | Case[LayOff] | Case[SwapJoker]) -> Violations:
    """Where a deal is ended by closing, nothing is melded, laid off or swapped before."""
    yield Violation(Code.NOT_IN_THIS_GAME, (), {"player": case.move.player})


def closing_belongs_to_this_game(case: Case[Close]) -> Violations:
    """Where a deal ends by going out, nobody closes."""
    yield Violation(Code.CLOSE_NOT_ALLOWED, (), {"player": case.move.player})


def the_cards_shown_are_in_hand(case: Case[Close]) -> Violations:
    """The card discarded and every card shown is held, and none is used twice."""
    if case.strange(case.move.card):
        yield not_in_pack(case.move.card, case.rules).under("card")
    left = Counter(case.hand)
    for at, card in _places(case.move):
        if case.strange(card):
            continue
        if card not in case.hand:
            params = {"card": card, "player": case.move.player}
            yield Violation(Code.CARD_NOT_HELD, at, params, Article.CLOSING)
        elif not left[card]:
            params = {"card": card, "count": case.hand.count(card)}
            yield Violation(Code.MELDS_OVERLAP, at, params)
        else:
            left[card] -= 1


def _places(move: Close) -> list[tuple[Path, Card]]:
    shown: list[tuple[Path, Card]] = [(("card",), move.card)]
    for m, laid in enumerate(move.melds):
        shown += [(("melds", m, "cards", c), card) for c, card in enumerate(laid.cards)]
    return shown


def few_points_stay_loose(case: Case[Close]) -> Violations:
    """What is left after discarding and showing counts no more than closing allows."""
    used = [card for _, card in _places(case.move)]
    if Counter(used) - Counter(case.hand) or not all(read.meld for read in case.combinations):
        return
    rest = loose(case.hand, used)
    count = points(rest, case.rules)
    if count > case.rules.close_max_loose:
        params = {"cards": rest, "points": count, "maximum": case.rules.close_max_loose}
        yield Violation(Code.TOO_MANY_POINTS, ("melds",), params)


def loose(hand: Cards, used: list[Card]) -> Cards:
    """Return the cards of a hand that are neither discarded nor shown."""
    return without(hand, used)
