"""A reference to a ruleset in JSON, and a resolved ruleset as answers name it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from loba import limits
from loba.__about__ import __version__
from loba.api import strict_json
from loba.api.faults import Fault
from loba.api.schemas.fields import Many, Refused, Row, Strict, Text
from loba.ruleset import OPTIONS, Ruleset
from loba.rulesets import Resolved, RulesetError, resolve, resolve_base

_REMEMBERED: Final = 512
_LONGEST: Final = 4096
"""A longer reference is resolved anew each time, so that what is remembered stays small."""


class Options(Strict[Mapping[str, Any]]):
    """Single options by name. Their values are read by the table of options in the core."""

    wanted = "object"

    def read(self, value: Any) -> Mapping[str, Any]:  # noqa: ANN401
        """Return the options as they are."""
        if type(value) is not dict:
            self._refuse_type()
        options: Mapping[str, Any] = value
        return options


def _resolved(id: str, variants: tuple[str, ...] = (), options: Mapping[str, Any] | None = None) -> Resolved:  # noqa: A002
    """Resolve a reference of the right shape. Raises Refused."""
    try:
        if not options:
            return resolve_base(id, variants)
        if len(options) > len(OPTIONS):  # some of them do not exist
            return resolve(id, variants, options)
        written = json.dumps([id, variants, options], sort_keys=True)
        return _remembered(written) if len(written) <= _LONGEST else resolve(id, variants, options)
    except RulesetError:
        raise Refused(list(_faults(id, variants, options or {}))) from None


def _faults(id: str, variants: tuple[str, ...], options: Mapping[str, Any]) -> Iterator[Fault]:  # noqa: A002
    """Resolve once more, now in the order of the request: it decides which option was named last."""
    try:
        resolve(id, variants, options)
    except RulesetError as error:
        for wrong in error.errors:
            yield Fault(wrong.code, wrong.at, wrong.params)


@lru_cache(_REMEMBERED)
def _remembered(written: str) -> Resolved:
    """Resolve a reference in its canonical form: sorted, with its numbers as they were written."""
    return resolve(*json.loads(written))


RULESET: Final[Row[Resolved]] = Row(
    _resolved,
    {
        "id": Text(limits.ID_LENGTH, required=True),
        "variants": Many(Text(limits.ID_LENGTH), limits.VARIANTS),
        "options": Options(),
    },
    required=True,
)
"""A reference to a ruleset, read to what it resolves to."""


def signature(resolved: Resolved) -> bytes:
    """Return the members by which an answer names the rules that judged, as JSON without braces."""
    return _signature(resolved.id, resolved.variants, resolved.rules)


@lru_cache(_REMEMBERED)
def _signature(id: str, variants: tuple[str, ...], rules: Ruleset) -> bytes:  # noqa: A002
    named = {"id": id, "variants": variants, "options": rules.values, "digest": rules.digest}
    return strict_json.members({"ruleset": named, "engine": {"version": __version__}})
