"""What only a real server shows: sockets, chunks, connections, signals."""

import http.client
import json
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator

import pytest

from loba import limits
from tests.api.bodies import MELD_CHECK
from tests.api.serving import COMMAND, ask, environment, served

pytestmark = pytest.mark.http

GOOD = json.dumps(MELD_CHECK).encode()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served() as (port, _):
        yield port


def post_chunked(port, pieces, content_type="application/json"):
    headers = {"Content-Type": content_type, "Transfer-Encoding": "chunked"}
    return ask(port, "POST", "/v1/meld-checks", iter(pieces), headers, chunked=True)


def test_a_chunked_body_is_read_whole(port):
    answer, content = post_chunked(port, [GOOD[:10], GOOD[10:]])

    assert (answer.status, json.loads(content)["verdicts"][0]["legal"]) == (200, True)


@pytest.mark.parametrize(("excess", "status"), [(0, 200), (1, 413)])
def test_a_chunked_body_over_the_limit_is_refused_and_not_cut(port, excess, status):
    padding = b" " * (limits.BODY_BYTES - len(GOOD) + excess)
    answer, _ = post_chunked(port, [GOOD, padding])

    assert answer.status == status


@pytest.mark.parametrize(("excess", "status"), [(0, 200), (1, 413), (5_000_000, 413)])
def test_a_body_over_the_limit_is_refused(port, excess, status):
    body = GOOD + b" " * (limits.BODY_BYTES - len(GOOD) + excess)
    answer, _ = ask(port, "POST", "/v1/meld-checks", body, {"Content-Type": "application/json"})

    assert answer.status == status


def test_a_chunked_batch_is_answered_line_by_line(port):
    def pieces():
        for _ in range(2000):
            yield GOOD[:30]
            yield GOOD[30:] + b"\n"

    answer, content = post_chunked(port, pieces(), "application/x-ndjson")

    assert answer.status == 200
    assert answer.getheader("X-Request-Id")
    assert content.count(b"\n") == 2000


def test_a_line_over_the_limit_leaves_the_rest_alone(port):
    def pieces():
        yield GOOD + b"\n"
        for _ in range(1000):
            yield b"x" * 4096
        yield b"\n" + GOOD

    _, content = post_chunked(port, pieces(), "application/x-ndjson")

    assert [json.loads(line).get("status", 200) for line in content.splitlines()] == [200, 413, 200]


def test_the_first_answers_come_while_the_batch_is_being_sent(port):
    connection = socket.create_connection(("127.0.0.1", port), 10)
    connection.sendall(
        b"POST /v1/meld-checks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
        b"Content-Type: application/x-ndjson\r\n\r\n"
    )
    lines = (GOOD + b"\n") * 300
    connection.sendall(b"%x\r\n%b\r\n" % (len(lines), lines))
    received = connection.recv(65536)

    assert received.startswith(b"HTTP/1.1 200")
    connection.close()


def test_who_reads_nothing_before_everything_is_sent_is_answered_all_the_same(port):
    count = 12_000
    body = b"\n".join([GOOD + b" " * 1000] * count)
    answer, content = ask(port, "POST", "/v1/meld-checks", body, {"Content-Type": "application/x-ndjson"})

    assert (answer.status, content.count(b"\n")) == (200, count)


