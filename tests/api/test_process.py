"""How the server lives and dies: under load, and where almost nothing may be written."""

import http.client
import json
import os
import shutil
import signal
import subprocess
import threading
import time

import pytest

from tests.api.bodies import MELD_CHECK
from tests.api.serving import COMMAND, ask, served, workers

pytestmark = pytest.mark.http

GOOD = json.dumps(MELD_CHECK).encode()
JSON = {"Content-Type": "application/json"}
NDJSON = {"Content-Type": "application/x-ndjson", "Transfer-Encoding": "chunked"}
PATIENT = {"LOBA_KEEPALIVE_SECONDS": "60"}
"""No connection is closed on callers whom a busy machine does not let ask for a while."""


class Caller(threading.Thread):
    """Asks one question after the other, over one connection as long as the server keeps it.

    Like a load balancer it opens no further connection once it knows that the server is to end.
    """

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port = port
        self.answered = 0
        self.failures = []
        self.knows = threading.Event()
        self.enough = threading.Event()

    def run(self):
        while not self.failures and not self.knows.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            connection.connect()
            self.use(connection)
            connection.close()

    def use(self, connection):
        """Ask until the server says that this connection ends here."""
        try:
            while connection.sock is not None and not self.enough.is_set():
                connection.request("POST", "/v1/meld-checks", GOOD, JSON)
                answer = connection.getresponse()
                content = answer.read()
                assert answer.status == 200
                assert json.loads(content)["verdicts"][0]["legal"]
                self.answered += 1
        except Exception as error:  # noqa: BLE001 - told by the test
            self.failures.append(repr(error))


class Batch(threading.Thread):
    """Sends a batch, slowly, and counts the answers."""

    def __init__(self, port, lines):
        super().__init__(daemon=True)
        self.port = port
        self.lines = lines
        self.started = threading.Event()
        self.answers = []

    def slowly(self):
        for _ in range(self.lines):
            yield GOOD + b"\n"
            self.started.set()
            time.sleep(0.02)

    def run(self):
        _, content = ask(self.port, "POST", "/v1/meld-checks", self.slowly(), NDJSON, chunked=True)
        self.answers = [json.loads(line)["verdicts"][0]["legal"] for line in content.splitlines()]


def eventually(holds):
    for _ in range(200):
        if holds():
            return
        time.sleep(0.1)
    pytest.fail("it never came to that")


def test_on_sigterm_whatever_is_under_way_is_answered():
    """Two workers under load: no question that was sent is lost, no batch is cut off, and all end well."""
    times = {"LOBA_DRAIN_SECONDS": "3", "LOBA_GRACEFUL_SECONDS": "20", **PATIENT}
    with served(LOBA_WORKERS="2", **times) as (port, server):
        callers = [Caller(port) for _ in range(6)]
        batches = [Batch(port, 100) for _ in range(2)]
        for thread in (*callers, *batches):
            thread.start()
        for batch in batches:
            assert batch.started.wait(10)
        time.sleep(0.5)
        server.send_signal(signal.SIGTERM)
        for caller in callers:
            caller.knows.set()
        for thread in (*callers, *batches):
            thread.join(20)
        code = server.wait(20)

    assert [caller.failures for caller in callers] == [[]] * len(callers)
    assert sum(caller.answered for caller in callers) > 50
    assert [batch.answers for batch in batches] == [[True] * 100] * 2
    assert code == 0


