"""The examples of the contract as a generated client asks them: by operation, with values in their places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.contract.document import JSON, PROBLEM, Exchange, Operation, exchanges, operations


@dataclass(frozen=True, slots=True)
class Asked:
    """An example that fits the contract on the way there, so that a client with types can ask it."""

    exchange: Exchange
    operation: Operation
    path: dict[str, str]
    query: dict[str, list[str] | str]

    @property
    def name(self) -> str:
        return self.exchange.name

    @property
    def language(self) -> str | None:
        return self.exchange.headers.get("Accept-Language")

    @property
    def request(self) -> str | None:
        """The name of the schema of the body."""
        content = self.operation.bodies.get(JSON)
        return None if content is None else str(content["schema"]["$ref"]).rpartition("/")[2]

    def shortened(self, answer: Any) -> Any:
        """Return an answer as the example shows it."""
        if self.exchange.excerpt is None:
            return answer
        return {k: v[: self.exchange.excerpt] if isinstance(v, list) else v for k, v in answer.items()}


def asked() -> list[Asked]:
    """Return every example in JSON that a client made from the contract can ask."""
    known = {"Content-Type", "Accept-Language"}
    found = []
    for exchange in exchanges():
        plain = exchange.media_type in {JSON, PROBLEM} and exchange.circumstance is None
        if not plain or set(exchange.headers) - known:
            continue
        parts = urlsplit(exchange.path)
        for operation in operations():
            template = re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", operation.path)
            matched = re.fullmatch(template, parts.path)
            if matched and operation.method == exchange.method and _fits(operation, exchange):
                query: dict[str, list[str] | str] = {
                    name: value.split(",") if name == "variants" else value  # the one that is a list
                    for name, value in parse_qsl(parts.query)
                }
                found.append(Asked(exchange, operation, matched.groupdict(), query))
    return found


def _fits(operation: Operation, exchange: Exchange) -> bool:
    if exchange.method == "GET":
        return exchange.status == 200
    return exchange.name in operation.bodies[JSON]["examples"]
