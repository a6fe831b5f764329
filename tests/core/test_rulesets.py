"""Rulesets: bases, variants and options make one, and what excludes each other is refused."""

import json
from dataclasses import replace

import pytest

from loba.cards import JOKER
from loba.ruleset import OPTIONS, Contract, Range, Ruleset
from loba.rulesets import (
    BASES,
    VARIANTS_BY_ID,
    RulesetError,
    default_of,
    fitting,
    resolve,
    resolve_base,
    with_option,
)
from loba.rulesets.base import Base, Variant
from tests.support.notation import hand, rules

EVERY_BASE = list(BASES)
DIGEST_OF_LOBA_DE_MENOS = "9c9e53f6d993"


def errors(base, variants=(), **options):
    with pytest.raises(RulesetError) as refused:
        resolve(base, variants, options)
    return [(error.code, "/".join(map(str, error.at))) for error in refused.value.errors]


@pytest.mark.parametrize("base", EVERY_BASE)
def test_a_base_is_a_ruleset_without_conflicts(base):
    """As it stands, with every value from the base itself."""
    resolved = resolve_base(base)
    assert list(resolved.rules.conflicts()) == []
    assert set(resolved.origin.values()) == {"base"}


@pytest.mark.parametrize(("base", "variant"), [(b, v.id) for b in BASES for v in fitting(b)])
def test_a_variant_changes_only_what_it_states(base, variant):
    """Every other option keeps the value it has in the base, and its origin."""
    plain, varied = resolve_base(base), resolve_base(base, (variant,))
    changed = {name for name in OPTIONS if plain.rules.values.get(name) != varied.rules.values.get(name)}
    assert changed <= set(VARIANTS_BY_ID[variant].changes)
    assert changed
    named = {name for name, origin in varied.origin.items() if origin == variant}
    assert named == set(VARIANTS_BY_ID[variant].changes)


@pytest.mark.parametrize(("base", "variant"), [(b, v) for b in BASES for v in VARIANTS_BY_ID])
def test_a_variant_fits_some_bases(base, variant):
    """On the others it is refused, and none may be named twice."""
    if base in VARIANTS_BY_ID[variant].fits:
        assert errors(base, [variant, variant]) == [("duplicate", "variants/1")]
    else:
        assert errors(base, [variant]) == [("variant-not-applicable", "variants/0")]


def test_later_wins():
    """The base, then the variants in the given order, then the single options."""
    assert rules("loba-de-menos", "con-bazas", opening_minimum=30).opening_minimum == 30
    both = resolve("loba-de-menos-casera", ["uruguaya", "con-picos"], {"card_values": {"ace": 5}})
    assert both.origin["wild_twos"] == "con-picos"
    assert both.origin["card_values"] == "options"
    assert (both.rules.card_values.ace, both.rules.card_values.two, both.rules.card_values.king) == (
        5,
        25,
        10,
    )


def test_every_other_option_is_replaced_whole():
    """An empty list of contracts means none, not those of the base."""
    assert rules("loba-centroamericana", contracts=[]).contracts == ()


@pytest.mark.parametrize(
    ("base", "variants", "options", "at"),
    [
        ("loba-de-menos", (), {"pierna_wilds": 1}, "options/pierna_wilds"),
        ("loba-centroamericana", (), {"pierna_suits": "all-different"}, "options/pierna_suits"),
        ("loba-de-menos", (), {"four_suit_pierna_bonus": 10}, "options/four_suit_pierna_bonus"),
        ("loba-de-mas", ("pierna-de-cuatro",), {"pierna_suits": "three-locked"}, "options/pierna_suits"),
        ("loba-de-menos", ("sin-jokers",), {"jokers": 2}, "options/jokers"),
        ("loba-de-menos", (), {"scoring": "points"}, "options/scoring"),
        ("loba-de-menos", (), {"game_end": "target"}, "options/game_end"),
        ("loba-de-mas", (), {"scoring": "penalty"}, "options/scoring"),
        ("loba-centroamericana", (), {"hand_size": 9}, "options/hand_size"),
        ("loba-de-menos-casera", ("contrato",), {"hand_size": 8}, "options/hand_size"),
        ("loba-centroamericana", (), {"going_out": "discard-required", "hand_size": 10}, "options/hand_size"),
        ("loba-de-menos", (), {"contracts": [{"piernas": 4, "escaleras": 0}]}, "options/contracts"),
        (
            "loba-de-menos",
            (),
            {"hand_size": 5, "contracts": [{"piernas": 1, "escaleras": 2}]},
            "options/contracts",
        ),
    ],
)
def test_what_excludes_each_other_is_refused(base, variants, options, at):
    """Never half applied, and pointed at where it was named last."""
    assert errors(base, variants, **options) == [("conflicting-options", at)]


