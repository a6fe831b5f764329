"""Which language to answer in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from flask import Response, request

from loba.i18n import LANGUAGES

DEFAULT: Final = "en"
_LONGEST: Final = 1000
"""What of an Accept-Language header is read, in characters: nobody speaks more languages than that."""
_ANY: Final = "*"


def language() -> str:
    """Return the language the current request is answered in."""
    return negotiated(request.environ.get("HTTP_ACCEPT_LANGUAGE", "")[:_LONGEST])


def announce(response: Response) -> None:
    """Say in the headers of an answer which language it is in, and that others may be had."""
    response.headers["Content-Language"] = language()
    response.headers["Vary"] = "Accept, Accept-Language"


@lru_cache(256)
def negotiated(header: str) -> str:
    """Return the language a header likes best among ours; English where it likes none.

    A regional language stands for the language (`es-AR` for `es`). Equally liked ones go by their order.
    """
    liked: dict[str, float] = {}
    for tag, quality in _ranges(header):
        name = tag.partition("-")[0]
        liked[name] = max(quality, liked.get(name, 0.0))
    others = liked.get(_ANY, 0.0)
    order = [*liked, DEFAULT, *LANGUAGES]
    best = max(sorted(LANGUAGES, key=order.index), key=lambda name: liked.get(name, others))
    return best if liked.get(best, others) > 0 else DEFAULT


def _ranges(header: str) -> Iterator[tuple[str, float]]:
    for entry in header.split(","):
        tag, *params = (part.strip().lower() for part in entry.split(";"))
        quality = 1.0
        for param in params:
            name, _, value = param.partition("=")
            if name.strip() == "q":
                quality = _quality(value.strip())
        if tag:
            yield tag, quality


def _quality(text: str) -> float:
    """Return a quality value; one that makes no sense counts as 0, so that it decides nothing."""
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if 0.0 <= value <= 1.0 else 0.0
