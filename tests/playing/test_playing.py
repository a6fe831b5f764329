"""Whole games with legal and illegal moves, under rules drawn at random: nothing contradicts anything."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.playing.table import Table

STEPS = int(os.environ.get("LOBA_TEST_STEPS", "400"))
"""About how many moves; `make long` tries more."""
A_GAME = 40
SEEDS = st.integers(0, 2**32)


class Playing(RuleBasedStateMachine):
    """What hypothesis may do at a table; what it finds is told as the steps that lead there."""

    table: Table

    @initialize(seed=SEEDS, closing=st.sampled_from([False, False, False, True]))
    def sit_down(self, seed: int, closing: bool) -> None:  # noqa: FBT001 - called by name
        self.table = Table(seed, closing=closing)

    @rule(seed=SEEDS)
    def play(self, seed: int) -> None:
        self.table.something_listed(seed)

    @rule(seed=SEEDS)
    def play_on(self, seed: int) -> None:
        self.table.something_listed(seed)

    @rule(seed=SEEDS)
    def try_something(self, seed: int) -> None:
        self.table.something(seed)

    @rule(seed=SEEDS)
    def try_something_spoilt(self, seed: int) -> None:
        self.table.something_spoilt(seed)

    @rule(seed=SEEDS)
    def try_to_close(self, seed: int) -> None:
        self.table.closing(seed)

    @rule(seed=SEEDS)
    def deal_again(self, seed: int) -> None:
        self.table.next_deal(seed)


TestPlaying = Playing.TestCase
TestPlaying.settings = settings(
    max_examples=max(STEPS // A_GAME, 1),
    stateful_step_count=A_GAME,
    deadline=None,
    derandomize=STEPS < 10_000,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("closing", [False, True], ids=["open", "closing"])
def test_a_long_game(closing):
    """One after the other, without the machine: as deep into a game as it gets."""
    table = Table(1, closing=closing)
    for seed in range(STEPS // 4):
        (table.something_listed, table.something, table.something_listed, table.something_spoilt)[seed % 4](
            seed
        )
        table.next_deal(seed)
    assert table.tried["legal"] > STEPS / 20
    assert table.tried["illegal"] > STEPS / 40
