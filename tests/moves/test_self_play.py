"""Whole games, played by the list of legal moves and replayed by the referee."""

from __future__ import annotations

import os

import pytest

from loba.api.schemas.games import REPLAY
from loba.replay import replay
from loba.rulesets import BASES, fitting, resolve_base
from tests.support.selfplay import play_game

GAMES = int(os.environ.get("LOBA_TEST_GAMES", "2"))
"""Games of each ruleset; `make long` plays more."""
EVERY = [(base, variants) for base in BASES for variants in [(), *((v.id,) for v in fitting(base))]]


@pytest.mark.parametrize(
    ("base", "variants"), EVERY, ids=lambda part: part if isinstance(part, str) else "+".join(part)
)
def test_every_game_played_is_a_legal_log(base, variants):
    """No move that was listed is refused, no deal loses a card, every finished game has a winner."""
    resolved = resolve_base(base, variants)
    for seed in range(GAMES):
        log = play_game(resolved, ("ana", "beto", "caro"), seed, deals=3)
        asked = REPLAY.load(log)
        replayed = replay(resolved.rules, asked.players, asked.deals)
        assert replayed.legal, replayed.first_illegal
        assert replayed.moves_checked == sum(len(deal.moves) for deal in asked.deals)
        for result in filter(None, replayed.deals):
            for line in result.scores:
                assert sum(entry.points for entry in line.breakdown) == line.points
        assert replayed.standings.game_over == bool(replayed.standings.winners)
