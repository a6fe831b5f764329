"""Every example of the contract is sent, and answered exactly as the contract says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from loba.rulesets import BASES, VARIANTS_BY_ID
from tests.contract.document import JSON, NDJSON, REQUEST_ID, client, exchanges, operations, request_examples

EXCHANGES = exchanges()
ADJUDICATE = next(operation for operation in operations() if operation.id == "adjudicate")
LIST = next(operation for operation in operations() if operation.id == "listLegalMoves")


@pytest.mark.parametrize("exchange", EXCHANGES, ids=lambda exchange: exchange.name)
def test_the_answer_is_the_one_in_the_contract(exchange):
    """Byte for byte where nothing was left out: messages, order of members and all."""
    response = exchange.send()

    assert (response.status_code, response.mimetype) == (exchange.status, exchange.media_type)
    assert exchange.shown(response) == exchange.answer
    assert response.headers["X-Request-Id"] == REQUEST_ID
    if isinstance(exchange.answer, dict) and exchange.excerpt is None:
        assert response.text == json.dumps(exchange.answer, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("name", [name for name, _ in request_examples(ADJUDICATE)])
def test_the_state_in_an_answer_is_a_state_for_the_next_request(name):
    asked = dict(request_examples(ADJUDICATE))[name]
    answer = client().post("/v1/adjudications", json=asked).get_json()
    if "state" not in answer:
        return
    again = client().post("/v1/state-checks", json={"ruleset": asked["ruleset"], "state": answer["state"]})

    assert again.status_code == 200
    assert again.get_json()["findings"] == []


def judged_by(ruleset: dict[str, Any]) -> Any:
    question = {"ruleset": ruleset, "melds": [{"cards": ["1o"]}]}
    return client().post("/v1/meld-checks", json=question).get_json()["ruleset"]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("variant", [None, *VARIANTS_BY_ID])
def test_the_ruleset_in_an_answer_is_a_ruleset_for_the_next_request(base, variant):
    """All of it but the digest: every option is named then, and it is the same ruleset, digest and all."""
    if variant is not None and base not in VARIANTS_BY_ID[variant].fits:
        return
    judged = judged_by({"id": base, "variants": [variant] if variant else []})
    assert judged_by({name: value for name, value in judged.items() if name != "digest"}) == judged


@pytest.mark.parametrize("name", [name for name, _ in request_examples(LIST)])
def test_a_listed_move_is_a_legal_move(name):
    """All but a draw from a hidden stock, which wants its card."""
    asked = dict(request_examples(LIST))[name]
    for move in client().post("/v1/legal-moves", json=asked).get_json().get("moves", []):
        body = {"ruleset": asked["ruleset"], "state": asked["state"], "moves": [move]}
        answer = client().post("/v1/adjudications", json=body).get_json()
        if move["type"] == "draw_stock":
            assert [error["pointer"] for error in answer["errors"]] == ["/moves/0/card"]
        else:
            assert answer["legal"], move


def results(value: Any) -> Iterator[Any]:
    """Yield every scored deal in an answer."""
    if isinstance(value, dict):
        if "scores" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from results(inner)


def test_every_breakdown_adds_up():
    found = [result for exchange in EXCHANGES for result in results(exchange.answer)]
    assert len(found) > 10
    for result in found:
        for score in result["scores"]:
            assert sum(line["points"] for line in score["breakdown"]) == score["points"]
            assert result["standings"]["totals"][score["player"]] == score["total"]


def test_a_line_is_answered_like_a_body():
    """A batch of all examples of an operation is answered line by line as each is answered alone."""
    for operation in operations():
        if operation.method != "POST":
            continue
        bodies = [json.dumps(value) for _, value in request_examples(operation)]
        headers = {"X-Request-Id": REQUEST_ID}
        batch = client().post(
            operation.path, data="\n".join(bodies), headers={**headers, "Content-Type": NDJSON}
        )
        alone = [
            client().post(operation.path, data=body, headers={**headers, "Content-Type": JSON}).text
            for body in bodies
        ]

        assert batch.text.splitlines() == alone
