"""Requests of every kind: from games, from the cases, and the same with something wrong in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, islice
from random import Random
from typing import Any

from tests.cases.test_vectors import every
from tests.fuzz.mutations import changed
from tests.fuzz.targets import PATHS
from tests.support.questions import question

Asked = dict[str, Any]
LANGUAGES = ("en", "es", "fr", "es-AR;q=0.9,fr;q=0.5", "de")
BODIES = 40
"""Questions from games for each endpoint and each thousand requests; the rest comes of a change to one."""


def requests(count: int) -> list[Asked]:
    """Return so many, the same each time."""
    cases = list(_cases())
    some = Random(0).sample(cases, min(len(cases), count // 3))
    found = islice(chain(some, _reading(), _questions(count)), count)
    return [{"number": number, **asked} for number, asked in enumerate(found)]


def _cases() -> Iterator[Asked]:
    for _, vector in every():
        asked = vector["request"]
        body = json.dumps(asked["json"], ensure_ascii=False) if "json" in asked else asked.get("body")
        headers = {} if body is None else {"Content-Type": "application/json"}
        headers |= {name: value for name, value in asked.get("headers", {}).items() if value is not None}
        method, path = asked["method"], asked["path"]
        yield {"path": path, "method": method, "data": body, "headers": headers}


def _reading() -> Iterator[Asked]:
    for path in ("/v1/rulesets", "/v1/rulesets/chinchon", "/v1/violation-codes", "/openapi.json", "/nothing"):
        for language in LANGUAGES:
            yield {"path": path, "method": "GET", "headers": {"Accept-Language": language}}


def _questions(count: int) -> Iterator[Asked]:
    random = Random(0)
    kept = {
        path: [question(f"/v1/{path}", seed) for seed in range(BODIES * -(-count // 1000))] for path in PATHS
    }
    while True:
        path = random.choice(PATHS)
        raw = json.dumps(random.choice(kept[path]))
        if random.random() < 0.6:
            raw = changed(raw.encode(), random, kept[path]).decode(errors="replace")
        if random.random() < 0.05:
            raw = raw[: random.randrange(len(raw))]
        headers = {"Content-Type": "application/json", "Accept-Language": random.choice(LANGUAGES)}
        yield {"path": f"/v1/{path}", "method": "POST", "data": raw, "headers": headers}
