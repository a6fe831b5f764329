"""`GET /docs`: the contract for people, in a browser, with nothing from anywhere else.

The page is ours and small; what draws it is Swagger UI, as packaged by flask-swagger-ui.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from flask import Blueprint, Response

from loba.api import media_types
from loba.api.documents import document
from loba.api.problems import Problem
from loba.api.queries import require_known

_HTML: Final = "text/html; charset=utf-8"
_OURS: Final = {"start.js": "text/javascript; charset=utf-8", "page.css": "text/css; charset=utf-8"}
_PACKAGED: Final = {
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "swagger-ui.css": "text/css; charset=utf-8",
    "favicon-32x32.png": "image/png",
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; "  # the arrows and locks in the style sheet of Swagger UI
    "connect-src 'self'; "  # the contract, and what is tried out
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load and do: nothing inline, nothing from elsewhere."""

blueprint: Final = Blueprint("docs", __name__)


@blueprint.get("/docs")
def docs() -> Response:
    """Serve the page."""
    media_types.require_acceptable("text/html")
    require_known()
    return _guarded(document(_ours("page.html"), _HTML))


@blueprint.get("/docs/<name>")
def docs_file(name: str) -> Response:
    """Serve what the page loads."""
    if name in _OURS:
        return _guarded(document(_ours(name), _OURS[name]))
    if name in _PACKAGED:
        return _guarded(document(_packaged(name), _PACKAGED[name]))
    raise Problem("not-found")


@cache
def _ours(name: str) -> bytes:
    return (files(__name__) / name).read_bytes()


@cache
def _packaged(name: str) -> bytes:
    return (files("flask_swagger_ui") / "dist" / name).read_bytes()


def _guarded(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
