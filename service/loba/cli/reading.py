"""Reading game logs: a game a file or a game a line, packed by gzip or not; never more than one at once."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import IO, Any, Final

_GZIP: Final = b"\x1f\x8b"
_BLANKS: Final = b" \t\r\n"
_SKIPPED_AT_ONCE: Final = 64 * 1024


class Layout(StrEnum):
    """How games lie in a file."""

    AUTO = "auto"
    """Told by the name of the file, and where that says nothing by its first line."""
    JSON = "json"
    """One game, over as many lines as it likes."""
    NDJSON = "ndjson"
    """A line a game."""


@dataclass(frozen=True, slots=True)
class Text:
    """What was read for one game."""

    line: int
    """Where it begins, counted from 1."""
    raw: bytes | None
    """None where it is longer than a game may be."""
    read_to: int
    """How many bytes of the file have been read by now, as they lie there; 0 where nobody knows."""


class Unreadable(Exception):
    """A file cannot be read, or not to its end."""


def texts(file: IO[bytes], name: str, layout: Layout, limit: int) -> Iterator[Text]:
    """Yield the texts of the games in a file; `limit` is how long one may be. Raises Unreadable."""
    try:
        opened = _unpacked(file)
        if _one_game(opened, name, layout):
            yield from _whole(opened, file, limit)
        else:
            yield from _lines(opened, file, limit)
    except (OSError, EOFError, zlib.error) as error:
        raise Unreadable(error.strerror if isinstance(error, OSError) and error.strerror else error) from None


def _unpacked(file: Any) -> Any:  # noqa: ANN401 - a binary file that can be peeked into has no name
    """Return the file unpacked, whatever it is called."""
    return gzip.GzipFile(fileobj=file) if file.peek(2)[:2] == _GZIP else file


def _one_game(file: Any, name: str, layout: Layout) -> bool:  # noqa: ANN401
    if layout is not Layout.AUTO:
        return layout is Layout.JSON
    plain = name.removesuffix(".gz")
    if plain.endswith((".ndjson", ".jsonl")):
        return False
    if plain.endswith(".json"):
        return True
    # A line that ends with a bracket holds a game, and so does one too long to see its end from here.
    first, end, _ = file.peek(_SKIPPED_AT_ONCE).lstrip(_BLANKS).partition(b"\n")
    return bool(end) and not first.rstrip(_BLANKS).endswith(b"}")


def _whole(file: IO[bytes], packed: IO[bytes], limit: int) -> Iterator[Text]:
    raw = file.read(limit + 1)
    line = raw[: len(raw) - len(raw.lstrip(_BLANKS))].count(b"\n") + 1
    if raw.strip(_BLANKS):
        yield Text(line, raw if len(raw) <= limit else None, _position(packed))


def _lines(file: IO[bytes], packed: IO[bytes], limit: int) -> Iterator[Text]:
    number = 0
    while line := file.readline(limit + 2):
        number += 1
        cut = len(line) == limit + 2 and not line.endswith(b"\n")
        if cut:
            while (rest := file.readline(_SKIPPED_AT_ONCE)) and not rest.endswith(b"\n"):
                pass
        if cut or (content := line.strip(_BLANKS)):
            too_long = cut or len(content) > limit
            yield Text(number, None if too_long else content, _position(packed))


def _position(file: IO[bytes]) -> int:
    return file.tell() if file.seekable() else 0
