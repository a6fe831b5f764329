"""Proposals: moves worth asking the rules about. Generous, never stingy, and no judge of anything.

What may really be played is for the rule book to say; here only the cards are looked at. Everything comes
in a stable order, and every search counts its steps against a budget.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, product
from itertools import combinations as subsets

from loba import limits
from loba.cards import JOKER, Card
from loba.glance import FEWEST, FEWEST_NATURALS, Glance, starts
from loba.growth import movable_ends, placement, placements, touches
from loba.melds import Cards, Escalera, Kind, as_given, points
from loba.moves import LaidMeld
from loba.ruleset import Contract, Ruleset
from loba.violations import TooComplex


class Budget:
    """The steps of search one question may still cost."""

    __slots__ = ("left",)

    def __init__(self, steps: int = limits.STEPS) -> None:
        """Start with so many steps."""
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps off; raises TooComplex when none are left."""
        self.left -= steps
        if self.left < 0:
            raise TooComplex


def combinations(
    hand: Cards,
    rules: Ruleset,
    budget: Budget,
    using: Card | None = None,
    *,
    each_set_once: bool = False,
    seen: Glance | None = None,
) -> Iterator[LaidMeld]:
    """Propose every combination of cards in hand, piernas first; with `using`, only those that hold it.

    Where it does not matter what a wild card stands for, `each_set_once` saves most of the search. `seen` is
    the hand at a first look, for whoever has looked already.
    """
    if len(hand) < FEWEST:
        return iter(())
    seen = seen or Glance(hand, rules)
    ranks = seen.piernas(using)
    if not seen.escaleras(using):
        return piernas(hand, ranks, rules, budget, using) if ranks else iter(())
    runs = escaleras(hand, seen, rules, budget, using, each_set_once=each_set_once)
    return chain(piernas(hand, ranks, rules, budget, using), runs) if ranks else runs


def piernas(
    hand: Cards, ranks: int, rules: Ruleset, budget: Budget, using: Card | None = None
) -> Iterator[LaidMeld]:
    """Propose piernas of some ranks, low to high; a suit that only repeats is left to the rules."""
    held = Counter(hand)
    jokers = min(held[JOKER], rules.pierna_wilds)
    if using is JOKER and not jokers:
        return
    for rank, faces in rules.cards.by_rank:
        if ranks & rules.tally_of[rank]:
            melds, steps = _piernas_of(faces, tuple([held[face] for face in faces]), jokers, rules)
            budget.spend(steps)
            for laid in melds:
                if using is None or using in laid.cards:
                    yield laid


@lru_cache(maxsize=limits.REMEMBERED)
def _piernas_of(
    faces: Cards, held: tuple[int, ...], jokers: int, rules: Ruleset
) -> tuple[tuple[LaidMeld, ...], int]:
    """Return the piernas of one rank, given how many there are of each face, and the steps it takes.

    They are remembered, for a hand is asked about turn after turn and only a card or two have changed.
    """
    once = rules.pierna_suits == "all-different"
    melds: list[LaidMeld] = []
    steps = 0
    for counts in product(*[range(min(number, 1 if once else number) + 1) for number in held]):
        steps += 1
        number = sum(counts)
        if number >= max(FEWEST_NATURALS, FEWEST - jokers):
            natural = tuple([f for f, n in zip(faces, counts, strict=True) for _ in range(n)])
            wilds = range(max(FEWEST - number, 0), jokers + 1)
            melds += [LaidMeld(natural + (JOKER,) * wild, Kind.PIERNA) for wild in wilds]
    return tuple(melds), steps


def escaleras(
    hand: Cards,
    seen: Glance,
    rules: Ruleset,
    budget: Budget,
    using: Card | None = None,
    *,
    each_set_once: bool = False,
) -> Iterator[LaidMeld]:
    """Propose runs, suit by suit and low to high, with every meaning a wild card can have, or with one."""
    all_wild = rules.wild
    wild = [face for face in dict.fromkeys(hand) if face in all_wild] if seen.wild else []
    spare = min(sum(map(hand.count, wild)), rules.escalera_wilds)
    # Whether each place has its one card, and only jokers lie in the place of another.
    plain = rules.one_suit and (not wild or wild == [JOKER])
    for suit in rules.lane_of:
        places = seen.of_suit(suit)
        if not places or not _may_hold_a_run(places, spare, rules):
            continue
        if using and suit and using.suit != suit and using not in all_wild:
            continue
        if not plain:
            found = _of_any_cards(hand, suit, wild, spare, rules, budget, each_set_once=each_set_once)
        elif spare:
            found = _WithJokers(rules.rows[suit], places, spare, rules, budget, each_set_once).runs()
        else:
            found = _stretches(rules.rows[suit], places, rules, budget)
        for laid in found:
            if using is None or using in laid.cards:
                yield laid


