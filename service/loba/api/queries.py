"""Query parameters: few, and none that is not known, so that a misspelt one is not silently ignored."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

from flask import request

from loba.api import strict_json
from loba.api.faults import Fault
from loba.api.problems import Problem


def require_known(*names: str) -> None:
    """Refuse a query with other parameters than these; the pointer names the parameter."""
    if not request.query_string:
        return
    strangers = [Fault("unknown-field", (name,)) for name, _ in _given() if name not in names]
    if strangers:
        raise Problem("invalid-request", strangers)


def listed(name: str) -> tuple[str, ...]:
    """Return the values of a parameter that is a list with commas, empty where it is not given."""
    return tuple(value for entry in _values(name) for value in entry.split(","))


def members(name: str) -> Mapping[str, object]:
    """Return the value of a parameter that is a JSON object, empty where it is not given."""
    given = _values(name)
    if not given:
        return {}
    if len(given) > 1:
        raise Problem("invalid-request", [Fault("duplicate", (name,))])
    try:
        value = strict_json.read(given[0].encode())
    except strict_json.MalformedJson:
        value = None
    if not isinstance(value, dict):
        raise Problem("invalid-request", [Fault("type", (name,), {"wanted": "object"})])
    return value


def _values(name: str) -> list[str]:
    return [value for given, value in _given() if given == name and value]


def _given() -> list[tuple[str, str]]:
    """Return names and values; a query may hold any bytes, and what is no text stands for nothing known."""
    return parse_qsl(request.query_string.decode(errors="replace"), keep_blank_values=True)
