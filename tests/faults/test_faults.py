"""What the service does when something around it breaks: docs/reliability.md tells of it."""

from __future__ import annotations

import io
import json
import os
import re
import resource
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from signal import SIGKILL
from time import sleep

import pytest

from loba.api import bodies
from tests.api.bodies import MELD_CHECK
from tests.api.serving import COMMAND, ask, served, workers
from tests.api.test_process import can_be_boxed
from tests.faults.load import THREADS, load
from tests.hostile.wire import errors, post

GOOD = json.dumps(MELD_CHECK).encode()
JSON = {"Content-Type": "application/json"}
SERVE = " ".join(COMMAND)

boxed = pytest.mark.skipif(not can_be_boxed(), reason="file systems cannot be mounted here")


def judges(port: int) -> bool:
    answer, content = ask(port, "POST", "/v1/meld-checks", GOOD, JSON)
    return answer.status == 200 and json.loads(content)["verdicts"][0]["legal"]


def in_a_box(*before: str) -> tuple[str, ...]:
    """The command of a server that sees file systems of its own."""
    return ("unshare", "--mount", "sh", "-c", " && ".join([*before, f"exec {SERVE}"]))


# --- more than can be answered ----------------------------------------------------------------------


@pytest.mark.http
def test_too_many_clients_wait_their_turn():
    with served() as (port, _):
        found = load(port, 2 * THREADS, 25)
        assert found.statuses == {200: 2 * THREADS * 25}


@pytest.mark.http
def test_too_many_clients_are_asked_to_come_back_where_that_is_wanted():
    with served(LOBA_MAX_IN_FLIGHT="1") as (port, _):
        found = load(port, 2 * THREADS, 25)
        assert found.statuses.keys() == {200, 429}
        assert ask(port, "GET", "/livez")[0].status == 200
        # The place of the last question is free a moment after its client has the answer.
        assert any(judges(port) for _ in range(100))


# --- memory -----------------------------------------------------------------------------------------


class NoMemory(io.BytesIO):
    def read(self, _: int | None = -1) -> bytes:
        raise MemoryError


def test_no_memory_is_no_fault_of_the_client():
    with pytest.raises(MemoryError):
        bodies.read(NoMemory(), 10)


def workers_of(server: subprocess.Popen[bytes]) -> set[int]:
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
    return set(map(int, children.split()))


@contextmanager
def no_more_memory(process: int) -> Iterator[None]:
    """Let a process have what it has, and not a page more."""
    [size] = re.findall(r"^VmSize:\s+(\d+) kB$", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    before = resource.prlimit(process, resource.RLIMIT_AS, (int(size) * 1024, resource.RLIM_INFINITY))
    yield
    resource.prlimit(process, resource.RLIMIT_AS, before)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="nothing is told of processes here")
@pytest.mark.http
def test_a_worker_without_memory_refuses_what_is_large_and_goes_on():
    """It may even hang up in the middle of what is too large for it; the process stays."""
    large = b" " * 60_000_000
    with served(LOBA_REPLAY_BODY_BYTES=str(64 * 1024 * 1024)) as (port, server):
        load(port, THREADS, 3)  # every thread there will be
        [worker] = workers_of(server)
        with no_more_memory(worker):
            for _ in range(3):
                with (
                    socket.create_connection(("127.0.0.1", port), 60) as connection,
                    suppress(ConnectionError),
                ):
                    connection.sendall(post("/v1/replays", large))
                    connection.recv(1)
                assert judges(port)
        assert workers_of(server) == {worker}
        assert server.stdout is not None
        assert b"MemoryError" in server.stdout.read()


@dataclass
class Group:
    """A control group: processes that may have only so much memory together, as in a container."""

    path: Path
    used: str
    """The file that tells what they have, in bytes."""
    limits: tuple[str, ...]
    """The files that say what they may have, with and without swap."""

    def has_no_more_than(self, more: int) -> None:
        """Let the processes have what they have, and so many bytes more."""
        limit = str(int((self.path / self.used).read_text()) + more)
        memory, swap = self.limits
        (self.path / memory).write_text(limit)
        with suppress(OSError):  # there may be no swap to be limited
            (self.path / swap).write_text("0" if swap == "memory.swap.max" else limit)


