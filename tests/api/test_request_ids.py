"""Every answer carries the id of its request."""

import pytest

from tests.api.bodies import MELD_CHECK


@pytest.mark.parametrize("sent", ["a", "table-7.round_2", "A" * 128])
def test_a_sane_id_comes_back(client, sent):
    answer = client.post("/v1/meld-checks", json=MELD_CHECK, headers={"X-Request-Id": sent})

    assert answer.headers["X-Request-Id"] == sent


@pytest.mark.parametrize("sent", ["", "a b", "A" * 129, "ñ", "a/b", "<script>", "a\t"])
def test_any_other_is_replaced(client, sent):
    answer = client.post("/v1/meld-checks", json=MELD_CHECK, headers={"X-Request-Id": sent})

    assert len(answer.headers["X-Request-Id"]) == 32
    assert answer.headers["X-Request-Id"] != sent


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/nowhere", "/v1/rulesets", "/v1/adjudications"])
def test_it_is_in_every_answer(client, path):
    assert client.get(path, headers={"X-Request-Id": "x-1"}).headers["X-Request-Id"] == "x-1"


def test_every_request_gets_its_own(client):
    ids = {client.get("/livez").headers["X-Request-Id"] for _ in range(3)}

    assert len(ids) == 3


def test_a_batch_has_one(client):
    answer = client.post(
        "/v1/meld-checks",
        data="{\n[]",
        headers={"X-Request-Id": "x-1", "Content-Type": "application/x-ndjson"},
    )

    assert answer.headers["X-Request-Id"] == "x-1"
    assert answer.text.count('"instance":"x-1"') == 2
