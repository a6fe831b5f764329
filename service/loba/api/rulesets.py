"""`GET /v1/rulesets`: which games there are, and the rules of each in plain sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, Response

from loba import limits
from loba.api import media_types
from loba.api.documents import page
from loba.api.faults import Fault
from loba.api.languages import language
from loba.api.problems import Problem
from loba.api.queries import listed, members, require_known
from loba.i18n import articles, option_text, ruleset_text, variant_text
from loba.ruleset import CARD_VALUE_NAMES, OPTIONS, Allowed, Choice, ContractList, Range, ValueTable, plain
from loba.rulesets import BASES, Resolved, RulesetError, default_of, fitting, resolve, resolve_base

blueprint: Final = Blueprint("rulesets", __name__)

Page = dict[str, Any]


@blueprint.get("/v1/rulesets")
def list_rulesets() -> Response:
    """List the games with the variants that may be added to each."""
    media_types.require_acceptable(media_types.JSON)
    require_known()
    return page({"rulesets": [_entry(base_id, language()) for base_id in BASES]})


@blueprint.get("/v1/rulesets/<id>")
def show_ruleset(id: str) -> Response:  # noqa: A002 - the name it has in the contract
    """Show the rules of one game with some variants and single options."""
    media_types.require_acceptable(media_types.JSON)
    require_known("variants", "options")
    if id not in BASES:
        raise Problem("not-found")
    return page(written_rules(_resolved(id, listed("variants"), members("options")), language()))


def _resolved(base_id: str, variants: tuple[str, ...], options: Mapping[str, object]) -> Resolved:
    if len(variants) > limits.VARIANTS:
        bounds = {"minimum": 0, "maximum": limits.VARIANTS}
        raise Problem("invalid-request", [Fault("length", ("variants",), bounds)])
    try:
        return resolve(base_id, variants, options) if options else resolve_base(base_id, variants)
    except RulesetError as error:
        raise Problem("invalid-request", [Fault(e.code, e.at, e.params) for e in error.errors]) from None


def _entry(base_id: str, language: str) -> Page:
    name, summary = ruleset_text(base_id, language)
    return {
        "id": base_id,
        "name": name,
        "summary": summary,
        "players": {"min": limits.PLAYERS_MIN, "max": limits.PLAYERS_MAX},
        "variants": [_variant(variant.id, language) for variant in fitting(base_id)],
    }


def _variant(variant_id: str, language: str) -> Page:
    name, summary = variant_text(variant_id, language)
    return {"id": variant_id, "name": name, "summary": summary}


def written_rules(resolved: Resolved, language: str) -> Page:
    name, _ = ruleset_text(resolved.id, language)
    return {
        "id": resolved.id,
        "name": name,
        "variants": list(resolved.variants),
        "digest": resolved.rules.digest,
        "options": [_option(resolved, option, language) for option in resolved.rules.values],
        "articles": [
            {"id": article, "title": title, "text": text}
            for article, title, text in articles(resolved, language)
        ],
    }


def _option(resolved: Resolved, name: str, language: str) -> Page:
    title, text = option_text(name, language)
    return {
        "name": name,
        "value": resolved.rules.values[name],
        "default": plain(default_of(resolved.id, name)),
        "from": resolved.origin[name],
        "allowed": _allowed(OPTIONS[name]),
        "title": title,
        "text": text,
    }


def _allowed(allowed: Allowed) -> list[Any] | Page:
    match allowed:
        case Choice(values):
            return list(values)
        case Range() as span:
            return _span(span)
        case ValueTable(each):
            return {**_span(each), "keys": list(CARD_VALUE_NAMES)}
        case ContractList(most, piernas, escaleras, melds):
            return {
                "max_items": most,
                "piernas": _span(piernas),
                "escaleras": _span(escaleras),
                "melds": _span(melds),
            }


def _span(span: Range) -> Page:
    return {"min": span.least, "max": span.most}
