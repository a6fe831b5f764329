"""Write the answers of the examples in `openapi.yaml` anew, from what the service answers.

    python -m tests.contract.refresh_examples            (in the root, with `service` on the path)

Run it after adding an example (leave its answer `value: {}`, or `value: ""` for lines) or after changing
what the service says; then read the diff: each answer is a promise, so check it against the rules of the
game and not against the code. Only the values of `components/examples/*.answer` are written. Everything
else in the file, comments included, stays as it is.

It exits with 1 where an answer has another status or media type than the contract lists it under.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final

from tests.contract.document import FILE, NDJSON, TEXT, Exchange, exchanges

WIDTH: Final = 110
MANY: Final = 9
"""An object with more members than this stands in braces over several lines, not in a block."""
INDENT: Final = 6
"""Where `value:` stands."""
_WORD: Final = re.compile(r"[a-z][a-z0-9]*([._-][a-z0-9]+)*|[0-9]+\.[0-9]+\.[0-9]+")
_NOT_WORDS: Final = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


def lines_of(value: Any, indent: int) -> Iterator[str]:
    """Yield a value as YAML lines: what fits into one line stands in one, the rest in a block."""
    if isinstance(value, dict) and value:
        for key, member in value.items():
            yield from _entry(f"{_flow(key)}:", member, indent)
    elif isinstance(value, list) and value:
        for item in value:
            if isinstance(item, dict) and item and not _fits("- ", item, indent):
                first, *rest = lines_of(item, indent + 2)
                yield " " * indent + "- " + first.lstrip()
                yield from rest
            else:
                yield from _entry("-", item, indent)
    else:
        yield " " * indent + _flow(value)


def _entry(start: str, value: Any, indent: int) -> Iterator[str]:
    if _fits(f"{start} ", value, indent):
        yield " " * indent + f"{start} {_flow(value)}"
        return
    yield " " * indent + start
    match value:
        case str():
            yield from _filled(_flow(value).split(" "), indent + 2)
        case list() if not any(isinstance(item, dict | list) for item in value):
            yield from _filled(_pieces("[", [_flow(item) for item in value], "]"), indent + 2)
        case dict() if len(value) > MANY:
            members = [f"{_flow(name)}: {_flow(member)}" for name, member in value.items()]
            yield from _filled(_short_enough(_pieces("{", members, "}")), indent + 2)
        case _:
            yield from lines_of(value, indent + 2)


def _fits(start: str, value: Any, indent: int) -> bool:
    return not value or indent + len(start) + len(_flow(value)) <= WIDTH


def _pieces(opening: str, items: list[str], closing: str) -> list[str]:
    joined = [item + "," for item in items[:-1]] + [items[-1] + closing]
    return [opening + joined[0], *joined[1:]]


def _short_enough(pieces: list[str]) -> Iterator[str]:
    for piece in pieces:
        yield from [piece] if len(piece) < WIDTH // 2 else re.split(r"(?<=,) ", piece)


def _filled(pieces: Iterable[str], indent: int) -> Iterator[str]:
    """Yield pieces over as many lines as they need, blanks between."""
    first, *others = pieces
    line = " " * indent + first
    for piece in others:
        if len(line) + 1 + len(piece) > WIDTH:
            yield line
            line = " " * (indent + 1) + piece
        else:
            line += f" {piece}"
    yield line


def _flow(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{_flow(k)}: {_flow(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_flow, value)) + "]"
        case str() if _WORD.fullmatch(value) and value not in _NOT_WORDS:
            return value
        case _:
            return json.dumps(value, ensure_ascii=False)


def written(exchange: Exchange, value: Any) -> list[str]:
    """Return the lines of an example's value."""
    start = " " * INDENT + "value:"
    if exchange.media_type in {NDJSON, TEXT}:
        return [f"{start} |", *(" " * (INDENT + 2) + line for line in value.splitlines())]
    return [start, *"\n".join(lines_of(value, INDENT + 2)).split("\n")]


def replaced(text: list[str], name: str, value: list[str]) -> list[str]:
    """Return the lines of the contract with the value of one answer replaced."""
    start = text.index(f"    {name}.answer:")
    start = next(i for i in range(start, len(text)) if re.match(f" {{{INDENT}}}value:", text[i]))
    end = start + 1
    while end < len(text) and text[end].startswith(" " * (INDENT + 1)):
        end += 1
    return [*text[:start], *value, *text[end:]]


def main() -> int:
    """Ask everything again and write the answers down."""
    text = FILE.read_text(encoding="utf-8").split("\n")
    wrong = 0
    for exchange in exchanges():
        response = exchange.send()
        if (response.status_code, response.mimetype) != (exchange.status, exchange.media_type):
            sys.stderr.write(f"{exchange.name}: {response.status}, {response.text:.300}\n")
            wrong += 1
        else:
            text = replaced(text, exchange.name, written(exchange, exchange.shown(response)))
    FILE.write_text("\n".join(text), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
