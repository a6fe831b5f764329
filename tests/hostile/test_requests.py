"""What is sent to make the service err gets the answer that docs/security.md tells, and does no harm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from tests.api.serving import ask, served
from tests.hostile.bodies import GOOD
from tests.hostile.every import ATTEMPTS, tables
from tests.hostile.wire import errors, exchange, told

pytestmark = pytest.mark.http

DOCUMENT = Path(__file__).parents[2] / "docs" / "security.md"


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[int, IO[bytes]]]:
    """A server that waits for nobody longer than a second, and the lines it writes."""
    with served(LOBA_RECEIVE_SECONDS="1") as (port, process):
        assert process.stdout is not None
        yield port, process.stdout
        assert process.poll() is None


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=lambda attempt: f"{attempt.chapter}: {attempt.told[:60]}")
def test_an_attempt_gets_its_answer_and_the_next_request_too(server, attempt):
    port, lines = server
    assert told(exchange(port, attempt.sent)) == attempt.answer
    answer, content = ask(port, "POST", "/v1/meld-checks", GOOD, {"Content-Type": "application/json"})
    assert (answer.status, json.loads(content)["verdicts"][0]["legal"]) == (200, True)
    assert errors(lines) == []


def test_the_document_tells_of_every_attempt_and_its_answer():
    """`python -m tests.hostile.record` writes the table anew."""
    assert tables() in DOCUMENT.read_text(encoding="utf-8")
