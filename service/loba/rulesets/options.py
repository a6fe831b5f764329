"""Reading the value of a single option from plain data, by the table of `loba.ruleset.OPTIONS`."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from loba import limits
from loba.ruleset import (
    CARD_VALUE_NAMES,
    OPTIONS,
    CardValues,
    Choice,
    Contract,
    ContractList,
    Range,
    ValueTable,
)

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class OptionError:
    """One thing wrong with a reference to a ruleset: a code, where, and what would be right."""

    code: str
    at: Path
    params: Mapping[str, Any] = field(default_factory=dict)

    def under(self, *steps: str | int) -> OptionError:
        """Return the same error seen from further out."""
        return OptionError(self.code, steps + self.at, self.params)


def parse(name: str, raw: object, current: object) -> tuple[Any, list[OptionError]]:
    """Return the value of an option, and what is wrong with it (then the value means nothing).

    `current` is the value so far: a table of card values is merged into it key by key.
    """
    match OPTIONS[name]:
        case Choice(values):
            return raw, _choice(raw, values)
        case Range() as span:
            return _number(raw), _range(raw, span)
        case ValueTable(each):
            return _card_values(raw, each, current)
        case ContractList() as allowed:
            return _contracts(raw, allowed)


def _strangers(names: Iterable[str], known: Container[str]) -> Iterator[str]:
    """Yield names that are not known, no more than an answer lists, and one."""
    return islice((name for name in names if name not in known), limits.ERRORS + 1)


def _number(raw: object) -> object:
    """JSON knows one kind of number: 2.0 is the whole number 2."""
    return int(raw) if isinstance(raw, float) and raw.is_integer() else raw


def _choice(raw: object, values: tuple[Any, ...]) -> list[OptionError]:
    if not isinstance(raw, type(values[0])):
        return [OptionError("type", (), {"wanted": "boolean" if values[0] is False else "string"})]
    return [] if raw in values else [OptionError("enum", (), {"values": values})]


def _range(raw: object, span: Range) -> list[OptionError]:
    number = _number(raw)
    if isinstance(number, bool) or not isinstance(number, int):
        return [OptionError("type", (), {"wanted": "integer"})]
    if span.least <= number <= span.most:
        return []
    return [OptionError("range", (), {"minimum": span.least, "maximum": span.most})]


def _card_values(raw: object, each: Range, current: object) -> tuple[Any, list[OptionError]]:
    if not isinstance(raw, dict):
        return None, [OptionError("type", (), {"wanted": "object"})]
    errors = [OptionError("unknown-field", (key,)) for key in _strangers(raw, CARD_VALUE_NAMES)]
    for key in CARD_VALUE_NAMES:
        if key in raw:
            errors.extend(error.under(key) for error in _range(raw[key], each))
    if errors:
        return None, errors
    merged: dict[str, Any] = {
        key: _number(raw[key]) if key in raw else getattr(current, key) for key in CARD_VALUE_NAMES
    }
    return CardValues(**merged), []


def _contracts(raw: object, allowed: ContractList) -> tuple[Any, list[OptionError]]:
    if not isinstance(raw, list):
        return None, [OptionError("type", (), {"wanted": "array"})]
    if len(raw) > allowed.most:
        return None, [OptionError("length", (), {"minimum": 0, "maximum": allowed.most})]
    errors: list[OptionError] = []
    contracts: list[Contract] = []
    for index, entry in enumerate(raw):
        found = _contract(entry, allowed)
        if isinstance(found, Contract):
            contracts.append(found)
        else:
            errors.extend(error.under(index) for error in found)
    return tuple(contracts), errors


def _contract(entry: object, allowed: ContractList) -> Contract | list[OptionError]:
    if not isinstance(entry, dict):
        return [OptionError("type", (), {"wanted": "object"})]
    spans = {"piernas": allowed.piernas, "escaleras": allowed.escaleras}
    errors = [OptionError("unknown-field", (key,)) for key in _strangers(entry, spans)]
    for key, span in spans.items():
        if key not in entry:
            errors.append(OptionError("required", (key,)))
        else:
            errors.extend(error.under(key) for error in _range(entry[key], span))
    if errors:
        return errors
    contract = Contract(int(entry["piernas"]), int(entry["escaleras"]))
    melds = contract.piernas + contract.escaleras
    if not allowed.melds.least <= melds <= allowed.melds.most:
        return [OptionError("range", (), {"minimum": allowed.melds.least, "maximum": allowed.melds.most})]
    return contract