@pytest.mark.parametrize(
    ("base", "variants", "options"),
    [
        ("loba-de-menos", ("sin-jokers",), {"jokers": 0}),
        ("loba-de-menos", ("sin-jokers",), {"escalera_wilds": 5}),
        ("loba-de-menos", (), {"melds_after_contract": False}),
        ("loba-centroamericana", (), {"hand_size": 10}),
        ("loba-centroamericana", (), {"going_out": "discard-required"}),
        ("loba-de-menos", (), {"contracts": [{"piernas": 0, "escaleras": 3}]}),
        ("loba-de-menos", (), {"pierna_suits": "any", "pierna_wilds": 1}),
        ("loba-de-menos", (), {"packs": 1, "pack": "spanish-40", "jokers": 0, "hand_size": 13}),
        ("loba-de-menos", (), {"jokers": 2.0}),
    ],
)
def test_what_only_has_nothing_to_do_is_fine(base, variants, options):
    """Options that mean nothing here, and values at the very edge, are accepted."""
    assert resolve(base, variants, options).rules


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"jokers": 5}, [("range", "options/jokers")]),
        ({"jokers": -1}, [("range", "options/jokers")]),
        ({"jokers": True}, [("type", "options/jokers")]),
        ({"jokers": "2"}, [("type", "options/jokers")]),
        ({"jokers": 1.5}, [("type", "options/jokers")]),
        ({"jokers": None}, [("type", "options/jokers")]),
        ({"wild_twos": 1}, [("type", "options/wild_twos")]),
        ({"ace": "high"}, [("enum", "options/ace")]),
        ({"ace": False}, [("type", "options/ace")]),
        ({"card_values": {"ace": 101}}, [("range", "options/card_values/ace")]),
        ({"card_values": {"aces": 1}}, [("unknown-field", "options/card_values/aces")]),
        ({"card_values": 10}, [("type", "options/card_values")]),
        ({"contracts": {}}, [("type", "options/contracts")]),
        ({"contracts": [{"piernas": 1}]}, [("required", "options/contracts/0/escaleras")]),
        ({"contracts": [{"piernas": 5, "escaleras": 0}]}, [("range", "options/contracts/0/piernas")]),
        ({"contracts": [{"piernas": 4, "escaleras": 3}]}, [("range", "options/contracts/0")]),
        ({"contracts": [{"piernas": 0, "escaleras": 0}]}, [("range", "options/contracts/0")]),
        ({"contracts": [{"piernas": 1, "escaleras": 0}] * 13}, [("length", "options/contracts")]),
        ({"jocker_swap": "off"}, [("unknown-option", "options/jocker_swap")]),
        ({"close_max_loose": 4}, [("option-not-applicable", "options/close_max_loose")]),
        ({"hand_counts_against": True}, [("option-not-applicable", "options/hand_counts_against")]),
        ({"ace": "both", "jokers": 9}, [("enum", "options/ace"), ("range", "options/jokers")]),
    ],
)
def test_values_are_what_the_option_allows(options, wrong):
    """Each mistake is named where it stands, all of them at once."""
    assert errors("loba-de-menos", **options) == wrong


def test_unknown_names_are_refused():
    """A ruleset, a variant: each where it was named."""
    assert errors("poker") == [("unknown-ruleset", "id")]
    assert errors("loba-de-menos", ["con-todo"]) == [("unknown-variant", "variants/0")]


def test_counting_the_hand_is_an_option_of_points_scoring():
    """Accepted, true by default, where scoring is by points, and not listed elsewhere."""
    by_points = resolve("loba-de-menos", (), {"scoring": "points", "game_end": "deals"})
    assert by_points.rules.values["hand_counts_against"] is True
    assert "hand_counts_against" not in resolve_base("loba-de-menos").rules.values
    assert rules("loba-de-mas", hand_counts_against=False).values["hand_counts_against"] is False


def test_every_value_of_every_range_is_accepted():
    """From the least to the most; one below and one above are not."""
    for name, span in OPTIONS.items():
        for base in [b for b in BASES.values() if name in b.options and isinstance(span, Range)]:
            extra = {"pierna_suits": "any"} | ({} if base.closing else {"contracts": []})
            for value in range(span.least, span.most + 1):
                assert getattr(resolve(base.id, (), {name: value} | extra).rules, name) == value
            for value in (span.least - 1, span.most + 1):
                assert errors(base.id, **{name: value} | extra) == [("range", f"options/{name}")]


