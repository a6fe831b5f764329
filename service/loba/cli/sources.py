"""What is to be replayed: the files of all the paths that were named, and what there is to say of each."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from glob import has_magic
from typing import IO, Final

from loba.cli.batches import Done, Failed, Known, Note
from loba.cli.games import Entry
from loba.cli.reading import Layout, Unreadable, texts
from loba.cli.reports import Reports
from loba.cli.storage import Found, fitting, storage_of
from loba.i18n import command_text

STDIN: Final = "-"


@dataclass(frozen=True, slots=True)
class Absent:
    """A path that leads nowhere."""

    path: str
    message: str
    size: int = 0


Source = Found | Absent


def sources(paths: Iterable[str], language: str) -> Iterator[Source]:
    """Yield the files of paths, each of them once. Raises ExtraNeeded."""
    seen: set[str] = set()
    for path in paths:
        if path == STDIN:
            yield Found(STDIN, "stdin", 0, datetime.now(UTC))
            continue
        any_there = False
        for found in storage_of(path).find(path):
            any_there = True
            if found.path not in seen:
                seen.add(found.path)
                yield found
        if not any_there:
            folder = has_magic(path) or not fitting(path)
            yield Absent(path, command_text("none-there" if folder else "missing", language))


def same_report(found: Iterable[Source]) -> tuple[str, str] | None:
    """Return two files whose reports would have the same name, None where there are none."""
    names: dict[str, str] = {}
    for source in found:
        if isinstance(source, Found) and names.setdefault(source.name, source.path) != source.path:
            return names[source.name], source.path
    return None


@dataclass(frozen=True, slots=True)
class Reader:
    """How sources are read."""

    language: str
    layout: Layout
    limit: int
    """Longest text of a game, in bytes."""
    reports: Reports | None

    def items(self, found: Iterable[Source]) -> Iterator[Entry | Note]:
        """Yield the games of sources in order, and what else there is to know of each."""
        for number, source in enumerate(found):
            if isinstance(source, Absent):
                yield Failed(number, source.message)
            elif self.reports and source.path != STDIN and self.reports.complete(source):
                yield Known(number, source)
            else:
                yield from self._games(number, source)

    def _games(self, number: int, source: Found) -> Iterator[Entry | Note]:
        some = False
        try:
            with _opened(source) as file:
                for text in texts(file, source.name, self.layout, self.limit):
                    some = True
                    yield Entry(number, source.name, text.line, text.raw, self.limit, text.read_to)
        except (OSError, Unreadable) as error:
            reason = getattr(error, "strerror", None) or error
            yield Failed(number, command_text("unreadable", self.language, message=reason))
            return
        yield Done(number, source) if some else Failed(number, command_text("empty", self.language))


def _opened(source: Found) -> AbstractContextManager[IO[bytes]]:
    if source.path == STDIN:
        return nullcontext(sys.stdin.buffer)
    return storage_of(source.path).open(source.path)
