"""Put the figures of the last `make bench` into docs/performance.md: `python -m benchmarks.record`.

Only the tables; what is said about them is for people to look over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from benchmarks.__main__ import RESULTS
from benchmarks.figures import number

PAGE = RESULTS.parents[1] / "docs" / "performance.md"
SECTIONS = {
    "Over HTTP": "http",
    "In process": "layers",
    "Twice as much": "growth",
    "The dearest body of each endpoint": "worst",
    "One move judged on a loaded state": "engine",
    "Hands": "hands",
    "Whole games": "replays",
    "Random play": "play",
}
_LEFT_OUT = re.compile(r"… |/v1/|load \+ judge \+ explain \+ dump$|json\.")
"""Rows of other tables on the page."""


def main() -> None:
    """Write each table anew that was measured."""
    measured = json.loads(RESULTS.read_text())["figures"]
    page = PAGE.read_text()
    for title, name in SECTIONS.items():
        if name in measured:
            _, heading, rest = page.partition(f"### {title}\n\n")
            old, _, _ = rest.partition("\n\n")
            page = page.replace(heading + old, heading + "\n".join(_table(measured[name])))
    PAGE.write_text(page)


def _table(figures: list[dict[str, Any]]) -> Iterator[str]:
    yield "| what | target | stretch | measured | |"
    yield "| --- | --- | --- | --- | --- |"
    for figure in figures:
        if not _LEFT_OUT.match(figure["what"]):
            sign = "≥" if figure["more_is_better"] else "≤"
            goals = [_cell(figure[goal], sign) for goal in ("target", "stretch")]
            value = f"{number(figure['value'])} {figure['unit']}"
            cells = [figure["what"], *goals, value, figure["verdict"]]
            yield "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"


def _cell(goal: float | None, sign: str) -> str:
    return "" if goal is None else f"{sign} {number(goal)}"


if __name__ == "__main__":
    main()
