"""Batches: so many games that handing them over costs nothing to speak of, so few that no worker is idle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from loba.cli.games import Entry, Judged, judge
from loba.cli.storage import Found

_BYTES: Final = 256 * 1024
"""How much text makes a batch: some dozen games, a fraction of a second's work."""
_NOTES: Final = 1000
"""How many items make a batch if there is little to judge in them."""


@dataclass(frozen=True, slots=True)
class Done:
    """All games of a file have been read."""

    file: int
    found: Found


@dataclass(frozen=True, slots=True)
class Failed:
    """A file, or the rest of it, cannot be read."""

    file: int
    message: str
    """In the language of the user."""


@dataclass(frozen=True, slots=True)
class Known:
    """A file has a complete report from an earlier run."""

    file: int
    found: Found


Note = Done | Failed | Known
"""What there is to know of a file besides its games. It travels with them, so that all stays in order."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Games to be judged, and notes between them."""

    items: tuple[Entry | Note, ...]
    language: str


Results = tuple[Judged | Note, ...]


def batches(items: Iterable[Entry | Note], language: str) -> Iterator[Batch]:
    """Put items into batches."""
    held: list[Entry | Note] = []
    size = 0
    for item in items:
        held.append(item)
        size += len(item.raw or b"") if isinstance(item, Entry) else 0
        if size >= _BYTES or len(held) >= _NOTES:
            yield Batch(tuple(held), language)
            held.clear()
            size = 0
    if held:
        yield Batch(tuple(held), language)


def judge_batch(batch: Batch) -> Results:
    """Judge the games of a batch and hand the notes on."""
    return tuple(judge(item, batch.language) if isinstance(item, Entry) else item for item in batch.items)
