"""How many connections a worker keeps open."""

from resource import RLIM_INFINITY

import pytest

from loba.api import workers


@pytest.mark.parametrize(
    ("files", "expected"), [(RLIM_INFINITY, 1000), (1_048_576, 1000), (1024, 952), (256, 184), (10, 9)]
)
def test_as_many_as_there_may_be_files_with_room_for_others(monkeypatch, files, expected):
    monkeypatch.setattr(workers, "getrlimit", lambda _: (files, files))
    assert workers.connections(threads=8) == expected