def test_a_killed_worker_is_replaced_and_the_other_goes_on(tmp_path):
    """Under load only those whose question the dead one had in hand go without an answer."""
    with served(LOBA_WORKERS="2", LOBA_METRICS_DIR=str(tmp_path), **PATIENT) as (port, server):
        victim, other = workers(server)
        callers = [Caller(port) for _ in range(6)]
        for caller in callers:
            caller.start()
        eventually(lambda: all(caller.answered > 10 for caller in callers))
        os.kill(victim, signal.SIGKILL)
        eventually(lambda: set(workers(server)) - {victim, other})
        (heir,) = set(workers(server)) - {victim, other}

        left = [caller for caller in callers if caller.is_alive()]
        new = [Caller(port) for _ in range(6)]
        for caller in new:
            caller.start()
        so_far = [caller.answered for caller in left]
        eventually(lambda: all(caller.answered > 10 for caller in new))
        eventually(lambda: all(map(int.__lt__, so_far, [caller.answered for caller in left])))
        os.kill(other, signal.SIGSTOP)  # whom the heir answers
        answer, _ = ask(port, "POST", "/v1/meld-checks", GOOD, JSON)
        os.kill(other, signal.SIGCONT)
        for caller in (*callers, *new):
            caller.knows.set()
            caller.enough.set()
        for caller in (*callers, *new):
            caller.join(20)
        numbers = {int(file.stem.rpartition("_")[2]) for file in tmp_path.glob("*.db")}

    assert answer.status == 200
    assert [caller.failures for caller in (*left, *new)] == [[]] * len((*left, *new))
    assert not any("assert" in failure for caller in callers for failure in caller.failures)
    assert victim not in numbers
    assert {0, other, heir} <= numbers


# --- where almost nothing may be written -------------------------------------------------------------

READ_ONLY = "mount -o remount,ro,bind / && mount -t tmpfs -o size=4m none {memory} && {more} exec {command}"
SHM = "/dev/shm"


def in_a_box(memory, more=""):
    """The command of a server that sees a file system of which only one small directory can be written to."""
    script = READ_ONLY.format(memory=memory, more=more, command=" ".join(COMMAND))
    return ("unshare", "--mount", "sh", "-c", script)


def can_be_boxed():
    """Whether file systems may be mounted here, in a world of one's own."""
    if shutil.which("unshare") is None:
        return False
    trial = ["unshare", "--mount", "sh", "-c", "mount -o remount,ro,bind / && mount -t tmpfs none /mnt"]
    return subprocess.run(trial, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not can_be_boxed(), reason="file systems cannot be mounted here")
@pytest.mark.parametrize(
    ("command", "settings"),
    [
        (in_a_box(SHM), {}),
        (in_a_box("/mnt", f"mount -t tmpfs -o ro none {SHM} &&"), {"LOBA_METRICS_DIR": "/mnt"}),
    ],
    ids=["nothing but shared memory", "nothing but a directory that was given"],
)
def test_a_read_only_file_system_is_enough(command, settings):
    lines = 3000
    batch = (GOOD + b" " * 4000 + b"\n") * lines  # more than fits between the two, and into memory
    with served(command, PYTHONDONTWRITEBYTECODE="1", LOBA_WORKERS="2", TMPDIR="/tmp", **settings) as (
        port,
        server,
    ):
        for _ in range(10):
            answer, _ = ask(port, "POST", "/v1/meld-checks", GOOD, JSON)
            assert answer.status == 200
        assert read_along(port, batch).count(b"\n") == lines
        _, numbers = ask(port, "GET", "/metrics")
        assert b'loba_verdicts_total{legal="true",ruleset="loba-de-menos"} %d.0' % (lines + 10) in numbers
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0


def read_along(port, batch):
    """Send a batch that is too large to be put aside in memory; read the answers meanwhile, though late."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.putrequest("POST", "/v1/meld-checks")
    connection.putheader("Content-Type", "application/x-ndjson")
    connection.putheader("Content-Length", str(len(batch)))
    connection.endheaders()
    sending = threading.Thread(target=connection.sock.sendall, args=(batch,), daemon=True)
    sending.start()
    time.sleep(1)
    content = connection.getresponse().read()
    sending.join(10)
    connection.close()
    return content


@pytest.mark.parametrize("connections", [1, 3])
def test_one_thread_answers_whoever_asks_again(connections):
    """Who asks at once again may keep the thread that answered, but only while nobody else is there."""
    with served(LOBA_THREADS="1") as (port, _):
        open_ones = [http.client.HTTPConnection("127.0.0.1", port, timeout=10) for _ in range(connections)]
        for connection in open_ones * 20:
            connection.request("POST", "/v1/meld-checks", GOOD, JSON)
            answer = connection.getresponse()
            assert json.loads(answer.read())["verdicts"][0]["legal"]
            assert not answer.will_close
        for connection in open_ones:
            connection.close()
