"""The check that comes before every other question about a state: is it possible at all?"""

from __future__ import annotations

from loba.api.problems import Problem
from loba.rules.possible import examine
from loba.ruleset import Ruleset
from loba.state import Deal
from loba.violations import Violation


def findings(rules: Ruleset, state: Deal) -> tuple[Violation, ...]:
    """Return what makes a state impossible, as seen from the request."""
    return tuple(finding.under("state") for finding in examine(rules, state).findings)


def possible(rules: Ruleset, state: Deal) -> Deal:
    """Return the deal with its table read. Raises Problem where the state is impossible."""
    examination = examine(rules, state)
    if examination.findings:
        raise Problem("inconsistent-state", [finding.under("state") for finding in examination.findings])
    return examination.deal
