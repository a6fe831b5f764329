"""The best use of a hand, exactly.

Which combinations and lay-offs leave the least in hand (or, where combinations score, earn the most) this
turn. Not greedy: every way to part the hand is weighed, with bounds that cut off what cannot win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from loba import limits
from loba.candidates import Budget, combinations
from loba.cards import Card
from loba.evolve import without
from loba.growth import placements
from loba.melds import Cards, Escalera, Kind, Meld, Pierna, points, read_pierna
from loba.rules.combinations import check, pierna_violations
from loba.ruleset import Ruleset
from loba.state import TableMeld


@dataclass(frozen=True, slots=True)
class Question:
    """A hand to be arranged, and what is known of the table around it."""

    hand: Cards
    table: tuple[TableMeld, ...] = ()
    """Combinations on the table, read."""
    player: str = ""
    """Whose hand it is; matters only with a table."""
    has_opened: bool = False
    deal_number: int = 1


@dataclass(frozen=True, slots=True)
class LayOffPart:
    """Cards to be laid off on one combination."""

    meld: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The best use of a hand."""

    melds: tuple[Meld, ...]
    lay_offs: tuple[LayOffPart, ...]
    remaining: Cards
    remaining_points: int
    melded_points: int
    """What the cards count that lie in own combinations."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Some cards of the hand used together: a combination, or a lay-off."""

    cards: Cards
    need: tuple[tuple[int, int], ...]
    """Which faces, by their number in the search, and how many of each."""
    packed: int
    """The same as one number: see `_packed`."""
    worth: int
    """What it adds to the value of an arrangement."""
    points: int
    meld: Meld | None = None
    target: int = -1
    """Number of the table combination it is laid off on."""


def arrange(rules: Ruleset, question: Question, budget: Budget | None = None) -> Arrangement:
    """Return the best use of a hand this turn. Raises TooComplex where the search would cost too much.

    Least points left in hand; in points scoring most points of own combinations and lay-offs on them, less
    the hand if it counts. Ties: fewest cards left, then fewest combinations, then the order of the hand.
    """
    stand_ins = _StandIns(rules, question.hand)
    search = _Search(rules, replace(question, hand=stand_ins.hand), budget or Budget())
    search.run()
    lay_offs, melds = [], []
    for part in search.best:
        cards = stand_ins.cards_for(part.cards)
        if part.target >= 0:
            lay_offs.append((question.table[part.target], cards))
        elif part.meld:
            melds.append(replace(part.meld, cards=cards))
    own = [cards for lying, cards in lay_offs if lying.owner == question.player]
    remaining = stand_ins.left()
    return Arrangement(
        melds=tuple(melds),
        lay_offs=tuple(LayOffPart(lying.id, cards) for lying, cards in lay_offs),
        remaining=remaining,
        remaining_points=points(remaining, rules),
        melded_points=sum(points(cards, rules) for cards in [*(meld.cards for meld in melds), *own]),
    )


class _StandIns:
    """A hand in which one card of a rank stands for all of that rank, where suits do not matter.

    Cards that no rule tells apart need not be told apart by the search.
    """

    def __init__(self, rules: Ruleset, hand: Cards) -> None:
        first: dict[str, Card] = {}
        suits_matter = rules.one_suit or rules.pierna_suits != "any"
        self.hand = tuple(card if suits_matter else first.setdefault(card.rank, card) for card in hand)
        self._behind: dict[Card, list[Card]] = {}
        for stand_in, card in zip(self.hand, hand, strict=True):
            self._behind.setdefault(stand_in, []).append(card)
        self._order = hand

    def cards_for(self, used: Cards) -> Cards:
        """Return cards of the hand for the ones the search used; each only once."""
        return tuple([self._behind[stand_in].pop(0) for stand_in in used])

    def left(self) -> Cards:
        """Return the cards not used yet, in the order of the hand."""
        left = Counter(card for behind in self._behind.values() for card in behind)
        return tuple(reversed([card for card in reversed(self._order) if _taken(left, card)]))


def _taken(left: Counter[Card], card: Card) -> bool:
    """Take a card out of those left, if it is there."""
    if not left[card]:
        return False
    left[card] -= 1
    return True


def can_go_out(rules: Ruleset, question: Question, best: Arrangement, budget: Budget) -> bool:
    """Say whether the deal can be ended with this arrangement.

    Nothing remains, or one card to be discarded. In closing games: what stays loose counts little enough,
    if need be after one card has been discarded.
    """
    if not rules.closing:
        return len(best.remaining) <= 1
    hand = question.hand
    if len(hand) == rules.hand_size:
        return best.remaining_points <= rules.close_max_loose
    if len(hand) != rules.hand_size + 1:
        return False
    rests = (without(hand, (card,)) for card in dict.fromkeys(hand))
    return any(
        arrange(rules, Question(rest), budget).remaining_points <= rules.close_max_loose for rest in rests
    )


_BITS = 5
"""Room for how many there are of a face, no more than 15, and a bit above it that stays free."""


