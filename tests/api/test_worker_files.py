"""The one directory the server writes to."""

import subprocess
import sys
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path

import pytest

from loba.api import BadSetting, worker_files, worker_numbers
from tests.api.serving import environment

PREPARE = """
import os, sys
from pathlib import Path
from loba.api.worker_files import prepare
directory = prepare(sys.argv[1])
assert prepare(sys.argv[1]) is directory
from loba.api import create_app
client = create_app().test_client()
client.get("/livez", buffered=True)
assert os.listdir(directory)
if os.fork() == 0:
    client.get("/livez", buffered=True)
    sys.exit()
os.wait()
assert 'route="/livez",status="200"} 2.0' in client.get("/metrics").text
print(directory)
"""


def prepared(wanted="", **settings):
    """The directory that a process of its own has prepared, used, and left."""
    done = subprocess.run(
        [sys.executable, "-c", PREPARE, str(wanted)],
        env=environment(**settings),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_fresh_one_goes_with_the_process_that_made_it():
    assert not Path(prepared()).exists()


def test_a_given_one_is_made_where_it_is_missing(tmp_path):
    assert prepared(tmp_path / "a" / "b") == str(tmp_path / "a" / "b")


def test_of_a_given_one_only_old_numbers_are_wiped(tmp_path):
    (tmp_path / "counter_1.db").write_bytes(b"rubbish")
    (tmp_path / "precious").touch()
    worker_files.emptied(tmp_path)

    assert [file.name for file in tmp_path.iterdir()] == ["precious"]


def test_one_that_cannot_be_written_to_is_refused_with_a_clear_word(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(BadSetting, match="LOBA_METRICS_DIR must be a directory that can be written to"):
        worker_files.prepare.__wrapped__(str(tmp_path / "file"))


# --- the numbers of those that are gone --------------------------------------------------------------

GONE = """
import os, sys
from pathlib import Path
from loba.api.worker_files import forget, prepare
directory = prepare(sys.argv[1])
from loba.api import create_app
client = create_app().test_client()
for _ in range(5):
    worker = os.fork()
    if worker == 0:
        client.get("/livez", buffered=True)
        os._exit(0)
    os.waitpid(worker, 0)
    if {spoil}:
        (directory / f"counter_{{worker}}.db").write_bytes(b"\\x7f" * 100)
    forget(directory, worker)
print(client.get("/metrics").text)
"""


def after_five_workers(directory, *, spoil=False):
    """What is told once five workers have each answered one request and gone, and which files there are."""
    done = subprocess.run(
        [sys.executable, "-c", GONE.format(spoil=spoil), str(directory)],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    return done, sorted(file.name for file in directory.glob("*.db"))


def test_what_workers_have_counted_stays_and_their_files_do_not(tmp_path):
    done, files = after_five_workers(tmp_path)

    assert 'loba_http_requests_total{method="GET",route="/livez",status="200"} 5.0' in done.stdout
    assert 'loba_http_request_duration_seconds_count{method="GET",route="/livez"} 5.0' in done.stdout
    assert 'duration_seconds_bucket{le="+Inf",method="GET",route="/livez"} 5.0' in done.stdout
    assert {"counter_0.db", "histogram_0.db"} < set(files)
    assert len({name.partition(".")[0].rpartition("_")[2] for name in files}) == 2  # nobody, and who is left


def test_files_that_are_broken_are_lost_and_hold_nobody_up(tmp_path):
    done, files = after_five_workers(tmp_path, spoil=True)

    assert done.stderr.count("numbers of a worker that is gone are lost") == 5
    assert done.stdout.count("loba_verdicts_total{") > 0
    assert len([name for name in files if name.startswith("counter")]) == 1


def test_nothing_goes_away_while_it_is_added_up_and_the_other_way_round(tmp_path, monkeypatch):
    def barred(how):
        with (tmp_path / "numbers.lock").open("ab") as file, pytest.raises(BlockingIOError):
            flock(file, how | LOCK_NB)
        tried.append(how)

    tried = []
    monkeypatch.setattr(worker_numbers, "mark_process_dead", lambda *_: barred(LOCK_SH))
    with worker_numbers.at_rest(tmp_path), worker_numbers.at_rest(tmp_path):
        barred(LOCK_EX)
    worker_numbers.bury(tmp_path, 7)

    assert tried == [LOCK_EX, LOCK_SH]
