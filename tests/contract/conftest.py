"""What the random trials have reached, in figures at the end of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

from tests.contract.trials import TALLY

_TALLY = "tally"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Give a test its own tally, which travels with its report."""
    TALLY.clear()
    try:
        return (yield)
    finally:
        if TALLY:
            item.user_properties.append((_TALLY, dict(TALLY)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much of what was asked at random was judged, and how."""
    whole: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, tally in report.user_properties:
            if name == _TALLY:
                whole.update(tally)
    if whole["answers"]:
        share = whole["answers 200"] / whole["answers"]
        legal, illegal = whole["legal"], whole["illegal"]
        terminalreporter.write_line(
            f"{whole['answers']} random questions that fit the schema: {share:.0%} answered with 200, "
            f"{legal} verdicts “legal”, {illegal} “illegal”"
        )
