"""Random play of gin rummy by OpenSpiel (C++ behind Python), for comparison."""

import random
import sys
from time import perf_counter

import pyspiel


def actions_per_second(seconds: float) -> float:
    """Play games until the time is up."""
    game = pyspiel.load_game("gin_rummy")
    actions, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            actions += not state.is_chance_node()
    return actions / (perf_counter() - start)


if __name__ == "__main__":
    print(actions_per_second(float(sys.argv[1])))
