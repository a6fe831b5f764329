"""The files in which workers keep their numbers, a few each, and what becomes of those of the dead.

What a worker has counted stays counted when it is gone. Its files do not stay, or they would be more with
every worker that ends, and adding them up would take longer each time: one file takes up all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_SH, flock
from pathlib import Path
from typing import Final

from prometheus_client.multiprocess import mark_process_dead

from loba.api.shared_numbers import SharedNumbers

_ADDED_UP: Final = ("counter", "histogram")
"""The kinds of numbers of which each process has a part. The others are about the living."""
_NOBODY: Final = 0
"""No process has this number."""


@contextmanager
def at_rest(directory: Path) -> Iterator[None]:
    """Have files neither come together nor go away meanwhile, though what they hold may grow."""
    with _locked(directory, LOCK_SH):
        yield


def bury(directory: Path, process: int) -> None:
    """Take a worker that is gone out of what is told of the living, and keep what it has counted."""
    with _locked(directory, LOCK_EX):
        mark_process_dead(process, str(directory))
        for kind in _ADDED_UP:
            file = directory / f"{kind}_{process}.db"
            if file.exists():
                try:
                    _add(file, directory / f"{kind}_{_NOBODY}.db")
                finally:  # one that cannot be read would be in everybody's way
                    file.unlink()


def _add(file: Path, to: Path) -> None:
    numbers = list(SharedNumbers.read_all_values_from_file(str(file)))
    sums = SharedNumbers(str(to))
    try:
        for key, value, _, _ in numbers:
            before, _ = sums.read_value(key)
            sums.write_value(key, before + value, 0.0)
    finally:
        sums.close()


@contextmanager
def _locked(directory: Path, how: int) -> Iterator[None]:
    with (directory / "numbers.lock").open("ab") as file:
        flock(file, how)  # until it is closed
        yield
