"""The same on Ray, with two workers on this machine: `make ray-test`."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from tests.cli.conftest import ENVIRONMENT, EXAMPLES, PATIENCE, ROOT, line, lines, ran, spoilt, started

pytestmark = pytest.mark.ray
pytest.importorskip("ray")
fsspec = pytest.importorskip("fsspec")

ON_RAY = ("--engine", "ray", "--jobs", 2)
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}


@pytest.fixture
def logs(tmp_path, games):
    """A folder with games that are right, wrong, and no games at all."""
    folder = tmp_path / "logs"
    (folder / "below").mkdir(parents=True)
    evening = " ".join((EXAMPLES / "tournament.json").read_text().split()).encode() + b"\n"
    for number in range(8):
        (folder / f"{number}.ndjson").write_bytes(evening * 12)
    (folder / "below" / "mixed.ndjson").write_bytes(lines(games) + line(spoilt(games[0])) + b"oops\n")
    return folder


def written(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def run(*arguments: object):
    return ran(*arguments, env=ENVIRONMENT | QUIET)


def test_ray_changes_nothing(logs, tmp_path):
    here = ran("replay", logs, "--jobs", 1, "--out", tmp_path / "here")
    there = run("replay", logs, *ON_RAY, "--out", tmp_path / "there")
    assert (there.status, there.out) == (here.status, here.out)
    assert written(tmp_path / "there") == written(tmp_path / "here")
    assert len(written(tmp_path / "here")) == 9


def test_a_bucket_reads_like_a_folder(logs, tmp_path):
    """An address in, an address out; the reports are those of a folder."""
    ran("replay", logs, "--jobs", 1, "--out", tmp_path / "here")
    there = run("replay", f"file://{logs}", *ON_RAY, "--out", f"file://{tmp_path}/there")
    assert there.status == 2
    assert written(tmp_path / "there") == written(tmp_path / "here")
    again = run("replay", f"file://{logs}/**/*.ndjson", *ON_RAY, "--out", f"file://{tmp_path}/there")
    assert again.lines[-1] == "9 files had a complete report already."


def test_memory_is_an_address_like_any_other(loba, logs):
    """Nothing below fsspec's interface is relied on."""
    memory = fsspec.filesystem("memory")
    for path in sorted(logs.rglob("*.ndjson")):
        memory.pipe_file(f"/logs/{path.relative_to(logs).as_posix()}", path.read_bytes())
    try:
        first = loba("replay", "memory://logs", "--out", "memory://out")
        assert first.status == 2
        assert memory.isfile("/out/below/mixed.ndjson.report.ndjson")
        second = loba("replay", "memory://logs", "--out", "memory://out")
        assert second.lines == [*first.lines, "9 files had a complete report already."]
        assert loba("replay", "memory://logs/*.ndjson").status == 0
        assert loba("replay", "memory://logs/3.ndjson").lines[-1].startswith("12 games in 1 file")
        assert "no such file" in loba("replay", "memory://logs/gone.ndjson").out
    finally:
        memory.rm("/logs", recursive=True)
        memory.rm("/out", recursive=True)


def workers_of(session: int) -> list[int]:
    """The Ray workers of a session that are at a task of ours."""
    found = []
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if os.getsid(int(command.parent.name)) == session and b"ray::judge_batch" in command.read_bytes():
                found.append(int(command.parent.name))
    return found


def test_a_killed_worker_loses_nothing(logs, tmp_path):
    here = ran("replay", logs, "--jobs", 1, "--out", tmp_path / "here")
    process = started(
        "replay", logs, *ON_RAY, "--out", tmp_path / "there", env=ENVIRONMENT | QUIET, start_new_session=True
    )
    killed: list[int] = []

    def kill_one() -> None:
        deadline = time.monotonic() + 100
        while time.monotonic() < deadline and process.poll() is None:
            if at_work := workers_of(process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(at_work[0], signal.SIGKILL)
                    killed.append(at_work[0])
                    return
            time.sleep(0.005)

    killer = threading.Thread(target=kill_one)
    killer.start()
    out, _ = process.communicate(timeout=PATIENCE)
    killer.join()
    assert killed
    assert (process.returncode, out.decode()) == (here.status, here.out)
    assert written(tmp_path / "there") == written(tmp_path / "here")


def test_the_lock_of_ray_holds_what_it_needs():
    pinned = (ROOT / "tooling" / "ray" / "requirements.txt").read_text()
    assert "\nray==" in pinned
    assert "\nfsspec==" in pinned
