"""`loba replay`: many games in any number of files, each judged whatever is wrong with the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import chain, islice

from loba.cli.batches import Done, Failed, Known, Note, Results, batches
from loba.cli.engines import Engine, here, pool
from loba.cli.games import Brief, Judged, Outcome
from loba.cli.on_ray import on_ray
from loba.cli.progress import Progress, progress
from loba.cli.reports import Report, Reports, Tally
from loba.cli.sources import Reader, Source
from loba.cli.statuses import Status
from loba.cli.summaries import ForMachines, ForPeople, Summary


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a run is to go."""

    engine: str = "processes"
    jobs: int = 1
    address: str | None = None
    """Of a Ray cluster."""
    machine_readable: bool = False
    quiet: bool = False


def status_of(tally: Tally) -> Status:
    """Return the exit status that goes with what was counted."""
    if tally.unusable or not tally.games:
        return Status.UNUSABLE
    return Status.ILLEGAL if tally.illegal else Status.LEGAL


def replay_all(found: Sequence[Source], reader: Reader, wishes: Wishes) -> Tally:
    """Replay all games of all sources. Raises ExtraNeeded, WorkerLost."""
    work = batches(reader.items(found), reader.language)
    first = list(islice(work, 2))
    with (
        progress([source.size for source in found]) as watched,
        _engine(wishes, alone=len(first) < 2) as engine,
    ):
        summary: Summary = (
            ForMachines(watched.say, wishes.quiet)
            if wishes.machine_readable
            else ForPeople(watched.say, reader.language, wishes.quiet)
        )
        run = _Run(found, reader.reports, summary, watched)
        run.through(engine(chain(first, work)))
    return run.tally


def _engine(wishes: Wishes, *, alone: bool) -> AbstractContextManager[Engine]:
    """Return what does the work; a single batch is not worth a pool."""
    if wishes.engine == "ray":
        return on_ray(wishes.jobs, wishes.address)
    return here() if alone or wishes.jobs == 1 else pool(wishes.jobs)


@dataclass
class _Run:
    """A run on its way."""

    found: Sequence[Source]
    reports: Reports | None
    summary: Summary
    watched: Progress
    tally: Tally = field(default_factory=Tally)
    known: int = 0
    report: Report | None = None
    """On the file whose games are coming in now."""

    def through(self, results: Iterable[Results]) -> None:
        """Go through all results."""
        self.summary.begin()
        try:
            for item in chain.from_iterable(results):
                if isinstance(item, Judged):
                    self._judged(item)
                else:
                    self._noted(item)
        finally:
            self._drop()
        self.summary.end(self.tally, len(self.found), self.known)

    def _judged(self, game: Judged) -> None:
        source = self.found[game.file]
        if self.reports and self.report is None:
            self.report = self.reports.begin(getattr(source, "name", source.path))
        if self.report:
            self.report.add(game)
        self._say(source, game.brief)
        self.watched.read(game.file, game.read_to)

    def _noted(self, note: Note) -> None:
        source = self.found[note.file]
        match note:
            case Done(found=found) if self.report:
                self.report.finish(found)
                self.report = None
            case Failed(message=message):
                self._drop()
                self._say(source, Brief(None, Outcome.UNUSABLE, code="unreadable", message=message))
            case Known(found=found) if self.reports:
                self.known += 1
                for about in self.reports.briefs(found):
                    self._say(source, about)
        self.watched.read(note.file, None)

    def _say(self, source: Source, about: Brief) -> None:
        self.tally.add(about)
        self.summary.game(source.path, about)

    def _drop(self) -> None:
        if self.report:
            self.report.draft.drop()
            self.report = None
