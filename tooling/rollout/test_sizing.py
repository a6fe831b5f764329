"""How much a pod takes and gives: memory by the number of workers, answers a second of one processor.

The figures stand in docs/operating.md; the tests only make sure that the defaults of the chart are enough.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from chart.charts import rendered
from containers import podman
from rollout.cluster import Cluster
from rollout.load import Load
from rollout.test_rollout import RELEASE, note

MIB = 2**20


def memory(pod: Any) -> float:
    """Return how many MiB a pod takes, all its processes and its files in memory together."""
    told = json.loads(podman("stats", "--no-stream", "--format", "json", pod.container.name).stdout)
    number, unit = told[0]["mem_usage"].partition(" / ")[0], 1.0
    for suffix, size in (("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("B", 1.0)):
        if number.endswith(suffix):
            number, unit = number.removesuffix(suffix), size
            break
    return float(number) * unit / MIB


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_the_memory_that_is_asked_for_is_enough(workers: int) -> None:
    with Cluster(lag=0.1) as cluster:
        begun = time.monotonic()
        cluster.install(rendered(RELEASE | {"replicaCount": 1, "settings": {"workers": workers}}))
        ready = time.monotonic() - begun - cluster.lag - 0.5
        (pod,) = cluster.pods
        at_rest = memory(pod)
        with Load(cluster.balancer.port, 200) as load:
            time.sleep(8)
        after = memory(pod)
        note(
            f"memory-{workers}-workers",
            mib_at_rest=round(at_rest, 1),
            mib_after=round(after, 1),
            seconds_to_ready=round(ready, 1),
            requests=load.sent,
            failed=load.failed,
        )
    assert load.failures == []
    if workers <= 2:
        assert after < 128  # what the chart requests


HEAD = '{"ruleset":{"id":"loba-de-menos"},"players":["a","b"],"deals":['
DEAL = '{"dealer":"a","deck":[],"moves":['
WRONG = '{"type":"replenish","player":"a","stock":[' + ",".join(["1234"] * 108) + "]}"
DENSE = '{"type":"meld","player":"a","melds":[' + ",".join(['{"cards":["AS"]}'] * 6) + "]}"
BODIES = {
    "braces": (HEAD + "{}" + ",{}" * ((2 * MIB - len(HEAD) - 4) // 3) + "]}", 413),
    "wrong cards": (HEAD + DEAL + ",".join([WRONG] * 1000) + "]},", 422),
    "combinations": (HEAD + DEAL + ",".join([DENSE] * 1000) + "]},", 422),
}
"""Whole games that become much more in memory, and what they are answered: the beginning of each."""


def worst(begun: str) -> str:
    """Return a game of two MiB that goes on as it has begun."""
    deal = begun[len(HEAD) :]
    if not deal.endswith(","):
        return begun
    return HEAD + (deal * ((2 * MIB - len(HEAD)) // len(deal))).rstrip(",") + "]}"


def test_the_worst_bodies_in_every_thread_at_once_kill_nobody() -> None:
    """All threads get them at once, twice over."""
    with Cluster(lag=0.1) as cluster:
        cluster.install(rendered(RELEASE | {"replicaCount": 1}))
        (pod,) = cluster.pods
        workers, seen = pod.workers(), dict[str, int]()
        with ThreadPoolExecutor(16) as threads:
            for name, (begun, expected) in BODIES.items():
                body, peak, statuses = worst(begun), memory(pod), Counter[int]()
                for _ in range(2):
                    asked = [threads.submit(status, cluster.balancer.port, body) for _ in range(16)]
                    while not all(each.done() for each in asked):
                        peak = max(peak, memory(pod))
                    statuses.update(each.result() for each in asked)
                seen[name] = round(peak)
                assert statuses == {expected: 32}, name
        note("worst-bodies", mib_seen=seen)
        assert pod.workers() == workers


def status(port: int, body: str) -> int:
    """Ask for a replay and return the status."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=120)) as connection:
        connection.request("POST", "/v1/replays", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        return response.status


def processor_seconds(pod: Any) -> float:
    """Return how long the workers of a pod have kept a processor busy."""
    ticks = 0
    for worker in pod.workers():
        fields = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def test_one_processor_gives_so_many_answers() -> None:
    """Told by the time that a processor works on one, which other programs on the machine change little."""
    limits = {"limits": {"cpu": "1", "memory": "256Mi"}}
    values = {"replicaCount": 1, "settings": {"workers": 1, "threads": 8}, "resources": limits}
    with Cluster(lag=0.1) as cluster:
        cluster.install(rendered(RELEASE | values))
        (pod,) = cluster.pods
        before = processor_seconds(pod)
        with Load(cluster.balancer.port, 5000, clients=4) as load:  # each client asks on and on
            time.sleep(10)
        ms = (processor_seconds(pod) - before) / load.sent * 1000
        note("one-processor", **load.told(), processor_ms=round(ms, 2), a_second=round(1000 / ms))
    assert load.failures == []
