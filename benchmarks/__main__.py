"""Run the measurements: `python -m benchmarks`, or only some of them: `python -m benchmarks http layers`."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import (
    bodies,
    engine,
    figures,
    growth_curves,
    hands,
    http_costs,
    layers,
    random_play,
    replays,
    worst,
)
from benchmarks.figures import Figure

RESULTS = Path(__file__).parents[1] / "build" / "bench.json"

TABLES: dict[str, tuple[str, Callable[[], list[Figure]]]] = {
    "http": ("over HTTP: processor time of the server a request", http_costs.figures),
    "layers": ("in process: where the time of an answer goes", layers.figures),
    "growth": ("growth: what twice as much costs", growth_curves.figures),
    "worst": ("the dearest body of each endpoint", worst.figures),
    "engine": ("engine: one move judged on a loaded state", engine.figures),
    "hands": ("hands: combinations and arrangements", hands.figures),
    "replays": ("replays: whole games from NDJSON on disk", replays.figures),
    "play": ("random play beside other engines (`make rivals` installs them)", random_play.figures),
}
REPORTS = {"bodies": bodies.report}
"""Measurements that are tables of their own."""


def main(names: list[str]) -> None:
    """Run the measurements named, or all of them; what has a target is also written to a file."""
    measured: dict[str, list[Figure]] = {}
    print(figures.HEAD)
    for name in names or (*TABLES, *REPORTS):
        if name in TABLES:
            title, measure = TABLES[name]
            print(title)
            measured[name] = measure()
            print("\n".join(figures.table(measured[name])), flush=True)
        else:
            print(REPORTS[name](), flush=True)
    if measured:
        figures.write(RESULTS, measured, _conditions())


def _conditions() -> dict[str, object]:
    """Return what the figures depend on."""
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()],
    }


if __name__ == "__main__":
    main(sys.argv[1:])