def _may_hold_a_run(places: int, spare: int, rules: Ruleset) -> bool:
    """Say whether places, given as bits, may hold a run with so many wild cards; a first look, generous."""
    least = rules.escalera_min
    naturals = max(least - spare, rules.escalera_min_naturals)
    if naturals < 2:
        return places > 0
    if not spare:
        return starts(places, least) > 0
    beside = 0
    for distance in range(1, least + spare):
        beside |= places >> distance
    return places & beside > 0


def _stretches(row: Cards, there: int, rules: Ruleset, budget: Budget) -> Iterator[LaidMeld]:
    """Yield the runs of one suit without wild cards: parts of its row of which each place is held."""
    least = max(rules.escalera_min, rules.escalera_min_naturals)
    lows = starts(there, least)
    while lows:
        low = (lows & -lows).bit_length() - 1
        lows &= lows - 1
        rest = there >> low
        in_a_row = (~rest & rest + 1).bit_length() - 1
        for length in range(least, min(in_a_row, rules.longest) + 1):
            budget.spend(limits.READING_STEPS)
            yield LaidMeld(row[low : low + length], Kind.ESCALERA)


@dataclass(slots=True)
class _WithJokers:
    """A search for the runs of one suit where no card but the joker is wild: each place has its one card.

    As the places are bits, those held in a row are found and taken at once.
    """

    row: Cards
    """The cards of the suit by their places."""
    there: int
    """The places held, as bits."""
    jokers: int
    """How many of them may be used."""
    rules: Ruleset
    budget: Budget
    each_set_once: bool
    _seen: set[tuple[int, int]] = field(default_factory=set)

    def runs(self) -> Iterator[LaidMeld]:
        """Yield the runs, low to high, each row of cards before those that go on from it with a joker."""
        rules, there, row, spend = self.rules, self.there, self.row, self.budget.spend
        least, longest, top, all_jokers = rules.escalera_min, rules.longest, rules.top, self.jokers
        once, one_joker, escalera = self.each_set_once, (JOKER,), Kind.ESCALERA
        needs = [max(least, rules.escalera_min_naturals + jokers) for jokers in range(all_jokers + 1)]
        # How far a row goes on from each place without a joker.
        reach = [0] * (top + 2)
        for place in range(top, -1, -1):
            reach[place] = reach[place + 1] + 1 if there >> place & 1 else 0
        # Rows to be looked at, the next one last: the place each has come up to, its cards, the places of the
        # natural ones as bits where they are wanted, and how many are jokers.
        rows: list[tuple[int, Cards, int, int]]
        full, few = (1 << least) - 1, least - all_jokers
        rows = [(low, (), 0, 0) for low in range(top, -1, -1) if (there >> low & full).bit_count() >= few]
        while rows:
            place, head, naturals, jokers = rows.pop()
            begun = len(head)
            end = place + min(reach[place], longest - begun)
            ends = range(max(place, place - begun + needs[jokers]), end + 1)
            spend(1 + limits.READING_STEPS * len(ends))
            for until in ends:
                if not jokers or not once or self._is_new(naturals | (1 << until) - (1 << place), jokers):
                    yield LaidMeld(head + row[place:until], escalera)
            if jokers == all_jokers:
                continue
            left = all_jokers - jokers - 1
            for at in range(place, min(end, top, place + longest - begun - 1) + 1):
                # A row is gone on with where it can still become long enough.
                missing = least - begun - 1 + place - at
                if missing > left:
                    more = (there >> at + 1 & (1 << missing) - 1).bit_count() if left else reach[at + 1]
                    if more + left < missing:
                        continue
                held = naturals | (1 << at) - (1 << place) if once else 0
                rows.append((at + 1, head + row[place:at] + one_joker, held, jokers + 1))

    def _is_new(self, naturals: int, jokers: int) -> bool:
        """Say whether these natural cards and so many jokers have not come before, in whatever order."""
        longest = self.rules.longest
        held = (naturals | naturals >> longest) & (1 << longest) - 1, jokers  # the high ace is the low one
        if held in self._seen:
            return False
        self._seen.add(held)
        return True


