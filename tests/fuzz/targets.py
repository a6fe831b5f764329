"""What is fuzzed: the reader of JSON, and every endpoint as a WSGI server would call it, with raw bytes."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from loba.api import create_app, strict_json
from loba.api.media_types import JSON, NDJSON

PATHS: Final = (
    "adjudications",
    "legal-moves",
    "meld-checks",
    "hand-arrangements",
    "state-checks",
    "deal-scores",
    "scoresheets",
    "replays",
)
Target = Callable[[bytes], None]


class Found(Exception):
    """The service did what it never may."""


def read_json(raw: bytes) -> None:
    """Whatever the strict reader takes, everybody else reads the same way, and it can be written again."""
    try:
        value = strict_json.read(raw)
    except strict_json.MalformedJson:
        return
    if json.loads(raw) != value:
        raise Found("read in two ways")
    written = strict_json.write(value)
    if strict_json.read(written) != value:
        raise Found("not what was written")


@cache
def _application() -> Any:
    return create_app().wsgi_app


def call(method: str, path: str, query: str, body: bytes, **headers: str) -> tuple[int, bytes]:
    """Call the application, and return the status and the whole answer."""
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        **headers,
    }
    status: list[int] = []
    answer = _application()(environ, lambda line, *_: status.append(int(line[:3])))
    try:
        content = b"".join(answer)
    finally:
        getattr(answer, "close", lambda: None)()
    return status[0], content


def _judged(status: int, content: bytes) -> None:
    if status >= 500 or b'"/problems/internal-error"' in content:
        raise Found(content[:300].decode(errors="replace"))


def question(path: str) -> Target:
    """Ask an endpoint, with the bytes as the body."""

    def ask(raw: bytes) -> None:
        status, content = call("POST", f"/v1/{path}", "", raw, CONTENT_TYPE=JSON)
        _judged(status, content)
        if not isinstance(json.loads(content), dict):
            raise Found("no object")

    return ask


def batch(raw: bytes) -> None:
    """Ask many questions, with the bytes as their lines: each line that is not blank has its answer."""
    status, content = call("POST", "/v1/meld-checks", "", raw, CONTENT_TYPE=NDJSON)
    _judged(status, content)
    asked = sum(1 for line in raw.split(b"\n") if line.strip(b" \t\r"))
    if len(content.splitlines()) != asked:
        raise Found("a line without an answer")


HEADERS: Final = (
    "HTTP_ACCEPT",
    "HTTP_ACCEPT_LANGUAGE",
    "CONTENT_TYPE",
    "HTTP_IF_NONE_MATCH",
    "HTTP_TRACEPARENT",
    "HTTP_X_REQUEST_ID",
    "HTTP_ORIGIN",
    "HTTP_CONTENT_ENCODING",
    "HTTP_HOST",
    "HTTP_AUTHORIZATION",
)


def head(raw: bytes) -> None:
    """Read something, with the bytes as method, path, query and headers."""
    parts = [part.decode("latin-1") for part in raw.split(b"\n")]
    method, path, query, *headers = [*parts, "", "", ""]
    given = dict(zip(HEADERS, headers, strict=False))
    _judged(*call(method or "GET", path or "/", query, b"{}", **given))


TARGETS: Final[dict[str, Target]] = {
    "json": read_json,
    **{path: question(path) for path in PATHS},
    "batch": batch,
    "head": head,
}
