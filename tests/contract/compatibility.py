"""Does one contract keep the promises of another? Everything that breaks a client, by where it stands.

A client of the old contract sends what the old one allows and reads what the old one promises. So the new
one has to take every old request, and every new answer has to fit the old schema. Both are the same question
about two schemas, `narrower`, asked once each way. It is answered keyword by keyword, for the keywords of
our dialect; one that it does not know has to stay as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

Node = dict[str, Any]

_SAYS_NOTHING: Final = {"description", "example", "examples", "default", "title", "discriminator", "format"}
_LEAST: Final = {"minimum": 1, "minLength": 1, "minItems": 1, "maximum": -1, "maxLength": -1, "maxItems": -1}
_LEAST_OF_OBJECTS: Final = {"maxProperties": -1}
_KNOWN: Final = {
    "$ref",
    "additionalProperties",
    "anyOf",
    "const",
    "enum",
    "items",
    "oneOf",
    "properties",
    "required",
    "type",
    *_LEAST,
    *_LEAST_OF_OBJECTS,
}


def breaks(old: Node, new: Node) -> list[str]:
    """List what a client of the old contract would stumble over in the new one."""
    return list(_broken_operations(old, new))


def _broken_operations(old: Node, new: Node) -> Iterator[str]:
    for path, item in old["paths"].items():
        for method, was in item.items():
            at = f"{method.upper()} {path}"
            now = new["paths"].get(path, {}).get(method)
            if now is None:
                yield f"{at}: gone"
            else:
                yield from _broken_operation(at, was, now, _Pair(old, new), _Pair(new, old))


def _broken_operation(at: str, was: Node, now: Node, forth: _Pair, back: _Pair) -> Iterator[str]:
    if was["operationId"] != now["operationId"]:
        yield f"{at}: called {now['operationId']} now"
    parameters = {p["name"]: p for p in map(forth.of_old, was.get("parameters", []))}
    for parameter in map(forth.of_new, now.get("parameters", [])):
        before = parameters.pop(parameter["name"], None)
        if before is None and parameter.get("required"):
            yield f"{at}: wants {parameter['name']} now"
        elif before is not None:
            yield from forth.narrower(before["schema"], parameter["schema"], f"{at} {parameter['name']}")
    yield from (f"{at}: knows no {name} any more" for name in parameters)
    if "requestBody" in now and "requestBody" not in was:
        yield f"{at}: wants a body now"
    for media_type, content in was.get("requestBody", {}).get("content", {}).items():
        taken = now.get("requestBody", {}).get("content", {}).get(media_type)
        if taken is None:
            yield f"{at}: does not take {media_type} any more"
        else:
            yield from forth.narrower(content["schema"], taken["schema"], f"{at} request")
    for status, response in now["responses"].items():
        if status not in was["responses"]:
            yield f"{at}: answers {status} now"
            continue
        before, after = forth.of_old(was["responses"][status]), forth.of_new(response)
        yield from (
            f"{at} {status}: sends no {name} any more"
            for name in _sent(forth.old, before) - _sent(forth.new, after)
        )
        for media_type, content in before.get("content", {}).items():
            sent = after.get("content", {}).get(media_type)
            if sent is None:
                yield f"{at} {status}: no {media_type} any more"
            else:
                yield from back.narrower(sent["schema"], content["schema"], f"{at} {status}")


def _sent(document: Node, response: Node) -> set[str]:
    """Return the headers that are always sent."""
    headers = response.get("headers", {}).items()
    return {name for name, header in headers if _resolved(document, header).get("required")}


@dataclass
class _Pair:
    """Two documents; what the first allows, the second has to allow as well."""

    old: Node
    new: Node
    _seen: set[tuple[str, str]] = field(default_factory=set)

    def of_old(self, node: Node) -> Node:
        return _resolved(self.old, node)

    def of_new(self, node: Node) -> Node:
        return _resolved(self.new, node)

    def narrower(self, was: Node, now: Node, at: str) -> Iterator[str]:
        """Yield where the second schema refuses something that the first takes."""
        pair = (_key(was), _key(now))
        if pair in self._seen:
            return
        self._seen.add(pair)
        was, now = self.of_old(was), self.of_new(now)
        if _branches(was) or _branches(now):
            yield from self._branches(was, now, at)
        else:
            yield from self._values(was, now, at)
            yield from self._members(was, now, at)
            if "items" in now:
                yield from self.narrower(was.get("items", {}), now["items"], f"{at}[]")
        for keyword in sorted(set(now) - _SAYS_NOTHING - _KNOWN):
            if now[keyword] != was.get(keyword):
                yield f"{at}: {keyword} has changed"

    def _branches(self, was: Node, now: Node, at: str) -> Iterator[str]:
        ways = _branches(now) or [now]
        for branch in _branches(was) or [was]:
            found = [
                list(_Pair(self.old, self.new, set(self._seen)).narrower(branch, way, at)) for way in ways
            ]
            if all(found):
                yield from min(found, key=len)

    def _values(self, was: Node, now: Node, at: str) -> Iterator[str]:
        types, wanted = _types(was), _types(now)
        if wanted and not (types and types <= wanted | ({"integer"} if "number" in wanted else set())):
            yield f"{at}: {sorted(types) or 'anything'} is {sorted(wanted)} now"
        values, allowed = _listed(was), _listed(now)
        if allowed is not None and (values is None or any(value not in allowed for value in values)):
            yield f"{at}: only {allowed} now"
        for keyword, sign in (_LEAST | _LEAST_OF_OBJECTS).items():
            if keyword in now and (keyword not in was or sign * now[keyword] > sign * was[keyword]):
                yield f"{at}: {keyword} is {now[keyword]} now"

    def _members(self, was: Node, now: Node, at: str) -> Iterator[str]:
        members, known = was.get("properties", {}), now.get("properties", {})
        others = now.get("additionalProperties", True)
        for name in sorted(set(now.get("required", [])) - set(was.get("required", []))):
            yield f"{at}/{name}: required now"
        for name, member in members.items():
            if name in known:
                yield from self.narrower(member, known[name], f"{at}/{name}")
            elif others is False:
                yield f"{at}/{name}: gone"
        if others is False and was.get("additionalProperties", True) is not False:
            yield f"{at}: closed now"
        elif isinstance(others, dict):
            before = was.get("additionalProperties", {})
            yield from self.narrower(before if isinstance(before, dict) else {}, others, f"{at}/*")


def _branches(schema: Node) -> list[Node]:
    found: list[Node] = schema.get("anyOf") or schema.get("oneOf") or []
    return found


def _types(schema: Node) -> set[str]:
    kind = schema.get("type", [])
    return set(kind) if isinstance(kind, list) else {kind}


def _listed(schema: Node) -> list[Any] | None:
    if "const" in schema:
        return [schema["const"]]
    found: list[Any] | None = schema.get("enum")
    return found


def _key(schema: Node) -> str:
    return json.dumps(schema, sort_keys=True)


def _resolved(document: Node, node: Node) -> Node:
    while "$ref" in node:
        target = document
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        node = target
    return node
