"""Timing things side by side: every round times each of them once, so that a slow moment hits all alike."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from statistics import median
from time import thread_time_ns
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class Timing:
    """How long one call of something takes."""

    name: str
    microseconds: float
    """Median over the rounds."""
    ratio: float
    """Times the reference, the median of the ratios round by round."""


def side_by_side(
    reference: Callable[[], object],
    subjects: Mapping[str, Callable[[], object]],
    rounds: int = 40,
    calls: int = 50,
) -> list[Timing]:
    """Time every subject beside the reference; the reference itself comes first."""
    every = {"reference": reference, **subjects}
    for subject in every.values():
        subject()
    taken: dict[str, list[float]] = {name: [] for name in every}
    gc.disable()
    try:
        for _ in range(rounds):
            for name, subject in every.items():
                start = thread_time_ns()
                for _ in range(calls):
                    subject()
                taken[name].append((thread_time_ns() - start) / calls / 1000)
    finally:
        gc.enable()
    base = taken["reference"]
    return [
        Timing(name, median(times), median(t / b for t, b in zip(times, base, strict=True)))
        for name, times in taken.items()
    ]
