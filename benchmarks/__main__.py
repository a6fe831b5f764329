"""Run the measurements: `python -m benchmarks`."""

from __future__ import annotations

import sys

from benchmarks import bodies, engine, hands, random_play, replays

REPORTS = {
    "engine": engine.report,
    "hands": hands.report,
    "replays": replays.report,
    "play": random_play.report,
    "bodies": bodies.report,
}
"""Every measurement by its name."""


def main(names: list[str]) -> None:
    """Run the measurements named, or all of them."""
    for name in names or REPORTS:
        print(REPORTS[name]())


if __name__ == "__main__":
    main(sys.argv[1:])