def _packed(counts: Iterable[tuple[int, int]]) -> int:
    """Return how many there are of each face as one number, so that all are compared and taken at once."""
    return sum(count << _BITS * face for face, count in counts)


@dataclass
class _Search:
    """Branch and bound over the faces of a hand, the dearest first."""

    rules: Ruleset
    question: Question
    budget: Budget
    best: tuple[_Part, ...] = ()
    best_value: tuple[int, int, int] = (0, 0, 0)
    _seen: dict[tuple[object, ...], list[tuple[int, int, int]]] = field(default_factory=dict)

    def run(self) -> None:
        """Find the best parts."""
        rules, hand = self.rules, self.question.hand
        counted = Counter(hand)
        self.faces = sorted(counted, key=lambda face: -rules.points[face])
        self.number = {face: n for n, face in enumerate(self.faces)}
        self.free = _packed((face, 1 << _BITS - 1) for face in range(len(self.faces)))
        self.opens = not self.question.has_opened and not rules.closing
        self.contract = rules.contract(self.question.deal_number) if self.opens else None
        self.minimum = rules.opening_minimum if self.opens else 0
        earns = rules.scoring == "points" and not rules.closing
        held_against = rules.hand_counts_against or not earns
        self.own_rate = int(earns) + int(held_against)
        self.other_rate = int(held_against)
        parts = [*self._melds(), *self._lay_offs()]
        self.by_first: list[list[_Part]] = [[] for _ in self.faces]
        for part in parts:
            self.by_first[part.need[0][0]].append(part)
        for group in self.by_first:
            group.sort(key=lambda part: (-part.worth, -len(part.cards)))
        self.rate = self._best_rates(parts)
        hand_packed = _packed((number, counted[face]) for face, number in self.number.items())
        self._step(0, hand_packed, [], 0, 0)

    def _melds(self) -> Iterator[_Part]:
        """List the combinations of the hand, each set of cards once, or as a pierna and as a run."""
        for laid in combinations(self.question.hand, self.rules, self.budget, each_set_once=True):
            self.budget.spend(limits.READING_STEPS)
            found = check(laid.cards, laid.kind, self.rules)
            if found.meld:
                need = self._need(laid.cards)
                count = points(laid.cards, self.rules)
                worth = self.own_rate * count
                yield _Part(found.meld.cards, need, _packed(need), worth, count, meld=found.meld)

    def _lay_offs(self) -> Iterator[_Part]:
        """List what may be laid off on each combination of the table, over as many moves as it takes."""
        question, rules = self.question, self.rules
        too_early = rules.lay_off_from == "turn-after-opening" and not question.has_opened
        if too_early and not rules.closing:
            return
        for number, lying in enumerate(question.table):
            own = lying.owner == question.player
            if not rules.closing and rules.lay_off_on == "own-melds" and not own:
                continue
            rate = self.own_rate if own else self.other_rate
            for cards in _additions(lying.meld, question.hand, rules, self.budget):
                count = points(cards, rules)
                need = self._need(cards)
                yield _Part(cards, need, _packed(need), rate * count, count, target=number)

    def _need(self, cards: Sequence[Card]) -> tuple[tuple[int, int], ...]:
        return tuple(sorted(Counter(self.number[card] for card in cards).items()))

    def _best_rates(self, parts: Sequence[_Part]) -> list[int]:
        """Return what each face can be worth at most, for the bound."""
        best = [0] * len(self.faces)
        for part in parts:
            rate = part.worth // part.points if part.points else 0
            for face, _ in part.need:
                best[face] = max(best[face], rate * self.rules.points[self.faces[face]])
        self.coverable = [False] * len(self.faces)
        for part in parts:
            for face, _ in part.need:
                self.coverable[face] = True
        return best

    def _step(self, first: int, left: int, chosen: list[_Part], value: int, used: int) -> None:
        """Try every way to use the faces from `first` on; `left` tells, packed, what is still in hand."""
        self.budget.spend(3)
        counts = [left >> _BITS * face & 15 for face in range(len(self.faces))]
        while first < len(counts) and (counts[first] == 0 or not self.coverable[first]):
            first += 1
        self._weigh(chosen, value, used)
        if first == len(counts):
            return
        ceiling, cards = value, used
        for face in range(first, len(counts)):
            ceiling += counts[face] * self.rate[face]
            if self.coverable[face]:
                cards += counts[face]
        rest = tuple(counts[first:])
        if (ceiling, cards, 0) < self.best_value or self._known(first, rest, chosen, value, used):
            return
        targets = {part.target for part in chosen if part.target >= 0}
        room = [kind for kind in Kind if self._room_for(kind, chosen)]
        free = self.free
        self.budget.spend(len(self.by_first[first]) // 4)
        for part in self.by_first[first]:
            after = (left | free) - part.packed
            if after & free != free:  # some face is not there as often
                continue
            if part.target in targets or (part.meld and part.meld.kind not in room):
                continue
            chosen.append(part)
            self._step(first, after ^ free, chosen, value + part.worth, used + len(part.cards))
            chosen.pop()
        self._step(first + 1, left, chosen, value, used)

    def _room_for(self, kind: Kind, chosen: list[_Part]) -> bool:
        """Say whether another combination of a kind may lie beside those chosen."""
        if self.contract is None or self.rules.melds_after_contract:
            return True
        wanted = self.contract.piernas if kind is Kind.PIERNA else self.contract.escaleras
        return sum([1 for part in chosen if part.meld and part.meld.kind is kind]) < wanted

    def _known(self, first: int, rest: tuple[int, ...], chosen: list[_Part], value: int, used: int) -> bool:
        """Say whether the same rest was reached before with at least as much."""
        melds = [part for part in chosen if part.meld]
        laid_on = frozenset(part.target for part in chosen if part.target >= 0)
        # For games that end with a discard: whether a card has been left in hand already.
        keeps_one = used + sum(rest) < len(self.question.hand)
        key = (first, rest, laid_on, self._shape(melds), keeps_one)
        reached = (value, used, -len(melds))
        for other in self._seen.setdefault(key, []):
            if all(a >= b for a, b in zip(other, reached, strict=True)):
                return True
        self._seen[key].append(reached)
        return False

    def _shape(self, melds: list[_Part]) -> object:
        """Return what of the combinations chosen decides whether they may still be played."""
        if self.contract is None:
            return min(sum(part.points for part in melds), self.minimum) if self.minimum else bool(melds)
        kinds = [part.meld.kind for part in melds if part.meld]
        if self.minimum:
            return tuple(sorted((kind.value, part.points) for kind, part in zip(kinds, melds, strict=True)))
        return kinds.count(Kind.PIERNA), kinds.count(Kind.ESCALERA)

    def _weigh(self, chosen: list[_Part], value: int, used: int) -> None:
        """Keep what is chosen if it is the best so far and may be played."""
        melds = [part for part in chosen if part.meld]
        reached = (value, used, -len(melds))
        if reached > self.best_value and self._may_be_played(melds, chosen, used):
            self.best_value, self.best = reached, tuple(chosen)

    def _may_be_played(self, melds: list[_Part], chosen: list[_Part], used: int) -> bool:
        rules = self.rules
        if rules.closing:
            return True
        if rules.discard_must_end and used == len(self.question.hand):
            return False
        lays_off = len(chosen) > len(melds)
        if not self.opens:
            new_allowed = rules.melds_after_contract or not rules.contracts
            return new_allowed or not melds
        if lays_off and not melds and rules.lay_off_from != "any-time":
            return False
        return not melds or self._opens(melds)

    def _opens(self, melds: list[_Part]) -> bool:
        """Say whether combinations may be the first of a player, some of them after the opening."""
        if self.contract is None:
            return sum(part.points for part in melds) >= self.minimum
        by_kind = {
            kind: sorted((p.points for p in melds if p.meld and p.meld.kind is kind), reverse=True)
            for kind in Kind
        }
        piernas, runs = by_kind[Kind.PIERNA], by_kind[Kind.ESCALERA]
        wanted = self.contract
        if len(piernas) < wanted.piernas or len(runs) < wanted.escaleras:
            return False
        return sum(piernas[: wanted.piernas]) + sum(runs[: wanted.escaleras]) >= self.minimum


def _additions(meld: Meld | None, hand: Cards, rules: Ruleset, budget: Budget) -> Iterator[Cards]:
    """Yield each set of cards that can be added to a combination, by one lay-off after another."""
    if isinstance(meld, Pierna):
        yield from _onto_pierna(meld, hand, rules, budget)
    elif isinstance(meld, Escalera):
        yield from _onto_run(meld, hand, rules, budget)


def _onto_pierna(meld: Pierna, hand: Cards, rules: Ruleset, budget: Budget) -> Iterator[Cards]:
    reached: list[Cards] = [()]
    seen: set[Cards] = set()
    for added in reached:
        left = Counter(hand) - Counter(added)
        for face in left:
            if face.suit and face.rank != meld.rank:
                continue
            budget.spend()
            more = (*added, face)
            key = tuple(sorted(more, key=lambda card: card.token))
            facts = read_pierna(meld.cards + more)
            if key not in seen and next(pierna_violations(facts, rules), None) is None:
                seen.add(key)
                reached.append(more)
                yield more


def _onto_run(run: Escalera, hand: Cards, rules: Ruleset, budget: Budget) -> Iterator[Cards]:
    """Runs grow card by card; where an end joker moves, the same cards may lie in several ways."""
    queue: list[tuple[Escalera, Cards]] = [(run, ())]
    seen: set[tuple[Cards, int, Cards]] = set()
    given: set[Cards] = set()
    for lying, added in queue:
        left = Counter(hand) - Counter(added)
        for face in left:
            budget.spend()
            if face not in rules.wild and run.suit and face.suit != run.suit:
                continue
            budget.spend(limits.PLACING_STEPS)
            more = (*added, face)
            key = tuple(sorted(more, key=lambda card: card.token))
            for result in placements(lying, (face,), rules):
                if (result.cards, result.low, key) in seen:
                    continue
                seen.add((result.cards, result.low, key))
                queue.append((result, more))
                if key not in given:
                    given.add(key)
                    yield more
