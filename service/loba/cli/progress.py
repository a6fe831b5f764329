"""How far a run has come: a bar on a terminal, nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import accumulate
from typing import Any, Protocol

import click


class Progress(Protocol):
    """Watches a run."""

    def read(self, file: int, position: int | None) -> None:
        """Take notice of how far a file has been judged, in bytes; None for all of it."""

    def say(self, line: str) -> None:
        """Write a line on standard output, wherever the bar is."""


@contextmanager
def progress(sizes: Sequence[int]) -> Iterator[Progress]:
    """Watch a run over files of so many bytes."""
    if not sys.stderr.isatty() or not sum(sizes):
        yield _Silent()
        return
    tqdm: Any = import_module("tqdm").tqdm
    with tqdm(total=sum(sizes), unit="B", unit_scale=True, leave=False, dynamic_ncols=True) as bar:
        yield _Bar(bar, sizes)


class _Silent:
    def __init__(self) -> None:
        self._out = sys.stdout

    def read(self, file: int, position: int | None) -> None:
        pass

    def say(self, line: str) -> None:
        click.echo(line, file=self._out)


class _Bar:
    def __init__(self, bar: Any, sizes: Sequence[int]) -> None:  # noqa: ANN401 - tqdm has no types
        self._bar = bar
        self._out = sys.stdout
        self._sizes = sizes
        self._before = [0, *accumulate(sizes)]

    def read(self, file: int, position: int | None) -> None:
        within = self._sizes[file] if position is None else position
        self._bar.update(self._before[file] + within - self._bar.n)

    def say(self, line: str) -> None:
        self._bar.write(line, file=self._out)
