"""Chapter: discarding, which ends the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loba.cards import JOKER
from loba.rules.combinations import not_in_pack
from loba.rules.lookahead import can_be_used, something_can_be_laid
from loba.state import Source
from loba.violations import Code, Violation, Violations

if TYPE_CHECKING:
    from loba.cards import Card
    from loba.moves import Close, Discard, Move
    from loba.rules.case import Case
    from loba.ruleset import Ruleset


def the_card_discarded_is_in_hand(case: Case[Discard]) -> Violations:
    """No card is discarded that is not held."""
    card = case.move.card
    if case.strange(card):
        yield not_in_pack(card, case.rules).under("card")
    elif card not in case.hand:
        yield Violation(Code.CARD_NOT_HELD, ("card",), {"card": card, "player": case.move.player})


def a_joker_goes_last(case: Case[Discard]) -> Violations:
    """Where jokers are not discarded freely, one goes only as the last card in hand."""
    card = case.move.card
    if joker_barred(case, card) and card in case.hand and not nothing_else_is_possible(case):
        yield Violation(Code.DISCARD_JOKER, ("card",), {"card": JOKER, "count": len(case.hand)})


def the_card_just_taken_stays(case: Case[Discard] | Case[Close]) -> Violations:
    """A card freely taken from the pile is not thrown back in the same turn, unless its twin was held."""
    card = case.move.card
    if just_taken(case, card) and card in case.hand and not nothing_else_is_possible(case):
        yield Violation(Code.JUST_TAKEN, ("card",), {"card": card, "player": case.move.player})


def the_taken_card_has_been_used(case: Case[Discard]) -> Violations:
    """Where a taken card has to be used this turn, the discard comes after that."""
    pending = case.deal.turn.must_meld
    assert pending is not None
    if pending.source is Source.DISCARD and can_be_used(case, case.deal, pending):
        params = {"card": pending.card, "player": case.move.player}
        yield Violation(Code.TAKEN_CARD_UNUSED, (), params)


def joker_barred(case: Case[Move], card: Card) -> bool:
    """Say whether a card is a joker that may not be discarded while other cards are held."""
    return card is JOKER and jokers_go_last(case.rules) and len(case.hand) > 1


def jokers_go_last(rules: Ruleset) -> bool:
    """Say whether a joker is discarded only as the last card."""
    return rules.joker_discard == "last-card-only"


def just_taken(case: Case[Move], card: Card) -> bool:
    """Say whether a card is the one just taken from the pile, with no twin in hand."""
    return (
        case.deal.turn.taken_discard is card and taken_cards_stay(case.rules) and case.hand.count(card) == 1
    )


def taken_cards_stay(rules: Ruleset) -> bool:
    """Say whether a card freely taken from the pile may not be thrown back in the same turn."""
    return rules.discard_take == "free" and rules.discard_taken_card == "forbidden"


def nothing_else_is_possible(case: Case[Move]) -> bool:
    """Say whether every card in hand is barred from being discarded and none can be laid.

    Then any one of them may be discarded, so that every turn can end.
    """
    pending = case.deal.turn.must_meld
    barred = all(
        joker_barred(case, card) or just_taken(case, card) or (pending is not None and pending.card is card)
        for card in case.hand
    )
    return barred and not something_can_be_laid(case, case.deal)