# --- what is worked out ---------------------------------------------------------------------------


def test_the_digest_is_that_of_the_options():
    """Equal where two tables play by the same rules, however they came to them; different otherwise."""
    same = rules("loba-de-menos", "con-bazas").digest
    assert rules("loba-de-menos", opening_minimum=50).digest == same
    assert rules("loba-de-menos", "con-picos", "con-bazas", wild_twos=False).digest == same
    digests = [resolve_base(base).rules.digest for base in BASES]
    digests += [resolve_base(base, (v.id,)).rules.digest for base in BASES for v in fitting(base)]
    assert len(set(digests)) == len(digests)
    assert all(len(digest) == 12 and int(digest, 16) >= 0 for digest in digests)


def test_the_digest_does_not_change_between_releases_unnoticed():
    """Organisers compare it: whoever changes how it is made has to say so here."""
    assert resolve_base("loba-de-menos").rules.digest == DIGEST_OF_LOBA_DE_MENOS


@pytest.mark.parametrize("base", EVERY_BASE)
def test_the_values_are_plain_data(base):
    """JSON takes them as they are, and they are exactly the options that apply."""
    values = resolve_base(base).rules.values
    assert json.loads(json.dumps(values)) == values
    assert set(values) == set(BASES[base].options) | (
        {"hand_counts_against"} if base == "loba-de-mas" else set()
    )


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ({}, 108),
        ({"packs": 1}, 56),
        ({"jokers": 0}, 104),
        ({"pack": "spanish-40"}, 84),
        ({"pack": "spanish-48"}, 100),
    ],
)
def test_how_many_cards_there_are(options, cards):
    """`packs` times the pack, plus `jokers`."""
    by = rules("loba-de-menos", **options)
    assert by.deck_size == sum(by.copies.values()) == cards
    assert by.copies.get(JOKER, 0) == by.jokers


def test_contracts_come_round_again():
    """Deal 7 asks for what deal 1 asked; without contracts no deal asks for anything."""
    by = rules("loba-centroamericana")
    first, *_, sixth = (by.contract(deal_number) for deal_number in range(1, 7))
    assert (by.contract(7), by.contract(12)) == (first, sixth)
    assert rules().contract(3) is None


def test_the_highest_place_depends_on_the_ace():
    """One above the king where the ace may be high."""
    assert (rules().top, rules(ace="low").top, rules(pack="spanish-40").top) == (13, 12, 10)


def test_which_cards_may_be_wild():
    """Jokers, and with wild twos the twos of every suit."""
    assert rules().wild == set(hand("**"))
    assert rules("loba-de-menos", "con-picos").wild == set(hand("** 2S 2H 2D 2C"))


def test_a_ruleset_is_a_value():
    """Two with the same options are equal, and one can be a key."""
    assert rules() == rules()
    assert hash(rules()) == hash(rules())
    assert Ruleset() != rules()


# --- what is told of a mistake --------------------------------------------------------------------


def mistakes(base, variants=(), **options):
    """Every error with what would be right."""
    with pytest.raises(RulesetError) as refused:
        resolve(base, variants, options)
    return [(error.code, error.at[-1], error.params) for error in refused.value.errors]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("jokers", 5, ("range", "jokers", {"minimum": 0, "maximum": 4})),
        ("jokers", "2", ("type", "jokers", {"wanted": "integer"})),
        ("ace", "both", ("enum", "ace", {"values": ("low", "high-or-low")})),
        ("ace", 1, ("type", "ace", {"wanted": "string"})),
        ("wild_twos", 1, ("type", "wild_twos", {"wanted": "boolean"})),
        ("card_values", 10, ("type", "card_values", {"wanted": "object"})),
        ("card_values", {"king": 101}, ("range", "king", {"minimum": 0, "maximum": 100})),
        ("contracts", {}, ("type", "contracts", {"wanted": "array"})),
        ("contracts", [1], ("type", 0, {"wanted": "object"})),
        ("contracts", [{}] * 13, ("length", "contracts", {"minimum": 0, "maximum": 12})),
        ("contracts", [{"piernas": 0, "escaleras": 0}], ("range", 0, {"minimum": 1, "maximum": 6})),
        ("contracts", [{"piernas": 1, "escaleras": 4}], ("range", "escaleras", {"minimum": 0, "maximum": 3})),
        ("contracts", [{"piernas": 1, "escaleras": 0, "x": 1}], ("unknown-field", "x", {})),
    ],
)
def test_what_would_be_right_is_told(name, value, told):
    """The range, the kind of value, the names to choose from."""
    assert mistakes("loba-de-menos", **{name: value}) == [told]


