"""Bytes put aside until they are wanted: a queue, in memory at first and in a file when it gets too much."""

from __future__ import annotations

from collections import deque
from tempfile import TemporaryFile
from typing import IO, Final

_IN_MEMORY: Final = 1024 * 1024
_IN_FILE: Final = 256 * 1024 * 1024
"""How much goes where at most, in bytes."""


class Aside:
    """A queue of bytes. Where no file can be made, or the disk is full, it holds less, and loses nothing."""

    def __init__(self, in_memory: int = _IN_MEMORY, in_file: int = _IN_FILE) -> None:
        """Start empty, with so much room."""
        self._in_memory = in_memory
        self._in_file = in_file
        self._first: deque[bytes] = deque()
        self._first_size = 0
        # What comes after that stands in the file between the two places, and after that comes the rest.
        self._file: IO[bytes] | None = None
        self._read_to = 0
        self._written_to = 0
        self._rest = b""

    def has_room(self) -> bool:
        """Say whether something may be put aside."""
        return not self._rest and self._written_to < self._in_file

    def put(self, piece: bytes) -> None:
        """Put a piece aside. Only where there is room."""
        if self._read_to == self._written_to and self._first_size + len(piece) <= self._in_memory:
            self._first.append(piece)
            self._first_size += len(piece)
        else:
            self._rest = piece[self._filed(piece) :]

    def take(self, size: int) -> bytes:
        """Return what was put aside first, up to about so much; nothing where nothing is left."""
        if self._first:
            piece = self._first.popleft()
            self._first_size -= len(piece)
        elif self._file is not None and self._read_to < self._written_to:
            self._file.seek(self._read_to)
            piece = self._file.read(min(size, self._written_to - self._read_to))
            self._read_to += len(piece)
            if self._read_to == self._written_to:
                self._read_to = self._written_to = 0
                self._file.truncate(0)
        else:
            piece, self._rest = self._rest, b""
        return piece

    def close(self) -> None:
        """Forget everything."""
        if self._file is not None:
            self._file.close()

    def _filed(self, piece: bytes) -> int:
        """Write a piece behind what is in the file, and return how much of it got there."""
        try:
            if self._file is None:
                # Not buffered: what is not written at once would fail later, when it is too late.
                self._file = TemporaryFile(buffering=0)  # noqa: SIM115 - closed with the queue
            self._file.seek(self._written_to)
            written = self._file.write(piece)
        except OSError:
            return 0
        self._written_to += written
        return written
