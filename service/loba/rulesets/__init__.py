"""The rulesets of the family, and how a base, its variants and single options become one ruleset.

A base is one file of data, a variant a difference. `resolve` applies the base, then the variants in the
order given, then the single options; later wins. What excludes each other is refused, never half applied.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from loba import limits
from loba.ruleset import CARD_VALUE_NAMES, OPTIONS, CardValues, Ruleset
from loba.rulesets.chinchon import CHINCHON
from loba.rulesets.loba_centroamericana import LOBA_CENTROAMERICANA
from loba.rulesets.loba_de_mas import LOBA_DE_MAS
from loba.rulesets.loba_de_menos import LOBA_DE_MENOS
from loba.rulesets.loba_de_menos_casera import LOBA_DE_MENOS_CASERA
from loba.rulesets.options import OptionError, Path, parse
from loba.rulesets.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from loba.rulesets.base import Base, Variant

BASES: Final[Mapping[str, Base]] = {
    base.id: base
    for base in (LOBA_DE_MENOS, LOBA_DE_MENOS_CASERA, LOBA_DE_MAS, LOBA_CENTROAMERICANA, CHINCHON)
}
"""Every base by its id, in the order they are listed."""
VARIANTS_BY_ID: Final[Mapping[str, Variant]] = {variant.id: variant for variant in VARIANTS}

_POINTS_ONLY: Final = "hand_counts_against"
"""The option that means something only where combinations score; it counts unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A ruleset with where its values came from."""

    id: str
    """Of the base."""
    variants: tuple[str, ...]
    rules: Ruleset
    origin: Mapping[str, str]
    """For each option that applies: ``"base"``, the id of a variant, or ``"options"``."""


class RulesetError(Exception):
    """What is wrong with a reference to a ruleset: all of it, each with a code and a path into it."""

    def __init__(self, errors: Sequence[OptionError]) -> None:
        """Keep the errors in the order of the request."""
        super().__init__(*errors)
        self.errors = tuple(errors)


def fitting(base_id: str) -> tuple[Variant, ...]:
    """List the variants that may be added to a base."""
    return tuple(variant for variant in VARIANTS if base_id in variant.fits)


@lru_cache(maxsize=512)
def resolve_base(base_id: str, variants: tuple[str, ...] = ()) -> Resolved:
    """Resolve a base with variants and no single options. Raises RulesetError."""
    return resolve(base_id, variants, {})


def resolve(base_id: str, variants: Sequence[str], options: Mapping[str, object]) -> Resolved:
    """Resolve a reference to a ruleset, given as plain data.

    Raises RulesetError with every error: ``unknown-ruleset``, ``unknown-variant``, ``duplicate``,
    ``variant-not-applicable``, ``unknown-option``, ``option-not-applicable``, ``conflicting-options``, and
    what is wrong with single values (``type``, ``enum``, ``range``, ``length``, ``required``,
    ``unknown-field``).
    """
    base = BASES.get(base_id)
    if base is None:
        raise RulesetError([OptionError("unknown-ruleset", ("id",))])
    draft = _Draft(base)
    draft.add_variants(variants)
    draft.add_points_option(options)
    draft.add_options(options)
    draft.refuse_errors()
    rules = Ruleset(**draft.values, closing=base.closing, applicable=frozenset(draft.values))
    draft.errors.extend(_conflicts(rules, variants, options))
    draft.refuse_errors()
    return Resolved(base_id, tuple(variants), rules, draft.origin)


class _Draft:
    """A ruleset in the making: values so far, where they came from, and what went wrong."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.values: dict[str, Any] = dict(base.options)
        self.origin = dict.fromkeys(self.values, "base")
        self.insisted: set[str] = set()
        self.errors: list[OptionError] = []

    def refuse_errors(self) -> None:
        if self.errors:
            raise RulesetError(self.errors)

    def add_variants(self, variants: Sequence[str]) -> None:
        for index, variant_id in enumerate(variants):
            variant = VARIANTS_BY_ID.get(variant_id)
            code = ""
            if variant is None:
                code = "unknown-variant"
            elif variant_id in variants[:index]:
                code = "duplicate"
            elif self.base.id not in variant.fits:
                code = "variant-not-applicable"
            if code:
                self.errors.append(OptionError(code, ("variants", index), {"variant": variant_id}))
            elif variant:
                for name, value in variant.changes.items():
                    self.values[name] = _merged(self.values[name], value)
                self.origin.update(dict.fromkeys(variant.changes, variant_id))
                self.insisted |= variant.insists

    def add_points_option(self, options: Mapping[str, object]) -> None:
        """Where combinations score, one more option means something."""
        if options.get("scoring", self.values.get("scoring")) == "points" and not self.base.closing:
            self.values[_POINTS_ONLY] = True
            self.origin[_POINTS_ONLY] = "base"

    def add_options(self, options: Mapping[str, object]) -> None:
        for name, raw in options.items():
            if len(self.errors) > limits.ERRORS:  # more than an answer lists
                return
            if name not in OPTIONS:
                self.errors.append(OptionError("unknown-option", ("options", name)))
            elif name not in self.values:
                self.errors.append(OptionError("option-not-applicable", ("options", name)))
            else:
                self.add_option(name, raw)

    def add_option(self, name: str, raw: object) -> None:
        value, wrong = parse(name, raw, self.values[name])
        self.errors.extend(error.under("options", name) for error in wrong)
        if wrong:
            return
        if name in self.insisted and value != self.values[name]:
            self.errors.append(OptionError("conflicting-options", ("options", name)))
        self.values[name] = value
        self.origin[name] = "options"


def _merged(current: object, change: object) -> object:
    """Card values are merged key by key, every other option is replaced whole."""
    if isinstance(current, CardValues) and isinstance(change, dict):
        return CardValues(**{key: change.get(key, getattr(current, key)) for key in CARD_VALUE_NAMES})
    return change


def _conflicts(
    rules: Ruleset, variants: Sequence[str], options: Mapping[str, object]
) -> Iterator[OptionError]:
    """Yield what excludes each other, at the option or variant named last."""
    named: list[tuple[str, Path]] = []
    for index, variant_id in enumerate(variants):
        named += [(name, ("variants", index)) for name in VARIANTS_BY_ID[variant_id].changes]
    named += [(name, ("options", name)) for name in options]
    for names in rules.conflicts():
        at = next(at for name, at in reversed(named) if name in names)
        yield OptionError("conflicting-options", at, {"options": names})


def with_option(resolved: Resolved, name: str, value: object) -> Ruleset | None:
    """Return the same rules with one option changed, None where that makes no possible ruleset."""
    change: dict[str, Any] = {name: value}
    if name == "scoring":
        added = {_POINTS_ONLY} if value == "points" else set()
        change |= {"applicable": resolved.rules.applicable - {_POINTS_ONLY} | added, _POINTS_ONLY: True}
    rules = replace(resolved.rules, **change)
    return None if any(True for _ in rules.conflicts()) else rules


def default_of(base_id: str, name: str) -> object:
    """Return the value an option has in a base without variants."""
    return BASES[base_id].options.get(name, True)
