"""What fuzzing starts from: the examples of the contract, the cases, and positions from games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from loba.api.media_types import JSON
from tests.fuzz.targets import PATHS
from tests.support.questions import question

ROOT = Path(__file__).parents[2]
READ = (
    "/v1/rulesets",
    "/v1/rulesets/chinchon",
    "/v1/violation-codes/turn.deal-over",
    "/docs",
    "/",
    "/openapi.json",
    "/metrics",
    "/desk/main.js",
    "/v1/meld-checks",
)
POSSIBLE = 20
"""Questions from games for each endpoint."""


def examples(path: str) -> Iterator[bytes]:
    """Yield the bodies of the contract's examples for a path."""
    contract = yaml.safe_load((ROOT / "openapi.yaml").read_text(encoding="utf-8"))
    content = contract["paths"][f"/v1/{path}"]["post"]["requestBody"]["content"]["application/json"]
    for example in content.get("examples", {}).values():
        while "$ref" in example:
            example = _at(contract, example["$ref"])  # noqa: PLW2901
        if "value" in example:
            yield json.dumps(example["value"]).encode()


def _at(document: Any, reference: str) -> Any:
    for step in reference.removeprefix("#/").split("/"):
        document = document[step.replace("~1", "/").replace("~0", "~")]
    return document


def cases(path: str) -> Iterator[bytes]:
    """Yield the bodies of the cases for a path, the raw ones as they are."""
    for file in sorted((ROOT / "tests" / "cases").glob("*.json")):
        for case in json.loads(file.read_text(encoding="utf-8")):
            asked = case["request"]
            if asked["path"].partition("?")[0] != f"/v1/{path}":
                continue
            if "json" in asked:
                yield json.dumps(asked["json"], ensure_ascii=False).encode()
            elif asked.get("body"):
                yield asked["body"].encode()


def seeds(target: str) -> Iterator[bytes]:
    """Yield everything to start from."""
    if target in PATHS:
        yield from examples(target)
        yield from cases(target)
        for number in range(POSSIBLE):
            yield json.dumps(question(f"/v1/{target}", number)).encode()
    elif target == "batch":
        yield b"\n".join(examples("meld-checks"))
        yield b"\n\n".join(list(cases("meld-checks"))[:5])
    elif target == "head":
        for path in READ:
            yield f"GET\n{path}\nvariants=con-picos,contrato\n*/*;q=0.5\nes-AR,fr;q=0.3\n".encode()
        yield b'GET\n/v1/rulesets/loba-de-menos\noptions={"ace":"low","hand_size":9}&variants=con-picos\n'
        trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        yield f"POST\n/v1/meld-checks\n\n{JSON}\nfr\n{JSON};charset=utf-8\n\n{trace}\nr-1".encode()
    else:
        from tests.api.test_strict_json import ACCEPTED, REFUSED  # noqa: PLC0415 - wants pytest

        yield from (raw for raw in REFUSED.values() if len(raw) < 4096)
        yield from (raw for raw, _ in ACCEPTED.values())
