"""Bytes over a socket, and what comes back in a few words."""

from __future__ import annotations

import http.client
import io
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import IO

CLOSED = "closed"
"""What comes back where nothing does: the server hangs up."""


def exchange(port: int, sent: bytes, *, patience: float = 60) -> bytes:
    """Send bytes over a connection of their own, and return what comes back until the server hangs up."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), patience) as connection, suppress(ConnectionError):
        with suppress(ConnectionError):  # the server need not read everything before it answers
            connection.sendall(sent)
        while piece := connection.recv(65536):
            received += piece
    return received


def told(received: bytes) -> str:
    """Say in a few words what came back: ``400 malformed-json``, ``200, 404 not-found`` or ``closed``."""
    return ", ".join(_answers(received)) or CLOSED


def _answers(received: bytes) -> Iterator[str]:
    stream = _Unclosed(received)
    while stream.tell() < len(received):
        answer = http.client.HTTPResponse(stream)  # type: ignore[arg-type]
        answer.begin()
        content = answer.read()
        problem = answer.getheader("Content-Type") == "application/problem+json"
        slug = json.loads(content)["type"].rpartition("/")[2] if problem else ""
        yield f"{answer.status} {slug}".strip()


class _Unclosed(io.BytesIO):
    """Stands for a socket, and for the file made of it, which is not closed after the first answer."""

    def makefile(self, _: str) -> _Unclosed:
        return self

    def close(self) -> None:
        pass


def post(path: str, body: bytes, *headers: bytes, media_type: bytes = b"application/json") -> bytes:
    """Return a whole request, after which the connection is to be closed."""
    lines = [
        b"POST %b HTTP/1.1" % path.encode(),
        b"Host: loba",
        b"Connection: close",
        b"Content-Type: %b" % media_type,
        b"Content-Length: %d" % len(body),
        *headers,
    ]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def errors(lines: IO[bytes]) -> list[bytes]:
    """Return what a server has written that it should never have to."""
    lines.seek(0)
    return [line for line in lines if json.loads(line)["level"] in {"error", "critical"}]
