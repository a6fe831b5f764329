"""Batches: lines in, lines out, without ever holding more than a line.

A batch is answered while it is still being sent. Many a client, though, sends everything before it reads
anything: once its answers fill the line, the two would wait for each other for ever. So before anything is
sent it is made sure that the client takes it; while it does not, what it sends is read ahead and put aside.
A client that sends more than can be put aside has to read meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import IO, Final, Self

from flask import request

from loba.api.asides import Aside
from loba.api.bodies import read
from loba.api.patience import PatientSocket
from loba.api.problems import Problem

_PIECE: Final = 8 * 1024
"""How much is read at a time, in bytes; so much may have to come before the first line is answered."""
_SENT_AT_ONCE: Final = 16 * 1024
"""How much is sent at a time, in bytes: a line that takes it has room for as much."""
_TOGETHER: Final = 8 * 1024
"""How much of several answers is sent at a time."""
_KEPT_SECONDS: Final = 0.02
"""How long an answer is kept back for those that follow, until one of them takes longer."""


class Batch:
    """The body of a batch: what has been put aside, then what is still to come."""

    def __init__(self, stream: IO[bytes], connection: PatientSocket | None = None) -> None:
        """Take the body, and the connection it comes from where the server tells it."""
        self._stream = stream
        self._aside = Aside()
        self._connection = connection
        self._all_read = connection is None
        self._broken_off: Problem | None = None

    @classmethod
    def of_request(cls) -> Self:
        """Return the body of the current request."""
        connection = request.environ.get("gunicorn.socket")
        return cls(request.stream, connection if isinstance(connection, PatientSocket) else None)

    def lines(self, limit: int) -> Iterator[list[bytes | Problem]]:
        """Yield the lines that are not blank, and for each one over the limit its problem instead.

        Those that have come together are one list: nothing is waited for between them. The rest of a line
        over the limit is read and forgotten. Raises Problem where the rest of the batch does not arrive.
        """
        held = bytearray()
        skipping = False
        while piece := self._read():
            *ended, rest = piece.split(b"\n")
            if ended and self._connection:
                self._connection.begin()
            together: list[bytes | Problem] = []
            for end in ended:
                held += end
                if not skipping:
                    together += _line(held, limit)
                held.clear()
                skipping = False
            held += rest
            if skipping:
                held.clear()
            elif len(held) > limit:
                skipping = True
                together += _line(held, limit)
                held.clear()
            if together:
                yield together
        if not skipping and (last := list(_line(held, limit))):
            yield last

    def sent(self, answers: Iterable[bytes]) -> Iterator[bytes]:
        """Yield answers in pieces, each as soon as the client takes it.

        Short ones go together, as sending costs as much as some answers do, but none waits for long.
        """
        held, since = b"", monotonic()
        for answer in answers:
            if len(held) + len(answer) > _TOGETHER or monotonic() - since > _KEPT_SECONDS:
                yield from self._sent(held)
                held, since = b"", monotonic()
            held += answer
        yield from self._sent(held)

    def _sent(self, text: bytes) -> Iterator[bytes]:
        for start in range(0, len(text), _SENT_AT_ONCE):
            self._read_ahead()
            yield text[start : start + _SENT_AT_ONCE]

    def close(self) -> None:
        """Forget what has been put aside."""
        self._aside.close()

    def _read(self) -> bytes:
        piece = self._aside.take(_PIECE)
        if self._broken_off and not piece:
            raise self._broken_off
        return piece or read(self._stream, _PIECE)

    def _read_ahead(self) -> None:
        """Read and put aside what the client sends, until it takes something or has sent everything."""
        while self._connection and not self._all_read and self._aside.has_room():
            if self._connection.takes():
                return
            try:
                piece = read(self._stream, _PIECE)
            except Problem as problem:  # told in its place, after the answers to what has come before
                self._broken_off, piece = problem, b""
            if piece:
                self._aside.put(piece)
            else:
                self._all_read = True


def _line(held: bytearray, limit: int) -> Iterator[bytes | Problem]:
    if len(held) > limit:
        yield Problem("body-too-large", limit=limit)
    elif line := bytes(held).strip(b" \t\r"):
        yield line
