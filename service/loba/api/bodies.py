"""Reading a body: within its limit, and to its end where it is refused."""

from __future__ import annotations

from typing import IO, Final

from flask import Flask, Response, request

from loba.api.patience import PatientSocket
from loba.api.problems import Problem

_PIECE: Final = 64 * 1024
_PATIENCE: Final = 16 * 1024 * 1024
"""How much of a body that is of no use is read all the same, in bytes."""


def whole(limit: int) -> bytes:
    """Return the body of the current request. Raises Problem where it is longer than the limit.

    A chunked body announces no length: then it is counted while reading.
    """
    announced = request.content_length
    if announced is not None and announced > limit:
        raise Problem("body-too-large", limit=limit)
    stream = request.stream
    pieces: list[bytes] = []
    room = limit + 1 if announced is None else announced
    while room and (piece := read(stream, room)):
        pieces.append(piece)
        room -= len(piece)
    if announced is None and not room:
        raise Problem("body-too-large", limit=limit)
    return b"".join(pieces)


def read(stream: IO[bytes], size: int) -> bytes:
    """Return the next bytes of a body. Raises Problem where the rest of it does not arrive.

    Each server has exceptions of its own for a client that goes away or counts its chunks wrong.
    """
    try:
        return stream.read(size)
    except MemoryError:  # nobody's fault but ours
        raise
    except Exception:  # noqa: BLE001
        raise Problem("malformed-json", reason="incomplete") from None


def register(app: Flask) -> None:
    """Have an application read what it refuses to the end."""
    app.after_request(_read_to_the_end)


def _read_to_the_end(response: Response) -> Response:
    """Read what is left of a refused body, within reason.

    Most clients send everything before they read anything; were the connection closed before that, they
    would report a broken pipe instead of the reason.
    """
    if response.status_code >= 400 and request.method not in {"GET", "HEAD"}:
        connection = request.environ.get("gunicorn.socket")
        if isinstance(connection, PatientSocket):
            connection.hurry()
        left = _PATIENCE
        try:
            while left > 0 and (piece := read(request.stream, _PIECE)):
                left -= len(piece)
        except Problem:
            pass  # the client is gone, and so is the connection
    return response
