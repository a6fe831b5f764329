"""The referee's desk: `GET /`, a page for the person at the table, and what the page loads.

The page asks the same public API as everyone else; nothing here knows a rule. Its files are kept by browsers
for a year, in a folder that is named after their content. While a new release replaces an old one, a page of
the one may ask the other for its files: it gets the files there are, and keeps them for no time at all.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from flask import Blueprint, Response, request

from loba.api import media_types
from loba.api.documents import document
from loba.api.problems import Problem

_HTML: Final = "text/html; charset=utf-8"
_MEDIA_TYPES: Final[Mapping[str, str]] = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}
_PAGE: Final = "index.html"
_YEAR: Final = 365 * 24 * 60 * 60
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load and do: nothing inline, nothing from elsewhere."""

blueprint: Final = Blueprint("desk", __name__)


@dataclass(frozen=True, slots=True)
class Asset:
    """One file the page loads."""

    plain: bytes
    packed: bytes
    media_type: str


@blueprint.get("/")
def desk() -> Response:
    """Serve the page. What a link may have picked up on its way, like `?utm_source`, it never reads."""
    media_types.require_acceptable("text/html")
    return _guarded(document(page(), _HTML))


@blueprint.get("/desk/<path:name>")
def desk_file(name: str) -> Response:
    """Serve what the page loads, with the name of the folder in front."""
    folder, _, inside = name.partition("/")
    asset = assets().get(inside)
    if asset is None:
        raise Problem("not-found")
    packed = request.accept_encodings.quality("gzip") > 0
    response = document(asset.packed if packed else asset.plain, asset.media_type)
    response.headers["Vary"] = "Accept-Encoding"
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    if folder == digest():
        response.cache_control.no_cache = None
        response.cache_control.public = True
        response.cache_control.immutable = True
        response.cache_control.max_age = _YEAR
    return _guarded(response)


@cache
def assets() -> Mapping[str, Asset]:
    """Return every file of the desk but the page, by its path."""
    read = dict(sorted(_walk(files("loba") / "desk", "")))
    return {
        path: Asset(plain, gzip.compress(plain, mtime=0), _MEDIA_TYPES[path.rpartition(".")[2]])
        for path, plain in read.items()
        if path != _PAGE
    }


@cache
def digest() -> str:
    """Return the name of the folder: it changes with any byte in it."""
    seen = sha256()
    for path, asset in assets().items():
        seen.update(f"{path}:{len(asset.plain)}:".encode() + asset.plain)
    return seen.hexdigest()[:12]


@cache
def page() -> bytes:
    """Return the page. It names all modules at once, so that a browser need not find them one by one."""
    folder = "desk/" + digest()
    modules = [path for path in assets() if path.endswith(".js")]
    preloads = "\n    ".join(f'<link rel="modulepreload" href="{folder}/{path}">' for path in modules)
    text = (files("loba") / "desk" / _PAGE).read_text(encoding="utf-8")
    return text.replace("<!-- modules -->", preloads).replace("{folder}", folder).encode()


def _walk(folder: Traversable, inside: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _walk(entry, f"{inside}{entry.name}/")
        else:
            found.append((inside + entry.name, entry.read_bytes()))
    return found


def _guarded(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
