"""Reading cards as combinations, and how runs grow, against a second opinion that tries everything."""

from random import Random

import pytest

from loba.growth import arranged, placement, placements, touches
from loba.melds import Escalera, Kind, as_given, points, read_escalera, read_pierna, suits_of, wilds
from loba.rules.combinations import check
from tests.support import oracle
from tests.support.notation import deal, hand, rules, show
from tests.support.worlds import near_cards, random_cards, random_rules


def seen(run: Escalera) -> oracle.Run:
    """The same run as the second opinion writes it."""
    return oracle.Run(run.cards, run.low, run.suit, frozenset(run.low + i for i in run.wild_at))


@pytest.mark.parametrize("seed", range(12))
def test_what_is_a_combination(seed):
    """Piernas and escaleras under random rules: legal exactly if some way of laying the cards is."""
    random = Random(seed)
    for _ in range(150):
        by = random_rules(random)
        cards = near_cards(random, by, random.choice([2, 3, 3, 4, 4, 5, 6]))
        same = random_cards(random, by, Kind.PIERNA, random.choice([2, 3, 3, 4, 5]))
        for laid in (cards, same):
            assert bool(check(laid, Kind.PIERNA, by).meld) is oracle.is_pierna(laid, by), show(laid)
            assert bool(check(laid, Kind.ESCALERA, by).meld) is bool(oracle.runs(laid, by)), show(laid)


@pytest.mark.parametrize("seed", range(12))
def test_how_cards_are_read(seed):
    """A legal order is kept; otherwise gaps first, then high; and what lies is read again as it lies."""
    random = Random(seed)
    for _ in range(150):
        by = random_rules(random)
        cards = near_cards(random, by, random.choice([3, 3, 4, 4, 5, 6]))
        meld = check(cards, Kind.ESCALERA, by).meld
        if isinstance(meld, Escalera):
            expected = oracle.reading(cards, by)
            assert expected
            assert (seen(meld).low, seen(meld).wild) == (expected.low, expected.wild), show(cards)
            assert as_given(meld.cards, by) == meld


@pytest.mark.parametrize("seed", range(12))
def test_how_runs_grow(seed):
    """Cards added to a run: the ways it may lie, the one preferred, and which arrangements are possible."""
    random = Random(seed)
    tried = 0
    while tried < 30:
        by = random_rules(random, jokers=4)
        meld = check(near_cards(random, by, random.choice([3, 4, 5])), Kind.ESCALERA, by).meld
        if not isinstance(meld, Escalera):
            continue
        tried += 1
        for _ in range(4):
            added = tuple(
                random.choice(_beside(random, by, meld)) for _ in range(random.choice([1, 1, 2, 3]))
            )
            may_become = oracle.grown(seen(meld), added, by)
            lies = placement(meld, added, by)
            wanted = oracle.preferred(seen(meld), added, by)
            told = f"{show(meld.cards)} + {show(added)}"
            assert {seen(way) for way in placements(meld, added, by)} <= may_become, told
            assert (lies and (lies.low, seen(lies).wild)) == (wanted and (wanted.low, wanted.wild)), told
            assert all(arranged(meld, way.cards, by) for way in may_become), told
            order = random.sample([*meld.cards, *added], len(meld.cards) + len(added))
            possible = tuple(order) in {way.cards for way in may_become}
            assert bool(arranged(meld, tuple(order), by)) is possible, f"{told} as {show(order)}"


def _beside(random, by, meld):
    """Cards that might join a run: its neighbours, wild ones, and what its wild cards stand for."""
    places = [meld.low - 2, meld.low - 1, meld.high + 1, meld.high + 2]
    places += [meld.low + i for i in meld.wild_at] * 2
    suit = meld.suit or random.choice(by.cards.suits)
    return [by.cards.at(place % by.longest, suit) for place in places] + list(near_cards(random, by, 2))


@pytest.mark.parametrize(
    ("by", "run", "joining"),
    [
        (rules(), "5H 6H 7H", "4H 8H **"),
        (rules(), "AH 2H 3H", "4H **"),
        (rules(), "QH KH AH", "JH **"),
        (rules(), "JH QH KH", "TH AH **"),
        (rules(ace="low"), "JH QH KH", "TH **"),
        (rules(), "5H 6H **", "4H 5H 7H 8H **"),
        (rules("loba-de-menos", "con-picos"), "5H 6H 7H", "4H 8H 2S 2H 2D 2C **"),
        (rules(escalera_suit="any"), "5H 6S 7H", "4S 4H 4D 4C 8S 8H 8D 8C **"),
    ],
)
def test_what_could_join_a_run_alone(by, run, joining):
    """The cards beside its ends and, with a wild card in it, at them; the rules say whether they may."""
    meld = check(hand(run), Kind.ESCALERA, by).meld
    assert isinstance(meld, Escalera)
    assert {card for card in by.copies if touches(meld, card, by)} == set(hand(joining))


