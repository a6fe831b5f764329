"""The contract as the tests see it: operations, schemas, and the exchanges its examples describe.

An exchange is a request and the answer it must get. A valid request stands among the examples of its
operation, under the same name as its answer. A request that is broken on purpose cannot stand there; it
is told by the answer itself, under `x-request`:

| member | meaning |
|---|---|
| `method`, `path` | where to, if not to the operation that lists the answer |
| `headers` | headers to send |
| `json` or `body` | a body as JSON, or as raw text |
| `pad` | so many blanks are put after the body |
| `circumstance` | what the service must be going through, see `service` |

Three more extensions of an example: `x-headers` are headers a valid request is sent with, `x-excerpt` says
that of each list in an answer only so many items are shown, `x-lines` that of its lines only some are.
"""

from __future__ import annotations

import atexit
import json
from collections.abc import Iterator, Mapping
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import jsonschema_rs
import yaml
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from loba import limits
from loba.api import Settings, create_app
from loba.api.readiness import drain

FILE: Final = Path(__file__).parents[2] / "openapi.yaml"
JSON: Final = "application/json"
TEXT: Final = "text/plain"
HTML: Final = "text/html"
NDJSON: Final = "application/x-ndjson"
PROBLEM: Final = "application/problem+json"
TRACE_PARENT: Final = "00-5d1c0f6e93b24a7788e2f3a4c1b0d967-4e8a1b2c3d5f6071-01"
REQUEST_ID: Final = "table-7.round-2"
"""Sent with every example, so that the problems among the answers name a known request."""
KEYS: Final = {
    "a-long-and-random-key-that-is-good-for-little": "/v1/rulesets",
    "a-long-and-random-key-that-is-good-for-codes": "/v1/violation-codes",
}
"""The API keys of a guarded service, and the one route each is good for."""

Node = dict[str, Any]


Loader: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Ten times as fast where the C library is there, and it is nearly everywhere."""


@cache
def document() -> Node:
    """Return the contract as it is written."""
    loaded: Node = yaml.load(FILE.read_bytes(), Loader)
    return loaded


def resolved(node: Node) -> Node:
    """Return what a node refers to, or the node itself."""
    while "$ref" in node:
        target = document()
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def schemas() -> Node:
    """Return the schemas of the contract by name."""
    found: Node = document()["components"]["schemas"]
    return found


def validator(schema: Node) -> jsonschema_rs.Validator:
    """Return an independent judge of a schema of the contract."""
    whole = {**schema, "components": {"schemas": schemas()}}
    return jsonschema_rs.Draft202012Validator(whole)


@dataclass(frozen=True, slots=True)
class Operation:
    """One method at one path."""

    path: str
    method: str
    node: Node = field(repr=False)

    @property
    def id(self) -> str:
        """The name generated clients give it."""
        name: str = self.node["operationId"]
        return name

    @property
    def responses(self) -> dict[int, Node]:
        """What it may answer, by status."""
        return {int(status): resolved(node) for status, node in self.node["responses"].items()}

    @property
    def bodies(self) -> dict[str, Node]:
        """The bodies it takes, by media type."""
        taken: dict[str, Node] = self.node.get("requestBody", {}).get("content", {})
        return taken

    def parameters(self, place: str) -> list[Node]:
        """Return its parameters in the path, the query or the headers."""
        every = [resolved(node) for node in self.node.get("parameters", [])]
        return [parameter for parameter in every if parameter["in"] == place]

    @property
    def longest_body(self) -> int:
        """How many bytes a body may have."""
        return limits.REPLAY_BODY_BYTES if self.path == "/v1/replays" else limits.BODY_BYTES

    def some_path(self) -> str:
        """Return a path that leads to it."""
        return self.path.format(**{p["name"]: p["example"] for p in self.parameters("path")})


def operations() -> list[Operation]:
    """Return the operations in the order of the contract."""
    return [
        Operation(path, method.upper(), node)
        for path, item in document()["paths"].items()
        for method, node in item.items()
    ]


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request, and the answer it must get."""

    name: str
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes | None
    value: Any = field(repr=False)
    """The body as a value, None where it is not JSON."""
    status: int
    media_type: str
    answer: Any = field(repr=False)
    excerpt: int | None = None
    some_lines: bool = False
    circumstance: str | None = None

    def send(self) -> TestResponse:
        """Send the request to a service in the right circumstances."""
        return send(client(self.circumstance), self)

    def shown(self, response: TestResponse) -> Any:
        """Return an answer as the example shows it: as JSON, as text where it has lines, and shortened."""
        if self.some_lines:
            shown = set(self.answer.splitlines())
            return "".join(line for line in response.text.splitlines(keepends=True) if line.strip() in shown)
        if self.media_type in {NDJSON, TEXT}:
            return response.text
        value = response.get_json()
        if self.excerpt is not None:
            value = {k: v[: self.excerpt] if isinstance(v, list) else v for k, v in value.items()}
        return value


