"""Chapter: piernas. At least three cards of one rank; which suits they may show is an option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loba.violations import Code, Violation, Violations

if TYPE_CHECKING:
    from loba.melds import PiernaFacts
    from loba.ruleset import Ruleset

LEAST = 3
"""Fewest cards in a pierna."""
LOCKED_SUITS = 3
"""How many suits a pierna shows where they are locked."""


def a_pierna_has_at_least_three_cards(pierna: PiernaFacts, rules: Ruleset) -> Violations:  # noqa: ARG001
    """Two cards are no pierna."""
    if len(pierna.cards) < LEAST:
        yield Violation(Code.PIERNA_TOO_SHORT, ("cards",), {"count": len(pierna.cards), "minimum": LEAST})


def a_pierna_has_one_rank(pierna: PiernaFacts, rules: Ruleset) -> Violations:  # noqa: ARG001
    """All natural cards share one rank."""
    if pierna.strangers:
        first = pierna.strangers[0]
        params = {
            "card": pierna.cards[first],
            "cards": tuple(pierna.cards[i] for i in pierna.strangers),
            "rank": pierna.rank,
        }
        yield Violation(Code.MIXED_RANKS, ("cards", first), params)


def a_pierna_has_few_wild_cards(pierna: PiernaFacts, rules: Ruleset) -> Violations:
    """As many wild cards as the ruleset allows, often none; a two is always natural here."""
    count = len(pierna.wild_at)
    if count <= rules.pierna_wilds:
        return
    if rules.pierna_wilds == 0:
        at = pierna.wild_at[0]
        yield Violation(Code.PIERNA_WILD_NOT_ALLOWED, ("cards", at), {"card": pierna.cards[at]})
    else:
        at = pierna.wild_at[rules.pierna_wilds]
        params = {"card": pierna.cards[at], "count": count, "maximum": rules.pierna_wilds}
        yield Violation(Code.PIERNA_TOO_MANY_WILDS, ("cards", at), params)


def a_pierna_shows_suits_as_agreed(pierna: PiernaFacts, rules: Ruleset) -> Violations:
    """Exactly three suits, or all different, or any; judged only where rank and length are right."""
    if pierna.strangers or len(pierna.cards) < LEAST:
        return
    if rules.pierna_suits == "all-different" and pierna.repeats:
        first = pierna.repeats[0]
        card = pierna.cards[first]
        others = tuple(c for c in rules.cards.cards if c.rank == card.rank and c.suit not in pierna.suits)
        params = {"card": card, "suit": card.suit, "others": others}
        yield Violation(Code.REPEATED_SUIT, ("cards", first), params, detail="" if others else "full")
    if rules.pierna_suits != "three-locked":
        return
    if len(pierna.suits) > LOCKED_SUITS:
        first = pierna.first_of(pierna.suits[LOCKED_SUITS])
        suits = pierna.suits[:LOCKED_SUITS]
        own = pierna.cards[first]
        others = tuple(c for c in rules.cards.cards if c.rank == own.rank and c.suit in suits)
        params = {"card": own, "suits": suits, "others": others}
        yield Violation(Code.FOURTH_SUIT, ("cards", first), params)
    elif len(pierna.suits) < LOCKED_SUITS and not pierna.wild_at:
        params = {"suits": pierna.suits, "minimum": LOCKED_SUITS}
        yield Violation(Code.NEEDS_THREE_SUITS, ("cards",), params)


PIERNA_RULES = (
    a_pierna_has_one_rank,
    a_pierna_has_few_wild_cards,
    a_pierna_shows_suits_as_agreed,
    a_pierna_has_at_least_three_cards,
)
"""In the order of relevance."""
