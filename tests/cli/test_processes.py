"""`loba replay` as a process: several workers, little memory, interrupted, on a terminal and in a pipe."""

import contextlib
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from loba.cli.batches import Batch
from loba.cli.engines import in_order
from tests.cli.conftest import COMMAND, EXAMPLES, line, lines, ran, spoilt, started

FILES = 12


@pytest.fixture
def logs(tmp_path):
    """Enough work to be interrupted in."""
    folder = tmp_path / "logs"
    folder.mkdir()
    for number in range(FILES):
        games = [
            (EXAMPLES / name).read_text().replace("\n", " ") for name in ("home.json", "tournament.json")
        ]
        (folder / f"{number:02}.ndjson").write_text("\n".join(games * 2) + "\n")
    return folder


def written(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.rglob("*.report.ndjson")}


def living_in(session: int) -> list[int]:
    """The processes of a session, less those that only wait to be collected."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, _, of, *_ = status.read_text().rpartition(")")[2].split()
            if int(of) == session and state != "Z":
                found.append(int(status.parent.name))
    return found


def test_workers_change_nothing(tmp_path, games):
    path = tmp_path / "evening.ndjson"
    path.write_bytes((lines(games) + line(spoilt(games[0])) + b"oops\n") * 8)
    alone = ran("replay", path, "--jobs", 1, "--out", tmp_path / "alone")
    together = ran("replay", path, "--jobs", 3, "--out", tmp_path / "together")
    assert alone == together
    assert alone.err == ""
    assert written(tmp_path / "alone") == written(tmp_path / "together")
    assert len(alone.lines) == (len(games) + 2) * 8 + 1


class Unending:
    """A game log that goes on being written: whatever reads it is at work for as long as we want."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self._end = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        self._game = (EXAMPLES / "home.json").read_bytes().replace(b"\n", b" ") + b"\n"
        self._rest = b""

    def feed(self, until: Callable[[], object]) -> None:
        """Write games until something has happened."""
        deadline = time.monotonic() + 60
        while not until():
            assert time.monotonic() < deadline, "nothing comes of it"
            self._rest = self._rest or self._game
            try:
                self._rest = self._rest[os.write(self._end, self._rest) :]
            except BlockingIOError:  # full: nobody has read on yet
                time.sleep(0.01)

    def close(self) -> None:
        os.close(self._end)


def began(logs: Path, unending: Path, out: Path) -> subprocess.Popen[bytes]:
    """Start a run that does not end by itself, in a session of its own; nobody reads what it prints."""
    options = {"stdout": subprocess.DEVNULL, "start_new_session": True}
    return started("replay", logs, unending, "--jobs", 2, "--out", out, **options)


@pytest.fixture
def unending(tmp_path):
    log = Unending(tmp_path / "unending.ndjson")
    yield log
    log.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_run_that_was_stopped_goes_on(logs, unending, tmp_path, number):
    out, whole = tmp_path / "out", tmp_path / "whole"
    process = began(logs, unending.path, out)
    unending.feed(until=lambda: written(out))
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == (-number if number == signal.SIGKILL else 128 + number)
    kept = written(out)
    assert kept
    assert "unending.ndjson.report.ndjson" not in kept
    if number == signal.SIGTERM:
        assert list(out.rglob("*.partial")) == []
    deadline = time.monotonic() + 60
    while living_in(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert living_in(process.pid) == [], "workers outlive the process that started them"
    again = ran("replay", logs, "--jobs", 2, "--out", out)
    assert again.status == 0
    assert (
        again.lines[-1]
        == f"{len(kept)} {'file' if len(kept) == 1 else 'files'} had a complete report already."
    )
    assert ran("replay", logs, "--jobs", 2, "--out", whole).lines == again.lines[:-1]
    assert written(out) == written(whole)


def test_a_worker_that_is_killed_is_told(logs, unending, tmp_path):
    out = tmp_path / "out"
    process = began(logs, unending.path, out)
    unending.feed(until=lambda: written(out))
    for worker in set(living_in(process.pid)) - {process.pid}:
        os.kill(worker, signal.SIGKILL)
    unending.feed(until=lambda: process.poll() is not None)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert b"A worker process was killed" in err
    assert ran("replay", logs, "--out", out).status == 0


def test_nobody_reads_on(logs):
    process = started("replay", logs, "--jobs", 1)
    assert process.stdout
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=30) == 128 + signal.SIGPIPE


def test_no_more_batches_are_under_way_than_asked_for():
    begun = fetched = 0

    def batches():
        nonlocal begun
        for _ in range(50):
            begun += 1
            assert begun - fetched <= 4
            yield Batch((), "en")

    def fetch(batch):
        nonlocal fetched
        fetched += 1
        return batch.items

    assert len(list(in_order(batches(), lambda batch: batch, fetch, 4))) == 50


def test_ten_thousand_games_take_no_more_memory_than_two_hundred(tmp_path):
    """Games of no moves: what grows with their number would still show."""
    deal = {
        "dealer": "caro",
        "hands": {"ana": [f"{rank}S" for rank in "A23456789"], "caro": [f"{rank}H" for rank in "A23456789"]},
        "upcard": "TH",
        "moves": [],
    }
    game = line({"ruleset": {"id": "loba-de-menos"}, "players": ["ana", "caro"], "deals": [deal]})
    measured = "import atexit, resource, sys; from loba.cli import main; atexit.register(lambda: print(\
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)); main()"
    peaks = []
    for count in (200, 10_000):
        path = tmp_path / f"{count}.ndjson"
        path.write_bytes(game * count)
        done = subprocess.run(
            [sys.executable, "-c", measured, "replay", path, "--jobs", "1", "--out", tmp_path / str(count)],
            env=os.environ | {"PYTHONPATH": "service"},
            cwd=EXAMPLES.parents[1],
            capture_output=True,
            check=True,
        )
        assert done.stdout.splitlines()[-1].startswith(b"%d games in 1 file: %d legal" % (count, count))
        peaks.append(int(done.stderr) / 1024)
    assert peaks[1] < peaks[0] + 8, "MiB"


# --- terminals ------------------------------------------------------------------------------------


def on_a_terminal(*arguments: object) -> tuple[str, str]:
    """Run a command whose errors go to a terminal; return its output and what the terminal showed."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=os.environ | {"PYTHONPATH": "service"},
        cwd=EXAMPLES.parents[1],
    )
    os.close(theirs)
    out, _ = process.communicate(timeout=60)
    shown = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while piece := os.read(ours, 4096):
            shown += piece
    os.close(ours)
    return out.decode(), shown.decode()


def test_there_is_a_bar_on_a_terminal_and_none_in_a_pipe():
    out, shown = on_a_terminal("replay", EXAMPLES)
    assert "%|" in shown
    in_a_pipe = ran("replay", EXAMPLES)
    assert (out, "") == (in_a_pipe.out, in_a_pipe.err)
