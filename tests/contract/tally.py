"""How much the tests of the contract have asked and been answered, for the figures at the end of a run."""

from __future__ import annotations

from collections import Counter
from typing import Final

TALLY: Final[Counter[str]] = Counter()
"""What has been counted in the test that is running."""
