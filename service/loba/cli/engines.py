"""What the work is done by: this process, a pool of processes, or Ray. All of them do the same.

Batches go in and results come out, in order. Only so many are under way at once: memory stays what it is
however many games there are.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final, TypeVar

from loba.cli.batches import Batch, Results, judge_batch

T = TypeVar("T")
Engine = Callable[[Iterable[Batch]], Iterator[Results]]
"""Returns the results of batches, in order."""

AHEAD: Final = 3
"""How many batches are under way for each worker: one being judged, one waiting, one being fetched."""


class WorkerLost(Exception):
    """A worker process was killed, and with it what it was at."""


@contextmanager
def here() -> Iterator[Engine]:
    """Do the work in this process."""
    yield lambda batches: map(judge_batch, batches)


@contextmanager
def pool(jobs: int) -> Iterator[Engine]:
    """Share the work out to processes. Raises WorkerLost."""
    executor = ProcessPoolExecutor(jobs, initializer=_as_worker)

    def run(batches: Iterable[Batch]) -> Iterator[Results]:
        try:
            yield from in_order(
                batches,
                lambda batch: executor.submit(judge_batch, batch),
                lambda future: future.result(),
                jobs * AHEAD,
            )
        except BrokenProcessPool:
            raise WorkerLost from None

    try:
        yield run
    finally:
        executor.shutdown(cancel_futures=True)


def in_order(
    batches: Iterable[Batch], begin: Callable[[Batch], T], fetch: Callable[[T], Results], most: int
) -> Iterator[Results]:
    """Begin with batches while others are under way, and yield the results in the order of the batches."""
    under_way: deque[T] = deque()
    for batch in batches:
        under_way.append(begin(batch))
        if len(under_way) >= most:
            yield fetch(under_way.popleft())
    while under_way:
        yield fetch(under_way.popleft())


def _as_worker() -> None:
    """Leave signals to the process that started this one, and end with it even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = parent_process()

    def follow(leader: BaseProcess) -> None:
        leader.join()
        os._exit(1)

    if parent is not None:
        Thread(target=follow, args=(parent,), daemon=True).start()
