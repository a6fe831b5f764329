"""Reading cards as a combination: a pierna (one rank) or an escalera (a run).

This is the one reading of a combination. It states facts (suits, span, gaps, repeats, what each wild
card stands for) and judges nothing: the chapters of `loba.rules` judge the facts, and scoring, lay-offs
and the proposals of moves ask the same reading.

Places in an escalera are counted from 0, the low ace; the place above the king is the high ace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from loba.cards import JOKER, Card
from loba.ruleset import Ruleset

Cards = tuple[Card, ...]


class Kind(StrEnum):
    """The two kinds of combination."""

    PIERNA = "pierna"
    ESCALERA = "escalera"


@dataclass(frozen=True, slots=True)
class Wild:
    """A wild card in a combination and what it stands for."""

    index: int
    card: Card
    stands_for: str
    """A card's token, or the rank alone where suits do not matter."""


@dataclass(frozen=True, slots=True)
class Pierna:
    """Cards of one rank as they lie."""

    cards: Cards
    rank: str
    wild_at: tuple[int, ...] = ()
    """Indices of the wild cards."""

    @property
    def kind(self) -> Kind:
        """Always a pierna."""
        return Kind.PIERNA

    def stands_for(self, index: int, rules: Ruleset) -> str:  # noqa: ARG002 - asked like an escalera
        """Return what the wild card at `index` stands for: the rank."""
        return self.rank


@dataclass(frozen=True, slots=True)
class Escalera:
    """A run as it lies, low to high: the place of a wild card says what it stands for."""

    cards: Cards
    low: int
    """The place of the first card."""
    suit: str
    """The suit of the run; empty where suits do not matter."""
    wild_at: tuple[int, ...] = ()
    """Indices of the wild cards."""

    @property
    def kind(self) -> Kind:
        """Always an escalera."""
        return Kind.ESCALERA

    @property
    def high(self) -> int:
        """The place of the last card."""
        return self.low + len(self.cards) - 1

    def stands_for(self, index: int, rules: Ruleset) -> str:
        """Return what the card at `index` stands for: a card, or a rank where suits do not matter."""
        return rules.cards.rank_at(self.low + index) + self.suit


Meld = Pierna | Escalera


def wilds(meld: Meld, rules: Ruleset) -> tuple[Wild, ...]:
    """List the wild cards of a combination with what each stands for."""
    return tuple(Wild(i, meld.cards[i], meld.stands_for(i, rules)) for i in meld.wild_at)


def points(cards: Iterable[Card], rules: Ruleset) -> int:
    """Add up what cards count by the table of the ruleset, wild cards at their own value."""
    return sum(map(rules.points.__getitem__, cards))


def suits_of(meld: Meld) -> tuple[str, ...]:
    """List the different suits of a combination's natural cards, in the order they lie."""
    return tuple(dict.fromkeys([c.suit for i, c in enumerate(meld.cards) if i not in meld.wild_at]))


# --- piernas --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PiernaFacts:
    """What can be said of cards read as a pierna."""

    cards: Cards
    rank: str
    """The rank most of the cards share; empty where there is none."""
    strangers: tuple[int, ...]
    """Indices of natural cards of another rank."""
    wild_at: tuple[int, ...]
    """Indices of the jokers. A two is always natural here."""
    suits: tuple[str, ...]
    """The different suits in the order they come."""
    repeats: tuple[int, ...]
    """Indices of cards whose suit came before."""

    @property
    def meld(self) -> Pierna:
        """The pierna these cards are, if the rules allow it."""
        return Pierna(self.cards, self.rank, self.wild_at)

    def first_of(self, suit: str) -> int:
        """Return the index of the first card of a suit."""
        return next(i for i, c in enumerate(self.cards) if c.suit == suit)


