"""Random requests by the contract, and what is asked of each answer beyond the usual checks."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import schemathesis
from hypothesis import strategies as st
from schemathesis import Case, CheckContext, HookContext, Response
from schemathesis.generation import GenerationMode
from schemathesis.generation.meta import TestPhase

from tests.contract.document import JSON, NDJSON, PROBLEM, Node, document
from tests.contract.tally import TALLY
from tests.contract.test_single_faults import UNSAYABLE
from tests.support.questions import question

SETTINGS: Final = tomllib.loads(Path(__file__).with_name("schemathesis.toml").read_text(encoding="utf-8"))
LONG: Final = os.environ.get("TRIALS") == "long"
"""Whether there is time (`make contract`). Otherwise the values at the bounds, which are written down before
the first test runs, are left to the single faults."""


def config(examples: int, **more: object) -> schemathesis.Config:
    """Return the settings of `schemathesis.toml` with so many random requests for each operation.

    `more` are other settings of how requests are made.
    """
    phases = {} if LONG else {"phases": {"coverage": {"enabled": False}}}
    generation = {**SETTINGS["generation"], "max-examples": examples, **more}
    return schemathesis.Config.from_dict({**SETTINGS, **phases, "generation": generation})


def contract(*, lines: bool = True) -> Node:
    """Return the contract in words that schemathesis follows to the end, with or without requests in lines.

    It gives up on `not` beside `properties`. "Either the one member or the other" is therefore said as two
    whole objects, which is the same.
    """
    told = deepcopy(document())
    for item in told["paths"].values():
        for operation in item.values() if not lines else ():
            operation.get("requestBody", {}).get("content", {}).pop(NDJSON, None)
    for name, schema in told["components"]["schemas"].items():
        both, *_ = schema.get("not", {}).get("anyOf", [{}])
        if "required" in both:
            del schema["not"]
            one, other = both["required"]
            told["components"]["schemas"][name] = {
                "oneOf": [_with(schema, [one], {other}), _with(schema, [other], {one})]
            }
    return told


def _with(schema: Node, wanted: list[str], unwanted: set[str]) -> Node:
    """Say that some members are there and others are not, nor what depends on these."""
    schema = dict(schema)
    needs: Mapping[str, list[str]] = schema.pop("dependentRequired", {})
    unwanted = unwanted | {name for name, needed in needs.items() if unwanted & set(needed)}
    wanted = [*wanted, *(also for name in wanted for also in needs.get(name, []))]
    properties = {name: node for name, node in schema["properties"].items() if name not in unwanted}
    return {**schema, "properties": properties, "required": [*schema.get("required", []), *wanted]}


SEEDS: Final = st.integers(0, 2**32)


@schemathesis.hook
def before_generate_body(context: HookContext, strategy: Any) -> Any:
    """Ask something possible two times in three: a schema alone brings forth states that cannot be."""
    if context.operation is None:
        return strategy
    path = context.operation.path
    possible = SEEDS.map(lambda seed: question(path, seed))

    def improved(body: object) -> Any:
        if isinstance(body, dict):
            return st.one_of(st.just(body), possible, possible)
        if isinstance(body, str):
            return st.one_of(st.just(body), st.lists(possible, min_size=1, max_size=4).map(_as_lines))
        return st.just(body)  # meant to be refused

    return strategy.flatmap(improved)


def _as_lines(questions: list[Node]) -> str:
    return "\n".join(map(json.dumps, questions))


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


def count(_: CheckContext, response: Response, case: Case) -> None:
    """Count requests; and of single questions made at random that fit the schema, answers and verdicts.

    Batches are left out there, as their status is always 200, and so are the values at the bounds, which are
    not meant to be possible.
    """
    TALLY["requests"] += 1
    if case.meta is None or case.method != "POST" or case.media_type != JSON:
        return
    fits = case.meta.generation.mode is GenerationMode.POSITIVE
    if not fits or case.meta.phase.name is TestPhase.COVERAGE:
        return
    TALLY["questions"] += 1
    if response.status_code == 200:
        TALLY["answered"] += 1
        said = response.json()
        verdicts = said.get("verdicts", []) if "legal" not in said and "verdicts" in said else [said]
        for verdict in verdicts:
            if "legal" in verdict or "consistent" in verdict:
                TALLY["legal" if verdict.get("legal", verdict.get("consistent")) else "illegal"] += 1


def check_that_a_refusal_has_its_reason(_: CheckContext, response: Response, case: Case) -> None:
    """What fits the schema is refused only for what no schema can say."""
    fits = case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE
    if response.status_code != 422 or not fits:
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
    elif response.status_code != 304:
        assert response.status_code == 200
        assert media_type != JSON or isinstance(response.json(), dict)


CHECKS: Final = [
    count,
    check_that_a_refusal_has_its_reason,
    check_that_every_line_is_answered,
    check_that_a_problem_names_the_request,
]
