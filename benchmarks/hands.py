"""What searching a hand costs: all its combinations, and the best use of it.

Times are processor times of one core, medians over hands and rounds; hands are dealt from a fixed seed.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.figures import Figure
from loba.arrangement import Question, arrange
from loba.candidates import Budget, combinations
from loba.cards import JOKER
from loba.rulesets import resolve, resolve_base

if TYPE_CHECKING:
    from collections.abc import Callable

    from loba.melds import Cards
    from loba.ruleset import Ruleset

HANDS = 100
ROUNDS = 9


def figures() -> list[Figure]:
    """Measure."""
    menos = resolve_base("loba-de-menos").rules
    wild = resolve("loba-centroamericana", (), {"wild_twos": True, "escalera_wilds": 4}).rules
    few, many = (_microseconds(_combining(menos, size)) for size in (12, 27))
    ten = _microseconds(_arranging(menos, _hands(menos, 11, 1)))
    dear = [_microseconds(_arranging(wild, [hand]), hands=1) for hand in _hands(wild, 15, 2)[:20]]
    return [
        Figure("all combinations of 12 cards, one a joker", few, "µs", 50),
        Figure("all combinations of 27 cards / of 12", many / few, "×", 4),
        Figure("best use of 10 cards and a joker", ten, "µs", 300, 60),
        Figure("best use of 15 cards, wild twos: the dearest of 20 hands", max(dear) / 1000, "ms", 50),
    ]


def _hands(rules: Ruleset, size: int, jokers: int) -> list[Cards]:
    random = Random(1)
    naturals = [card for card, copies in rules.copies.items() for _ in range(copies) if card is not JOKER]
    return [(*random.sample(naturals, size - jokers), *(JOKER,) * jokers) for _ in range(HANDS)]


def _combining(rules: Ruleset, size: int) -> Callable[[], object]:
    hands = _hands(rules, size, 1)
    return lambda: [list(combinations(hand, rules, Budget())) for hand in hands]


def _arranging(rules: Ruleset, hands: list[Cards]) -> Callable[[], object]:
    return lambda: [arrange(rules, Question(hand)) for hand in hands]


def _microseconds(work: Callable[[], object], hands: int = HANDS) -> float:
    """Return what one hand costs: the median over the rounds."""
    taken = []
    for _ in range(ROUNDS):
        start = process_time()
        work()
        taken.append(process_time() - start)
    return median(taken) / hands * 1e6
