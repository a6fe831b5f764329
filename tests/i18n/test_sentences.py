"""Every sentence, filled with facts: nothing of the machinery shows, and the facts are there."""

from __future__ import annotations

import re

import pytest

from loba.cards import Card, card, cards
from loba.i18n import LANGUAGES, error_detail, explain, problem_detail, problem_title
from loba.i18n.lists import AND, OR, joined
from loba.violations import Article, Code, Reason
from tests.i18n.said import FOURTH_SUIT, SAID, key, no, yes

LEFTOVERS = re.compile(r"[{}]|%\(|\bNone\b|\bcard\(|\bTrue\b|\bFalse\b|  |\(\)")
"""What shows that a blank was not filled, or not with words."""
TOKENS = re.compile(r"JOKER|[a-z]+_[a-z]+")
"""Words of the wire, which no player writes."""


@pytest.mark.parametrize("what", SAID, ids=[f"{i}-{key(what)}" for i, what in enumerate(SAID)])
def test_a_sentence_shows_facts_and_nothing_else(what):
    for language in LANGUAGES:
        sentence = explain(what, language)
        assert not LEFTOVERS.search(sentence), sentence
        assert not TOKENS.search(sentence), sentence
        assert sentence.endswith("."), sentence
        assert len(sentence) < 280, sentence
        assert sentence.count(". ") <= 2, sentence
        assert sentence == explain(what, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_detail_without_words_falls_back_on_its_code(language):
    """A rule that is new is explained less precisely, never by an error."""
    plain = explain(no(Code.FOURTH_SUIT, "unheard-of", **FOURTH_SUIT.params), language)
    assert plain == explain(FOURTH_SUIT, language)


def test_the_sentences_of_the_worked_example():
    assert explain(FOURTH_SUIT, "en") == "This pierna is ♠ ♥ ♣: 4♦ cannot join it; another 4♠, 4♥ or 4♣ can."
    assert explain(FOURTH_SUIT, "es") == "Esta pierna es ♠ ♥ ♣: 4♦ no puede entrar; otro 4♠, 4♥ o 4♣, sí."
    assert explain(FOURTH_SUIT, "fr") == (
        "Cette pierna est ♠ ♥ ♣\u00a0: 4♦ ne peut pas y entrer\u202f; un autre 4♠, 4♥ ou 4♣, oui."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_of_a_bad_combination_is_a_sentence_of_its_own(language):
    because = explain(FOURTH_SUIT, language)
    assert explain(no(Code.BAD_MELD, meld="m1", because=FOURTH_SUIT), language).endswith(" " + because)


# --- cards ----------------------------------------------------------------------------------------


def printed(token: str, language: str) -> str:
    """A card as a sentence prints it."""
    return explain(yes("taking-the-discard.not-back", card=card(token), player="Ana"), language).partition(
        {"en": " cannot", "es": " no se", "fr": " ne peut"}[language]
    )[0]


@pytest.mark.parametrize(
    ("token", "en", "es", "fr"),
    [
        ("8D", "8♦", "8♦", "8♦"),
        ("TD", "10♦", "10♦", "10♦"),
        ("AS", "A♠", "A♠", "A♠"),
        ("JC", "J♣", "J♣", "J♣"),
        ("QH", "Q♥", "Q♥", "Q♥"),
        ("KS", "K♠", "K♠", "K♠"),
        ("JOKER", "Joker", "Joker", "Joker"),
        ("7o", "7 of oros", "7 de oros", "7 d’oros"),
        ("1c", "1 of copas", "1 de copas", "1 de copas"),
        ("10e", "10 of espadas", "10 de espadas", "10 d’espadas"),
        ("12b", "12 of bastos", "12 de bastos", "12 de bastos"),
    ],
)
def test_cards_are_printed_as_people_write_them(token, en, es, fr):
    assert [printed(token, language) for language in LANGUAGES] == [en, es, fr]


@pytest.mark.parametrize(
    ("what", "en", "es", "fr"),
    [
        ("5S", "5♠", "5♠", "5♠"),
        ("10o", "10 of oros", "10 de oros", "10 d’oros"),
        ("A", "an ace", "un as", "un as"),
        ("8", "an 8", "un 8", "un 8"),
        ("T", "a 10", "un 10", "un 10"),
        ("Q", "a queen", "una Q", "une dame"),
        ("11", "an 11", "un 11", "un 11"),
    ],
)
def test_a_wild_card_stands_for_a_card_or_a_rank(what, en, es, fr):
    """Where suits do not matter there is only a rank."""
    sentences = [
        explain(yes("wild-cards.stands-for", card=card("JOKER"), stands_for=what), language)
        for language in LANGUAGES
    ]
    assert sentences == [
        f"Joker stands for {en} here.",
        f"Acá Joker hace de {es}.",
        f"Ici Joker remplace {fr}.",
    ]


# --- numbers and lists ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "count", "ending"),
    [
        ("en", 0, "0 cards."),
        ("en", 1, "1 card."),
        ("en", 2, "2 cards."),
        ("es", 0, "0 cartas."),
        ("es", 1, "1 carta."),
        ("es", 2, "2 cartas."),
        ("fr", 0, "0 carte."),
        ("fr", 1, "1 carte."),
        ("fr", 2, "2 cartes."),
    ],
)
def test_nouns_follow_their_number(language, count, ending):
    assert explain(yes("stock.replenished", count=count), language).endswith(ending)


@pytest.mark.parametrize(("count", "ending"), [(1, "there is 1."), (0, "there are 0.")], ids=["one", "none"])
def test_whole_sentences_follow_their_number(count, ending):
    assert explain(no(Code.REPLENISH_IMPOSSIBLE, count=count, minimum=2), "en").endswith(ending)


@pytest.mark.parametrize(("language", "noun"), [("en", "points"), ("es", "puntos"), ("fr", "point")])
def test_numbers_below_zero_have_a_minus_sign(language, noun):
    sentence = explain(no(Code.NEGATIVE_POINTS, player="Beto", points=-1), language)
    assert f"−1 {noun.removesuffix('s')}" in sentence


@pytest.mark.parametrize(
    ("language", "style", "items", "phrase"),
    [
        ("en", AND, [], ""),
        ("en", AND, ["a"], "a"),
        ("en", AND, ["a", "b"], "a and b"),
        ("en", AND, ["a", "b", "c", "d"], "a, b, c and d"),
        ("en", OR, ["a", "b", "c"], "a, b or c"),
        ("es", AND, ["a", "b", "c"], "a, b y c"),
        ("es", AND, ["beto", "irene"], "beto e irene"),
        ("es", AND, ["beto", "hielo"], "beto y hielo"),
        ("es", OR, ["7♦", "8♦"], "7♦ u 8♦"),
        ("es", OR, ["6♦", "7♦", "8♦"], "6♦, 7♦ u 8♦"),
        ("es", OR, ["10", "11"], "10 u 11"),
        ("es", OR, ["7♦", "9♦"], "7♦ o 9♦"),
        ("fr", AND, ["a", "b", "c"], "a, b et c"),
        ("fr", OR, ["a", "b"], "a ou b"),
        ("en", AND, ["{1}", "{0}", "x"], "{1}, {0} and x"),
    ],
)
def test_lists_are_written_as_each_language_does(language, style, items, phrase):
    assert joined(items, style, language) == phrase


def test_a_run_is_shown_in_a_row_and_named_cards_with_commas():
    def fits(tokens: str) -> str:
        return explain(yes("escalera.fits", cards=cards(tokens)), "en")

    assert fits("4S JOKER 6S").startswith("4♠ Joker 6♠ is")
    assert fits("4o 5o 6o").startswith("4 of oros, 5 of oros, 6 of oros is")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_client_calls_a_player_is_printed_as_it_is(language):
    """Ids are free text: no brace or percent sign in them means anything."""
    odd = "{player} %(x)s {0}"
    sentence = explain(no(Code.NOT_YOUR_TURN, player=odd, turn="Ana"), language)
    assert odd in sentence


def test_no_set_of_cards_is_confused_with_another():
    """What was printed once is remembered; another card must not be mistaken for it."""
    faces: list[Card] = [card(f"{rank}{suit}") for rank in "A23456789TJQK" for suit in "SHDC"]
    sentences = {explain(Reason(Article.PIERNA, "pierna.fits", {"cards": (face,)}), "en") for face in faces}
    assert len(sentences) == len(faces)


# --- problems and errors --------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("code", "params", "shown"),
    [
        ("required", {}, ()),
        ("range", {"minimum": 5, "maximum": 13}, ("5", "13")),
        ("length", {"minimum": 0, "maximum": 15}, ("0", "15")),
        ("enum", {"values": ("draw", "play")}, ("“draw”", "“play”")),
        ("enum", {"values": (False, True)}, ("false", "true")),
        ("pattern", {"given": "4X"}, ("4X",)),
        ("exclusive", {"first": "hand", "second": "hand_size"}, ("hand_size",)),
        *[("type", {"wanted": wanted}, ()) for wanted in ("string", "integer", "boolean", "object", "array")],
    ],
)
def test_an_error_says_what_would_be_right(code, params, shown, language):
    sentence = error_detail(code, language, **params)
    assert all(fact in sentence for fact in shown), sentence
    assert not params or sentence != error_detail(code, language)
    assert "{" not in sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_that_do_not_help_are_no_hindrance(language):
    assert error_detail("required", language, minimum=1) == error_detail("required", language)
    assert error_detail("range", language, minimum=1) == error_detail("range", language)
    assert problem_detail("not-found", language, limit=5) == problem_detail("not-found", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_trouble_with_json_is_named(language):
    reasons = ("empty", "not-utf-8", "too-deep", "number", "duplicate-key", "surrogate")
    sentences = {
        problem_detail("malformed-json", language, reason=r, line=None, column=None) for r in reasons
    }
    syntax = problem_detail("malformed-json", language, reason="syntax", line=3, column=14)
    assert len(sentences | {syntax, problem_detail("malformed-json", language)}) == len(reasons) + 2
    assert "3" in syntax
    assert "14" in syntax
    unplaced = problem_detail("malformed-json", language, reason="syntax", line=None, column=None)
    assert unplaced == problem_detail("malformed-json", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_limit_of_a_body_is_named_where_it_is_known(language):
    assert "262144" in problem_detail("body-too-large", language, limit=262144)
    assert problem_title("body-too-large", language)
