"""The numbers of a process in a file, where there is room for them, and else in its memory.

prometheus-client makes files with holes in them and writes through a map of their memory. Where the disk is
full when a hole is to be filled, the system ends the process. So room is taken beforehand; where there is
none, a process keeps its numbers to itself: `/metrics` leaves them out, and everything else goes on.
"""

from __future__ import annotations

import logging
import os
from errno import EDQUOT, ENOSPC
from mmap import mmap
from pathlib import Path
from typing import Final

from prometheus_client.mmap_dict import MmapedDict

_AT_FIRST: Final = 64 * 1024
_A_NUMBER: Final = 1024
"""More than a number and its labels take up, in bytes."""
_LOG: Final = logging.getLogger("loba.metrics")


class SharedNumbers(MmapedDict):
    """Numbers by their labels, kept where no full disk can do harm."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:  # noqa: FBT001, FBT002 - as inherited
        """Open a file, or start one."""
        if not read_mode:
            with Path(filename).open("ab") as file:
                room = _has_room(file.fileno(), _AT_FIRST)
            if not room:
                Path(filename).unlink()  # nobody could read an empty one
                filename = _in_memory()
        super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]

    def _init_value(self, key: str) -> None:
        if self._used + _A_NUMBER > self._capacity and not _has_room(self._f.fileno(), 2 * self._capacity):
            held = self._m[:]
            self._f = Path(_in_memory()).open("a+b")  # noqa: SIM115 - as long as the process
            self._f.truncate(self._capacity)
            self._m = mmap(self._f.fileno(), self._capacity)
            self._m[:] = held
        super()._init_value(key)  # type: ignore[no-untyped-call]


def _has_room(file: int, size: int) -> bool:
    """Take room on the disk, and say whether there was so much."""
    if not hasattr(os, "posix_fallocate"):
        return True
    try:
        os.posix_fallocate(file, 0, size)
    except OSError as error:  # there are file systems on which no room can be taken
        return error.errno not in {ENOSPC, EDQUOT}
    return True


def _in_memory() -> str:
    """Return the name of a file of this process that is on no disk."""
    _LOG.warning("the directory of the metrics is full: the numbers of this process are left out")
    return f"/proc/self/fd/{os.memfd_create('numbers')}"
