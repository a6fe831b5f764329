"""One fault at a time, everywhere: the service and the schemas refuse the same requests.

Every request example is changed in every place: each value in it is replaced by each of the values below,
each member is left out, each object gets a member nobody knows, each list an item too many. (In a list of
cards, the first and the last stand for those between.) The service must take exactly what an independent
JSON Schema validator takes by `openapi.yaml`, and must point at the place that was changed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import pytest

from loba import limits
from loba.ruleset import OPTIONS
from loba.rulesets import resolve_base
from tests.contract.document import JSON, Operation, client, operations, request_examples, validator
from tests.contract.tally import TALLY

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

EXAMPLES_OF_A_KIND: Final = 2
"""In so many examples each kind of place is tried; the thorough test tries all places of all examples."""

TOO_MANY: Final = 600
"""Longer than any list may be, but for the moves of a log."""

NAMES: Final = ("jocker", "", "ñ" * 65)
"""Members nobody knows; where members are named by ids, the first is a fine one and the others are not."""

UNSAYABLE: Final = {
    "variant-not-applicable": r"(/ruleset)?/variants/\d+",
    "option-not-applicable": r"(/ruleset)?/options/\w+",
    "conflicting-options": r"(/ruleset)?/(options/\w+|variants/\d+)",
    "type": r"/options",
    "required": r"(/deals/\d+)?/moves/\d+/(card|stock)|/player",
    "not-applicable": r"(/deals/\d+)?/moves/\d+/(arrangement|stock)|/deals/\d+/chinchon|/table",
    "duplicate": r"/players/\d+/id",
    "enum": r"(/deals/\d+)?/dealer",
    "length": r"/moves",
}
"""What no schema of this dialect can say, by code and place.

* What fits which base, and which options exclude each other.
* What a move needs, or has no use for, in the position it meets: a drawn card, a new stock, an arrangement.
* Whose hand it is, needed with a table where only own combinations may be added to; a table in a game that
  has none; a chinchón in a game that knows none.
* That the ids of objects differ, and that a dealer is one of the players.
* That with `what_if` there may be fewer moves.
* That the text of a parameter is the JSON of an object.
"""


def places(value: Any, at: Path = ()) -> Iterator[Path]:
    """Yield the path of every value in a body that stands for itself, the body first."""
    yield at
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*at, name))
    elif isinstance(value, list):
        last = len(value) - 1
        for index, inner in enumerate(value):
            if index in {0, last} or not isinstance(inner, str):
                yield from places(inner, (*at, index))


def kind_of(at: Path, body: Any) -> str:
    """Return a place without what makes no difference to a schema: which item of a list it is in."""
    steps: list[str] = []
    for step in at:
        body = body[step]
        alike = body.get("type", "item") if isinstance(body, dict) else "item"
        steps.append(step if isinstance(step, str) else str(alike))
    return "/".join(steps)


def mutants(body: Any, where: Collection[Path] | None = None) -> Iterator[tuple[Path, str, Any]]:
    """Yield each body with one fault: where it is, what it is, and the body (to be read at once).

    Everywhere, or only in some places.
    """
    yield from (((), repr(value)[:20], value) for value in NASTY)
    for at in list(places(body)) if where is None else where:
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
            for name in NAMES:
                here[name] = 1
                yield (*at, name), "unknown", body
                del here[name]
            whole = dict(here)
            here.update({f"x{n}": inner for inner in list(here.values())[:1] for n in range(30)})
            yield (*at, "x"), "too many members", body
            here.clear()
            here.update(whole)
        elif isinstance(here, list) and here:
            here.append(here[0])
            yield at, "first item again", body
            here.pop()
            more = TOO_MANY if at[:1] != ("deals",) or at[-1] != "moves" else limits.MOVES_A_DEAL
            here.extend([here[0]] * more)
            yield at, "too many items", body
            del here[-more:]


def pointer(path: Path) -> str:
    return "".join(f"/{step}" for step in path)


@cache
def judge(operation_id: str) -> Any:
    [operation] = [operation for operation in operations() if operation.id == operation_id]
    return validator(operation.bodies[JSON]["schema"])


def disagreement(operation: Operation, body: Any, changed: Path) -> str | None:
    """Return what is wrong with the answer to a body with one fault, None where all is well."""
    TALLY["faults"] += 1
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


ALL_OPTIONS: Final = ("loba-de-mas", "chinchon")
"""Between them, these bases have every option there is."""


def test_every_option_is_tried():
    assert {name for base in ALL_OPTIONS for name in resolve_base(base).rules.values} == set(OPTIONS)


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
                bodies |= {json.dumps(every_option(base)): f"options-of-{base}" for base in ALL_OPTIONS}
            for body, name in bodies.items():
                yield pytest.param(operation, body, id=f"{operation.id}-{name}")


CASES: Final = list(cases())


@cache
def first_of_their_kind() -> Mapping[tuple[str, str], Sequence[Path]]:
    """Return, by operation and body, the places of a kind that no two examples before have."""
    seen: Counter[str] = Counter()
    found: dict[tuple[str, str], Sequence[Path]] = {}
    for operation, text in (case.values for case in CASES):
        body = json.loads(text)
        kinds: dict[str, Path] = {}
        for at in places(body):
            kinds.setdefault(f"{operation.id} {kind_of(at, body)}", at)
        found[operation.id, text] = [at for kind, at in kinds.items() if seen[kind] < EXAMPLES_OF_A_KIND]
        seen.update(kinds.keys())
    return found


def disagreements(operation: Operation, text: str, where: Collection[Path] | None = None) -> list[str]:
    return [
        f"{pointer(at)} {what}: {found}"
        for at, what, mutant in mutants(json.loads(text), where)
        if (found := disagreement(operation, mutant, at))
    ]


@pytest.mark.parametrize(("operation", "text"), CASES)
def test_the_service_refuses_what_the_schema_refuses(operation, text):
    """In each kind of place, in two examples that have it."""
    assert disagreements(operation, text, first_of_their_kind()[operation.id, text]) == []


@pytest.mark.thorough
@pytest.mark.parametrize(("operation", "text"), CASES)
def test_the_service_refuses_what_the_schema_refuses_everywhere(operation, text):
    assert disagreements(operation, text) == []
