"""Figures and what was hoped of them: a table for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing measured."""

    what: str
    value: float
    unit: str
    target: float | None = None
    stretch: float | None = None
    more_is_better: bool = False

    @property
    def verdict(self) -> str:
        """How the figure stands to what was hoped of it, in a word."""
        if self.target is None:
            return ""
        if self.stretch is not None and self._reaches(self.stretch):
            return "stretch"
        return "reached" if self._reaches(self.target) else "MISSED"

    def _reaches(self, goal: float) -> bool:
        return self.value >= goal if self.more_is_better else self.value <= goal

    def as_json(self) -> dict[str, Any]:
        """Return the figure with its verdict."""
        return {**asdict(self), "verdict": self.verdict}


def table(figures: Iterable[Figure]) -> Iterator[str]:
    """Yield a line for each figure."""
    for figure in figures:
        value = f"{number(figure.value)} {figure.unit}"
        goals = (_goal(figure, figure.target), _goal(figure, figure.stretch))
        yield f"  {figure.what:58} {goals[0]:>8} {goals[1]:>8} {value:>14}  {figure.verdict}".rstrip()


HEAD = f"  {'':58} {'target':>8} {'stretch':>8} {'measured':>14}"


def write(path: Path, sections: dict[str, Sequence[Figure]], conditions: dict[str, Any]) -> None:
    """Write everything as one JSON document."""
    document = {
        "conditions": conditions,
        "figures": {name: [figure.as_json() for figure in figures] for name, figures in sections.items()},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")


def _goal(figure: Figure, goal: float | None) -> str:
    if goal is None:
        return "-"
    return f"{'≥' if figure.more_is_better else '≤'} {number(goal)}"


def number(value: float) -> str:
    """Return a figure as people read it: three digits that count."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
