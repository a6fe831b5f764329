"""What the tests of the contract have reached, in figures at the end of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

from tests.contract.document import exchanges, operations
from tests.contract.tally import TALLY

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
    """Say how much has been asked, and of what was asked at random how much was judged, and how."""
    whole: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, tally in report.user_properties:
            if name == _TALLY:
                whole.update(tally)
    if whole:
        terminalreporter.write_line(
            f"{len(operations())} operations, {len(exchanges())} examples, "
            f"{whole['faults']} requests with one fault, {whole['requests']} generated requests"
        )
    if whole["questions"]:
        terminalreporter.write_line(
            f"{whole['questions']} of these are random questions that fit the schema: "
            f"{whole['answered'] / whole['questions']:.0%} answered with 200, "
            f"{whole['legal']} verdicts “legal”, {whole['illegal']} “illegal”"
        )
