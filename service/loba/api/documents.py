"""Documents: what every GET endpoint has in common, a body with a strong ETag."""

from __future__ import annotations

from flask import Response, request

from loba.api import languages, media_types, strict_json


def document(body: bytes, media_type: str) -> Response:
    """Return a document, or 304 where the client has it already."""
    response = Response(body, content_type=media_type)
    response.headers["Vary"] = "Accept"
    response.cache_control.no_cache = True
    response.add_etag()
    response.make_conditional(request)
    return response


def page(content: dict[str, object]) -> Response:
    """Return a JSON document in the language of the request."""
    response = document(strict_json.write(content), media_types.JSON)
    languages.announce(response)
    return response
