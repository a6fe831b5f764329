"""Updates and accidents under load, with real containers started as the chart says. `make rollout` runs it.

Each test prints what it measured and leaves it in build/rollout.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from chart.charts import ROOT, environment, one, rendered
from containers import HARDENED, podman, until
from rollout.cluster import Cluster
from rollout.load import Load

IMAGE = os.environ.get("IMAGE", "localhost/loba:dev")
OUT = ROOT / "build" / "rollout"
LAG = 2.0
"""Seconds until every node has heard of a change. A few is what large clusters take."""
RATE = float(os.environ.get("RATE", "100"))

repository, _, TAG = IMAGE.rpartition(":")
RELEASE: dict[str, Any] = {"image": {"repository": repository, "tag": TAG}}


KEY = "a key for this test only"
CLIENT = {"client": "tester", "sha256": sha256(KEY.encode()).hexdigest()}


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with Cluster(lag=LAG) as started:
        yield started


@pytest.fixture(scope="module")
def next_release() -> Iterator[dict[str, Any]]:
    """The same image under another name: to the cluster it is a new release."""
    podman("tag", IMAGE, f"{repository}:next")
    yield {"image": {"repository": repository, "tag": "next"}}
    podman("untag", IMAGE, f"{repository}:next")


def note(name: str, **figures: object) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / f"{name}.json").write_text(json.dumps(figures, indent=2) + "\n")
    print(f"\n{name}: {json.dumps(figures)}")


def updated(
    cluster: Cluster, old: dict[str, Any], new: dict[str, Any]
) -> tuple[Load, list[int | None], float]:
    cluster.install(rendered(old))
    with Load(cluster.balancer.port, RATE) as load:
        time.sleep(3)
        begun = time.monotonic()
        gone = cluster.update(rendered(new))
        took = time.monotonic() - begun
        time.sleep(2)
    assert not any(pod.restarts for pod in (*gone, *cluster.pods))
    return load, [pod.exit_code for pod in gone], took


def test_an_update_loses_no_request(cluster: Cluster, next_release: dict[str, Any]) -> None:
    load, codes, took = updated(cluster, RELEASE, next_release)
    note("update", **load.told(), seconds=round(took, 1), exit_codes=codes, lag=LAG)
    assert {pod.described["image"] for pod in cluster.pods} == {f"{repository}:next"}
    assert load.sent > RATE * took / 2
    assert load.failures == []
    assert set(codes) == {0}


def test_without_its_hook_the_same_update_loses_requests(
    cluster: Cluster, next_release: dict[str, Any]
) -> None:
    hookless = {"shutdown": {"preStopSeconds": 0}}
    load, codes, took = updated(cluster, RELEASE | hookless, next_release | hookless)
    note("update-without-hook", **load.told(), seconds=round(took, 1), exit_codes=codes, lag=LAG)
    assert load.failed > 0


def test_a_worker_that_is_killed_is_replaced(cluster: Cluster) -> None:
    cluster.install(rendered(RELEASE | {"replicaCount": 1}))
    (pod,) = cluster.pods
    with Load(cluster.balancer.port, RATE) as load:
        time.sleep(3)
        before = load.sent
        victim, other = pod.workers()
        killed = time.monotonic()
        os.kill(victim, signal.SIGKILL)
        until(lambda: len(set(pod.workers()) - {victim, other}) == 1, "there are two workers again", 20)
        replaced = time.monotonic() - killed
        time.sleep(5)
    after = [begun - (killed - load.begun) for begun, *_ in load.failures]
    note(
        "killed-worker",
        **load.told(),
        after_the_kill=load.sent - before,
        seconds_to_replace=round(replaced, 2),
        last_failure_after=round(max(after, default=0), 2),
    )
    assert load.failed <= load.clients  # what the worker had in hand, and no more
    assert all(seconds < 1 for seconds in after)
    assert pod.ready
    assert pod.restarts == 0


@pytest.mark.parametrize(
    ("keys", "key", "words"),
    [
        ({}, None, "discarding another one is legal: False ['turn.must-meld-first']"),
        ({"clients": [CLIENT]}, None, "without a key: 401 Bearer"),
        ({"clients": [CLIENT]}, KEY, "discarding another one is legal: False ['turn.must-meld-first']"),
    ],
    ids=["open to all", "turned away without a key", "let in with a key"],
)
def test_the_test_of_the_chart_is_passed(
    cluster: Cluster, tmp_path: Path, keys: dict[str, Any], key: str | None, words: str
) -> None:
    """The pod that `helm test` would run, run. The Secret with its key, if any, is the tester's own."""
    values = RELEASE | {"replicaCount": 1, "service": {"port": cluster.balancer.port}, "apiKeys": keys}
    found = rendered(values | {"test": {"existingSecret": "tester" if key else ""}})
    cluster.install(found)
    done = as_a_job(one(found, "Pod"), tmp_path, key)
    assert done.returncode == 0, done.stdout + done.stderr
    assert words in done.stdout


def as_a_job(pod: Any, folder: Path, key: str | None) -> subprocess.CompletedProcess[str]:
    """Run the container of a pod to its end, with the name of the Service leading to the loopback."""
    (container,) = pod["spec"]["containers"]
    told = environment(container)
    mounts = []
    for mount in container.get("volumeMounts", ()):
        (folder / "api-key").write_text(f"{key}\n")
        mounts.append(f"--volume={folder}:{mount['mountPath']}:ro")
    folder.chmod(0o755)
    return podman(
        "run",
        "--rm",
        *HARDENED,
        "--user=65532:65532",
        "--network=host",
        "--no-healthcheck",
        f"--add-host={told['LOBA_ADDRESS'].partition(':')[0]}:127.0.0.1",
        *(f"--env={name}={value}" for name, value in told.items()),
        *mounts,
        f"--entrypoint={json.dumps(container['command'])}",
        container["image"],
        check=False,
    )
