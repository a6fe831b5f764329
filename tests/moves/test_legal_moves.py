"""Legal moves are all there, and nothing else is: compared with trying everything."""

from __future__ import annotations

from random import Random

import pytest

from loba.legal_moves import legal_moves
from loba.moves import Close
from loba.rulesets import BASES, fitting, resolve_base
from loba.state import Phase
from tests.support.brute import assert_all_and_nothing_else, is_legal
from tests.support.notation import deal, rules
from tests.support.worlds import random_deal, random_rules

EVERYTHING = 5000


def listed(by, position):
    """Return the moves listed: all of them, each once."""
    found = legal_moves(by, position, EVERYTHING)
    assert not found.truncated
    assert len(set(found.moves)) == len(found.moves)
    return found.moves


@pytest.mark.parametrize("seed", range(60))
def test_everything_listed_is_legal_and_everything_legal_is_listed(seed):
    """For small hands under random rules: melds, lay-offs, swaps and discards, each tried by brute force."""
    random = Random(seed)
    table_rules = random_rules(random, small=True)
    position = random_deal(random, table_rules, phase=Phase.PLAY)
    assert_all_and_nothing_else(table_rules, position, listed(table_rules, position))


@pytest.mark.parametrize(
    ("base", "variants"),
    [(b, v) for b in BASES for v in [(), *((v.id,) for v in fitting(b))] if not BASES[b].closing],
)
def test_every_base_and_variant_agrees_with_the_rule_book(base, variants):
    """Whatever is listed is legal, in either phase."""
    table_rules = resolve_base(base, variants).rules
    for seed in range(4):
        random = Random(seed)
        for phase in Phase:
            position = random_deal(random, table_rules, phase=phase)
            found = legal_moves(table_rules, position, EVERYTHING)
            assert found.moves
            for move in found.moves:
                assert phase is Phase.DRAW or is_legal(table_rules, position, move)


def test_a_limit_cuts_the_list_and_says_so():
    table_rules = resolve_base("loba-de-menos").rules
    position = random_deal(Random(5), table_rules, phase=Phase.PLAY)
    every = legal_moves(table_rules, position, EVERYTHING).moves
    for limit in range(1, len(every) + 2):
        found = legal_moves(table_rules, position, limit)
        assert found.moves == every[:limit]
        assert found.truncated == (limit < len(every))


def test_closing_is_listed_once_for_each_discard_that_allows_it():
    closing = rules("chinchon")
    position = deal("ana: 4o 5o 6o 7e 7c 7b 1b 2b | beto: #7 | turn ana play | pile 10b", closing)
    closes = [m for m in legal_moves(closing, position, EVERYTHING).moves if isinstance(m, Close)]
    assert [m.card.token for m in closes] == ["1b", "2b"]
