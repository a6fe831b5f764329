"""Texts with blanks: ``{name}``, or ``{name:form}`` where a fact is wanted in another than its plain form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

Params = Mapping[str, Any]
Fill = Callable[[Params], str]
"""Returns what stands in a blank."""

BLANK: Final = re.compile(r"\{([a-z_]+)(?::([a-z]+))?\}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text ready to be filled."""

    parts: tuple[tuple[str | Fill, ...], ...]
    """For each of its forms, the fixed pieces and the blanks in their order."""
    blanks: frozenset[str]
    """The names of the blanks, over all forms."""
    plural: Callable[[int], int]
    """Which form goes with a number."""

    def filled(self, params: Params) -> str:
        """Return the text with its blanks filled. The fact `count` chooses among several forms."""
        parts = self.parts
        form = parts[0] if len(parts) == 1 else parts[self.plural(abs(params["count"]))]
        return "".join([part if isinstance(part, str) else part(params) for part in form])


def sentence(
    forms: tuple[str, ...], filling: Callable[[str, str], Fill], plural: Callable[[int], int]
) -> Sentence:
    """Make a sentence of the forms of a text; `filling` returns what fills a blank of a name and form."""
    parts = tuple(_parts(form, filling) for form in forms)
    return Sentence(parts, frozenset(blank[1] for form in forms for blank in BLANK.finditer(form)), plural)


def _parts(text: str, filling: Callable[[str, str], Fill]) -> tuple[str | Fill, ...]:
    parts: list[str | Fill] = []
    end = 0
    for blank in BLANK.finditer(text):
        if blank.start() > end:
            parts.append(text[end : blank.start()])
        parts.append(filling(blank[1], blank[2] or ""))
        end = blank.end()
    if end < len(text):
        parts.append(text[end:])
    return tuple(parts)
