"""Chapter: what is a combination at all. The chapters on piernas and escaleras, read for given cards.

Meld moves, meld checks, the table of a state and the melds of a finished deal all ask here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from loba import limits
from loba.cards import JOKER, Card, meant
from loba.melds import (
    Cards,
    EscaleraFacts,
    Kind,
    Meld,
    PiernaFacts,
    as_given,
    read_escalera,
    read_pierna,
    within_limits,
)
from loba.rules.escaleras import ESCALERA_RULES, an_escalera_has_no_more_cards_than_ranks
from loba.rules.piernas import PIERNA_RULES
from loba.ruleset import Ruleset
from loba.violations import Article, Code, Violation, Violations


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards that were to be a combination: what they are, or why they are none."""

    cards: Cards
    meld: Meld | None
    """How they lie; None where they form no combination."""
    violations: tuple[Violation, ...] = ()
    """Paths are seen from the combination, e.g. ``("cards", 2)``."""


def check(cards: Cards, kind: Kind | None, rules: Ruleset) -> Combination:
    """Read cards as a combination and judge it, without any deal around it.

    With no `kind` the one that fits is found; where both fit it is a pierna. Where none fits the first
    violation says so, and those of the kind that comes nearest follow.
    """
    if not all(map(rules.copies.__contains__, cards)):
        return Combination(cards, None, tuple(cards_are_in_the_pack(cards, rules)))
    if kind is not None:
        return _as_kind(cards, kind, rules)
    attempts = [_as_kind(cards, each, rules) for each in Kind]
    for attempt in attempts:
        if attempt.meld:
            return attempt
    pierna, escalera = attempts
    nearest, said_by = (
        (pierna, Article.PIERNA) if _is_nearer(pierna, escalera) else (escalera, Article.ESCALERA)
    )
    nothing = Violation(Code.UNRECOGNISED, ("cards",), {"cards": cards}, said_by, said_by.value)
    return Combination(cards, None, (nothing, *nearest.violations))


def _is_nearer(pierna: Combination, escalera: Combination) -> bool:
    """Say whether cards come nearer to a pierna: fewer violations, or as many and one rank prevails."""
    if len(pierna.violations) != len(escalera.violations):
        return len(pierna.violations) < len(escalera.violations)
    ranks = Counter(card.rank for card in pierna.cards if card is not JOKER)
    return bool(ranks) and 2 * max(ranks.values()) > len(pierna.cards)


@lru_cache(maxsize=limits.REMEMBERED)
def _as_kind(cards: Cards, kind: Kind, rules: Ruleset) -> Combination:
    if kind is Kind.PIERNA:
        pierna, violations = judged_as_pierna(cards, "", rules)
        return Combination(cards, None if violations else pierna.meld, violations)
    escalera = read_escalera(cards, rules)
    violations = tuple(escalera_violations(escalera, rules))
    return Combination(cards, None if violations else escalera.run, violations)


@lru_cache(maxsize=limits.REMEMBERED)
def judged_as_pierna(cards: Cards, rank: str, rules: Ruleset) -> tuple[PiernaFacts, tuple[Violation, ...]]:
    """Read cards as a pierna, of a rank where that is settled, and say everything that is wrong with it."""
    pierna = read_pierna(cards, rank)
    return pierna, tuple(pierna_violations(pierna, rules))


def pierna_violations(pierna: PiernaFacts, rules: Ruleset) -> Violations:
    """Yield everything that is wrong with cards as a pierna."""
    for rule in PIERNA_RULES:
        yield from rule(pierna, rules)


def escalera_violations(escalera: EscaleraFacts, rules: Ruleset) -> Violations:
    """Yield everything that is wrong with cards as an escalera."""
    for violation in an_escalera_has_no_more_cards_than_ranks(escalera, rules):
        yield violation
        return
    for rule in ESCALERA_RULES:
        yield from rule(escalera, rules)


def check_lying(cards: Cards, kind: Kind, rules: Ruleset) -> Combination:
    """Judge a combination that lies on the table: an escalera lies low to high, just as it is listed."""
    if kind is Kind.ESCALERA and all(card in rules.copies for card in cards):
        run = as_given(cards, rules)
        if run and within_limits(run, rules) and len(cards) >= rules.escalera_min:
            return Combination(cards, run)
        found = check(cards, kind, rules)
        if found.meld is None:
            return found
        order = Violation(
            Code.NOT_CONSECUTIVE, ("cards",), {"cards": cards, "ordered": found.meld.cards}, detail="order"
        )
        return Combination(cards, None, (order,))
    return check(cards, kind, rules)


def cards_are_in_the_pack(cards: Cards, rules: Ruleset) -> Iterator[Violation]:
    """Yield a violation for each card the pack of the ruleset does not have."""
    for index, card in enumerate(cards):
        if card not in rules.copies:
            yield not_in_pack(card, rules).under("cards", index)


def not_in_pack(card: Card, rules: Ruleset) -> Violation:
    """Say that a card is not in the pack, and which one was probably meant."""
    if card is JOKER:
        return Violation(Code.NOT_IN_PACK, (), {"card": card}, detail="joker")
    intended = meant(card, rules.cards)
    if intended:
        return Violation(
            Code.NOT_IN_PACK,
            (),
            {"card": card, "token": card.token, "meant": intended, "meant_token": intended.token},
            detail="meant",
        )
    return Violation(Code.NOT_IN_PACK, (), {"card": card, "token": card.token})


def no_more_copies_than_the_pack(cards: Cards, rules: Ruleset) -> Violations:
    """Yield a violation for each card that comes more often than the pack holds it."""
    count: Counter[Card] = Counter()
    for index, card in enumerate(cards):
        count[card] += 1
        if count[card] == rules.copies.get(card, len(cards)) + 1:
            params = {"card": card, "count": cards.count(card), "maximum": rules.copies[card]}
            yield Violation(Code.CARD_COUNT, ("cards", index), params)
