"""A real server of our own, and plain ways to talk to it."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "gunicorn", "-c", str(ROOT / "service" / "gunicorn.conf.py"))


def environment(**settings: str) -> dict[str, str]:
    """What a server finds around it: our own environment and some settings."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **settings}


@contextmanager
def served(
    command: Sequence[str] = COMMAND, **settings: str
) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server on a free port, which is stopped at the end."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environ = environment(
        **{
            "LOBA_HOST": "127.0.0.1",
            "LOBA_PORT": str(port),
            "LOBA_WORKERS": "1",
            "LOBA_DRAIN_SECONDS": "0",
            **settings,
        }
    )
    # Its lines go into a file: a pipe that nobody reads would hold it up once it is full.
    with (
        NamedTemporaryFile() as lines,
        subprocess.Popen(command, env=environ, stdout=lines, stderr=subprocess.STDOUT) as server,
        Path(lines.name).open("rb") as server.stdout,
    ):
        try:
            wait_for(port, server)
            yield port, server
        finally:
            server.terminate()  # what the server has made, it takes away
            try:
                server.wait(5)
            except subprocess.TimeoutExpired:
                server.kill()


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Return once the server answers to the port."""
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
        else:
            return
    server.kill()
    assert server.stdout is not None
    pytest.fail(f"the server did not start: {server.stdout.read().decode()}")


def workers(server: subprocess.Popen[bytes], number: int = 2) -> list[int]:
    """The processes of a server's workers, once there are so many."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
    for _ in range(200):
        found = [int(process) for process in children.read_text().split()]
        if len(found) == number:
            return found
        time.sleep(0.1)
    pytest.fail(f"there are {len(found)} workers, not {number}")


def ask(port, method, path, body=None, headers=None, *, chunked=False):
    """Send one request over a connection of its own; return the answer and its body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, body, headers or {}, encode_chunked=chunked)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer, content
