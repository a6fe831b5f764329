"""One log line a request: what was asked for, how it went, never what was in it."""

from __future__ import annotations

import logging
from typing import Final

from loba.api.observation import Observed

_LOG: Final = logging.getLogger("loba.requests")
_MESSAGE: Final = "%(method)s %(route)s %(status)s"
QUIET: Final = frozenset({"/livez", "/readyz", "/metrics"})
"""Routes that are asked for every few seconds; their lines are for debugging."""


def write(observed: Observed) -> None:
    """Write the line. Of a batch the last answer is told, and how many there were."""
    level = logging.DEBUG if observed.route in QUIET else logging.INFO
    if not _LOG.isEnabledFor(level):
        return
    fields: dict[str, object] = {
        "request_id": observed.request_id,
        "method": observed.method,
        "route": observed.route,
        "status": observed.status,
        "duration_ms": round(observed.seconds * 1000, 2),
        "ruleset": observed.ruleset,
        "legal": observed.legal,
    }
    if observed.answers > 1:
        fields["answers"] = observed.answers
    if observed.client is not None:
        fields["client"] = observed.client
    if observed.trace is not None:
        fields["trace_id"] = observed.trace.id
    # Not by `log`, which looks for the place it was called from: that is always here.
    record = _LOG.makeRecord(
        _LOG.name, level, __file__, 0, "%(method)s %(route)s %(status)s", (fields,), None
    )
    record.fields = fields
    _LOG.handle(record)
