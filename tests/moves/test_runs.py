"""Two searches for runs: the quick one, where only jokers are wild, and the one for any cards."""

from random import Random

import pytest

from loba import candidates
from loba.candidates import Budget
from loba.cards import JOKER
from loba.glance import Glance
from loba.rulesets import resolve

TABLES = (
    ("loba-de-menos", {}),
    ("loba-de-menos", {"ace": "low"}),
    ("loba-de-menos", {"escalera_min": 4, "escalera_wilds": 2}),
    ("loba-de-mas", {"escalera_wilds": 4, "escalera_min_naturals": 1}),
    ("loba-de-mas", {"escalera_wilds": 0}),
    ("loba-centroamericana", {"escalera_suit": "same"}),
    ("loba-centroamericana", {"escalera_suit": "same", "escalera_wilds": 3, "escalera_min_naturals": 1}),
    ("chinchon", {"pack": "spanish-48"}),
)
ENOUGH = 10**9


def _searched_generally(hand, rules, using, *, each_set_once):
    """Runs suit by suit, by the search that knows nothing of suits and jokers."""
    wild = [card for card in dict.fromkeys(hand) if card in rules.wild]
    spare = min(sum(map(hand.count, wild)), rules.escalera_wilds)
    found = []
    for suit in rules.cards.suits:
        found += candidates._of_any_cards(  # noqa: SLF001 - the one is the proof of the other
            hand, suit, wild, spare, rules, Budget(ENOUGH), each_set_once=each_set_once
        )
    return [laid.cards for laid in found if using is None or using in laid.cards]


@pytest.mark.parametrize(("base", "options"), TABLES, ids=str)
@pytest.mark.parametrize("each_set_once", [False, True])
def test_both_find_the_same_runs_in_the_same_order(base, options, each_set_once):
    rules, random = resolve(base, (), options).rules, Random(base)
    found = 0
    for _ in range(120):
        suits = random.sample(rules.cards.suits, random.choice([1, 1, 2]))
        naturals = [card for card in rules.cards.cards if card.suit in suits]
        jokers = random.randrange(rules.jokers + 1)
        hand = [*random.sample(naturals, random.randint(2, 9)), *[JOKER] * jokers]
        hand += random.sample(hand[:2], random.choice([0, 1]))
        random.shuffle(hand)
        hand = tuple(hand)
        using = random.choice([None, None, hand[0]])
        seen, budget = Glance(hand, rules), Budget(ENOUGH)
        runs = candidates.escaleras(hand, seen, rules, budget, using, each_set_once=each_set_once)
        quick = [laid.cards for laid in runs]
        assert quick == _searched_generally(hand, rules, using, each_set_once=each_set_once)
        found += len(quick)
    assert found > 100
