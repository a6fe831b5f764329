"""A first look at a hand passes over what cannot be, and nothing else: compared with looking card by card."""

from __future__ import annotations

from random import Random

import pytest

from loba.candidates import Budget, joining
from loba.cards import JOKER
from loba.glance import Glance, starts
from loba.growth import may_take, near, placement, placements, touches
from loba.melds import Pierna, as_given
from loba.rulesets import resolve
from tests.support.notation import hand, rules

TABLES = (
    ("loba-de-menos", {}),
    ("loba-de-menos", {"ace": "low", "escalera_min": 4}),
    ("loba-de-menos", {"end_joker": "either-end", "escalera_wilds": 2}),
    ("loba-de-menos-casera", {"wild_twos": True}),
    ("loba-centroamericana", {}),
    ("chinchon", {}),
)
by_every_table = pytest.mark.parametrize(("base", "options"), TABLES, ids=str)


def hands(table, seed, *, jokers, suit=""):
    """Hands with cards that go together, some of a suit that is asked for."""
    random = Random(seed)
    for _ in range(150):
        suits = {suit, *random.sample(table.cards.suits, random.randint(1, 2))}
        near_cards = [card for card in table.cards.cards if card.suit in suits] * table.packs
        dealt = random.sample(near_cards, random.randint(1, 9))
        yield (*dealt, *[JOKER] * random.randrange(min(jokers, table.jokers) + 1))


def places(table, held, suit):
    """The places of a run that cards take which are not jokers, the ace in two where it has two."""
    own = [c for c in held if c is not JOKER and (c.suit == suit or not table.one_suit)]
    low = {table.cards.place[card] for card in own}
    return low | ({table.longest} if 0 in low and table.ace == "high-or-low" else set())


@by_every_table
def test_it_counts_the_cards_of_each_rank(base, options):
    table = resolve(base, (), options).rules
    for held in hands(table, base, jokers=2):
        seen = Glance(held, table)
        assert seen.jokers == held.count(JOKER)
        assert seen.wild is any(card in table.wild for card in held)
        spare = min(held.count(JOKER), table.pierna_wilds)
        for rank in table.cards.ranks:
            number = sum(card.rank == rank for card in held)
            enough = number >= 2 and number + spare >= 3
            assert (seen.piernas() & table.tally_of[rank] > 0) is enough
            assert seen.may_join(rank) is (number > 0 or JOKER in held)
            for card in held:
                only = enough and card in (JOKER, *[c for c in held if c.rank == rank])
                assert (seen.piernas(card) & table.tally_of[rank] > 0) is only


@by_every_table
def test_it_sees_where_a_run_without_wild_cards_may_begin(base, options):
    table = resolve(base, (), options).rules
    for held in hands(table, base, jokers=1):
        seen = Glance(held, table)
        lanes = {suit: places(table, held, suit) for suit in table.lane_of}
        assert {s: {n for n in range(16) if seen.of_suit(s) >> n & 1} for s in table.lane_of} == lanes
        if seen.wild:
            assert seen.escaleras() == seen.escaleras(held[0]) == -1
            continue
        least = range(table.escalera_min)
        lows = {s: {n for n in there if all(n + m in there for m in least)} for s, there in lanes.items()}
        assert seen.escaleras() == sum(1 << n << table.lane_of[s] for s in lows for n in lows[s])
        assert seen.escaleras(JOKER) == (0 if table.one_suit else seen.escaleras())
        for card in held:
            suit = card.suit if table.one_suit else ""
            assert seen.escaleras(card) == sum(1 << n << table.lane_of[suit] for n in lows[suit])


@pytest.mark.parametrize(
    ("held", "length", "lows"),
    [
        (0b0111, 3, 0b1),
        (0b1111, 3, 0b11),
        (0b1011, 2, 0b1),
        (0b1011, 3, 0),
        (0b1, 1, 0b1),
        (0b11110, 4, 0b10),
    ],
)
def test_so_many_places_in_a_row(held, length, lows):
    assert starts(held, length) == lows


RUNS = [
    (base, options, run)
    for base, options in TABLES[:5]
    for run in (
        ["5D 6D 7D", "AD 2D 3D", "JD QD KD AD", "5D ** 7D 8D", "** 6D 7D 8D", "5D 6D 7D **"]
        if base != "loba-centroamericana"
        else ["5D 6S 7D 8H", "9D ** JD QD", "** 6D 7S 8D"]
    )
    if run != "JD QD KD AD" or resolve(base, (), options).rules.ace == "high-or-low"
]


@pytest.mark.parametrize(("base", "options", "run"), RUNS, ids=str)
def test_what_may_join_a_run(base, options, run):
    """Alone, or with others of the hand. Where there are no wild cards in hand the first look is exact."""
    table = resolve(base, (), options).rules
    lying = as_given(hand(run), table)
    assert lying
    fitted = {False: 0, True: 0}
    for held in hands(table, run, jokers=1, suit="D"):
        for card in dict.fromkeys(held):
            seen = Glance(held, table)
            several = joining(lying, held, table, card, Budget())
            fits = any(placement(lying, together, table) for together in several)
            assert fits <= may_take(lying, card, seen, table)
            alone = any(True for _ in placements(lying, (card,), table))
            assert alone <= touches(lying, card, table)
            if not seen.wild and not (lying.wild_at and table.wild_twos):
                assert may_take(lying, card, seen, table) is fits
                fitted[fits] += 1
            if not lying.wild_at and card not in table.wild:
                assert touches(lying, card, table) is alone is (table.lanes[card] & near(lying, table) > 0)
    assert min(fitted.values()) > 5 or (lying.wild_at and table.wild_twos)


def test_what_may_join_a_pierna():
    """A card of its rank, or a joker; nothing joins what is not read yet."""
    table, seen = rules(), Glance(hand("7S ** 8D"), rules())
    joins = [card for card in table.copies if may_take(Pierna(hand("7S 7H 7D"), "7"), card, seen, table)]
    assert joins == [*hand("7S 7H 7D 7C"), JOKER]
    assert not may_take(None, JOKER, seen, table)