def test_every_contract_is_looked_at():
    """A good one between two bad ones is passed over."""
    good, bad = {"piernas": 1, "escaleras": 0}, {"piernas": 9, "escaleras": 0}
    wrong = errors("loba-de-menos", contracts=[bad, good, bad])
    assert wrong == [("range", "options/contracts/0/piernas"), ("range", "options/contracts/2/piernas")]


def test_which_variant_is_refused_is_told():
    """The unknown one, the one named twice, the one that does not fit."""
    named = ["con-todo", "con-picos", "con-picos", "uruguaya"]
    assert mistakes("loba-de-menos", named) == [
        ("unknown-variant", 0, {"variant": "con-todo"}),
        ("duplicate", 2, {"variant": "con-picos"}),
        ("variant-not-applicable", 3, {"variant": "uruguaya"}),
    ]


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        ({"pierna_wilds": 1}, ("pierna_suits", "pierna_wilds")),
        ({"four_suit_pierna_bonus": 1}, ("pierna_suits", "four_suit_pierna_bonus")),
        (
            {"pack": "spanish-40", "packs": 1, "jokers": 0, "hand_size": 20},
            ("pack", "packs", "jokers", "hand_size"),
        ),
        ({"pack": "spanish-40", "packs": 1, "jokers": 1, "hand_size": 20}, None),
        ({"contracts": (Contract(3, 1),), "hand_size": 11}, None),
        (
            {"contracts": (Contract(3, 1),), "hand_size": 10},
            ("escalera_min", "going_out", "hand_size", "contracts"),
        ),
        ({"scoring": "points"}, ("scoring", "game_end")),
        ({"scoring": "points", "game_end": "deals"}, None),
        ({"game_end": "target"}, ("scoring", "game_end")),
    ],
)
def test_which_options_exclude_each_other_is_told(changed, names):
    """All of them, the decisive one last."""
    assert list(replace(rules(), **changed).conflicts()) == ([names] if names else [])


def test_what_is_told_of_a_conflict():
    """The options that exclude each other."""
    names = {"options": ("pierna_suits", "pierna_wilds")}
    assert mistakes("loba-de-menos", pierna_wilds=1) == [("conflicting-options", "pierna_wilds", names)]


def test_the_edges_of_contracts():
    """Twelve of them, of six combinations each: too many for a hand, but not for a contract."""
    one, most = {"piernas": 1, "escaleras": 0}, {"piernas": 4, "escaleras": 2}
    assert len(rules("loba-de-menos", contracts=[one] * 12).contracts) == 12
    assert errors("loba-de-menos", contracts=[most]) == [("conflicting-options", "options/contracts")]


def test_no_more_mistakes_are_looked_for_than_an_answer_lists():
    """And one, so that it can say that there are more."""
    many = [f"x{number}" for number in range(30)]
    assert len(errors("loba-de-menos", card_values=dict.fromkeys(many, 1))) == 21
    assert len(errors("loba-de-menos", **dict.fromkeys(many, 1))) == 21


def test_one_option_changed():
    """The same rules but for that option; None where they would be no possible rules."""
    central, mas = resolve_base("loba-centroamericana"), resolve_base("loba-de-mas")
    assert with_option(central, "jokers", 2) == rules("loba-centroamericana", jokers=2)
    assert with_option(central, "scoring", "points") == rules("loba-centroamericana", scoring="points")
    assert with_option(mas, "scoring", "penalty") is None
    by_deals = resolve("loba-de-mas", (), {"game_end": "deals", "limit": 6})
    penalty = with_option(by_deals, "scoring", "penalty")
    assert penalty is not None
    assert "hand_counts_against" not in penalty.values
    assert (default_of("loba-de-menos", "jokers"), default_of("loba-de-mas", "hand_counts_against")) == (
        4,
        True,
    )


def test_a_misspelt_option_is_noticed_when_the_data_are_read():
    misspelt = {"jokres": 4, "packs": 2, "ases": "low"}
    with pytest.raises(ValueError, match=r"no such options: \['ases', 'jokres'\]"):
        Base("loba", misspelt)
    with pytest.raises(ValueError, match=r"no such options: \['ases', 'jokres'\]"):
        Variant("con-loba", ("loba",), misspelt)
