"""`loba rules`: the rules of a table as a sheet to be read, hung on a wall or kept beside the cards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from textwrap import fill
from typing import Final

from loba.api.rulesets import written_rules
from loba.i18n import Article, articles, command_text, ruleset_text, variant_text
from loba.rulesets import BASES, Resolved, fitting

_WIDTH: Final = 80
_STYLE: Final = (
    "body{font:1rem/1.5 Georgia,serif;max-width:42rem;margin:2rem auto;padding:0 1rem}"
    "h1,h2{line-height:1.2}h2{font-size:1.1rem;margin:1.5rem 0 0}p{margin:.25rem 0}"
)

FORMATS: Final = ("text", "markdown", "html", "json")


def sheet(resolved: Resolved, written: str, language: str) -> str:
    """Return the rules of a table in one of the formats."""
    if written == "json":
        return json.dumps(written_rules(resolved, language), ensure_ascii=False, indent=2)
    name, _ = ruleset_text(resolved.id, language)
    found = articles(resolved, language)
    notes = tuple(_notes(resolved, language))
    if written == "markdown":
        return _markdown(name, notes, found)
    return _html(name, notes, found, language) if written == "html" else _text(name, notes, found)


def listing(language: str) -> Iterator[str]:
    """Yield the games there are and the variants of each."""
    for base_id in BASES:
        name, summary = ruleset_text(base_id, language)
        yield f"{base_id}: {name}"
        yield fill(summary, _WIDTH, initial_indent="  ", subsequent_indent="  ")
        for variant in fitting(base_id):
            _, summary = variant_text(variant.id, language)
            yield fill(f"+ {variant.id}: {summary}", _WIDTH, initial_indent="  ", subsequent_indent="    ")
        yield ""


def options(given: Mapping[str, str]) -> dict[str, object]:
    """Return options as they were typed: a value is JSON where it can be, otherwise a word."""
    read: dict[str, object] = {}
    for name, typed in given.items():
        try:
            read[name] = json.loads(typed)
        except ValueError:
            read[name] = typed
    return read


def _notes(resolved: Resolved, language: str) -> Iterator[str]:
    if resolved.variants:
        names = [variant_text(variant, language)[0] for variant in resolved.variants]
        yield command_text("variants", language, names=names)
    yield command_text("digest", language, name=resolved.rules.digest)


def _text(name: str, notes: tuple[str, ...], found: list[Article]) -> str:
    parts = [f"{name}\n{'=' * len(name)}\n" + "\n".join(notes)]
    parts += [
        f"{article.title}\n{'-' * len(article.title)}\n{fill(article.text, _WIDTH)}" for article in found
    ]
    return "\n\n".join(parts)


def _markdown(name: str, notes: tuple[str, ...], found: list[Article]) -> str:
    parts = [f"# {name}", *notes]
    for article in found:
        parts += [f"## {article.title}", article.text]
    return "\n\n".join(parts)


def _html(name: str, notes: tuple[str, ...], found: list[Article], language: str) -> str:
    parts = [
        "<!doctype html>",
        f'<html lang="{language}">',
        f'<meta charset="utf-8"><title>{escape(name)}</title>',
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>',
        f"<h1>{escape(name)}</h1>",
        *(f"<p>{escape(note)}</p>" for note in notes),
    ]
    for article in found:
        parts += [f'<h2 id="{article.id}">{escape(article.title)}</h2>', f"<p>{escape(article.text)}</p>"]
    return "\n".join([*parts, "</html>"])
