"""The id of a request: the client's own if it is sane, otherwise a fresh one."""

from __future__ import annotations

import re
from secrets import token_hex
from typing import Final

from flask import g, request

HEADER: Final = "X-Request-Id"
_SANE: Final = re.compile(r"[A-Za-z0-9._-]{1,128}")


def request_id() -> str:
    """Return the id of the current request, the same one however often it is asked for."""
    known: str | None = g.get("request_id")
    if known is None:
        sent = request.environ.get("HTTP_X_REQUEST_ID", "")
        known = g.request_id = sent if _SANE.fullmatch(sent) else token_hex(16)
    return known
