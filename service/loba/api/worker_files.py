"""The one place the server writes to while it runs: heartbeats, and the numbers of each worker."""

from __future__ import annotations

import atexit
import logging
import os
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Final

from loba.api import metrics, worker_numbers
from loba.api.settings import BadSetting

_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a name of its own is made in it
_LOG: Final = logging.getLogger("loba.errors")
_NUMBERS: Final = "*.db"
"""The names that prometheus-client gives its files."""


@cache
def prepare(wanted: str) -> Path:
    """Return the directory, without the numbers of an earlier run, and have the metrics kept in it.

    To be called before the application is made. Only the first call in a process does anything, so that a
    reload of the configuration goes on counting. Raises BadSetting where nothing can be written.
    """
    try:
        directory = emptied(Path(wanted)) if wanted else _fresh()
    except OSError:
        raise BadSetting("LOBA_METRICS_DIR", "a directory that can be written to") from None
    metrics.share(directory)
    return directory


def forget(directory: Path, process: int) -> None:
    """Tidy up after a worker that is gone. What it has counted stays.

    Whatever is wrong with its numbers, the others go on.
    """
    try:
        worker_numbers.bury(directory, process)
    except Exception:  # noqa: BLE001 - logged
        _LOG.exception("numbers of a worker that is gone are lost")


def emptied(directory: Path) -> Path:
    """Return a directory, made if need be, without the numbers of an earlier run. Raises OSError."""
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.glob(_NUMBERS):
        old.unlink()
    if not os.access(directory, os.W_OK | os.X_OK):
        raise PermissionError
    return directory


def _fresh() -> Path:
    in_memory = _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK | os.X_OK)
    directory = Path(mkdtemp(prefix="loba-", dir=_MEMORY if in_memory else None))
    owner = os.getpid()

    def remove() -> None:
        if os.getpid() == owner:  # workers are forked, and leave before
            rmtree(directory, ignore_errors=True)

    atexit.register(remove)
    return directory
