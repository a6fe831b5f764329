"""Chapter: the stock, when it is used up."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from loba.rules.combinations import cards_are_in_the_pack
from loba.violations import Code, Unjudgeable, Violation, Violations

if TYPE_CHECKING:
    from loba.moves import DeclareExhausted, Replenish
    from loba.rules.case import Case
    from loba.ruleset import Ruleset
    from loba.state import Deal

LEAST_DISCARDS = 2
"""Fewest cards on the pile for a new stock: the top stays, and one at least is shuffled."""


def can_replenish(rules: Ruleset, deal: Deal) -> bool:
    """Say whether the discards can become a new stock."""
    return rules.stock_exhausted == "reshuffle" and len(deal.discard_pile) >= LEAST_DISCARDS


def the_stock_is_empty(case: Case[Replenish] | Case[DeclareExhausted]) -> Violations:
    """Nothing is shuffled and nothing given up while there are cards to draw."""
    if case.deal.stock_size:
        yield Violation(Code.STOCK_NOT_EMPTY, (), {"count": case.deal.stock_size})


def the_discards_can_be_shuffled(case: Case[Replenish]) -> Violations:
    """Two discards at least, and a ruleset that shuffles them."""
    if not case.deal.stock_size and not can_replenish(case.rules, case.deal):
        ends = case.rules.stock_exhausted == "end-deal"
        params = {"count": len(case.deal.discard_pile), "minimum": LEAST_DISCARDS}
        yield Violation(Code.REPLENISH_IMPOSSIBLE, (), params, detail="end-deal" if ends else "")


def the_new_stock_is_the_discards(case: Case[Replenish]) -> Violations:
    """The new stock is all the discards but the top one, in whatever order."""
    if case.deal.stock_size or not can_replenish(case.rules, case.deal):
        return
    order, known = case.move.stock, case.deal.stock is not None
    if order is None:
        if known:
            raise Unjudgeable("required", ("stock",))
        return
    if not known:
        raise Unjudgeable("not-applicable", ("stock",))
    strangers = tuple(cards_are_in_the_pack(order, case.rules))
    for violation in strangers:
        yield Violation(violation.code, ("stock", violation.at[1]), violation.params, detail=violation.detail)
    if not strangers and Counter(order) != Counter(case.deal.discard_pile[:-1]):
        params = {
            "count": len(order),
            "wanted": len(case.deal.discard_pile) - 1,
            "card": case.deal.discard_pile[-1],
        }
        yield Violation(Code.REPLENISH_MISMATCH, ("stock",), params)


def the_stock_is_used_up(case: Case[DeclareExhausted]) -> Violations:
    """The deal is given up only where the discards cannot be shuffled."""
    if not case.deal.stock_size and can_replenish(case.rules, case.deal):
        yield Violation(Code.REPLENISH_POSSIBLE, (), {"count": len(case.deal.discard_pile)})
