"""Chapter: escaleras. Consecutive ranks, each once; suits, length, aces and wild cards are options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loba.violations import Code, Violation, Violations

if TYPE_CHECKING:
    from loba.melds import EscaleraFacts
    from loba.ruleset import Ruleset


def an_escalera_has_no_more_cards_than_ranks(run: EscaleraFacts, rules: Ruleset) -> Violations:
    """A run with more cards than there are ranks says enough: nothing else is said of it."""
    if len(run.cards) > rules.longest:
        yield Violation(Code.TOO_LONG, ("cards",), {"count": len(run.cards), "maximum": rules.longest})


def an_escalera_keeps_to_one_suit(run: EscaleraFacts, rules: Ruleset) -> Violations:  # noqa: ARG001
    """Where one suit is asked for, no natural card is of another."""
    if run.strangers:
        first = run.strangers[0]
        params = {
            "card": run.cards[first],
            "cards": tuple(run.cards[i] for i in run.strangers),
            "suit": run.suit,
        }
        yield Violation(Code.MIXED_SUITS, ("cards", first), params)


def an_escalera_has_each_rank_once(run: EscaleraFacts, rules: Ruleset) -> Violations:  # noqa: ARG001
    """No rank comes twice."""
    if run.repeats:
        first = run.repeats[0]
        params = {"card": run.cards[first], "rank": run.cards[first].rank}
        yield Violation(Code.REPEATED_RANK, ("cards", first), params)


def an_escalera_is_consecutive(run: EscaleraFacts, rules: Ruleset) -> Violations:
    """The ranks follow each other without a gap, and never from the king on to the ace and beyond."""
    if not run.missing:
        return
    if run.wraps:
        high = rules.top == rules.longest
        yield Violation(Code.ACE_WRAPS, ("cards",), {"cards": run.cards}, detail="" if high else "low")
    else:
        params = {"cards": run.cards, "ranks": run.missing, "wilds": len(run.wild_at)}
        yield Violation(Code.NOT_CONSECUTIVE, ("cards",), params, detail="wilds" if run.wild_at else "")


def an_escalera_has_few_wild_cards(run: EscaleraFacts, rules: Ruleset) -> Violations:
    """As many wild cards as the ruleset allows; a two in its own place is natural."""
    count = len(run.wild_at)
    if count > rules.escalera_wilds:
        at = run.wild_at[rules.escalera_wilds]
        params = {
            "card": run.cards[at],
            "cards": tuple(run.cards[i] for i in run.wild_at),
            "count": count,
            "maximum": rules.escalera_wilds,
        }
        detail = "none" if rules.escalera_wilds == 0 else ""
        yield Violation(Code.ESCALERA_TOO_MANY_WILDS, ("cards", at), params, detail=detail)


def an_escalera_has_natural_cards(run: EscaleraFacts, rules: Ruleset) -> Violations:
    """A run is not made of wild cards alone."""
    count = len(run.cards) - len(run.wild_at)
    if count < rules.escalera_min_naturals and run.wild_at:
        params = {"count": count, "minimum": rules.escalera_min_naturals}
        yield Violation(Code.NO_NATURAL, ("cards",), params)


def an_escalera_is_long_enough(run: EscaleraFacts, rules: Ruleset) -> Violations:
    """A run has the least length or more."""
    if len(run.cards) < rules.escalera_min:
        params = {"count": len(run.cards), "minimum": rules.escalera_min}
        yield Violation(Code.ESCALERA_TOO_SHORT, ("cards",), params)


ESCALERA_RULES = (
    an_escalera_keeps_to_one_suit,
    an_escalera_has_each_rank_once,
    an_escalera_is_consecutive,
    an_escalera_has_few_wild_cards,
    an_escalera_has_natural_cards,
    an_escalera_is_long_enough,
)
"""In the order of relevance, once the length is possible at all."""
