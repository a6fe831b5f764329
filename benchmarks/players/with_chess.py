"""Random play of chess by python-chess, for comparison."""

import random
import sys
from time import perf_counter

import chess


def actions_per_second(seconds: float) -> float:
    """Play games until the time is up."""
    actions, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))
            actions += 1
    return actions / (perf_counter() - start)


if __name__ == "__main__":
    print(actions_per_second(float(sys.argv[1])))
