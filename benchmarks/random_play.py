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

ROOT = Path(__file__).parents[1]
RIVALS = ROOT / ".venv" / "rivals" / "bin" / "python"
SECONDS = 2.0
ROUNDS = 3
TARGETS = {"with_rlcard": 3.0, "with_open_spiel": None, "with_chess": 1.5}


def report() -> str:
    """Measure and return the table."""
    names = ["with_loba", *(TARGETS if RIVALS.exists() else ())]
    figures: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(ROUNDS):
        for name in names:
            figures[name].append(_played(name))
    ours = figures["with_loba"]
    lines = [
        "random play, all legal moves listed at each step",
        f"  {'':18} actions/s   ours × this   target",
    ]
    for name, rates in figures.items():
        ratio = median(mine / theirs for mine, theirs in zip(ours, rates, strict=True))
        target = f"{TARGETS[name]:.1f}" if TARGETS.get(name) else "-"
        lines.append(f"  {name:18} {median(rates):9.0f} {ratio:13.2f} {target:>8}")
    if not RIVALS.exists():
        lines.append("  (the other engines are not installed: make rivals)")
    return "\n".join(lines)


def _played(name: str) -> float:
    python = sys.executable if name == "with_loba" else str(RIVALS)
    path = os.pathsep.join([str(ROOT / "service"), str(ROOT)])
    done = subprocess.run(
        [python, "-m", f"benchmarks.players.{name}", str(SECONDS)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
    )
    return float(done.stdout.split()[-1])
