"""Batches: lines in, lines out."""

import io
import json
import socket
import threading

import pytest

from loba.api.batches import Batch
from loba.api.patience import PatientSocket, Waiting
from loba.api.problems import Problem
from tests.api.bodies import ADJUDICATION, MELD_CHECK, spoilt

GOOD = json.dumps(MELD_CHECK).encode()


def lines_of(raw, limit=10):
    batch = Batch(io.BytesIO(raw))
    every = [line for together in batch.lines(limit) for line in together]
    lines = ["too long" if isinstance(line, Problem) else line for line in every]
    batch.close()
    return lines


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        (b"", []),
        (b"\n\n \n\t\r\n", []),
        (b"a", [b"a"]),
        (b"a\n", [b"a"]),
        (b"a\nb", [b"a", b"b"]),
        (b"a\r\nb\r\n", [b"a", b"b"]),
        (b"\na\n\nb\n\n", [b"a", b"b"]),
        (b"0123456789\n", [b"0123456789"]),
        (b"01234567890\nb", ["too long", b"b"]),
        (b"01234567890", ["too long"]),
        (b"x" * 50_000 + b"\nb\n" + b"y" * 50_000, ["too long", b"b", "too long"]),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_lines(raw, lines):
    assert lines_of(raw) == lines


@pytest.mark.parametrize("length", [8191, 8192, 8193, 16384])
def test_lines_may_end_where_a_piece_ends(length):
    assert lines_of(b"x" * length + b"\n" + b"b\n", 20_000) == [b"x" * length, b"b"]


def ask(client, raw, path="/v1/meld-checks", **headers):
    answer = client.post(path, data=raw, content_type="application/x-ndjson", headers=headers)
    assert (answer.status_code, answer.content_type) == (200, "application/x-ndjson")
    return [json.loads(line) for line in answer.data.split(b"\n") if line]


def test_a_line_is_answered_like_a_body(client):
    alone = client.post("/v1/meld-checks", data=GOOD, content_type="application/json").json

    assert ask(client, GOOD + b"\n" + GOOD) == [alone, alone]


def test_a_bad_line_gets_its_problem_in_its_place(client):
    unknown = json.dumps(spoilt(MELD_CHECK, ("ruleset.id", "poker"))).encode()
    too_long = b" " * 262_145
    answers = ask(client, b"\n".join([GOOD, b"{", unknown, too_long, b"[]", GOOD]))

    assert [answer.get("status", 200) for answer in answers] == [200, 400, 422, 413, 422, 200]


def test_a_batch_may_be_larger_than_a_body(client):
    assert len(ask(client, (GOOD + b"\n") * 5000)) == 5000


def test_a_batch_is_answered_in_the_language_asked_for(client):
    raw = json.dumps(spoilt(ADJUDICATION, ("moves.0.player", "beto"))).encode()
    english = ask(client, raw, "/v1/adjudications")
    spanish = ask(client, raw, "/v1/adjudications", **{"Accept-Language": "es"})

    assert english != spanish


def test_answers_come_before_the_batch_has_ended(app):
    """The stream is read no further than the answers that have been taken ask for."""

    class Lines(io.RawIOBase):
        taken = 0

        def readable(self):
            return True

        def readinto(self, buffer):
            self.taken += 1
            piece = (GOOD + b" " * 8192)[:8191] + b"\n"
            buffer[: len(piece)] = piece
            return len(piece)

    stream = Lines()
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/v1/meld-checks",
        "CONTENT_TYPE": "application/x-ndjson",
        "SERVER_NAME": "test",
        "SERVER_PORT": "80",
        "wsgi.url_scheme": "http",
        "wsgi.input": stream,
        "wsgi.input_terminated": True,
    }
    answers = app(environ, lambda *_: None)
    for _ in range(3):
        assert json.loads(next(answers))["verdicts"][0]["legal"]

    assert stream.taken <= 4
    answers.close()


def test_who_sends_everything_before_reading_anything_is_not_kept_waiting():
    """A client that reads nothing yet, and a batch that no buffer between the two can hold."""
    ours, theirs = socket.socketpair()
    ours = PatientSocket.of(ours, 30, Waiting(8))
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)
    raw = b"x" * 99 + b"\n"
    count = 50_000

    def client():
        theirs.sendall(raw * count)
        theirs.shutdown(socket.SHUT_WR)
        while theirs.recv(65536):
            pass

    thread = threading.Thread(target=client, daemon=True)
    thread.start()
    answered = 0
    with ours, ours.makefile("rb") as stream:
        batch = Batch(stream, ours)
        for lines in batch.lines(100):
            answered += len(lines)
            for piece in batch.sent(line * 5 for line in lines):
                ours.sendall(piece)
        batch.close()
    thread.join(10)
    theirs.close()

    assert answered == count
    assert not thread.is_alive()


def test_a_long_answer_is_sent_in_pieces():
    batch = Batch(io.BytesIO())
    pieces = list(batch.sent([b"x" * 40_000]))
    batch.close()

    assert b"".join(pieces) == b"x" * 40_000
    assert max(map(len, pieces)) <= 16_384


def test_short_answers_go_together_and_in_their_order():
    batch = Batch(io.BytesIO())
    answers = [b"%d\n" % number for number in range(5000)]
    pieces = list(batch.sent(answers))
    batch.close()

    assert b"".join(pieces) == b"".join(answers)
    assert len(pieces) < 100


def test_no_answer_waits_for_a_line_that_has_not_come():
    """Whoever sends a line and waits for its answer gets it, also where blank lines follow."""

    class Lines(io.RawIOBase):
        sent = iter([GOOD + b"\n\n\n" + GOOD[:10], GOOD[10:] + b"\n"])

        def readable(self):
            return True

        def readinto(self, buffer):
            piece = next(self.sent)  # a third time fails
            buffer[: len(piece)] = piece
            return len(piece)

    batch = Batch(Lines())
    lines = batch.lines(1000)
    for _ in range(2):
        (line,) = next(lines)
        assert line == GOOD
        assert list(batch.sent([b"answer\n"])) == [b"answer\n"]
    batch.close()


def test_what_came_before_a_batch_broke_off_is_answered():
    """Also where that is noticed while answers are being sent to a client that takes none yet."""

    class Sending:
        def begin(self):
            pass

        def takes(self):
            return False

    class Breaking(io.RawIOBase):
        sent = iter([b"a\nb\n", b"c\n"])

        def read(self, _):
            return next(self.sent)  # a third time fails

    batch = Batch(Breaking(), Sending())
    lines = batch.lines(10)

    assert next(lines) == [b"a", b"b"]
    assert list(batch.sent([b"A\n", b"B\n"])) == [b"A\nB\n"]
    assert next(lines) == [b"c"]
    with pytest.raises(Problem):
        next(lines)
    batch.close()
