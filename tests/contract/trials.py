"""Random requests by the contract, and what is asked of each answer beyond the usual checks."""

from __future__ import annotations

import json
import re
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import schemathesis
from schemathesis import Case, CheckContext, Response
from schemathesis.generation import GenerationMode

from tests.contract.document import JSON, NDJSON, PROBLEM, Node, document
from tests.contract.test_single_faults import UNSAYABLE

SETTINGS: Final = tomllib.loads(Path(__file__).with_name("schemathesis.toml").read_text(encoding="utf-8"))


def config(**more: object) -> schemathesis.Config:
    """Return the settings of `schemathesis.toml`, and others."""
    return schemathesis.Config.from_dict({**SETTINGS, **more})


def contract() -> Node:
    """Return the contract in words that schemathesis follows to the end.

    It gives up on an object with `oneOf` beside `properties`. "Either the one member or the other" is
    therefore said as two whole objects, which is the same.
    """
    told = deepcopy(document())
    for name, schema in told["components"]["schemas"].items():
        if "oneOf" in schema and "properties" in schema:
            ways = [way["required"] for way in schema.pop("oneOf")]
            every = {member for members in ways for member in members}
            told["components"]["schemas"][name] = {
                "oneOf": [_with(schema, members, every.difference(members)) for members in ways]
            }
    return told


def _with(schema: Node, wanted: list[str], unwanted: set[str]) -> Node:
    properties = {name: node for name, node in schema["properties"].items() if name not in unwanted}
    return {**schema, "properties": properties, "required": [*schema.get("required", []), *wanted]}


@schemathesis.hook
def filter_case(_: object, case: Case) -> bool:
    """Leave out what is valid once it is written down.

    A list of one empty text looks like an empty list in a query. Lines that are no text do not exist.
    """
    if case.media_type == NDJSON and not isinstance(case.body, str):
        return False
    return (case.query or {}).get("variants") not in ([""], "")


def text(_: object, value: object) -> bytes:
    """Send lines as they are."""
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()


schemathesis.serializer(NDJSON)(text)


@schemathesis.deserializer(NDJSON)
def lines(_: object, response: Response) -> str:
    """Take the lines of an answer as the text they are."""
    return response.content.decode()


def check_that_a_refusal_has_its_reason(_: CheckContext, response: Response, case: Case) -> None:
    """What fits the schema is refused only for what no schema can say."""
    if response.status_code != 422 or case.meta is None or case.meta.generation.mode is not GenerationMode.POSITIVE:
        return
    problem = response.json()
    if problem["type"].endswith("/invalid-request"):
        for error in problem["errors"]:
            assert re.fullmatch(UNSAYABLE.get(error["code"], "-"), error["pointer"]), error
    else:
        assert problem["type"].rpartition("/")[2] in {"inconsistent-state", "too-complex"}


def check_that_every_line_is_answered(_: CheckContext, response: Response, case: Case) -> None:
    """A batch has an answer or a problem for each line that is not blank."""
    if response.status_code != 200 or case.media_type != NDJSON:
        return
    asked = [line for line in text(None, case.body).split(b"\n") if line.strip(b" \t\r")]
    answered: list[Any] = [json.loads(line) for line in response.content.splitlines()]
    assert len(answered) == len(asked)
    assert all("engine" in answer or answer["instance"] for answer in answered)


def check_that_a_problem_names_the_request(_: CheckContext, response: Response, __: Case) -> None:
    """The id in the header is the one in the problem, and the status in the problem is that of the answer."""
    [media_type] = response.headers.get("content-type", [""])
    if media_type == PROBLEM:
        problem = response.json()
        assert [problem["instance"]] == response.headers["x-request-id"]
        assert problem["status"] == response.status_code
    elif response.status_code not in {304}:
        assert response.status_code == 200
        assert media_type != JSON or isinstance(response.json(), dict)


CHECKS: Final = [
    check_that_a_refusal_has_its_reason,
    check_that_every_line_is_answered,
    check_that_a_problem_names_the_request,
]
