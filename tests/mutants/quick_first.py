"""A plugin for pytest under mutmut: the tests most likely to notice a change run first.

First the one that noticed the change before it in the same function, then the quickest.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from mutmut.state import state

NOTICED = Path("noticed")
"""A file per function, with the test that noticed a change there last."""


def _noticed() -> Path:
    function, _, _ = os.environ.get("MUTANT_UNDER_TEST", "").partition("__mutmut_")
    return NOTICED / (function or "none")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in order."""
    last = _noticed().read_text() if _noticed().exists() else ""
    seconds = state().duration_by_test
    items.sort(key=lambda item: (item.nodeid != last, seconds.get(item.nodeid, 0)))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember which test noticed this change."""
    if report.failed:
        NOTICED.mkdir(exist_ok=True)
        _noticed().write_text(report.nodeid)
