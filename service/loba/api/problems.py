"""Problem documents (RFC 9457): every answer that is an error."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from flask import Flask, Response, current_app
from werkzeug.exceptions import HTTPException

from loba import limits
from loba.api import languages, strict_json
from loba.api.faults import Fault, pointer
from loba.api.request_ids import request_id
from loba.api.schemas.judgements import written_violations
from loba.i18n import error_detail, problem_detail, problem_title
from loba.violations import Violation

MEDIA_TYPE: Final = "application/problem+json"

STATUS: Final[Mapping[str, int]] = {
    "malformed-json": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not-found": 404,
    "method-not-allowed": 405,
    "not-acceptable": 406,
    "body-too-large": 413,
    "unsupported-media-type": 415,
    "invalid-request": 422,
    "too-complex": 422,
    "inconsistent-state": 422,
    "too-many-requests": 429,
    "internal-error": 500,
    "shutting-down": 503,
}
"""Every kind of problem there is, by the last part of its `type`."""

_SLUG_OF: Final = {400: "malformed-json"} | {
    status: slug for slug, status in STATUS.items() if status not in {400, 422}
}
_LOG: Final = logging.getLogger("loba.errors")


class Problem(Exception):
    """A request that cannot be answered."""

    def __init__(self, slug: str, errors: Sequence[Fault | Violation] = (), **params: object) -> None:
        """Take the kind, what is wrong in the body, and facts for the sentence."""
        super().__init__(slug)
        self.slug = slug
        self.errors = errors
        self.params = params

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.slug]


def invalid(faults: Iterator[Fault]) -> Problem:
    """Return the problem of a body that breaks its schema, with no more of its faults than need be known."""
    return Problem("invalid-request", list(islice(faults, limits.ERRORS + 1)))


def document(problem: Problem, language: str, request_id: str) -> dict[str, Any]:
    """Return a problem as plain JSON with sentences in a language."""
    written: dict[str, Any] = {
        "type": f"/problems/{problem.slug}",
        "title": problem_title(problem.slug, language),
        "status": problem.status,
        "detail": problem_detail(problem.slug, language, **problem.params),
        "instance": request_id,
    }
    if problem.errors:
        written["errors"] = [_error(error, language) for error in problem.errors[: limits.ERRORS]]
        if len(problem.errors) > limits.ERRORS:
            written["more"] = True
    return written


def _error(error: Fault | Violation, language: str) -> dict[str, Any]:
    """Return what is wrong; a finding about the state also with its article and its facts."""
    if isinstance(error, Fault):
        sentence = error_detail(error.code, language, **error.params)
        return {"pointer": pointer(error.at), "code": error.code, "detail": sentence}
    (finding,) = written_violations((error,), language)
    return {
        "pointer": finding["pointer"],
        "code": finding["code"],
        "detail": finding["message"],
        "rule": finding["rule"],
        "params": finding["params"],
    }


def answer(problem: Problem) -> Response:
    """Return the response to the current request."""
    body = document(problem, languages.language(), request_id())
    response = Response(strict_json.write(body), problem.status, content_type=MEDIA_TYPE)
    languages.announce(response)
    return response


def register(app: Flask) -> None:
    """Answer every error of an application with a problem document."""
    app.register_error_handler(Problem, answer)
    app.register_error_handler(HTTPException, _answer_http)
    app.register_error_handler(Exception, _answer_bug)


def unexpected() -> Problem:
    """Log the exception being handled, and return the problem that tells a client nothing about it."""
    _LOG.exception("a bug in the service", extra={"fields": {"request_id": request_id()}})
    return Problem("internal-error")


def _answer_http(error: HTTPException) -> Response:
    if error.code is None or error.code < 400:
        return current_app.make_response(error.get_response())
    response = answer(Problem(_SLUG_OF.get(error.code, "internal-error")))
    for name, value in error.get_headers():
        if name in {"Allow", "Retry-After", "WWW-Authenticate"}:
            response.headers[name] = value
    return response


def _answer_bug(_: Exception) -> Response:
    return answer(unexpected())
