"""Every status an operation documents can be had from it, with the headers the contract describes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import jsonschema_rs
import pytest
from werkzeug.test import TestResponse

from tests.contract.document import (
    HTML,
    JSON,
    KEYS,
    PROBLEM,
    TRACE_PARENT,
    Operation,
    client,
    operations,
    request_examples,
    resolved,
    validator,
)

Answering = Callable[[Operation], TestResponse]


def ask(operation: Operation, circumstance: str | None = None, **changes: Any) -> TestResponse:
    """Ask an operation something it can answer, with changes."""
    request: dict[str, Any] = {"method": operation.method}
    changes["headers"] = {"traceparent": TRACE_PARENT} | changes.get("headers", {})
    if operation.bodies:
        _, request["json"] = next(request_examples(operation))
    if {"data", "content_type"} & set(changes):
        request.pop("json", None)
    return client(circumstance).open(operation.some_path(), **request | changes)


def known_already(operation: Operation) -> TestResponse:
    return ask(operation, headers={"If-None-Match": ask(operation).headers["ETag"]})


def somewhere_else(operation: Operation) -> TestResponse:
    if operation.path in {"/", "/docs"}:
        return ask(operation, "bare")
    elsewhere = operation.path.replace("{id}", "poker").replace("{code}", "pierna.fifth-suit")
    return client().get(elsewhere, headers={"traceparent": TRACE_PARENT})


def with_a_key_for_something_else(operation: Operation) -> TestResponse:
    key = next(key for key, route in KEYS.items() if route != operation.path)
    return ask(operation, "guarded", headers={"X-Api-Key": key})


def not_acceptable(operation: Operation) -> TestResponse:
    sent = [media_type for media_type in operation.responses[200]["content"] if media_type != HTML]
    return ask(operation, headers={"Accept": HTML if sent else JSON})


def wrong(operation: Operation) -> TestResponse:
    """Ask with a member or a parameter nobody knows."""
    if operation.bodies:
        _, value = next(request_examples(operation))
        return ask(operation, json={**value, "jocker": 1})
    return ask(operation, query_string={"jocker": "1"})


PROVOKED: Final[Mapping[int, Answering]] = {
    200: ask,
    304: known_already,
    400: lambda operation: ask(operation, data=b"{", content_type=JSON),
    401: lambda operation: ask(operation, "guarded"),
    403: with_a_key_for_something_else,
    404: somewhere_else,
    405: lambda operation: ask(operation, method="DELETE"),
    406: not_acceptable,
    413: lambda operation: ask(operation, data=b" " * (operation.longest_body + 1), content_type=JSON),
    415: lambda operation: ask(operation, data=b"{}", content_type="text/plain"),
    422: wrong,
    429: lambda operation: ask(operation, "crowded"),
    500: lambda operation: ask(operation, "broken"),
    503: lambda operation: ask(operation, "draining"),
}

DOCUMENTED: Final = [
    pytest.param(operation, status, id=f"{operation.id}-{status}")
    for operation in operations()
    for status in operation.responses
]


@pytest.mark.parametrize(("operation", "status"), DOCUMENTED)
def test_a_documented_status_can_be_had(operation, status):
    response = PROVOKED[status](operation)
    described = operation.responses[status]

    assert response.status_code == status, response.text[:300]
    if status == 304:
        assert response.data == b""
    else:
        assert response.mimetype in described["content"]
    if status >= 400:
        assert response.mimetype == PROBLEM
        assert validator({"$ref": "#/components/schemas/Problem"}).is_valid(response.get_json())


@pytest.mark.parametrize(("operation", "status"), DOCUMENTED)
def test_the_headers_of_an_answer_are_as_described(operation, status):
    response = PROVOKED[status](operation)
    described = {name: resolved(header) for name, header in operation.responses[status]["headers"].items()}

    assert {name for name, header in described.items() if header["required"]} <= set(response.headers.keys())
    for name, header in described.items():
        judge = jsonschema_rs.Draft202012Validator(header["schema"])
        assert judge.is_valid(response.headers[name]), f"{name}: {response.headers[name]}"
    assert ("ETag" in described) == ("ETag" in response.headers)
    for seldom in ("Allow", "Retry-After", "WWW-Authenticate"):
        assert (seldom in described) == (seldom in response.headers)
    assert response.headers["traceparent"] == TRACE_PARENT
    if status != 304:
        assert ("Content-Language" in described) == ("Content-Language" in response.headers)


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.id)
def test_keys_are_asked_for_where_the_contract_says_so(operation):
    """Everything under /v1 wants a key where keys are asked for, and nothing else does."""
    closed = ask(operation, "guarded").status_code == 401
    assert closed == (401 in operation.responses)
    assert closed == (operation.node.get("security") != [])
    for key, route in KEYS.items():
        for sent in ({"X-Api-Key": key}, {"Authorization": f"Bearer {key}"}):
            refused = ask(operation, "guarded", headers=sent).status_code == 403
            assert refused == (closed and route != operation.path)


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.id)
def test_only_a_trace_that_makes_sense_comes_back(operation):
    assert "traceparent" not in ask(operation, headers={"traceparent": "00-0-0-00"}).headers


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.id)
def test_a_body_of_just_that_length_is_read(operation):
    if operation.bodies:
        response = ask(operation, data=b" " * operation.longest_body, content_type=JSON)
        assert response.status_code == 400


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.id)
def test_allow_names_what_the_contract_has(operation):
    allowed = set(ask(operation, method="DELETE").headers["Allow"].split(", "))
    there = {other.method for other in operations() if other.path == operation.path}
    assert allowed - {"HEAD"} == there


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.id)
def test_what_describes_languages_speaks_them(operation):
    """An operation that takes Accept-Language answers in that language, and nobody else promises to."""
    takes = "Accept-Language" in {parameter["name"] for parameter in operation.parameters("header")}
    assert takes == operation.path.startswith("/v1/")
    if takes:
        for language in ("en", "es", "fr"):
            response = ask(operation, headers={"Accept-Language": language})
            assert response.headers["Content-Language"] == language
            assert "Accept-Language" in response.headers["Vary"]
