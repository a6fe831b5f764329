"""The rule sheet: true for every table, as every option that means something changes what it says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from loba.i18n import LANGUAGES, articles
from loba.ruleset import CARD_VALUE_NAMES, OPTIONS, CardValues, Choice, Contract, Range, Ruleset
from loba.rulesets import BASES, Resolved, resolve_base, with_option
from loba.violations import Article

CONTRACTS = ((), (Contract(2, 0),), (Contract(0, 2),), (Contract(2, 0), Contract(1, 1)))


def sheet(rules: Ruleset, language: str = "en") -> dict[str, str]:
    return {article.id: article.text for article in articles(Resolved("x", (), rules, {}), language)}


def means_nothing(rules: Ruleset) -> set[str]:
    """The options that have nothing to do at a table, whatever their value."""
    wild_runs = (rules.jokers or rules.wild_twos) and rules.escalera_wilds
    idle = {
        "discard_taken_card": rules.discard_take != "free",
        "pierna_wilds": not rules.jokers,
        "escalera_wilds": not (rules.jokers or rules.wild_twos),
        "escalera_min_naturals": not wild_runs,
        "end_joker": not wild_runs or rules.closing,
        "joker_swap": not (rules.jokers and rules.escalera_wilds) or rules.closing,
        "joker_discard": not rules.jokers or rules.closing,
        "melds_after_contract": not rules.contracts,
        "going_out_meld_bonus": rules.scoring == "penalty",
        "reentries": rules.game_end != "elimination",
        "reentry_min_active": not rules.reentries or rules.game_end != "elimination",
    }
    return {name for name, nothing in idle.items() if nothing}


def values(name: str) -> list[Any]:
    """Every value of an option; some of large numbers; tables and lists that differ in one thing."""
    match OPTIONS[name]:
        case Choice(words):
            return list(words)
        case Range(least, most):
            return sorted({*range(least, min(most, 60)), 99, 100, 101, 150, most} & {*range(least, most + 1)})
    if name == "contracts":
        return list(CONTRACTS)
    same = CardValues(*[10] * len(CARD_VALUE_NAMES))
    return [same, *(replace(same, **{card: 9}) for card in CARD_VALUE_NAMES)]


# --- tables at which each option has something to do ----------------------------------------------

BASE = resolve_base("loba-de-menos").rules
HOME = resolve_base("loba-de-menos-casera").rules
POSITIVE = resolve_base("loba-de-mas").rules
CONTRACT_GAME = resolve_base("loba-centroamericana").rules
CLOSING_GAME = resolve_base("chinchon").rules

TABLES: dict[str, tuple[Ruleset, ...]] = {
    **dict.fromkeys(OPTIONS, (BASE,)),
    "discard_taken_card": (HOME, CLOSING_GAME),
    "pierna_wilds": (CONTRACT_GAME,),
    "melds_after_contract": (CONTRACT_GAME,),
    "scoring": (CONTRACT_GAME,),
    "concealed_bonus": (BASE, POSITIVE),
    "going_out_meld_bonus": (POSITIVE, replace(POSITIVE, four_suit_pierna_bonus=10)),
    "four_suit_pierna_bonus": (HOME, POSITIVE, replace(POSITIVE, going_out_meld_bonus=0)),
    "hand_counts_against": (POSITIVE,),
    "game_end": (BASE, POSITIVE),
    "limit": (BASE, POSITIVE, CONTRACT_GAME),
    "reentry_min_active": (HOME,),
    **dict.fromkeys(
        ("close_max_loose", "full_close_bonus", "chinchon_wins", "lay_off_after_close"), (CLOSING_GAME,)
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_of_an_option_reads_differently(name, language):
    for table in TABLES[name]:
        assert name not in means_nothing(table)
        tables = [replace(table, **{name: value}) for value in values(name)]
        possible = [rules for rules in tables if not any(rules.conflicts())]
        assert len(possible) >= 2
        assert len({tuple(sheet(rules, language).values()) for rules in possible}) == len(possible)


def test_every_value_of_an_option_was_read():
    """Between them the tables above allow every value there is."""
    for name, tables in TABLES.items():
        unread = [
            value
            for value in values(name)
            if all(any(replace(table, **{name: value}).conflicts()) for table in tables)
        ]
        assert unread == [], name


@pytest.mark.parametrize("base", BASES)
def test_an_option_changes_the_sheet_of_every_base_it_means_something_to(base):
    resolved = resolve_base(base)
    before = sheet(resolved.rules)
    for name in resolved.rules.applicable - means_nothing(resolved.rules):
        for value in values(name):
            changed = with_option(resolved, name, value)
            if changed and value != getattr(resolved.rules, name):
                assert sheet(changed) != before, (name, value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("base", BASES)
def test_articles_come_in_order_with_title_and_text(base, language):
    found = articles(resolve_base(base), language)
    order = [article.value for article in Article]
    assert [article.id for article in found] == sorted((a.id for a in found), key=order.index)
    for article in found:
        assert article.title
        assert article.text.endswith(".")
        assert not {"{", "}", "%"} & set(article.text)
        assert "None" not in article.text


LEFT_OUT = {
    "loba-de-menos": {"closing"},
    "loba-de-menos-casera": {"closing"},
    "loba-de-mas": {"closing", "elimination", "re-entry"},
    "loba-centroamericana": {"closing", "elimination", "re-entry"},
    "chinchon": {"wild-cards", "end-joker", "joker-swap", "opening", "laying-off", "going-out"},
}


@pytest.mark.parametrize("base", BASES)
def test_articles_that_do_not_apply_are_left_out(base):
    assert {article.value for article in Article} - set(sheet(resolve_base(base).rules)) == LEFT_OUT[base]


def test_without_wild_cards_nothing_is_said_of_them():
    rules = replace(BASE, jokers=0)
    assert not {"wild-cards", "end-joker", "joker-swap"} & set(sheet(rules))
    mentions = [text for text in sheet(rules).values() if "wild" in text or "joker" in text.lower()]
    assert mentions == [sheet(rules)["pack"]]


def test_three_house_rules_are_on_the_sheet():
    """What an organiser agrees on is what the sheet says, and nothing that contradicts it stays."""
    rules = replace(BASE, ace="low", lay_off_on="own-melds", concealed_bonus=25)
    told, usual = sheet(rules), sheet(BASE)
    assert {name for name in told if told[name] != usual[name]} == {"escalera", "laying-off", "scoring"}
    assert "nothing follows the king" in told["escalera"]
    assert "only to combinations of one’s own" in told["laying-off"]
    assert "25 points" in told["scoring"]


def test_the_examples_on_the_sheet_are_cards_of_its_pack():
    """Examples are written with the cards of the table."""
    spanish = replace(BASE, pack="spanish-40", packs=2)
    text = " ".join(sheet(spanish).values())
    assert "4 of oros" in text
    assert not set("♠♥♦♣") & set(text)
    assert "5♦ 6♦ 2♠" in sheet(replace(BASE, jokers=0, wild_twos=True))["end-joker"]


def test_contracts_are_listed_deal_by_deal():
    assert "2 piernas; 1 pierna and 1 escalera; 2 escaleras; 3 piernas" in sheet(CONTRACT_GAME)["opening"]
