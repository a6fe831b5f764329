"""Whom a connection waits for, and whom it gives up."""

import io
import socket
import threading
import time

import pytest

from loba.api import patience
from loba.api.patience import PatientSocket, Waiting

FOR_EVER = 3600


@pytest.fixture
def connect():
    opened = []

    def connected(seconds=FOR_EVER, waiting=None):
        ours, theirs = socket.socketpair()
        opened.append(PatientSocket.of(ours, seconds, waiting or Waiting(8)))
        opened.append(theirs)
        return opened[-2:]

    yield connected
    for end in opened:
        end.close()


@pytest.fixture
def crowd():
    """Somebody waits already, and that is too many."""
    with (waiting := Waiting(threads=0)):
        yield waiting


def test_who_sends_nothing_is_given_up(connect):
    ours, _ = connect(seconds=1)
    for _ in range(2):
        with pytest.raises(ConnectionResetError):
            ours.recv(10)


def test_in_a_crowd_nobody_may_do_nothing(connect, crowd):
    ours, _ = connect(waiting=crowd)
    with pytest.raises(ConnectionResetError):
        ours.recv(10)


def test_in_a_crowd_nobody_may_drip(connect, crowd):
    ours, theirs = connect(waiting=crowd)
    gone = threading.Event()

    def drip():
        while not gone.wait(0.05):
            theirs.send(b"x")

    thread = threading.Thread(target=drip)
    thread.start()
    with pytest.raises(ConnectionResetError):
        all(iter(lambda: ours.recv(10), b""))
    gone.set()
    thread.join()


def test_in_a_crowd_who_gets_on_is_waited_for(connect, crowd):
    ours, theirs = connect(waiting=crowd)
    pieces = [b"x" * 512] * 30

    def get_on():
        for piece in pieces:
            theirs.send(piece)
            time.sleep(0.1)
        theirs.shutdown(socket.SHUT_WR)

    thread = threading.Thread(target=get_on)
    thread.start()
    received = b""
    while piece := ours.recv(1000):
        received += piece
    thread.join()
    assert received == b"".join(pieces)


def test_what_is_of_no_use_is_not_waited_for(connect):
    ours, _ = connect()
    ours.hurry()
    with pytest.raises(ConnectionResetError):
        ours.recv(10)


@pytest.mark.parametrize("send", [PatientSocket.sendall, lambda s, data: s.sendfile(io.BytesIO(data))])
def test_who_takes_nothing_is_given_up(connect, send):
    ours, _ = connect(seconds=1)
    with pytest.raises(ConnectionResetError):
        send(ours, b"x" * 10_000_000)


def test_a_file_is_sent_from_where_it_shall(connect):
    ours, theirs = connect()
    assert ours.sendfile(io.BytesIO(b"0123456789"), 2, 5) == 5
    assert theirs.recv(100) == b"23456"


def crowd_with_a_lull(monkeypatch, seconds):
    """Whether three of four threads make a crowd again at once, if they have waited a second and then not."""
    now = [100.0]
    monkeypatch.setattr(patience, "monotonic", lambda: now[0])
    waiting = Waiting(4)
    for _ in range(3):
        waiting.__enter__()  # three threads, each for itself
    assert not waiting.crowded
    now[0] += 1.5
    assert waiting.crowded
    waiting.__exit__()
    assert not waiting.crowded
    now[0] += seconds
    waiting.__enter__()
    return waiting.crowded


def test_a_crowd_that_parts_for_a_moment_is_still_one(monkeypatch):
    """Threads go on for a moment with each byte that comes now and then."""
    assert crowd_with_a_lull(monkeypatch, 0.1)


def test_a_crowd_that_has_parted_gathers_anew(monkeypatch):
    assert not crowd_with_a_lull(monkeypatch, 0.5)