def test_what_wild_cards_stand_for():
    """A card where the suit matters, the rank alone where it does not, also above the king."""
    assert [w.stands_for for w in wilds(check(hand("QH KH **"), None, rules()).meld, rules())] == ["AH"]
    any_suit = rules(escalera_suit="any")
    assert [w.stands_for for w in wilds(check(hand("QH KD **"), None, any_suit).meld, any_suit)] == ["A"]
    trio = rules("loba-centroamericana")
    assert [w.stands_for for w in wilds(check(hand("9H ** 9D"), None, trio).meld, trio)] == ["9"]


def test_a_joker_moves_to_an_end_only_where_none_lay_before():
    """The jokers look alike: one that lies at an end of the table's run is not the one that moved there."""
    by = rules(end_joker="other-end", escalera_wilds=6, escalera_min_naturals=1)
    meld = check(hand("** 4H ** **"), Kind.ESCALERA, by).meld
    assert isinstance(meld, Escalera)
    ways = [(way.low, show(way.cards)) for way in placements(meld, hand("** 3H"), by)]
    assert ways == [(2, "3H 4H ** ** ** **"), (1, "** 3H 4H ** ** **")]


def test_where_the_suit_is_settled_the_two_of_that_suit_is_the_natural_one():
    """Whichever comes first: with 2♣ as the natural one there would be too many wild cards."""
    by = rules("loba-de-menos", "con-picos", escalera_wilds=1)
    run = read_escalera(hand("4S 2C 2S"), by, "S").run
    assert run
    assert (show(run.cards), run.low, run.wild_at) == ("2S 2C 4S", 1, (1,))


def test_jokers_left_over_go_to_the_high_end_as_far_as_there_is_room():
    by = rules(escalera_wilds=3, escalera_min_naturals=1)
    lie = {"QH ** JH **": "JH QH ** **", "KH ** QH **": "** QH KH **", "KH ** ** QH **": "** ** QH KH **"}
    for given, laid in lie.items():
        run = read_escalera(hand(given), by).run
        assert run
        assert show(run.cards) == laid


def test_a_whole_suit_is_a_run_in_any_order():
    by = rules()
    whole = hand("KS AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS")
    run = read_escalera(whole, by).run
    assert run
    assert (run.low, len(run.cards)) == (0, 13)


def test_wild_cards_are_told_by_where_they_were_given():
    assert read_escalera(hand("5H ** 7H"), rules()).wild_at == (1,)
    assert read_escalera(hand("7H 5H **"), rules()).wild_at == (2,)


def test_jokers_alone_have_no_rank():
    assert read_pierna(hand("** **")).rank == ""


def test_the_suits_of_a_combination():
    """Of its natural cards, in the order they lie."""
    by = rules("loba-de-menos", "con-picos")
    assert suits_of(check(hand("4S 4H 4S 4C"), None, by).meld) == ("S", "H", "C")
    assert suits_of(check(hand("5H 2S 7H"), None, by).meld) == ("H",)


@pytest.mark.parametrize(
    ("base", "worth"),
    [("loba-de-menos", 29), ("loba-de-menos-casera", 49), ("loba-de-mas", 49), ("loba-centroamericana", 35)],
)
def test_what_cards_count(base, worth):
    """The worked value: 9♠ A♥ Joker."""
    assert points(hand("9S AH **"), rules(base)) == worth
    assert points(hand("9S AH **"), rules("loba-de-menos-casera", "uruguaya")) == 54


def test_spanish_figures_count_like_french_ones():
    """10, 11, 12 take the values of jack, queen, king; 8 and 9 count their number."""
    by = rules("loba-centroamericana", pack="spanish-48")
    assert [points((face,), by) for face in hand("1o 2o 7o 8o 9o 10o 11o 12o")] == [1, 2, 7, 8, 9, 11, 12, 13]


def test_a_run_on_the_table_keeps_the_reading_it_was_laid_with():
    """Three twos named an escalera: laid as A-2-3, they are still A-2-3 when the state comes back."""
    by = rules("loba-de-menos", "con-picos", escalera_wilds=2, escalera_min_naturals=1)
    position = deal("ana: 9C | turn ana play | m1 ana E 2S 2H 2D", by)
    meld = position.table[0].meld
    assert isinstance(meld, Escalera)
    assert (meld.low, meld.suit, meld.wild_at) == (0, "H", (0, 2))
