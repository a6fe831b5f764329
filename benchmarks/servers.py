"""Real servers to measure: gunicorn, a client on one connection, and the processor time the kernel counts."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
THREADS = 8
_GUNICORN = (sys.executable, "-m", "gunicorn")
_PROC = Path("/proc")


@dataclass(slots=True)
class Server:
    """A server under way."""

    process: subprocess.Popen[bytes]
    port: int
    connection: http.client.HTTPConnection

    def ask(self, path: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """Send one question over the one connection; return the status and the body of the answer."""
        self.connection.request("POST", path, body, dict(headers))
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def processes(self) -> list[int]:
        """Return the server's process and all that come from it."""
        return [self.process.pid, *_descendants(self.process.pid)]

    def busy(self) -> float:
        """Return how long processors have been busy with all its processes, in seconds."""
        return sum(_busy(process) for process in self.processes())

    def memory(self) -> int:
        """Return the memory of all its processes in bytes; what they share is shared out among them."""
        return sum(_memory(process) for process in self.processes())


@contextmanager
def loba(**settings: str) -> Iterator[Server]:
    """Serve this project as it is served anywhere, with one worker unless something else is said."""
    port = _free_port()
    given = {
        "LOBA_HOST": "127.0.0.1",
        "LOBA_PORT": str(port),
        "LOBA_WORKERS": "1",
        "LOBA_THREADS": str(THREADS),
        "LOBA_DRAIN_SECONDS": "0",
        **settings,
    }
    with _started([*_GUNICORN, "-c", str(ROOT / "service" / "gunicorn.conf.py")], port, given) as server:
        yield server


@contextmanager
def echo() -> Iterator[Server]:
    """Serve the floor, with the same kind of worker and as many threads."""
    port = _free_port()
    told = ["--bind", f"127.0.0.1:{port}", "--worker-class", "gthread", "--threads", str(THREADS)]
    told += ["--workers", "1", "--keep-alive", "5", "--no-control-socket", "--preload", "benchmarks.echo:app"]
    with _started([*_GUNICORN, *told], port, {}) as server:
        yield server


@contextmanager
def _started(command: list[str], port: int, settings: Mapping[str, str]) -> Iterator[Server]:
    path = os.pathsep.join([str(ROOT / "service"), str(ROOT)])
    environ = {**os.environ, "PYTHONPATH": path, **settings}
    # Log lines are written, as they are part of the work, but not kept.
    process = subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        _wait_for(port, process)
        yield Server(process, port, connection)
    finally:
        connection.close()
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server did not start")


def _descendants(process: int) -> Iterator[int]:
    for told in _PROC.glob(f"{process}/task/*/children"):
        for child in _read(told).split():
            yield int(child)
            yield from _descendants(int(child))


def _busy(process: int) -> float:
    """Return the processor time of a process so far, in seconds.

    The scheduler counts nanoseconds for each thread; where it does not tell, the process has clock ticks.
    """
    counted = [_read(told).split() for told in _PROC.glob(f"{process}/task/*/schedstat")]
    if counted and all(counted):
        return sum(int(times[0]) for times in counted) / 1e9
    times = _read(_PROC / str(process) / "stat").rpartition(")")[2].split()
    return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK") if times else 0.0


def _memory(process: int) -> int:
    for line in _read(_PROC / str(process) / "smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def _read(path: Path) -> str:
    """Return what the kernel tells, nothing where the process or thread is gone."""
    try:
        return path.read_text()
    except OSError:
        return ""
