"""Query parameters: few, and none that is not known, so that a misspelt one is not silently ignored."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request

from loba.api import strict_json
from loba.api.faults import Fault
from loba.api.problems import Problem


def require_known(*names: str) -> None:
    """Refuse a query with other parameters than these; the pointer names the parameter."""
    if not request.query_string:
        return
    strangers = [Fault("unknown-field", (name,)) for name in request.args if name not in names]
    if strangers:
        raise Problem("invalid-request", strangers)


def listed(name: str) -> tuple[str, ...]:
    """Return the values of a parameter that is a list with commas, empty where it is not given."""
    return tuple(value for entry in request.args.getlist(name) if entry for value in entry.split(","))


def members(name: str) -> Mapping[str, object]:
    """Return the value of a parameter that is a JSON object, empty where it is not given."""
    given = [text for text in request.args.getlist(name) if text]
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