OLD = ("memory.usage_in_bytes", ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"))
NEW = ("memory.current", ("memory.max", "memory.swap.max"))


@contextmanager
def a_group() -> Iterator[Group]:
    """A control group, made by the old or the new way; the test is skipped where there is none."""
    name = f"loba-{os.getpid()}"
    for parent, files in (("/sys/fs/cgroup/memory", OLD), ("/sys/fs/cgroup", NEW)):
        group = Group(Path(parent, name), *files)
        try:
            group.path.mkdir()
        except OSError:
            continue
        try:
            if not (group.path / group.used).exists():
                continue
            yield group
        finally:
            for _ in range(100):
                with suppress(OSError):  # as long as a process is on its way out
                    group.path.rmdir()
                    break
                sleep(0.1)
        return
    pytest.skip("no control groups can be made here")


@pytest.mark.http
def test_a_worker_killed_for_its_memory_is_replaced_and_others_go_on():
    """What a container does that has no more memory: the kernel ends the process that has most of it."""
    large, settings = b" " * 60_000_000, {"LOBA_REPLAY_BODY_BYTES": "64000000", "LOBA_WORKERS": "2"}
    with a_group() as group:
        command = ("sh", "-c", f"echo $$ > {group.path}/cgroup.procs && exec {SERVE}")
        with served(command, **settings) as (port, server):
            first = set(workers(server))
            assert judges(port)
            group.has_no_more_than(40_000_000)
            with socket.create_connection(("127.0.0.1", port), 60) as connection, suppress(ConnectionError):
                connection.sendall(post("/v1/replays", large))
                assert connection.recv(1) == b""  # it ends without an answer
            for _ in range(100):
                after = set(workers(server))
                if after != first:
                    break
                sleep(0.05)
            assert len(first - after) == 1
            for _ in range(20):
                assert judges(port)
            assert server.poll() is None
            assert server.stdout is not None
            [killed] = first - after
            told = [json.loads(line)["message"] for line in errors(server.stdout)]
            assert told == [f"Worker (pid:{killed}) was sent SIGKILL! Perhaps out of memory?"]


# --- disks ------------------------------------------------------------------------------------------

FULL = "{ dd if=/dev/zero of=/mnt/full bs=4k 2>/dev/null || true; }"


@boxed
@pytest.mark.http
@pytest.mark.parametrize("room", [0, 100, 200, 300, 400], ids=lambda room: f"{room} KiB left")
def test_a_full_directory_for_metrics_costs_numbers_and_nothing_else(room):
    """Also where there is room for some of the files, or for a part of one."""
    reserved = f"dd if=/dev/zero of=/mnt/reserved bs=1k count={room} 2>/dev/null"
    command = in_a_box("mount -t tmpfs -o size=1m none /mnt", reserved, FULL, "rm /mnt/reserved")
    with served(command, LOBA_WORKERS="2", LOBA_METRICS_DIR="/mnt") as (port, server):
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"):
            for path in ("/v1/meld-checks", "/v1/replays", "/v1/rulesets", "/v1/legal-moves", "/nothing"):
                ask(port, method, path)
        for _ in range(10):
            assert judges(port)
            assert ask(port, "GET", "/metrics")[0].status == 200
        first, second = workers(server)  # gunicorn takes its time before it starts the second
        os.kill(first, SIGKILL)
        for _ in range(5000):
            assert ask(port, "GET", "/metrics")[0].status == 200
            if workers_of(server) - {first, second}:
                break
        else:
            pytest.fail("nobody has taken the place of a worker that was killed")
        assert server.stdout is not None
        found = [json.loads(line)["message"] for line in errors(server.stdout)]
        assert found == [f"Worker (pid:{first}) was sent SIGKILL! Perhaps out of memory?"]
        assert second in workers_of(server)


@boxed
@pytest.mark.http
def test_shared_memory_need_not_be_there():
    bare = ("null", "urandom")
    devices = [f"touch /mnt/{name} && mount --bind /dev/{name} /mnt/{name}" for name in bare]
    command = in_a_box("mount -t tmpfs none /mnt", *devices, "mount --rbind /mnt /dev", "test ! -e /dev/shm")
    with served(command, LOBA_WORKERS="2") as (port, _):
        assert all(judges(port) for _ in range(10))
        assert b"loba_verdicts_total" in ask(port, "GET", "/metrics")[1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full here")
@pytest.mark.http
def test_a_full_disk_for_the_log_costs_lines_and_nothing_else():
    with served(("sh", "-c", f"exec {SERVE} > /dev/full 2>&1"), LOBA_WORKERS="2") as (port, _):
        assert all(judges(port) for _ in range(20))
