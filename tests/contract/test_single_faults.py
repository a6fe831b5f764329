"""One fault at a time, everywhere: the service and the schemas refuse the same requests.

Every request example is changed in every place: each value in it is replaced by each of the values below,
each member is left out, each object gets a member nobody knows, each list an item too many. The service
must take exactly what an independent JSON Schema validator takes by `openapi.yaml`, and must point at the
place that was changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from loba.rulesets import BASES, resolve_base
from tests.contract.document import JSON, Operation, client, operations, request_examples, validator

Path = tuple[str | int, ...]

NASTY: Final = (
    None,
    True,
    False,
    0,
    1,
    -1,
    1.0,
    1.5,
    16,
    109,
    10**30,
    1e300,
    "",
    "x",
    "AS",
    "AS\n",
    "11S",
    "12b",
    "draw",
    "\u0000",
    "ñ" * 64,
    "ñ" * 65,
    [],
    [None],
    ["AS"],
    {},
    {"id": "x"},
)
"""Values that a careless reader takes for something else, and values that fit elsewhere."""

TOO_MANY: Final = 600
"""Longer than any list may be."""

UNSAYABLE: Final = {
    "variant-not-applicable": r"(/ruleset)?/variants/\d+",
    "option-not-applicable": r"/ruleset/options/\w+",
    "conflicting-options": r"/ruleset/(options/\w+|variants/\d+)",
    "required": r"/moves/\d+/(card|stock)",
    "not-applicable": r"/moves/\d+/(arrangement|stock)",
}
"""What no schema can say, by code and place: what fits which base, what options exclude each other, and
what a move needs, or has no use for, in the position it meets."""


def places(value: Any, at: Path = ()) -> Iterator[Path]:
    """Yield the path of every value in a body, the body itself first."""
    yield at
    if isinstance(value, dict | list):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*at, step))


def mutants(body: Any) -> Iterator[tuple[Path, str, Any]]:
    """Yield each body with one fault: where it is, what it is, and the body (to be read at once)."""
    yield from (((), repr(value)[:20], value) for value in NASTY)
    for at in list(places(body)):
        holder = body
        for step in at[:-1]:
            holder = holder[step]
        here = holder[at[-1]] if at else body
        if at:
            for value in NASTY:
                holder[at[-1]] = value
                yield at, repr(value)[:20], body
            holder[at[-1]] = here
        if isinstance(here, dict):
            for name in list(here):
                whole = dict(here)
                del here[name]
                yield (*at, name), "left out", body
                here.clear()
                here.update(whole)
            here["jocker"] = 1
            yield (*at, "jocker"), "unknown", body
            del here["jocker"]
        elif isinstance(here, list) and here:
            here.append(here[0])
            yield at, "first item again", body
            here.pop()
            here.extend([here[0]] * TOO_MANY)
            yield at, "too many items", body
            del here[-TOO_MANY:]


def pointer(path: Path) -> str:
    return "".join(f"/{step}" for step in path)


@cache
def judge(operation_id: str) -> Any:
    [operation] = [operation for operation in operations() if operation.id == operation_id]
    return validator(operation.bodies[JSON]["schema"])


def disagreement(operation: Operation, body: Any, changed: Path) -> str | None:
    """Return what is wrong with the answer to a body with one fault, None where all is well."""
    response = client().post(operation.path, data=json.dumps(body), content_type=JSON)
    answer = response.get_json()
    if response.status_code not in {200, 422}:
        return f"{response.status}: {response.text:.200}"
    refused = response.status_code == 422 and answer["type"].endswith("invalid-request")
    fits = judge(operation.id).is_valid(body)
    if not refused:
        return None if fits else f"taken ({response.status_code}), though the schema refuses it"
    errors = [(error["code"], error["pointer"]) for error in answer["errors"]]
    sayable = [error for error in errors if not re.fullmatch(UNSAYABLE.get(error[0], "-"), error[1])]
    if fits:
        return f"refused, though the schema takes it: {sayable}" if sayable else None
    if len(response.data) > 20_000:
        return f"an answer of {len(response.data)} bytes"
    elsewhere = [error for error in sayable if not error[1].startswith(pointer(changed[:-1]))]
    return f"points elsewhere: {elsewhere}" if elsewhere else None


def every_option(base: str) -> Any:
    """Return a body that spells out every option of a base."""
    options = dict(resolve_base(base).rules.values)
    return {"ruleset": {"id": base, "options": options}, "melds": [{"cards": ["4S", "4H", "4C"]}]}


def cases() -> Iterator[Any]:
    """Yield every different body once: an example may ask again in another language."""
    for operation in operations():
        if operation.method == "POST":
            bodies = {json.dumps(value): name for name, value in request_examples(operation)}
            if operation.path == "/v1/meld-checks":
                bodies |= {json.dumps(every_option(base)): f"options-of-{base}" for base in BASES}
            for body, name in bodies.items():
                yield pytest.param(operation, body, id=f"{operation.id}-{name}")


@pytest.mark.parametrize(("operation", "body"), list(cases()))
def test_the_service_refuses_what_the_schema_refuses(operation, body):
    wrong = [
        f"{pointer(at)} {what}: {found}"
        for at, what, mutant in mutants(json.loads(body))
        if (found := disagreement(operation, mutant, at))
    ]
    assert wrong == []
