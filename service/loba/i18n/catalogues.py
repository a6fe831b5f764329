"""The texts of one language, as a gettext catalogue holds them: keys and their forms.

The ids of the catalogues are keys such as ``violation:pierna.fourth-suit``, not English sentences, so that
English can be mended without touching the other languages. Nothing is compiled: a catalogue is read once.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Final

from babel.messages.pofile import read_po

LANGUAGES: Final = ("en", "es", "fr")
"""The languages there are texts in, the default first."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of one language."""

    language: str
    forms: Mapping[str, tuple[str, ...]]
    """For each key its text; several where it depends on a number."""
    plural: Callable[[int], int]
    """Which of several forms goes with a number."""


def read(language: str) -> Catalogue:
    """Read the catalogue of a language. Raises LookupError where a text is empty."""
    place = resources.files("loba.i18n").joinpath("locale", language, "LC_MESSAGES", "loba.po")
    with place.open("rb") as file:
        catalogue = read_po(file, locale=language, abort_invalid=True)
    forms: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        key = message.id if isinstance(message.id, str) else message.id[0]
        text = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if not all(text):
            raise LookupError(f"no text in {language}: {key}")
        if key:
            forms[key] = tuple(form for form in text if form)
    return Catalogue(language, forms, gettext.c2py(catalogue.plural_expr))
