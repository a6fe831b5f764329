"""The id of a request: the client's own if it is sane, otherwise a fresh one."""

from __future__ import annotations

import re
from typing import Final
from uuid import uuid4

from flask import g, request

HEADER: Final = "X-Request-Id"
_SANE: Final = re.compile(r"[A-Za-z0-9._-]{1,128}")


def request_id() -> str:
    """Return the id of the current request, the same one however often it is asked for."""
    if "request_id" not in g:
        sent = request.headers.get(HEADER, "")
        g.request_id = sent if _SANE.fullmatch(sent) else uuid4().hex
    known: str = g.request_id
    return known
