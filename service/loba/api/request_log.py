"""One log line a request: what was asked for, how it went, never what was in it."""

from __future__ import annotations

import logging
from time import time
from typing import Final

from loba.api.observation import Observed

_LOG: Final = logging.getLogger("loba.requests")
_BLANK: Final = {
    **vars(logging.LogRecord(_LOG.name, logging.INFO, __file__, 0, "", (), None)),
    **dict.fromkeys(("thread", "threadName", "process", "processName")),
}
"""What is the same in every record."""
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
    message = f"{observed.method} {observed.route} {observed.status}"
    _LOG.handle(_record(level, message, fields))


def _record(level: int, message: str, fields: dict[str, object]) -> logging.LogRecord:
    """Return a record without finding out what no line tells: the caller, its file, its thread."""
    now = time()
    record = logging.LogRecord.__new__(logging.LogRecord)
    vars(record).update(
        _BLANK,
        levelno=level,
        levelname=logging.getLevelName(level),
        msg=message,
        created=now,
        msecs=now % 1 * 1000,
        fields=fields,
    )
    return record
