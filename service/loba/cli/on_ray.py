"""The work shared out to Ray: the machines of a cluster, or the processors of this one.

Ray starts a batch again when the worker that was at it is lost, so nothing is lost with it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from typing import Any

from loba.cli.batches import Batch, Results, judge_batch
from loba.cli.engines import AHEAD, Engine, WorkerLost, in_order
from loba.cli.storage import ExtraNeeded


@contextmanager
def on_ray(jobs: int, address: str | None) -> Iterator[Engine]:
    """Use the cluster at an address, or a Ray of our own. Raises ExtraNeeded, WorkerLost."""
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise ExtraNeeded("loba[ray]") from None
    quietly = {"log_to_driver": False, "logging_level": "error"}
    if address is None:
        ray.init(num_cpus=jobs, include_dashboard=False, **quietly)
    else:
        ray.init(address=address, **quietly)
    task = ray.remote(judge_batch)

    def run(batches: Iterable[Batch]) -> Iterator[Results]:
        workers = int(ray.cluster_resources().get("CPU", jobs))
        try:
            yield from in_order(batches, task.remote, ray.get, workers * AHEAD)
        except ray.exceptions.WorkerCrashedError:  # again and again: the work itself kills it
            raise WorkerLost from None

    try:
        with redirect_stdout(sys.stderr):  # Ray has things to say, and standard output belongs to the answer
            yield run
    finally:
        ray.shutdown()
