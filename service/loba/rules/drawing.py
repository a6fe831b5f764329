"""Chapter: drawing a card, from the stock or from the discard pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loba.evolve import evolve
from loba.rules.combinations import not_in_pack
from loba.rules.lookahead import can_be_used, may_be_used_at_once
from loba.violations import Code, Unjudgeable, Violation, Violations

if TYPE_CHECKING:
    from loba.cards import Card
    from loba.moves import DrawDiscard, DrawStock
    from loba.rules.case import Case
    from loba.ruleset import Ruleset
    from loba.state import Deal


def the_stock_has_a_card(case: Case[DrawStock]) -> Violations:
    """Nothing is drawn from an empty stock."""
    if case.deal.stock_size == 0:
        yield Violation(Code.STOCK_EMPTY, (), {"player": case.move.player}, detail=case.rules.stock_exhausted)


def the_card_drawn_is_the_next_one(case: Case[DrawStock]) -> Violations:
    """Where the stock is known a named card agrees with it; where it is hidden the card can be there."""
    named, stock = case.move.card, case.deal.stock
    if named is None or case.deal.stock_size == 0:
        return
    if case.strange(named):
        yield not_in_pack(named, case.rules).under("card")
    elif stock is not None:
        if named is not stock[0]:
            yield Violation(Code.CARD_MISMATCH, ("card",), {"card": named})
    elif not can_be_in_the_stock(case.rules, case.deal, named):
        params = {"card": named, "count": case.rules.copies[named]}
        yield Violation(Code.CARD_UNAVAILABLE, ("card",), params)


def the_card_drawn_is_named(case: Case[DrawStock]) -> Violations:
    """Not a rule of the game: with a hidden stock the draw can be judged only if it names its card."""
    if case.move.card is None and case.deal.stock is None and case.deal.stock_size:
        raise Unjudgeable("required", ("card",))
    yield from ()


def can_be_in_the_stock(rules: Ruleset, deal: Deal, card: Card) -> bool:
    """Say whether a hidden stock can hold a card: not all copies lie elsewhere, and it was shuffled in."""
    if deal.shuffled is not None and card not in deal.shuffled:
        return False
    elsewhere = (
        sum(p.hand.count(card) for p in deal.players if p.hand)
        + sum(m.cards.count(card) for m in deal.table)
        + deal.discard_pile.count(card)
    )
    return elsewhere < rules.copies[card]


def the_discard_pile_has_a_card(case: Case[DrawDiscard]) -> Violations:
    """Nothing is taken from an empty pile."""
    if not case.deal.discard_pile:
        yield Violation(Code.DISCARD_EMPTY, (), {"player": case.move.player})


def the_discard_can_be_used(case: Case[DrawDiscard]) -> Violations:
    """Where the card taken has to be melded or laid off, it is taken only if that is possible."""
    if not case.deal.discard_pile:
        return
    card = case.deal.discard_pile[-1]
    usable = not _at_once(case.rules) or may_be_used_at_once(case, card)
    if usable:
        after = evolve(case.rules, case.deal, case.move)
        usable = after.turn.must_meld is None or can_be_used(case, after, after.turn.must_meld)
    if not usable:
        unopened = not case.player.has_opened and case.rules.lay_off_from != "any-time"
        detail = ("unopened" if unopened else "") if _at_once(case.rules) else "this-turn"
        yield Violation(Code.DISCARD_UNUSABLE, (), {"card": card, "player": case.move.player}, detail=detail)


def _at_once(rules: Ruleset) -> bool:
    return rules.discard_take == "use-at-once"