def send(to: FlaskClient, exchange: Exchange) -> TestResponse:
    """Send the request of an exchange."""
    return to.open(
        exchange.path,
        method=exchange.method,
        headers={"X-Request-Id": REQUEST_ID, **exchange.headers},
        data=exchange.body,
    )


def exchanges() -> list[Exchange]:
    """Return every exchange the examples describe, each once."""
    found: dict[str, Exchange] = {}
    for operation in operations():
        for status, response in operation.responses.items():
            for media_type, content in response.get("content", {}).items():
                for name, example in content.get("examples", {}).items():
                    found.setdefault(name, _exchange(operation, status, media_type, name, resolved(example)))
    return list(found.values())


def _exchange(operation: Operation, status: int, media_type: str, name: str, example: Node) -> Exchange:
    asked: Node = example.get("x-request") or _valid_request(operation, name)
    body: bytes | None = None
    headers = dict(asked.get("headers", {}))
    if "json" in asked:
        body = json.dumps(asked["json"], ensure_ascii=False).encode()
        headers.setdefault("Content-Type", JSON)
    elif "body" in asked:
        body = asked["body"].encode()
    if body is not None:
        body += b" " * asked.get("pad", 0)
    return Exchange(
        name=name,
        method=asked.get("method", operation.method),
        path=asked.get("path", operation.path),
        headers=headers,
        body=body,
        value=asked.get("json"),
        status=status,
        media_type=media_type,
        answer=example["value"],
        excerpt=example.get("x-excerpt"),
        some_lines=example.get("x-lines", False),
        circumstance=asked.get("circumstance"),
    )


def _valid_request(operation: Operation, name: str) -> Node:
    for media_type, content in operation.bodies.items():
        if name in content["examples"]:
            example = resolved(content["examples"][name])
            headers = {"Content-Type": media_type, **example.get("x-headers", {})}
            return {"headers": headers, "json" if media_type == JSON else "body": example["value"]}
    raise LookupError(f"{operation.id}: no request for the answer {name}")


def request_examples(operation: Operation) -> Iterator[tuple[str, Any]]:
    """Yield the valid JSON requests of an operation by name."""
    for name, example in operation.bodies.get(JSON, {}).get("examples", {}).items():
        yield name, resolved(example)["value"]


def service(circumstance: str | None = None) -> Flask:
    """Return an application of its own, in some circumstances.

    | circumstance | |
    |---|---|
    | `draining` | it is about to end |
    | `broken` | whatever it does ends in an exception |
    | `guarded` | it asks for one of the `KEYS` |
    | `crowded` | it answers one question at a time, and is at it |
    | `bare` | it has no pages for people |
    """
    app = create_app(Settings(**_settings(circumstance)))
    if circumstance == "draining":
        drain(app)
    elif circumstance == "broken":

        def view(**_: object) -> str:
            raise RuntimeError("broken on purpose")

        app.view_functions = dict.fromkeys(app.view_functions, view)
    elif circumstance == "crowded":
        _keep_busy(app)
    return app


def _settings(circumstance: str | None) -> dict[str, Any]:
    if circumstance == "guarded":
        return {"api_keys_file": str(_file_of_keys())}
    if circumstance == "bare":
        return {"docs": "off", "desk": "off"}
    return {"max_in_flight": 1} if circumstance == "crowded" else {}


_FILES: Final = TemporaryDirectory(prefix="loba-contract-")


def _file_of_keys() -> Path:
    lines = [f"{n}:{sha256(key.encode()).hexdigest()}:{route}" for n, (key, route) in enumerate(KEYS.items())]
    file = Path(_FILES.name) / "keys"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def _keep_busy(app: Flask) -> None:
    """Ask a question in two lines, and fetch the answer to the second only when all is over."""
    context = copy_context()
    ask = app.test_client().post
    waiting = context.run(ask, "/v1/meld-checks", data=b"{}\n{}\n", content_type=NDJSON)
    atexit.register(context.run, waiting.close)


@cache
def client(circumstance: str | None = None) -> FlaskClient:
    """Return a client of a service in some circumstances."""
    return service(circumstance).test_client()
