"""The numbers of legal sequences are the ones that were checked."""

from __future__ import annotations

import pytest

from loba.rulesets import BASES
from loba.state import Phase
from tests.perft.counting import POSITIONS, count, count_slowly, position_of, several_at_once


@pytest.mark.parametrize("line", POSITIONS, ids=lambda line: f"{line.ruleset}: {line.position[:40]}")
def test_the_counts_are_the_pinned_ones(line):
    rules, deal = position_of(line)
    assert tuple(count(rules, deal, depth) for depth in range(1, len(line.counts) + 1)) == line.counts


@pytest.mark.parametrize("line", POSITIONS, ids=lambda line: f"{line.ruleset}: {line.position[:40]}")
def test_a_slow_counter_agrees(line):
    """An independent count of the first move, by trying everything (closing aside)."""
    rules, deal = position_of(line)
    if deal.turn.phase is Phase.PLAY and not rules.closing:
        assert count_slowly(rules, deal) + several_at_once(rules, deal) == line.counts[0]


def test_every_base_is_counted():
    assert {line.ruleset.split()[0] for line in POSITIONS} == set(BASES)
