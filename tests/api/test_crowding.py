"""A process that answers only so many questions at a time."""

import json
from contextlib import contextmanager
from contextvars import copy_context

import pytest

from loba.api import Settings, create_app
from tests.api.bodies import MELD_CHECK

LINES = b"\n".join([json.dumps(MELD_CHECK).encode()] * 3)


@pytest.fixture
def client():
    return create_app(Settings(max_in_flight=2)).test_client()


def ask(client, **options):
    return client.post("/v1/meld-checks", json=MELD_CHECK, buffered=True, **options)


@contextmanager
def being_answered(client):
    """A batch whose last line has not been fetched. It has a context of its own, as if in another thread."""
    context = copy_context()
    answer = context.run(client.post, "/v1/meld-checks", data=LINES, content_type="application/x-ndjson")
    assert answer.status_code == 200
    yield
    context.run(answer.close)


def test_more_than_that_are_asked_to_come_back(client):
    with being_answered(client), being_answered(client):
        refused = ask(client, headers={"X-Request-Id": "r-1"})
        assert (refused.status_code, refused.json["type"]) == (429, "/problems/too-many-requests")
        assert refused.headers["Retry-After"] == "1"
        assert refused.json["instance"] == "r-1"
    assert [ask(client).status_code for _ in range(5)] == [200] * 5


def test_questions_that_fail_leave_their_place_too(client):
    for path, body in [("/v1/meld-checks", {}), ("/v1/nothing", {}), ("/livez", {})] * 3:
        assert client.post(path, json=body, buffered=True).status_code in {404, 405, 422}
    assert ask(client).status_code == 200


def test_what_asks_nothing_is_always_answered(client):
    with being_answered(client), being_answered(client):
        for path in ("/livez", "/readyz", "/metrics", "/v1/rulesets", "/docs"):
            assert client.get(path, buffered=True).status_code == 200


def test_no_limit_unless_wanted():
    client = create_app(Settings()).test_client()
    with being_answered(client), being_answered(client), being_answered(client):
        assert ask(client).status_code == 200


def test_who_has_no_key_takes_no_place(tmp_path):
    keys = tmp_path / "keys"
    keys.write_text("ana:" + "0" * 64)
    client = create_app(Settings(max_in_flight=1, api_keys_file=str(keys))).test_client()

    assert [client.post("/v1/meld-checks", json=MELD_CHECK).status_code for _ in range(3)] == [401] * 3