def read_pierna(cards: Cards, rank: str = "") -> PiernaFacts:
    """Read cards as a pierna. Facts only: whatever is wrong with them is for the rules to say.

    `rank` names the rank where it is settled already; otherwise that of most cards counts.
    """
    rank = rank or _commonest([card.rank for card in cards if card is not JOKER])
    suits: list[str] = []
    strangers: list[int] = []
    wild_at: list[int] = []
    repeats: list[int] = []
    for i, card in enumerate(cards):
        if card is JOKER:
            wild_at.append(i)
            continue
        if card.rank != rank:
            strangers.append(i)
        if card.suit in suits:
            repeats.append(i)
        else:
            suits.append(card.suit)
    return PiernaFacts(cards, rank, tuple(strangers), tuple(wild_at), tuple(suits), tuple(repeats))


def _commonest(names: list[str]) -> str:
    """Return the name that comes most often, the first of those that come as often; empty for none."""
    return max(names, key=names.count, default="")


# --- escaleras ------------------------------------------------------------------------------------


def lie(cards: Sequence[Card], low: int, suit: str, rules: Ruleset) -> Escalera | None:
    """Lay cards in this order from the place `low` on; None where a natural card is out of place.

    `suit` is empty where suits do not matter. A card in its own place is natural, any other must be wild.
    """
    if low < 0 or low + len(cards) - 1 > rules.top or len(cards) > rules.longest:
        return None
    place, wild, longest = rules.cards.place, rules.wild, rules.longest
    wild_at: list[int] = []
    at = low
    for index, card in enumerate(cards):
        if place.get(card) == at % longest and (not suit or card.suit == suit):
            pass
        elif card in wild:
            wild_at.append(index)
        else:
            return None
        at += 1
    return Escalera(tuple(cards), low, suit, tuple(wild_at))


def within_limits(run: Escalera, rules: Ruleset) -> bool:
    """Say whether a run keeps to the numbers of wild and natural cards."""
    wild = len(run.wild_at)
    return wild <= rules.escalera_wilds and len(run.cards) - wild >= rules.escalera_min_naturals


def as_given(cards: Cards, rules: Ruleset) -> Escalera | None:
    """Read cards as a run in just this order; None where the order is no run.

    Where it could be read in several ways, the one with the fewest wild cards counts, then the lowest.
    """
    best: Escalera | None = None
    for low, suit in _starts(cards, rules):
        run = lie(cards, low, suit, rules)
        if run and (best is None or len(run.wild_at) < len(best.wild_at)):
            best = run
    return best


def _starts(cards: Cards, rules: Ruleset) -> Iterator[tuple[int, str]]:
    """Yield the places a run in this order could start at, low to high, each with the suit it then has."""
    place = rules.cards.place
    for index, card in enumerate(cards):
        if card not in rules.wild:
            suit = card.suit if rules.one_suit else ""
            low = place[card] - index
            yield low, suit
            if place[card] == 0 and rules.top == rules.longest:
                yield low + rules.longest, suit
            return
    # Nothing but wild cards: one of the twos has to lie in its own place, or none is natural.
    for index, card in reversed(tuple(enumerate(cards[:2]))):
        if card in rules.cards.twos:
            yield 1 - index, card.suit if rules.one_suit else ""


@dataclass(frozen=True, slots=True)
class EscaleraFacts:
    """What can be said of cards read as an escalera, in the most favourable way."""

    cards: Cards
    run: Escalera | None
    """The run as it lies, low to high, where the cards can lie in a row at all."""
    suit: str
    """The suit most of the natural cards share; empty where suits do not matter."""
    strangers: tuple[int, ...] = ()
    """Indices of natural cards of another suit."""
    repeats: tuple[int, ...] = ()
    """Indices of natural cards whose rank came before."""
    wild_at: tuple[int, ...] = ()
    """Indices, in the order given, of the cards that count as wild."""
    missing: tuple[str, ...] = ()
    """Ranks between the natural cards that no wild card fills; empty where there is no gap."""
    wraps: bool = False
    """Whether the cards would follow each other if one could pass from the king to the ace."""

    @property
    def faults(self) -> int:
        """How many things keep these cards from lying in a row."""
        return bool(self.strangers) + bool(self.repeats) + bool(self.missing)


