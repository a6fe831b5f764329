"""Random play by this engine: `python -m benchmarks.players.with_loba SECONDS [BASE]`.

A move that was listed is followed, not judged once more; the other engines do the same.
"""

from __future__ import annotations

import sys
from random import Random
from time import perf_counter

from loba.engine import follow
from loba.game import Game
from loba.legal_moves import legal_moves
from loba.moves import Replenish
from loba.replay import LoggedDeal, dealt
from loba.rulesets import resolve_base
from loba.state import Deal

PLAYERS = ("ana", "beto", "caro")
TURNS = 400
"""After so many moves a deal is given up: random players seldom finish one."""


def actions_per_second(seconds: float, base: str = "loba-de-menos") -> float:
    """Play deals until the time is up."""
    rules = resolve_base(base).rules
    random = Random(7)
    game = Game.begun(rules, PLAYERS, None)
    deck = [card for card, copies in rules.copies.items() for _ in range(copies)]
    actions, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        random.shuffle(deck)
        deal: Deal = dealt(game, LoggedDeal(PLAYERS[0], (), deck=tuple(deck)), 1)
        for _ in range(TURNS):
            move = random.choice(legal_moves(rules, deal, 500).moves)
            if isinstance(move, Replenish):
                order = list(deal.discard_pile[:-1])
                random.shuffle(order)
                move = Replenish(move.player, tuple(order))
            deal = follow(rules, deal, move)
            actions += 1
            if deal.deal_over:
                break
    return actions / (perf_counter() - start)


if __name__ == "__main__":
    print(actions_per_second(float(sys.argv[1]), *sys.argv[2:]))
