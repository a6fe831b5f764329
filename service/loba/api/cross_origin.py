"""CORS: which web pages may ask from a browser, where any may at all.

It tells browsers only; it keeps nobody else out. Cookies and the like are never asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

from flask import Flask, Response, request
from werkzeug.exceptions import MethodNotAllowed

from loba.api import access, request_ids, traces
from loba.api.settings import BadSetting, Settings

_ORIGIN: Final = re.compile(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:[0-9]{1,5})?")
_ANY: Final = "*"
_ASKED_WITH: Final = (
    "Accept",
    "Accept-Language",
    "Authorization",
    "Content-Type",
    "If-None-Match",
    access.HEADER,
    request_ids.HEADER,
    traces.HEADER,
)
_SHOWN: Final = (
    "Content-Language",
    "ETag",
    "Retry-After",
    "WWW-Authenticate",
    request_ids.HEADER,
    traces.HEADER,
)
_REMEMBERED_SECONDS: Final = 600


@dataclass(frozen=True, slots=True)
class Origins:
    """The web pages that may ask."""

    listed: frozenset[str]

    @classmethod
    def of(cls, setting: str) -> Self:
        """Read the setting. Raises BadSetting."""
        listed = frozenset(entry.strip() for entry in setting.split(",") if entry.strip())
        if not all(entry == _ANY or _ORIGIN.fullmatch(entry) for entry in listed):
            raise BadSetting(
                "LOBA_CORS_ORIGINS", "* or origins like https://example.org, separated by commas"
            )
        return cls(listed)

    def answer_to(self, origin: str) -> str | None:
        """Return what a page is told, None where it may not ask."""
        if _ANY in self.listed:
            return _ANY
        return origin if origin in self.listed else None


def register(app: Flask, settings: Settings) -> None:
    """Have an application tell browsers, if the settings want it.

    To be registered before keys are asked for: what a browser asks beforehand comes without one.
    """
    origins = Origins.of(settings.cors_origins)
    if not origins.listed:
        return

    def preflight() -> Response | None:
        missed = request.routing_exception
        wanted = request.headers.get("Access-Control-Request-Method", "")
        if request.method != "OPTIONS" or not wanted or not isinstance(missed, MethodNotAllowed):
            return None
        if origins.answer_to(request.headers.get("Origin", "")) is None:
            return None
        response = Response(status=204)
        response.headers["Access-Control-Allow-Methods"] = ", ".join(sorted(missed.valid_methods or ()))
        response.headers["Access-Control-Allow-Headers"] = ", ".join(_ASKED_WITH)
        response.headers["Access-Control-Max-Age"] = str(_REMEMBERED_SECONDS)
        return response

    def tell(response: Response) -> Response:
        told = origins.answer_to(request.headers.get("Origin", ""))
        if told != _ANY:
            response.vary.add("Origin")  # a cache must not give one page's answer to another
        if told is not None:
            response.headers["Access-Control-Allow-Origin"] = told
            response.headers["Access-Control-Expose-Headers"] = ", ".join(_SHOWN)
        return response

    app.before_request(preflight)
    app.after_request(tell)
