"""Many clients that begin something and do not go on: each is given up, and everybody else is served."""

from __future__ import annotations

import json
import os
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Semaphore
from typing import IO

import pytest

from tests.api.serving import COMMAND, ask, served
from tests.hostile.bodies import GOOD, QUESTIONS
from tests.hostile.heads import get
from tests.hostile.slow import BATCH, SLOW
from tests.hostile.wire import errors, exchange, told

pytestmark = pytest.mark.http

LONG = os.environ.get("HOSTILE") == "long"
CLIENTS = 150 if LONG else 10
"""At a time, for one worker of eight threads."""


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[int, IO[bytes]]]:
    with served(LOBA_RECEIVE_SECONDS="10" if LONG else "1") as (port, process):
        assert process.stdout is not None
        yield port, process.stdout
        assert process.poll() is None


def served_well(port: int) -> bool:
    answer, content = ask(port, "POST", "/v1/meld-checks", GOOD, {"Content-Type": "application/json"})
    return answer.status == 200 and json.loads(content)["verdicts"][0]["legal"]


@pytest.mark.parametrize("slow", SLOW, ids=lambda slow: slow.told)
def test_everybody_else_is_served(server, slow):
    port, lines = server
    begun = Semaphore(0)
    with ThreadPoolExecutor(CLIENTS) as clients:
        answers = [clients.submit(slow.behave, port, begun.release) for _ in range(CLIENTS)]
        for _ in range(CLIENTS):
            assert begun.acquire(timeout=60)
        for _ in range(5):
            assert served_well(port)
        while not all(answer.done() for answer in answers):
            assert served_well(port)
    assert {answer.result() for answer in answers} == {slow.answer}
    assert errors(lines) == []


def test_hard_questions_hold_nobody_up(server):
    """What costs most of all, from all clients at once; a process has one processor for them."""
    port, lines = server
    with ThreadPoolExecutor(CLIENTS) as clients:
        asked = [(question, clients.submit(exchange, port, question.sent)) for question in QUESTIONS * 2]
        while not all(answer.done() for _, answer in asked):
            assert served_well(port)
    assert [q.told for q, answer in asked if told(answer.result()) != q.answer] == []
    assert errors(lines) == []


def in_hand(port: int) -> float:
    """How many requests the server has in hand, without the one that asks."""
    _, content = ask(port, "GET", "/metrics")
    found = re.search(rb"^loba_http_requests_in_flight (\S+)$", content, re.MULTILINE)
    assert found
    return float(found[1]) - 1


ANSWERS = get(b"/openapi.json").replace(b"Connection: close\r\n", b"") * 300
FILES = get(b"/docs/swagger-ui-bundle.js").replace(b"Connection: close\r\n", b"") * 10
LINES = BATCH + b"Content-Length: 999999999\r\n\r\n" + (GOOD + b"\n") * 20_000
FEW = 10
"""A batch keeps the processor busy until the line is full."""


@pytest.mark.parametrize(
    ("sent", "clients"),
    [(ANSWERS, CLIENTS), (FILES, CLIENTS), (LINES, FEW)],
    ids=["answers", "files", "lines of a batch"],
)
def test_who_takes_nothing_is_given_up(server, sent, clients):
    """Answers pile up until the line is full; then a thread waits for the client, but not for ever."""
    port, lines = server
    waiting = []
    for _ in range(clients):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(0)
        connection.send(sent)
        waiting.append(connection)
    for _ in range(5):
        assert served_well(port)
    assert any(not in_hand(port) for _ in range(20_000))
    for connection in waiting:
        connection.close()
    assert errors(lines) == []


def test_a_flood_of_connections_ends_no_worker():
    """Of more connections than a process may have files, some wait outside until there is room."""
    few_files = ("bash", "-c", 'ulimit -n 160 && exec "$@"', "bash", *COMMAND)
    with served(few_files, LOBA_RECEIVE_SECONDS="2") as (port, process):
        flood = [socket.create_connection(("127.0.0.1", port)) for _ in range(400)]
        assert served_well(port)
        for connection in flood:
            connection.close()
        assert process.stdout is not None
        assert errors(process.stdout) == []