def _of_any_cards(  # noqa: PLR0913 - what a search needs
    hand: Cards,
    suit: str,
    wild: Sequence[Card],
    spare: int,
    rules: Ruleset,
    budget: Budget,
    *,
    each_set_once: bool,
) -> Iterator[LaidMeld]:
    """Yield the runs of one suit, whatever is wild; of all suits where they do not matter."""
    held = dict(Counter(hand))
    members = [face for face in held if face is not JOKER and suit in ("", face.suit)]
    seen: set[Cards] = set()
    order = {face: number for number, face in enumerate(held)}
    rows = _rows(members, wild, held, spare, rules, budget, each_set_once=each_set_once)
    for low, cards, sure in rows:
        budget.spend(limits.READING_STEPS)
        if wild and each_set_once:
            key = tuple(sorted(cards, key=order.__getitem__))
            if key in seen or not (sure or as_given(cards, rules)):
                continue
            seen.add(key)
        elif not sure:
            run = as_given(cards, rules)
            if cards in seen or not run or run.low != low:
                continue
            seen.add(cards)
        yield LaidMeld(cards, Kind.ESCALERA)


def _rows(  # noqa: C901, PLR0913 - one search whose steps are spelt out, for it is asked at every move
    members: Iterable[Card],
    wild: Sequence[Card],
    held: Mapping[Card, int],
    spare: int,
    rules: Ruleset,
    budget: Budget,
    *,
    each_set_once: bool,
) -> Iterator[tuple[int, Cards, bool]]:
    """Yield rows of cards by the place they start at, each place filled by a natural card or a wild one.

    Each comes with whether it can be read in this one way only: a natural card settles it, unless it is an
    ace or a two. Where each set of cards is wanted once, wild ones lie in the order of the hand only.
    """
    there, naturals = _places_of(members, rules)
    last, longest, least = rules.top, rules.longest, rules.escalera_min
    most_wilds, least_naturals = rules.escalera_wilds, rules.escalera_min_naturals
    left = dict(held)
    row: list[Card] = []

    def reaches(place: int, wilds: int) -> bool:
        """Say whether the row can become long enough from a place on."""
        missing = least - len(row)
        return (there >> place & (1 << missing) - 1).bit_count() + wilds >= missing

    def grow(place: int, wilds: int, first: int, *, sure: bool) -> Iterator[tuple[Cards, bool]]:
        budget.spend()
        if len(row) >= least and len(row) - wilds >= least_naturals:
            yield tuple(row), sure
        if place > last or len(row) >= longest:
            return
        natural = naturals.get(place, ())
        for face in natural:
            if left[face]:
                left[face] -= 1
                row.append(face)
                settled = sure or (0 < place < longest and face not in wild)
                yield from grow(place + 1, wilds, first, sure=settled)
                row.pop()
                left[face] += 1
        if wilds < most_wilds:
            for number in range(first, len(wild)):
                face = wild[number]
                if left[face] and face not in natural:
                    left[face] -= 1
                    row.append(face)
                    if len(row) >= least or reaches(place + 1, spare - wilds - 1):
                        following = number if each_set_once else 0
                        yield from grow(place + 1, wilds + 1, following, sure=sure)
                    row.pop()
                    left[face] += 1

    first = (1 << least) - 1
    for low in range(last - least + 2):
        if (there >> low & first).bit_count() + spare >= least:
            for cards, sure in grow(low, 0, 0, sure=False):
                yield low, cards, sure


def _places_of(members: Iterable[Card], rules: Ruleset) -> tuple[int, dict[int, list[Card]]]:
    """Return the places that cards have in a run, as bits and with the cards of each; an ace may have two."""
    there = 0
    naturals: dict[int, list[Card]] = {}
    for face in members:
        there |= rules.place_bits[face]
        place = rules.cards.place[face]
        naturals.setdefault(place, []).append(face)
        if place == 0 and rules.top == rules.longest:
            naturals.setdefault(rules.top, []).append(face)
    return there, naturals


