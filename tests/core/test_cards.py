"""Cards and packs: tokens, order, and which card was probably meant."""

import copy
import pickle
from dataclasses import fields

import pytest

from loba.cards import CARDS, JOKER, PACKS, Card, Pack, card, cards, meant


def test_every_token_has_one_card():
    """Cards compare by identity, so a token always gives the same object, also from another process."""
    assert all(card(token) is CARDS[token] for token in CARDS)
    assert pickle.loads(pickle.dumps(card("TD"))) is card("TD")
    assert copy.deepcopy(card("12b")) is card("12b")
    assert copy.deepcopy(PACKS["spanish-40"]) is PACKS["spanish-40"]


def test_a_card_shows_itself_as_the_expression_that_makes_it():
    """What a failing test prints can be pasted back."""
    assert eval(repr(card("TD")), {"card": card}) is card("TD")
    assert eval(repr(PACKS["french-52"]), {"PACKS": PACKS}) is PACKS["french-52"]


def test_cards_are_read_from_a_list_or_a_line():
    """Both give the same cards, jokers by their long name."""
    assert cards("TD JOKER 12b") == cards(["TD", "JOKER", "12b"]) == (card("TD"), JOKER, card("12b"))


@pytest.mark.parametrize("token", ["10D", "td", "Td", "1S", "13o", "8x", "joker", "", "TDD"])
def test_what_is_no_card_of_any_pack_has_no_card(token):
    """Tokens are exact: case, length and alphabet."""
    with pytest.raises(KeyError):
        card(token)


@pytest.mark.parametrize(
    ("pack", "size", "first", "last"),
    [("french-52", 52, "AS", "KC"), ("spanish-40", 40, "1o", "12b"), ("spanish-48", 48, "1o", "12b")],
)
def test_a_pack_has_each_card_once(pack, size, first, last):
    """Suit by suit and low to high, without jokers."""
    faces = PACKS[pack].cards
    assert len(faces) == len(set(faces)) == size
    assert (faces[0], faces[-1]) == (card(first), card(last))
    assert JOKER not in faces


@pytest.mark.parametrize(
    ("pack", "lower", "higher"),
    [
        ("french-52", "TS", "JS"),
        ("french-52", "AS", "2S"),
        ("spanish-40", "7o", "10o"),
        ("spanish-48", "7o", "8o"),
        ("spanish-48", "9o", "10o"),
    ],
)
def test_ranks_follow_each_other(pack, lower, higher):
    """In the Spanish 40-card pack the sota follows the seven."""
    place = PACKS[pack].place
    assert place[card(higher)] == place[card(lower)] + 1


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_suits_and_ranks_make_a_pack(pack):
    """Everything else is derived from them, also in a pack that is made now."""
    again = Pack(pack.id, pack.suits, pack.ranks, pack.named)
    assert all(getattr(again, entry.name) == getattr(pack, entry.name) for entry in fields(Pack))


def test_the_place_above_the_king_is_the_ace():
    """Also in the Spanish packs."""
    assert PACKS["french-52"].at(13, "H") is card("AH")
    assert PACKS["spanish-40"].at(10, "b") is card("1b")
    assert PACKS["spanish-48"].rank_at(12) == "1"


def test_twos_and_aces_of_a_pack():
    """By rank, whatever the pack calls it."""
    assert PACKS["spanish-40"].twos == set(cards("2o 2c 2e 2b"))
    assert PACKS["french-52"].aces == set(cards("AS AH AD AC"))


@pytest.mark.parametrize(
    ("token", "pack", "guess"),
    [
        ("2c", "french-52", "2C"),
        ("9C", "spanish-48", "9c"),
        ("9C", "spanish-40", None),
        ("12b", "french-52", None),
        ("2S", "spanish-40", None),
        ("JOKER", "french-52", None),
    ],
)
def test_which_card_was_meant(token, pack, guess):
    """The tokens of the packs differ in the case of one letter, where they share a suit letter at all."""
    stranger: Card = card(token)
    assert meant(stranger, PACKS[pack]) is (card(guess) if guess else None)
