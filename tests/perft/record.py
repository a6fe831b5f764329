"""Print perft lines: `python -m tests.perft.record` shows what the engine counts now, to be checked by hand.

A line is a ruleset, a position and the number of legal sequences of one move, of two moves, and so on.
"""

from __future__ import annotations

from tests.perft.counting import POSITIONS, count, position_of

if __name__ == "__main__":
    for line in POSITIONS:
        rules, deal = position_of(line)
        counts = " ".join(str(count(rules, deal, depth)) for depth in range(1, len(line.counts) + 1))
        print(f"{line.ruleset} ; {line.position} ; {counts}")  # noqa: T201 - this is what it is for
