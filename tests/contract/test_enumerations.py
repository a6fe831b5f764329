"""What the contract lists, the code knows; what the code knows, the contract lists."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import fields
from enum import StrEnum
from typing import Any

import pytest

from loba import limits
from loba.api.bulk import BYTES_A_MEMBER, BYTES_A_VALUE
from loba.api.problems import STATUS
from loba.cards import CARDS
from loba.melds import Kind
from loba.ruleset import CARD_VALUE_NAMES, OPTIONS, Allowed, Choice, Contract, ContractList, Range, ValueTable
from loba.rulesets import BASES, VARIANTS_BY_ID
from loba.scoring import EndedBy, Line
from loba.state import Phase, Source
from loba.violations import Article, Code
from tests.contract.document import Node, document, operations, resolved, schemas, validator


def words(kind: type[StrEnum]) -> list[str]:
    return [word.value for word in kind]


@pytest.mark.parametrize(
    ("schema", "kind"),
    [("Kind", Kind), ("Phase", Phase), ("Source", Source)],
    ids=["kind", "phase", "source"],
)
def test_closed_lists_of_words(schema, kind):
    assert schemas()[schema]["enum"] == words(kind)


def test_codes_of_violations():
    assert schemas()["ViolationCode"]["examples"] == words(Code)
    judge = validator(schemas()["ViolationCode"])
    assert all(judge.is_valid(code.value) for code in Code)


def test_articles():
    assert schemas()["ArticleId"]["examples"] == words(Article)


def test_bases():
    assert schemas()["RulesetId"]["enum"] == list(BASES)


def test_variants():
    assert schemas()["VariantId"]["enum"] == list(VARIANTS_BY_ID)


@pytest.mark.parametrize("name", [*BASES, *VARIANTS_BY_ID])
def test_bases_and_variants_are_described(name):
    described = schemas()["RulesetId"]["description"] + schemas()["VariantId"]["description"]
    assert f"`{name}`" in described


def test_kinds_of_problems():
    text = schemas()["Problem"]["properties"]["type"]["description"]
    documented = {slug for slug in STATUS if f"`{slug}`" in text}
    assert documented == set(STATUS)


def test_statuses_are_those_of_the_kinds_of_problems():
    documented = {status for operation in operations() for status in operation.responses if status >= 400}
    assert documented == set(STATUS.values())


def test_what_ends_a_deal():
    assert schemas()["EndedBy"]["examples"] == words(EndedBy)


def test_lines_of_a_breakdown():
    """A card, or a word that the scoring knows and the field of a line explains."""
    first, *known = schemas()["ScoreLine"]["properties"]["item"]["examples"]
    assert first in CARDS
    assert all(f"``{word}``" in inspect.getsource(Line) for word in known)
    assert inspect.getsource(Line).count("``") == 2 * len(known)


# --- options -----------------------------------------------------------------------------------------


def test_options():
    assert list(schemas()["RulesetOptions"]["properties"]) == list(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_the_values_of_an_option(name):
    schema = resolved(schemas()["RulesetOptions"]["properties"][name])
    assert schema["description"]
    assert {k: v for k, v in schema.items() if k != "description"} == allowed(OPTIONS[name])


def allowed(values: Allowed) -> Node:
    """Return the schema of an option without its description."""
    match values:
        case Choice((False, True)):
            return {"type": "boolean"}
        case Choice(words):
            return {"type": "string", "enum": list(words)}
        case Range() as span:
            return number(span)
        case ValueTable(each):
            table = dict.fromkeys(CARD_VALUE_NAMES, number(each))
            return {"type": "object", "additionalProperties": False, "properties": table}
        case ContractList(most):
            return {"type": "array", "maxItems": most, "items": {"$ref": "#/components/schemas/Contract"}}


def number(span: Range) -> Node:
    return {"type": "integer", "minimum": span.least, "maximum": span.most}


def test_contracts():
    """Every contract of the allowed numbers, and its neighbours, is judged alike by schema and table."""
    rule = OPTIONS["contracts"]
    assert isinstance(rule, ContractList)
    schema = schemas()["Contract"]
    assert schema["required"] == [entry.name for entry in fields(Contract)]
    assert schema["properties"]["piernas"] == number(rule.piernas)
    assert schema["properties"]["escaleras"] == number(rule.escaleras)

    judge = validator(schema)
    for piernas in range(-1, rule.piernas.most + 2):
        for escaleras in range(-1, rule.escaleras.most + 2):
            fits = (
                rule.piernas.least <= piernas <= rule.piernas.most
                and rule.escaleras.least <= escaleras <= rule.escaleras.most
                and rule.melds.least <= piernas + escaleras <= rule.melds.most
            )
            assert judge.is_valid({"piernas": piernas, "escaleras": escaleras}) is fits


# --- cards and limits --------------------------------------------------------------------------------


def near_cards() -> Iterator[str]:
    ranks = [*"A23456789TJQK", *map(str, range(14)), "", "a", "1", "JOKER"]
    suits = [*"SHDCoceb", *"shdcOCEB", "", "SS", "\n", " "]
    for rank in ranks:
        for suit in suits:
            yield from (rank + suit, rank + suit + "\n", " " + rank + suit, suit + rank)


def test_cards():
    judge = validator(schemas()["Card"])
    assert all(judge.is_valid(token) for token in CARDS)
    assert [token for token in near_cards() if judge.is_valid(token) and token not in CARDS] == []


LIMITS: list[tuple[str, str, int]] = [
    ("AdjudicationRequest/properties/moves", "maxItems", limits.MOVES),
    ("MeldCheckRequest/properties/melds", "maxItems", limits.MELDS_A_CHECK),
    ("VariantIds", "maxItems", limits.VARIANTS),
    ("RulesetOptions/properties/contracts", "maxItems", limits.CONTRACTS),
    ("Contract/properties/piernas", "maximum", limits.CONTRACT_PIERNAS),
    ("Contract/properties/escaleras", "maximum", limits.CONTRACT_ESCALERAS),
    ("Id", "maxLength", limits.ID_LENGTH),
    ("GameState/properties/players", "minItems", limits.PLAYERS_MIN),
    ("GameState/properties/players", "maxItems", limits.PLAYERS_MAX),
    ("GameState/properties/deal_number", "maximum", limits.DEAL_NUMBER),
    ("GameState/properties/table", "maxItems", limits.TABLE_MELDS),
    ("GameState/properties/discard_pile", "maxItems", limits.PACK_CARDS),
    ("GameState/properties/stock", "maxItems", limits.PACK_CARDS),
    ("GameState/properties/stock_size", "maximum", limits.PACK_CARDS),
    ("Player/properties/hand", "maxItems", limits.HAND_CARDS),
    ("Player/properties/hand_size", "maximum", limits.HAND_CARDS),
    ("Player/properties/score", "minimum", -limits.SCORE),
    ("Player/properties/score", "maximum", limits.SCORE),
    ("Player/properties/reentries", "maximum", limits.DEALS),
    ("TableMeld/properties/cards", "maxItems", limits.TABLE_MELD_CARDS),
    ("LayDown/properties/melds", "maxItems", limits.MELDS_A_MOVE),
    ("LaidMeld/properties/cards", "maxItems", limits.HAND_CARDS),
    ("LayOff/properties/cards", "maxItems", limits.HAND_CARDS),
    ("LayOff/properties/arrangement", "maxItems", limits.TABLE_MELD_CARDS),
    ("Replenish/properties/stock", "maxItems", limits.PACK_CARDS),
    ("Close/properties/melds", "maxItems", limits.MELDS_A_CLOSE),
    ("MeldToCheck/properties/cards", "maxItems", limits.HAND_CARDS),
    ("LegalMovesRequest/properties/limit", "maximum", limits.LEGAL_MOVES),
    ("LegalMovesRequest/properties/limit", "default", limits.LEGAL_MOVES_DEFAULT),
    ("HandArrangementRequest/properties/hand", "maxItems", limits.HAND_CARDS),
    ("HandArrangementRequest/properties/table", "maxItems", limits.TABLE_MELDS),
    ("HandArrangementRequest/properties/deal_number", "maximum", limits.DEAL_NUMBER),
    ("DealScoreRequest/properties/players", "minItems", limits.PLAYERS_MIN),
    ("DealScoreRequest/properties/players", "maxItems", limits.PLAYERS_MAX),
    ("DealScoreRequest/properties/deal_number", "maximum", limits.DEAL_NUMBER),
    ("FinishedPlayer/properties/hand", "maxItems", limits.HAND_CARDS),
    ("FinishedPlayer/properties/score", "minimum", -limits.SCORE),
    ("FinishedPlayer/properties/score", "maximum", limits.SCORE),
    ("FinishedPlayer/properties/reentries", "maximum", limits.DEALS),
    ("FinishedPlayer/properties/melds", "maxItems", limits.TABLE_MELDS),
    ("ShownMeld/properties/cards", "maxItems", limits.TABLE_MELD_CARDS),
    ("Seats", "minItems", limits.PLAYERS_MIN),
    ("Seats", "maxItems", limits.PLAYERS_MAX),
    ("Reentries", "maxItems", limits.PLAYERS_MAX),
    ("ScoresheetRequest/properties/deals", "maxItems", limits.DEALS),
    ("SheetDeal/properties/points", "maxProperties", limits.SHEET_PLAYERS),
    ("SheetDeal/properties/points/additionalProperties", "minimum", -limits.SCORE),
    ("SheetDeal/properties/points/additionalProperties", "maximum", limits.SCORE),
    ("ReplayRequest/properties/deals", "maxItems", limits.DEALS),
    ("LoggedDeal/properties/deck", "maxItems", limits.PACK_CARDS),
    ("LoggedDeal/properties/hands", "maxProperties", limits.PLAYERS_MAX),
    ("LoggedDeal/properties/hands/additionalProperties", "maxItems", limits.HAND_CARDS),
    ("LoggedDeal/properties/moves", "maxItems", limits.MOVES_A_DEAL),
    ("Problem/properties/errors", "maxItems", limits.ERRORS),
]


@pytest.mark.parametrize(("place", "keyword", "limit"), LIMITS, ids=[f"{p}-{k}" for p, k, _ in LIMITS])
def test_limits(place, keyword, limit):
    node: Any = schemas()
    for step in place.split("/"):
        node = node[step]
    assert node[keyword] == limit


def test_limits_told_in_words():
    text = document()["info"]["description"]
    too_large = document()["components"]["responses"]["BodyTooLarge"]["description"]
    what_if = schemas()["AdjudicationRequest"]["properties"]["what_if"]["description"]
    for longest in (f"{limits.BODY_BYTES // 1024} KiB", f"{limits.REPLAY_BODY_BYTES // 1024**2} MiB"):
        assert longest in text
        assert longest in too_large
    for longest in (limits.BODY_BYTES, limits.REPLAY_BODY_BYTES):
        assert f"{longest // BYTES_A_VALUE:,}" in text
        assert f"{longest // BYTES_A_MEMBER:,}" in text
    assert f"{limits.WHAT_IF_MOVES} moves" in what_if
    assert f"up to {limits.NESTING} deep" in text