def openings(
    hand: Cards,
    rules: Ruleset,
    contract: Contract | None,
    budget: Budget,
    using: Card | None = None,
    *,
    each_set_once: bool = False,
) -> Iterator[tuple[LaidMeld, ...]]:
    """Propose sets of combinations that open where one alone may not: contracts and opening minimums.

    Without a contract, sets from which none can be left out: all of it is needed to reach the minimum, or
    to hold `using`. `each_set_once` as for `combinations`.
    """
    search = _OpeningSearch(hand, rules, contract, budget)
    for laid in combinations(hand, rules, budget, each_set_once=each_set_once):
        search.add(laid)
    if using is None:
        yield from search.sets()
        return
    seen: set[frozenset[tuple[LaidMeld, int]]] = set()
    for melds in search.sets_with(using):
        key = frozenset(Counter(melds).items())
        if key not in seen:
            seen.add(key)
            yield melds


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A combination that may be part of an opening."""

    laid: LaidMeld
    worth: int
    need: tuple[tuple[Card, int], ...]
    """Which cards it takes, and how many of each."""


class _OpeningSearch:
    """A search through sets of combinations of one hand."""

    def __init__(self, hand: Cards, rules: Ruleset, contract: Contract | None, budget: Budget) -> None:
        self.rules, self.contract, self.budget = rules, contract, budget
        self.left = Counter(hand)
        self.chosen: list[_Proposal] = []
        self.every: list[_Proposal] = []

    def add(self, laid: LaidMeld) -> None:
        """Take a combination as a proposal."""
        self.budget.spend(2)
        need = tuple(Counter(laid.cards).items())
        self.every.append(_Proposal(laid, points(laid.cards, self.rules), need))

    def sets(self) -> Iterator[tuple[LaidMeld, ...]]:
        """Yield every set that opens."""
        yield from self._choose(self._fitting(self.every), 0, 0)

    def sets_with(self, using: Card) -> Iterator[tuple[LaidMeld, ...]]:
        """Yield every set that opens and holds a card; a set may come more than once."""
        every = self._fitting(self.every)
        for proposal in every:
            if using in proposal.laid.cards:
                yield from self._with(proposal, every, 0, 1)

    def _fitting(self, proposals: Sequence[_Proposal]) -> list[_Proposal]:
        """Return those proposals whose cards are left and whose kind is still wanted."""
        self.budget.spend(1 + len(proposals) // 4)
        left, room = self.left, [kind for kind in Kind if self._room_for(kind)]
        return [p for p in proposals if p.laid.kind in room and all(left[card] >= n for card, n in p.need)]

    def _room_for(self, kind: Kind) -> bool:
        if self.contract is None:
            return len(self.chosen) < limits.MELDS_A_MOVE
        wanted = self.contract.piernas if kind is Kind.PIERNA else self.contract.escaleras
        return sum(1 for proposal in self.chosen if proposal.laid.kind is kind) < wanted

    def _complete(self, total: int, given: int) -> bool:
        """Say whether what is chosen opens and nothing but the `given` first ones could be left out."""
        need = self.rules.opening_minimum
        if total < need or not self.chosen:
            return False
        if self.contract is not None:
            return len(self.chosen) == self.contract.piernas + self.contract.escaleras
        return all(total - proposal.worth < need for proposal in self.chosen[given:])

    def _choose(self, fitting: list[_Proposal], total: int, given: int) -> Iterator[tuple[LaidMeld, ...]]:
        """Yield every set that begins with what is chosen and goes on with some of those that fit."""
        need, value = self.rules.opening_minimum, self.rules.points
        if self._complete(total, given):
            yield tuple(proposal.laid for proposal in self.chosen)
        if self.contract is None and self.chosen and total >= need:
            return
        if total + sum(value[card] * n for card, n in self.left.items()) < need:
            return
        for index, proposal in enumerate(fitting):
            yield from self._with(proposal, fitting[index:], total, given)

    def _with(
        self, proposal: _Proposal, others: list[_Proposal], total: int, given: int
    ) -> Iterator[tuple[LaidMeld, ...]]:
        """Yield every set that goes on with a proposal, and after it with some of the others."""
        self.chosen.append(proposal)
        self.left.subtract(dict(proposal.need))
        yield from self._choose(self._fitting(others), total + proposal.worth, given)
        self.left.update(dict(proposal.need))
        self.chosen.pop()


def joining(run: Escalera, hand: Cards, rules: Ruleset, using: Card, budget: Budget) -> Iterator[Cards]:
    """Propose cards to lay on a run together with `using`.

    It comes alone, or with the cards that fill the places between it and the run.
    """
    if using not in rules.wild and run.suit and using.suit != run.suit:
        return
    if touches(run, using, rules):
        yield (using,)
    between = [gap for gap in _between(run, rules, using) if gap]
    if rules.one_suit and rules.wild.isdisjoint(hand) and using in rules.place_bits:
        row = rules.rows[using.suit]
        between = [gap for gap in between if all(row[place] in hand for place in gap)]
    if not (between or run.wild_at):
        return
    left = Counter(hand)
    left[using] -= 1
    seen: set[Cards] = set()
    for gap in (*between, *_homeward(run, rules, between)):
        for cards in _filled(list(gap), left, run, rules, using, budget):
            if cards not in seen:
                seen.add(cards)
                yield cards


def _between(run: Escalera, rules: Ruleset, using: Card) -> Iterator[range]:
    """Yield the places between a run and the own place of a card, also where an end joker moves away."""
    own = rules.cards.place.get(using)
    if own is None or (run.suit and using.suit != run.suit):
        return
    for place in (own, rules.longest) if own == 0 and rules.top == rules.longest else (own,):
        yield range(run.high + 1, place) if place > run.high else range(place + 1, run.low)
        if run.wild_at:
            yield range(run.high, place)
            yield range(place + 1, run.low + 1)


def _homeward(run: Escalera, rules: Ruleset, between: list[range]) -> Iterator[list[int]]:
    """Yield the places to be filled for a wild two at an end to move home, where it is natural.

    It no longer counts as wild then, so that a wild card may join which could not otherwise.
    """
    for end in movable_ends(run, rules):
        home = range(2, run.low + (end == 0))
        if run.cards[end] is JOKER or run.low + (end == 0) < 2:
            continue
        for beyond in (range(0), range(run.high, run.high + 1), range(run.high + 1, run.high + 2), *between):
            whole = sorted({*home, *beyond})
            yield whole
            # The wild card that joins may itself fill one of the places.
            for filled in home:
                yield [place for place in whole if place != filled]


def _filled(
    gap: list[int], left: Counter[Card], run: Escalera, rules: Ruleset, using: Card, budget: Budget
) -> Iterator[Cards]:
    """Yield the ways to fill a gap with cards in hand, natural or wild, together with the card wanted."""
    suits = (run.suit,) if run.suit else rules.cards.suits
    wild = [face for face in left if face in rules.wild]
    most_wild = rules.escalera_wilds + 1  # one of them may turn out to lie in its own place
    chosen: list[Card] = []

    def fill(index: int, wilds: int) -> Iterator[Cards]:
        budget.spend()
        if index == len(gap):
            yield tuple(sorted((*chosen, using), key=lambda face: rules.cards.place.get(face, -1)))
            return
        naturals = [rules.cards.at(gap[index], suit) for suit in suits]
        for face in naturals:
            if left[face]:
                yield from step(face, index, wilds)
        if wilds < most_wild:
            for face in wild:
                if left[face] and face not in naturals:
                    yield from step(face, index, wilds + 1)

    def step(face: Card, index: int, wilds: int) -> Iterator[Cards]:
        left[face] -= 1
        chosen.append(face)
        yield from fill(index + 1, wilds)
        chosen.pop()
        left[face] += 1

    yield from fill(0, 0)


def needs_all(run: Escalera, cards: Cards, wanted: Card, rules: Ruleset, budget: Budget) -> bool:
    """Say whether cards fit the run together, but no fewer of them that still hold the one wanted."""

    def fits(together: Cards) -> bool:
        budget.spend(limits.PLACING_STEPS)
        return placement(run, together, rules) is not None

    company = list(cards)
    company.remove(wanted)
    fewer = (part for size in range(len(company)) for part in subsets(company, size))
    return fits(cards) and not any(fits((wanted, *part)) for part in fewer)


def lay_off_places(run: Escalera, cards: Cards, rules: Ruleset) -> tuple[Escalera, ...]:
    """List the ways cards may come to lie on a run, the preferred one first."""
    return tuple(placements(run, cards, rules))
