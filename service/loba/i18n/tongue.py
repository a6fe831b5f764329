"""One language: its catalogue, ready to be spoken."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from loba.i18n import catalogues
from loba.i18n.facts import COMBINATIONS, COMMANDS, REQUESTS, RULES, TABLES, Facts, Kind
from loba.i18n.sentences import Fill, Sentence, sentence
from loba.violations import Reason, Violation

_VOCABULARY: Final[Mapping[str, Mapping[str, Kind]]] = {
    "violation": RULES,
    "reason": RULES,
    "problem": REQUESTS,
    "error": REQUESTS,
    "command": COMMANDS,
    "article": TABLES,
    "count": {"count": Kind.NUMBER},
    "card": {"rank": Kind.NAME},
}
"""Which facts the texts of a family may mention; families not listed have no blanks."""


class Tongue:
    """Speaks one language."""

    def __init__(self, language: str) -> None:
        """Read the catalogue. Raises LookupError where a text has a blank that nothing fills."""
        self.language = language
        self._facts = Facts(language, self.say, self.explain)
        catalogue = catalogues.read(language)
        self._sentences: dict[str, Sentence] = {}
        for key, forms in catalogue.forms.items():
            filling = partial(self._filling, _VOCABULARY.get(key.partition(":")[0], {}))
            try:
                self._sentences[key] = sentence(forms, filling, catalogue.plural)
            except LookupError as error:
                raise LookupError(f"{language}: {key}: {error}") from None

    def __contains__(self, key: str) -> bool:
        """Say whether there is a text of a key."""
        return key in self._sentences

    def say(self, key: str, params: Mapping[str, Any]) -> str:
        """Return the text of a key with its blanks filled. Raises KeyError where there is none."""
        return self._sentences[key].filled(params)

    def explain(self, what: Violation | Reason) -> str:
        """Return the sentence of a violation or a reason."""
        if isinstance(what, Reason):
            return self._sentences["reason:" + what.key].filled(what.params)
        key = "violation:" + what.code
        found = self._sentences.get(f"{key}/{what.detail}") if what.detail else None
        return (found or self._sentences[key]).filled(what.params)

    def say_best(self, key: str, params: Mapping[str, Any]) -> str:
        """Return the most telling text of a key the facts suffice for.

        The plain text of a key needs no facts; others have a reason or the name of a fact after a slash.
        """
        for hint in (params.get("reason"), *params):
            found = self._sentences.get(f"{key}/{hint}")
            if found and all(params.get(name) is not None for name in found.blanks):
                return found.filled(params)
        return self._sentences[key].filled(params)

    def _filling(self, known: Mapping[str, Kind], name: str, form: str) -> Fill:
        if name in COMBINATIONS and known is RULES:
            return self._combinations(*COMBINATIONS[name])
        if name not in known:
            raise LookupError(f"nothing fills {name!r}")
        printed = self._facts.printer(known[name], form)
        return lambda params: printed(params[name])

    def _combinations(self, piernas: str, escaleras: str) -> Fill:
        return lambda params: self._facts.combinations(params[piernas], params[escaleras])
