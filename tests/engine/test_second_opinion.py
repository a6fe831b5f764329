"""The engine against a second opinion that tries everything, on random positions under random rulesets."""

from random import Random

import pytest

from loba.engine import is_legal
from loba.state import Phase
from loba.violations import TooComplex
from tests.support import oracle
from tests.support.worlds import random_deal, random_move, random_rules, random_swap, swap_deal

RULESETS = 300


@pytest.mark.parametrize("seeds", [range(n, n + 20) for n in range(0, RULESETS, 20)], ids=str)
def test_moves_of_every_kind(seeds):
    """Legal here exactly if legal there, whatever the options: draws, takes, melds, lay-offs, discards."""
    for seed in seeds:
        random = Random(seed)
        by = random_rules(random, small=True)
        position = random_deal(random, by)
        for _ in range(5):
            move = random_move(random, by, position)
            try:
                legal = is_legal(by, position, move)
            except TooComplex:
                continue
            assert legal is oracle.is_legal(by, position, move), (seed, move)


@pytest.mark.parametrize("seeds", [range(n, n + 20) for n in range(0, 60, 20)], ids=str)
@pytest.mark.parametrize("take", ["use-at-once", "use-this-turn"])
def test_taking_the_discard(take, seeds):
    """A take that obliges is legal exactly if some move, or some sequence of moves, uses the card."""
    for seed in seeds:
        random = Random(seed)
        by = random_rules(random, small=True, discard_take=take, hand_size=5, wild_twos=seed % 2 == 0)
        position = random_deal(random, by, phase=Phase.DRAW)
        move = random_move(random, by, position)
        assert is_legal(by, position, move) is oracle.is_legal(by, position, move), (seed, move)


@pytest.mark.parametrize("seeds", [range(n, n + 20) for n in range(0, 60, 20)], ids=str)
def test_swapping_jokers(seeds):
    """A swap is legal exactly if the freed joker has a use."""
    for seed in seeds:
        random = Random(seed)
        wilds, swaps = random.choice([1, 1, 2]), random.choice(["any-meld", "own-melds"])
        by = random_rules(random, small=True, jokers=4, joker_swap=swaps, escalera_wilds=wilds, hand_size=8)
        position = swap_deal(random, by)
        for _ in range(3):
            move = random_swap(random, by, position)
            assert is_legal(by, position, move) is oracle.is_legal(by, position, move), (seed, move)