def read_escalera(cards: Cards, rules: Ruleset, suit: str = "") -> EscaleraFacts:
    """Read cards as an escalera, in the most favourable way.

    A given order that is a run within the limits is kept. Otherwise naturals are sorted, gaps filled by
    wild cards, and those left over go to the high end as far as there is room, then to the low end. Each
    two is first tried as natural, then as wild; the ace is tried low before high. The reading with fewest
    faults counts, then the one with fewest wild cards. `suit` names the suit of the run where it is settled
    already; otherwise the suit of most cards counts.
    """
    run = as_given(cards, rules)
    if run and within_limits(run, rules):
        return EscaleraFacts(cards, run, run.suit, wild_at=run.wild_at)
    best: EscaleraFacts | None = None
    for natural_two in _natural_twos(cards, rules):
        facts = _sorted(cards, natural_two, suit, rules)
        if best is None or (facts.faults, len(facts.wild_at)) < (best.faults, len(best.wild_at)):
            best = facts
        if facts.run and within_limits(facts.run, rules):
            break
    assert best is not None
    return best


def _natural_twos(cards: Cards, rules: Ruleset) -> Iterator[int]:
    """Yield which two is natural, by index: each in turn, then none (-1)."""
    if rules.wild_twos:
        seen = set()
        for index, card in enumerate(cards):
            if card in rules.cards.twos and card not in seen:
                seen.add(card)
                yield index
    yield -1


def _sorted(cards: Cards, natural_two: int, suit: str, rules: Ruleset) -> EscaleraFacts:
    """Read cards as a run whatever their order, with one two natural and the others wild."""
    wild_at = tuple(i for i, c in enumerate(cards) if c in rules.wild and i != natural_two)
    naturals = [i for i in range(len(cards)) if i not in wild_at]
    strangers: tuple[int, ...] = ()
    if rules.one_suit and naturals:
        suits = Counter(cards[i].suit for i in naturals)
        suit = suit or max(suits, key=suits.__getitem__)
        strangers = () if suits.keys() <= {suit} else tuple(i for i in naturals if cards[i].suit != suit)
    held: dict[int, Card] = {}
    repeats: list[int] = []
    for i in naturals:
        place = rules.cards.place[cards[i]]
        if place in held:
            repeats.append(i)
        else:
            held[place] = cards[i]
    facts = EscaleraFacts(cards, None, suit, strangers, tuple(repeats), wild_at)
    if not held:
        return facts
    spare = len(wild_at)
    spans = list(_spans(held, rules))
    fitting = [span for span in spans if len(span) + spare >= _length(span)]
    if not fitting:
        span = min(spans, key=_length)
        missing = tuple(rules.cards.rank_at(p) for p in range(min(span), max(span)) if p not in span)
        wraps = len(held) + spare >= _arc(held, rules.longest)
        return EscaleraFacts(cards, None, suit, strangers, tuple(repeats), wild_at, missing, wraps)
    if strangers or repeats or len(cards) > rules.longest:
        return facts
    ordered, low = _fill(fitting[0], [cards[i] for i in wild_at], rules)
    run = lie(ordered, low, suit, rules)
    return EscaleraFacts(cards, run, suit, wild_at=wild_at)


def _spans(held: dict[int, Card], rules: Ruleset) -> Iterator[dict[int, Card]]:
    """Yield the natural cards by place, with the ace low and then, where it may be, high."""
    yield held
    if 0 in held and rules.top == rules.longest:
        yield {p or rules.longest: card for p, card in held.items()}


def _length(span: dict[int, Card]) -> int:
    return max(span) - min(span) + 1


def _arc(held: dict[int, Card], ranks: int) -> int:
    """Return how long the shortest stretch is that holds all places and passes from the king to the ace."""
    return ranks - max(b - a for a, b in pairwise(sorted(held))) + 1


def _fill(span: dict[int, Card], spare: list[Card], rules: Ruleset) -> tuple[list[Card], int]:
    """Put the wild cards into the gaps, then at the high end while there is room, then at the low end."""
    wild = iter(spare)
    low, high = min(span), max(span)
    row = [span.get(p) or next(wild) for p in range(low, high + 1)]
    for card in wild:
        if high < rules.top:
            row.append(card)
            high += 1
        else:
            row.insert(0, card)
            low -= 1
    return row, low
