"""The one directory the server writes to."""

import subprocess
import sys
from pathlib import Path

import pytest

from loba.api import BadSetting, worker_files
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
