"""The id of a request: the client's own if it is sane, otherwise a fresh one."""

from __future__ import annotations

import re
from random import getrandbits
from typing import Final

from flask import g, request

HEADER: Final = "X-Request-Id"
_SANE: Final = re.compile(r"[A-Za-z0-9._-]{1,128}")


def request_id() -> str:
    """Return the id of the current request, the same one however often it is asked for.

    A fresh one need not be hard to guess, only unlike any other: each process has a sequence of its own.
    """
    known: str | None = g.get("request_id")
    if known is None:
        sent = request.environ.get("HTTP_X_REQUEST_ID", "")
        known = g.request_id = sent if _SANE.fullmatch(sent) else f"{getrandbits(128):032x}"
    return known
