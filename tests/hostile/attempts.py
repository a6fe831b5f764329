"""An attempt to make the service err, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Attempt:
    """Something sent to the service that should do no harm."""

    chapter: str
    told: str
    """What is sent, in words."""
    answer: str
    """What comes back, as `tests.hostile.wire.told` says it."""
    sent: bytes
