"""Conformance vectors: requests, and what the answers must contain. Data in the files beside this one.

| key | meaning |
|---|---|
| `id`, `rule`, `why` | name; the article of the rules it tests (`contract` for HTTP); the reason in a sentence |
| `request` | `method`, `path`; a body as `json` or as raw text in `body`; `headers`, added to the content type of JSON (`null` takes one away); `pad`: so many blanks after the body |
| `expect.status`, `.subset` | the status; a part of the answer: objects by the keys given, lists in full |
| `expect.unordered` | dotted paths of lists in `subset` that may come in any order; `*` is any index |
| `expect.codes` | codes that must be among those of the first illegal move or combination, the findings or the errors |
| `expect.absent` | dotted paths that must not be in the answer |
| `expect.headers` | texts that headers must contain, in any case |
| `expect.contains` | texts that the value at a dotted path must contain; none: it must be there |

An answer in lines is compared as the list of its lines.
"""  # noqa: E501 - a table

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from loba.api import create_app

Vector = dict[str, Any]

FILES: Final = sorted(Path(__file__).parent.glob("*.json"))


def every() -> list[tuple[str, Vector]]:
    """Return all vectors, each with the name of its file."""
    return [(file.stem, vector) for file in FILES for vector in json.loads(file.read_text(encoding="utf-8"))]


def as_test(name: str, vector: Vector) -> Any:
    return pytest.param(vector, id=f"{name}-{vector['id']}")


# --- asking ------------------------------------------------------------------------------------------


@cache
def client() -> FlaskClient:
    return create_app().test_client()


def ask(request: Vector) -> TestResponse:
    body = json.dumps(request["json"], ensure_ascii=False) if "json" in request else request.get("body")
    headers = {} if body is None else {"Content-Type": "application/json"}
    headers |= request.get("headers", {})
    return client().open(
        request["path"],
        method=request["method"],
        headers={name: value for name, value in headers.items() if value is not None},
        data=None if body is None else (body + " " * request.get("pad", 0)).encode(),
    )


def content(response: TestResponse) -> Any:
    if "ndjson" in response.mimetype:
        return [json.loads(line) for line in response.text.splitlines() if line.strip()]
    return json.loads(response.text) if "json" in response.mimetype else None


# --- comparing ---------------------------------------------------------------------------------------


def missing(want: Any, got: Any, at: str = "", unordered: Sequence[str] = ()) -> str | None:
    """Return the first place where an answer does not contain what it must, None where it does."""

    def under(step: object) -> str:
        return f"{at}.{step}".lstrip(".")

    if isinstance(want, dict):
        if not isinstance(got, dict):
            return f"{at or '.'}: an object wanted, not {got!r:.200}"
        faults = (
            missing(inner, got[key], under(key), unordered) if key in got else f"{under(key)}: missing"
            for key, inner in want.items()
        )
        return next(filter(None, faults), None)
    if isinstance(want, list):
        if not isinstance(got, list) or len(got) != len(want):
            return f"{at}: {len(want)} items wanted, not {got!r:.400}"
        if any(matches(pattern, at) for pattern in unordered):
            return unpaired(want, got, at, unordered)
        pairs = enumerate(zip(want, got, strict=True))
        return next(filter(None, (missing(w, g, under(i), unordered) for i, (w, g) in pairs)), None)
    same = want == got and isinstance(want, bool) == isinstance(got, bool)
    return None if same else f"{at}: {want!r} wanted, not {got!r:.200}"


def matches(pattern: str, at: str) -> bool:
    return re.fullmatch(pattern.replace(".", r"\.").replace("*", r"\w+"), at) is not None


def unpaired(want: list[Any], got: list[Any], at: str, unordered: Sequence[str]) -> str | None:
    """Give every wanted item an item of its own, by augmenting paths; return what is left over."""
    owner: dict[int, int] = {}

    def place(wanted: int, seen: set[int]) -> bool:
        for index, item in enumerate(got):
            if index not in seen and missing(want[wanted], item, f"{at}.{wanted}", unordered) is None:
                seen.add(index)
                if index not in owner or place(owner[index], seen):
                    owner[index] = wanted
                    return True
        return False

    alone = next((i for i in range(len(want)) if not place(i, set())), None)
    return None if alone is None else f"{at}: nothing like {want[alone]!r:.200} in {got!r:.400}"


def dig(value: Any, path: str) -> Any:
    for step in path.split("."):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def has(value: Any, path: str) -> bool:
    try:
        dig(value, path)
    except (KeyError, IndexError, TypeError):
        return False
    return True


def codes(answer: Any) -> set[str]:
    """Return the codes of the first illegal move or combination, of the findings, or of the errors."""
    first = next((v for v in answer.get("verdicts", []) if not v["legal"]), None)
    place = first or answer.get("first_illegal") or answer
    return {entry["code"] for key in ("violations", "findings", "errors") for entry in place.get(key) or []}


# --- tests -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", [as_test(name, vector) for name, vector in every()])
def test_vector(vector):
    expect = vector["expect"]
    response = ask(vector["request"])
    answer = content(response)

    assert response.status_code == expect["status"], f"{vector['why']}\n{response.text[:1000]}"
    if expect.get("subset"):
        found = missing(expect["subset"], answer, unordered=expect.get("unordered", ()))
        assert found is None, f"{vector['why']}\n{found}"
    if "codes" in expect:
        assert set(expect["codes"]) <= codes(answer), vector["why"]
    for path in expect.get("absent", ()):
        assert not has(answer, path), f"{path} should be absent"
    for name, value in expect.get("headers", {}).items():
        assert value.lower() in ", ".join(response.headers.getlist(name)).lower()
    for path, parts in expect.get("contains", {}).items():
        assert [part for part in parts if part not in str(dig(answer, path))] == [], dig(answer, path)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_ids_are_unique(file):
    ids = [vector["id"] for vector in json.loads(file.read_text(encoding="utf-8"))]
    assert len(ids) == len(set(ids))
