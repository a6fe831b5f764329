"""Reading JSON without charity, and writing it the one way.

What two readers could understand differently is refused: duplicate keys, NaN and Infinity, numbers beyond
a double, lone surrogates, a byte order mark, any encoding but UTF-8, and nesting beyond the limit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isinf
from typing import Any, Final

from loba import limits

JsonValue = Any
"""What `read` returns: dict, list, str, int, float, bool or None, nested at will."""


class MalformedJson(ValueError):
    """The text is not JSON, or not JSON that everybody reads the same way."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        """Keep a word for the reason, and the place where one can be told, counted from 1."""
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.column = column


def read(raw: bytes) -> JsonValue:
    """Return the value of a JSON text in UTF-8. Raises MalformedJson."""
    try:
        text = raw.decode("utf-8")
        value = _DECODER.decode(text)
    except MalformedJson:
        raise
    except UnicodeDecodeError as error:
        raise MalformedJson("not-utf-8") from error
    except json.JSONDecodeError as error:
        raise MalformedJson("syntax" if text.strip() else "empty", error.lineno, error.colno) from error
    except RecursionError:
        raise MalformedJson("too-deep") from None
    except ValueError as error:  # a whole number of thousands of digits
        raise MalformedJson("number") from error
    if text.count("[") + text.count("{") > limits.NESTING and _too_deep(value):
        raise MalformedJson("too-deep")
    if "\\ud" in text or "\\uD" in text:
        _refuse_lone_surrogates(value)
    return value


def write(value: JsonValue) -> bytes:
    """Return a value as compact JSON in UTF-8; the order of the members is kept."""
    return text(value).encode()


def text(value: JsonValue) -> str:
    """Return a value as compact JSON."""
    return _ENCODER.encode(value)


class Json(str):
    """A value that is written as JSON already."""

    __slots__ = ()


def members(value: Mapping[str, JsonValue]) -> bytes:
    """Return the members of an object as compact JSON, without its braces; their names are words of ours.

    They are put together last: one suit in a sentence makes all text around it twice as wide.
    """
    return b",".join([f'"{name}":{_member(member)}'.encode() for name, member in value.items()])


def _member(value: JsonValue) -> str:
    if type(value) is Json:
        return value
    if value is None:  # as most that may be missing are: making an encoder takes longer than the word
        return "null"
    if type(value) is bool:
        return "true" if value else "false"
    return text(value)


def _unique(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise MalformedJson("duplicate-key")
    return members


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise MalformedJson("number")
    return number


def _no_constant(_: str) -> float:
    raise MalformedJson("number")


def _too_deep(value: JsonValue) -> bool:
    """Walk level by level instead of recursing, so that no input can exhaust the stack."""
    level = [value]
    for _ in range(limits.NESTING):
        level = [
            item
            for container in level
            if isinstance(container, list | dict)
            for item in (container if isinstance(container, list) else container.values())
            if isinstance(item, list | dict)
        ]
        if not level:
            return False
    return True


def _refuse_lone_surrogates(value: JsonValue) -> None:
    try:
        write(value)
    except UnicodeEncodeError as error:
        raise MalformedJson("surrogate") from error


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=_finite, parse_constant=_no_constant
)
# What is written is made by us or has been read: nothing in it can hold itself.
_ENCODER: Final = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, separators=(",", ":"), allow_nan=False
)
