"""Random play with all legal moves listed at each step, beside other engines.

The others are installed for this measurement only, into an environment of their own (`make rivals`); without
it they are left out. Rounds are interleaved, so that a slow moment hits all alike.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from benchmarks.figures import Figure
from loba.rulesets import BASES

ROOT = Path(__file__).parents[1]
RIVALS = ROOT / ".venv" / "rivals" / "bin" / "python"
SECONDS = 2.0
ROUNDS = 3
RIVAL_PLAYERS = {
    "with_rlcard": ("rlcard's gin rummy", 3.0, 6.0),
    "with_chess": ("python-chess", 1.5, None),
    "with_open_spiel": ("open_spiel's gin rummy", None, None),
}
"""The others: what to call them, and how many times as fast one would like to be."""


def figures() -> list[Figure]:
    """Measure; only this engine where the others are not installed."""
    names = ["with_loba", *(RIVAL_PLAYERS if RIVALS.exists() else ())]
    rates: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(ROUNDS):
        for name in names:
            rates[name].append(_played(name))
    ours = rates.pop("with_loba")
    found = [Figure("Loba de Menos, random play with all legal moves listed", median(ours), "moves/s")]
    for name, theirs in rates.items():
        what, target, stretch = RIVAL_PLAYERS[name]
        ratio = median(mine / other for mine, other in zip(ours, theirs, strict=True))
        found.append(Figure(f"the same / {what}", ratio, "×", target, stretch, more_is_better=True))
    others = [base for base in BASES if base != "loba-de-menos"]
    return found + [
        Figure(f"random play of {base}", _played("with_loba", base), "moves/s") for base in others
    ]


def _played(name: str, *more: str) -> float:
    python = sys.executable if name == "with_loba" else str(RIVALS)
    path = os.pathsep.join([str(ROOT / "service"), str(ROOT)])
    done = subprocess.run(
        [python, "-m", f"benchmarks.players.{name}", str(SECONDS), *more],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
    )
    return float(done.stdout.split()[-1])
