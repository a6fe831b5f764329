"""Lists in a sentence: "a, b and c", "a, b or c", as each language writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from babel.core import Locale

_LOCALE: Final = {"en": "en_GB", "es": "es_AR", "fr": "fr"}
"""Whose habits count: no comma before the last "and"."""
_PATTERNS: Final = {language: Locale.parse(name).list_patterns for language, name in _LOCALE.items()}

AND: Final = "standard"
OR: Final = "or"

_U_FOR_O: Final = re.compile(r"h?o|8|11\b", re.IGNORECASE)
"""Before these Spanish says "u" for "o"."""
_E_FOR_Y: Final = re.compile(r"h?[ií](?![aeou])", re.IGNORECASE)
"""Before these Spanish says "e" for "y"."""


def joined(items: Sequence[str], style: str, language: str) -> str:
    """Return the items as one phrase."""
    if len(items) < 2:
        return "".join(items)
    patterns = _PATTERNS[language][style]
    if len(items) == 2:
        return _last(patterns["2"], items[0], items[1], language)
    phrase = _put(patterns["start"], items[0], items[1])
    for item in items[2:-1]:
        phrase = _put(patterns["middle"], phrase, item)
    return _last(patterns["end"], phrase, items[-1], language)


def _last(pattern: str, before: str, item: str, language: str) -> str:
    if language == "es":
        if _U_FOR_O.match(item):
            pattern = pattern.replace(" o ", " u ")
        elif _E_FOR_Y.match(item):
            pattern = pattern.replace(" y ", " e ")
    return _put(pattern, before, item)


def _put(pattern: str, before: str, item: str) -> str:
    """Fill a pattern. Not by `format`: the items are clients' texts and may hold braces."""
    head, _, tail = pattern.partition("{1}")
    return head.replace("{0}", before) + item + tail
