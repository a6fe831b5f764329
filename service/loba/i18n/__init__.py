"""The only place that knows languages: sentences for violations, reasons, problems, options and rules.

Codes and facts come in, sentences go out. The texts are gettext catalogues under ``locale``, one a
language, read once when this package is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from loba.i18n.catalogues import LANGUAGES
from loba.i18n.rule_sheet import applying, mentioned
from loba.i18n.tongue import Tongue

if TYPE_CHECKING:
    from loba.rulesets import Resolved
    from loba.violations import Reason, Violation

__all__ = [
    "LANGUAGES",
    "Article",
    "articles",
    "code_text",
    "command_text",
    "error_detail",
    "explain",
    "option_text",
    "problem_detail",
    "problem_title",
    "ruleset_text",
    "variant_text",
]

_TONGUES: Final = {language: Tongue(language) for language in LANGUAGES}


class Article(NamedTuple):
    """One article of a rule sheet."""

    id: str
    title: str
    text: str


def explain(what: Violation | Reason, language: str) -> str:
    """Return the sentence that explains a violation, or why something is allowed."""
    return _TONGUES[language].explain(what)


def problem_title(slug: str, language: str) -> str:
    """Return the title of a kind of problem."""
    return _TONGUES[language].say(f"problem:{slug}:title", {})


def problem_detail(slug: str, language: str, **params: object) -> str:
    """Return the sentence about a problem; facts make it more telling, and none is required."""
    return _TONGUES[language].say_best(f"problem:{slug}:detail", params)


def error_detail(code: str, language: str, **params: object) -> str:
    """Return the sentence about one error in a request; facts make it more telling, and none is required."""
    return _TONGUES[language].say_best(f"error:{code}", params)


def ruleset_text(id: str, language: str) -> tuple[str, str]:  # noqa: A002
    """Return the name and the summary of a ruleset."""
    return _two(f"ruleset:{id}", "name", "summary", language)


def variant_text(id: str, language: str) -> tuple[str, str]:  # noqa: A002
    """Return the name and the summary of a variant."""
    return _two(f"variant:{id}", "name", "summary", language)


def option_text(name: str, language: str) -> tuple[str, str]:
    """Return the title of an option and the sentence that says what it is about."""
    return _two(f"option:{name}", "title", "text", language)


def code_text(code: str, language: str) -> tuple[str, str, str]:
    """Return the title of a violation code, what it means, and an example."""
    tongue = _TONGUES[language]
    title, text = _two(f"code:{code}", "title", "text", language)
    return title, text, tongue.say(f"code:{code}:example", {})


def command_text(key: str, language: str, **params: object) -> str:
    """Return a sentence of the command line."""
    return _TONGUES[language].say(f"command:{key}", params)


def articles(resolved: Resolved, language: str) -> list[Article]:
    """Return the rules of a ruleset in plain sentences, article by article, as its options have them."""
    tongue = _TONGUES[language]
    known = mentioned(resolved.rules)
    return [
        Article(
            article.value,
            tongue.say(f"article:{article}:title", {}),
            " ".join(tongue.say(f"article:{article}:{line}", known) for line in lines),
        )
        for article, lines in applying(resolved.rules)
    ]


def _two(key: str, first: str, second: str, language: str) -> tuple[str, str]:
    tongue = _TONGUES[language]
    return tongue.say(f"{key}:{first}", {}), tongue.say(f"{key}:{second}", {})
