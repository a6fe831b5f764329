"""What is put aside comes back, whole and in order, whatever the disk does."""

import errno
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loba.api import asides
from loba.api.asides import Aside

STEPS = st.lists(st.one_of(st.binary(min_size=1, max_size=9), st.integers(1, 9)), max_size=60)
"""Pieces to put aside, and sizes to take."""


class FullDisk:
    """A file that takes only so much."""

    def __init__(self, room):
        self.room = room
        self.content = bytearray()
        self.place = 0

    def seek(self, place):
        self.place = place

    def write(self, piece):
        taken = piece[: self.room - self.place]
        if not taken:
            raise OSError(errno.ENOSPC, "full")
        self.content[self.place : self.place + len(taken)] = taken
        return len(taken)

    def read(self, size):
        return bytes(self.content[self.place : self.place + size])

    def truncate(self, size):
        del self.content[size:]

    def close(self):
        pass


def no_file(**_):
    raise FileNotFoundError(errno.ENOENT, "no usable temporary directory")


def walk(aside, steps):
    """Put and take in any order; what comes out is what went in."""
    put = deque()
    taken = bytearray()
    for step in steps:
        if isinstance(step, int):
            taken += aside.take(step)
        elif aside.has_room():
            aside.put(step)
            put.append(step)
    while piece := aside.take(5):
        taken += piece
    aside.close()
    assert bytes(taken) == b"".join(put)


@given(STEPS)
def test_in_memory_and_in_a_file(steps):
    walk(Aside(in_memory=12, in_file=40), steps)


@given(STEPS, st.integers(0, 30))
def test_on_a_disk_that_gets_full(steps, room):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asides, "TemporaryFile", lambda **_: FullDisk(room))
        walk(Aside(in_memory=12, in_file=40), steps)


@given(STEPS)
def test_where_nothing_can_be_written(steps):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asides, "TemporaryFile", no_file)
        walk(Aside(in_memory=12, in_file=40), steps)


def test_there_is_room_again_once_something_was_taken(monkeypatch):
    monkeypatch.setattr(asides, "TemporaryFile", no_file)
    aside = Aside(in_memory=4)
    aside.put(b"1234")
    aside.put(b"56")
    assert not aside.has_room()
    assert [aside.take(9), aside.take(9), aside.take(9)] == [b"1234", b"56", b""]
    assert aside.has_room()


def test_nothing_is_left_behind():
    aside = Aside(in_memory=1)
    aside.put(b"12345")
    aside.close()
    with pytest.raises(ValueError, match="closed"):
        aside.take(5)
