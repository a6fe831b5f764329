"""Random play with all legal moves listed at each step, beside other engines.

The others are installed for this measurement only, into an environment of their own (`make rivals`), and this
engine is also measured compiled (`make compiled`). `make bench` sees to both; what is not there is left out.
Rounds are interleaved, so that a slow moment hits all alike.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.figures import Figure
from loba.rulesets import BASES

ROOT = Path(__file__).parents[1]
RIVALS = ROOT / ".venv" / "rivals" / "bin" / "python"
COMPILED = ROOT / "build" / "compiled"
SECONDS = 2.0
ROUNDS = 5
OURS = {"loba": ROOT / "service"} | (
    {"loba, compiled": COMPILED / "service"} if (COMPILED / ".built").exists() else {}
)
"""This engine: what to call it, and where its modules lie."""
RIVAL_PLAYERS = {
    "with_rlcard": ("rlcard's gin rummy", 3.0, 6.0),
    "with_chess": ("python-chess", 1.5, None),
    "with_open_spiel": ("open_spiel's gin rummy", None, None),
}
"""The others: what to call them, and how many times as fast one would like to be."""


def figures() -> list[Figure]:
    """Measure; only this engine where the others are not installed."""
    return list(_figures())


def _figures() -> Iterator[Figure]:
    rivals = RIVAL_PLAYERS if RIVALS.exists() else {}
    rates: dict[str, list[float]] = {name: [] for name in (*OURS, *rivals)}
    for _ in range(ROUNDS):
        for name, source in OURS.items():
            rates[name].append(_played_by_us(source))
        for name in rivals:
            rates[name].append(_played(str(RIVALS), name))
    for ours in OURS:
        yield Figure(f"{ours}, random play with all legal moves listed", median(rates[ours]), "moves/s")
        for name, (what, target, stretch) in rivals.items():
            ratio = median(mine / other for mine, other in zip(rates[ours], rates[name], strict=True))
            yield Figure(f"{ours} / {what}", ratio, "×", target, stretch, more_is_better=True)
    for base in BASES:
        for ours, source in OURS.items():
            if base != "loba-de-menos":
                yield Figure(f"{ours}, random play of {base}", _played_by_us(source, base), "moves/s")


def _played_by_us(source: Path, *more: str) -> float:
    return _played(sys.executable, "with_loba", *more, source=source)


def _played(python: str, name: str, *more: str, source: Path = ROOT) -> float:
    """Return how many actions a program plays in a second."""
    done = subprocess.run(
        [python, "-m", f"benchmarks.players.{name}", str(SECONDS), *more],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(source), str(ROOT)])},
    )
    return float(done.stdout.split()[-1])
