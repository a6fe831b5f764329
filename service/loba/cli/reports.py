"""Reports: one for each file of game logs, a line a game, and a last line that says it is complete."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import SEEK_END
from typing import IO, Any, Final

from loba.__about__ import __version__
from loba.api import strict_json
from loba.cli.games import Brief, Judged, Outcome, brief
from loba.cli.storage import REPORT, Draft, Found, storage_of

_LAST_LINE: Final = 8 * 1024
"""Longer than any last line, in bytes."""


@dataclass
class Tally:
    """What has been counted."""

    games: int = 0
    legal: int = 0
    illegal: int = 0
    unusable: int = 0
    moves_checked: int = 0

    def add(self, about: Brief) -> None:
        """Count a game."""
        self.games += 1
        self.legal += about.outcome is Outcome.LEGAL
        self.illegal += about.outcome is Outcome.ILLEGAL
        self.unusable += about.outcome is Outcome.UNUSABLE
        self.moves_checked += about.moves_checked


@dataclass(frozen=True, slots=True)
class Reports:
    """The folder reports are written to."""

    folder: str
    language: str

    def path(self, name: str) -> str:
        """Return where the report on a file goes."""
        return f"{self.folder.rstrip('/')}/{name}{REPORT}"

    def begin(self, name: str) -> Report:
        """Begin the report on a file."""
        path = self.path(name)
        return Report(storage_of(path).draft(path), self.language)

    def complete(self, found: Found) -> bool:
        """Say whether an earlier run has finished the report on a file, and the file is still the same."""
        path = self.path(found.name)
        storage = storage_of(path)
        report = next(storage.find(path), None)
        if report is None or report.changed < found.changed:
            return False
        with storage.open(path) as file:
            wanted = _ending(found, self.language)
            return _last_line(file).items() >= wanted.items()

    def briefs(self, found: Found) -> Iterator[Brief]:
        """Yield what a complete report says of its games."""
        path = self.path(found.name)
        with storage_of(path).open(path) as file:
            for line in file:
                row = json.loads(line)
                if "complete" not in row:
                    yield brief(row["line"], row)


@dataclass
class Report:
    """A report being written. It is not there before it is complete."""

    draft: Draft
    language: str
    tally: Tally = field(default_factory=Tally)

    def add(self, judged: Judged) -> None:
        """Add the answer to one game."""
        self.tally.add(judged.brief)
        self.draft.write(judged.row)

    def finish(self, found: Found) -> None:
        """Add the last line and put the report in its place."""
        ending = _ending(found, self.language) | vars(self.tally)
        self.draft.write(strict_json.write(ending) + b"\n")
        self.draft.keep()


def _ending(found: Found, language: str) -> dict[str, Any]:
    """Return what a complete report says of itself, less the numbers."""
    return {
        "complete": True,
        "input": found.name,
        "bytes": found.size,
        "language": language,
        "engine": {"version": __version__},
    }


def _last_line(file: IO[bytes]) -> dict[str, Any]:
    size = file.seek(0, SEEK_END)
    file.seek(max(0, size - _LAST_LINE))
    lines = file.read().splitlines() or [b""]
    try:
        ending = json.loads(lines[-1])
    except ValueError:
        return {}
    return ending if isinstance(ending, dict) else {}
