"""Random play of gin rummy by rlcard, for comparison."""

import random
import sys
from time import perf_counter

import rlcard


def actions_per_second(seconds: float) -> float:
    """Play games until the time is up."""
    env = rlcard.make("gin-rummy")
    actions, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            actions += 1
    return actions / (perf_counter() - start)


if __name__ == "__main__":
    print(actions_per_second(float(sys.argv[1])))