def test_one_connection_serves_many_requests_good_and_bad(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    too_long = b" " * (limits.BODY_BYTES + 1)
    statuses = []
    for body in (GOOD, b"{", too_long, GOOD):
        connection.request("POST", "/v1/meld-checks", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        statuses.append(answer.status)
    connection.close()

    assert statuses == [200, 400, 413, 200]


def test_idle_connections_hold_nobody_up(port):
    idle = [socket.create_connection(("127.0.0.1", port), 5) for _ in range(7)]
    started = time.monotonic()
    answer, _ = ask(port, "GET", "/livez")
    for connection in idle:
        connection.close()

    assert answer.status == 200
    assert time.monotonic() - started < 2


def raw(port, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), 20) as connection:
        connection.sendall(request)
        received = b""
        while piece := connection.recv(65536):
            received += piece
    return received


HEAD = b"POST /v1/meld-checks HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n"


def test_chunks_that_make_no_sense_are_no_bug_of_ours(port):
    received = raw(port, HEAD + b"Content-Type: application/json\r\n\r\n5\r\n{}\r\nzz\r\n\r\n")

    assert received.startswith(b"HTTP/1.1 400")


def test_a_batch_that_breaks_off_is_answered_up_to_there(port):
    line = b"%x\r\n%b\n\r\n" % (len(GOOD) + 1, GOOD)
    received = raw(port, HEAD + b"Content-Type: application/x-ndjson\r\n\r\n" + line + b"zz\r\n\r\n")

    assert received.startswith(b"HTTP/1.1 200")
    assert b"/problems/malformed-json" in received


@pytest.mark.parametrize("connection", ["close", "keep-alive"])
def test_a_large_body_in_the_wrong_place_is_no_broken_pipe(port, connection):
    answer, _ = ask(port, "POST", "/nowhere", b" " * 5_000_000, {"Connection": connection})

    assert answer.status == 404


def test_a_strange_host_is_no_trouble(port):
    connection = socket.create_connection(("127.0.0.1", port), 10)
    connection.sendall(b"GET /v1/rulesets HTTP/1.1\r\nHost: a_b..c:99999999\r\nConnection: close\r\n\r\n")
    received = connection.recv(65536)
    connection.close()

    assert received.split(b" ", 2)[1] in {b"200", b"400"}


def test_a_terminated_server_says_so_answers_and_ends():
    with served(LOBA_DRAIN_SECONDS="2") as (port, server):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.putrequest("POST", "/v1/meld-checks")
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", str(len(GOOD)))
        connection.endheaders(GOOD[:20])
        time.sleep(0.3)
        server.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        ready, problem = ask(port, "GET", "/readyz")
        alive, _ = ask(port, "POST", "/v1/meld-checks", GOOD, {"Content-Type": "application/json"})
        connection.send(GOOD[20:])
        late = connection.getresponse()

        assert (ready.status, json.loads(problem)["type"]) == (503, "/problems/shutting-down")
        assert alive.status == 200
        assert (late.status, json.loads(late.read())["verdicts"][0]["legal"]) == (200, True)
        connection.close()
        assert server.wait(20) == 0


def test_every_line_the_server_writes_is_json():
    with served() as (port, server):
        ask(port, "POST", "/v1/meld-checks", GOOD, {"Content-Type": "application/json"})
        server.send_signal(signal.SIGTERM)
        server.wait(20)
        assert server.stdout is not None
        lines = [json.loads(line) for line in server.stdout]

    asked = [line for line in lines if line["logger"] == "loba.requests"]
    assert [(line["route"], line["status"], line["legal"]) for line in asked] == [
        ("/v1/meld-checks", 200, True)
    ]


@pytest.mark.parametrize("setting", [{"LOBA_PORT": "http"}, {"LOBA_LOG_LEVEL": "loud"}], ids=str)
def test_a_bad_setting_stops_the_server_with_a_clear_word(setting):
    ended = subprocess.run(
        COMMAND, env=environment(**setting), capture_output=True, text=True, timeout=30, check=False
    )

    assert ended.returncode != 0
    assert f"{next(iter(setting))} must be" in ended.stderr + ended.stdout


def test_threads_share_one_application(port):
    """The same question from many threads at once gets the same answer, byte for byte."""
    answers: list[bytes] = []

    def client():
        answers.extend(
            ask(port, "POST", "/v1/meld-checks", GOOD, {"Content-Type": "application/json"})[1]
            for _ in range(20)
        )

    threads = [threading.Thread(target=client) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(answers) == 160
    assert len(set(answers)) == 1
