"""Exit statuses, for scripts.

What could not be judged weighs more than what was judged illegal: as long as a judgement is missing, so is
the answer.
"""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """What a command came to."""

    LEGAL = 0
    """Everything is legal."""
    ILLEGAL = 1
    """Something is illegal, and everything has been judged."""
    UNUSABLE = 2
    """Something could not be judged, or the command makes no sense."""
    BROKEN = 70
    """A bug: not to be taken for a verdict."""


STOPPED = 128
"""Added to the number of a signal: the status of a process that the signal ended."""
