"""Hands with their best use, written out; and the steps the search takes to it.

A bound that no longer cuts off changes no answer, but it shows in the steps. Those that proposing
combinations takes are not counted here.
"""

from __future__ import annotations

import pytest

from loba import limits
from loba.arrangement import Question, arrange, can_go_out
from loba.candidates import Budget, combinations
from loba.cards import cards
from loba.melds import Kind
from tests.support.chapters import Example
from tests.support.notation import deal, rules, show

USES = [
    (
        "loba-de-menos wild_twos=true escalera_wilds=2 escalera_min_naturals=1 contracts=1P1E",
        "2S 2H 2D 9S 9H 9C",
        "P 9S 9H 9C; E 2H 2S 2D; nothing left (0)",
        114,
    ),
    (
        "loba-de-menos wild_twos=true escalera_wilds=2 escalera_min_naturals=1 contracts=2P",
        "2S 2H 2D 9S 9H 9C",
        "P 9S 9H 9C; P 2S 2H 2D; nothing left (0)",
        114,
    ),
    (
        "loba-de-menos wild_twos=true escalera_wilds=2 escalera_min_naturals=1",
        "2S 2H 2D 9S 9H 9C JC QC KC",
        "E JC QC KC; P 9S 9H 9C; P 2S 2H 2D; nothing left (0)",
        963,
    ),
    (
        "loba-centroamericana",
        "8S 8H 8D 3S 4H 5C 6D KC KD 2S 2H ** | deal 2",
        "P KC KD **; E 2S 3S 4H 5C 6D; 8S 8H 8D 2H left (26)",
        430,
    ),
    (
        "loba-centroamericana",
        "8S 8H 8D 3S 3H 3D 3C 5H 6S KD AS ** | deal 1",
        "P 8S 8H 8D **; P 3S 3H 3D 3C; 5H 6S KD AS left (25)",
        132,
    ),
    (
        "loba-centroamericana",
        "8S 8H 8D 4H 5C 6D KC KD 9S | beto: #9 | m1 ana P 9H 9D 9C | m2 beto E 5S 6H 7D",
        "9S to m1; 8S 8H 8D 4H 5C 6D KC KD left (65)",
        27,
    ),
    (
        "loba-centroamericana contracts=none",
        "KS KS KH KH KD KD KC KC 2S 2H 5H",
        "P KS KS KH KH KD KD KC KC; 2S 2H 5H left (9)",
        93,
    ),
    (
        "loba-de-menos contracts=1P1E",
        "4S 4H 4C 5C 6C 7C 7S 7H KD 3D | m1 ana P 9H 9D 9C | m2 beto E 4D 5D 6D",
        "P 7S 7H 7C; E 4C 5C 6C; 3D to m2; 4S 4H KD left (18)",
        125,
    ),
    (
        "loba-de-menos opening_minimum=40",
        "4S 4H 4C 5C 6C 7C 7S 7H KD 3D | m1 ana P 9H 9D 9C | m2 beto E 4D 5D 6D",
        "P 7S 7H 7C; E 4C 5C 6C; 3D to m2; 4S 4H KD left (18)",
        125,
    ),
    (
        "loba-de-mas lay_off_on=any-meld",
        "2H 2S 2D AH KC | m1 ana P 9H 9D 9C | m2 beto E 3H 4H 5H",
        "2H AH to m2; 2S 2D KC left (14)",
        50,
    ),
    (
        "loba-de-mas lay_off_on=any-meld hand_counts_against=false",
        "2H 2S 2D AH KC | m1 ana P 9H 9D 9C | m2 beto E 3H 4H 5H",
        "P 2S 2H 2D; AH KC left (25)",
        59,
    ),
    (
        "loba-de-mas lay_off_on=any-meld hand_counts_against=false",
        "7H 8H 9H TH KC | m1 ana P 9H 9D 9C | m2 beto E 4H 5H 6H",
        "E 7H 8H 9H TH; KC left (10)",
        112,
    ),
    (
        "loba-de-menos",
        "4D 8D 9D TD 3S 2C | beto: #9 | m1 beto E 5D 6D 7D | m2 beto P 3S 3H 3D",
        "E 8D 9D TD; 4D to m1; 3S to m2; 2C left (2)",
        170,
    ),
    (
        "loba-de-menos opening_minimum=27",
        "4D 8D 9D TD 5S 5H 5C 3S 2C | beto: #9 | m1 beto E 5D 6D 7D | m2 beto P 3S 3H 3D",
        "E 8D 9D TD; P 5S 5H 5C; 4D to m1; 3S to m2; 2C left (2)",
        229,
    ),
    (
        "loba-de-menos",
        "KS KH KC KS 8D 2C | beto: #9 | m1 beto P KS KH KC | m2 beto E 5D 6D 7D",
        "P KS KS KH KC; 8D to m2; 2C left (2)",
        151,
    ),
    (
        "loba-de-menos opening_minimum=40",
        "KS KH KC KS 5S 5H 5C 4D 2C | beto: #9 | m1 beto P KS KH KC | m2 beto E 5D 6D 7D",
        "P KS KS KH KC; P 5S 5H 5C; 4D to m2; 2C left (2)",
        180,
    ),
    (
        "loba-de-menos escalera_wilds=3 end_joker=fixed",
        "** 7S 6S ** KH | m1 ana E TS JS **",
        "** ** 7S 6S to m1; KH left (10)",
        175,
    ),
    ("loba-de-menos opening_minimum=30", "KS KH KD 2C 3H 5S 7D", "P KS KH KD; 2C 3H 5S 7D left (17)", 14),
    ("loba-de-menos opening_minimum=31", "KS KH KD 2C 3H 5S 7D", "KS KH KD 2C 3H 5S 7D left (47)", 20),
    (
        "loba-de-menos contracts=1P1E opening_minimum=45",
        "KS KH KD 4C 5C 6C 2S 2H 2D",
        "P KS KH KD; E 4C 5C 6C; P 2S 2H 2D; nothing left (0)",
        36,
    ),
    ("loba-de-menos", "4S 4H 4C 5D 6D 7D 9H KC 2S", "E 5D 6D 7D; P 4S 4H 4C; 9H KC 2S left (21)", 25),
    ("loba-de-menos", "7S 7H 7D 5D 6D 8D 2C KC QH", "E 5D 6D 7D 8D; 7S 7H 2C KC QH left (36)", 56),
    ("loba-de-menos", "5H 6H ** KC QC 2S 9D", "E ** QC KC; 5H 6H 2S 9D left (22)", 37),
    ("loba-de-menos", "** 9C TC 5H 6H 8H", "E 5H 6H ** 8H; 9C TC left (19)", 72),
    ("loba-de-menos", "4S 4H 4C 4D", "P 4S 4D 4C; 4H left (4)", 55),
    ("loba-de-menos", "5C 6C 7C 8C 5H 5D QS ** 9D 9D", "E ** 6C 7C 8C; P 5H 5D 5C; QS 9D 9D left (28)", 144),
    (
        "loba-de-menos",
        "8D 4S KC 9D 3D ** | m1 beto E 5D 6D 7D | m2 ana P 4S 4H 4C",
        "8D 9D ** 3D to m1; 4S to m2; KC left (10)",
        287,
    ),
    (
        "loba-de-menos",
        "8D 4S KC 9D 3D 8S 8H | beto: #9 | m1 beto E 5D 6D 7D | m2 beto P 4S 4H 4C",
        "P 8S 8H 8D; 4S to m2; KC 9D 3D left (22)",
        96,
    ),
    (
        "loba-de-menos",
        "8D 9D 2S 4S | m1 ana E 5D 6D ** | m2 beto P 4S 4H 4C",
        "8D 9D to m1; 4S to m2; 2S left (2)",
        43,
    ),
    (
        "loba-de-menos end_joker=either-end",
        "7D 4D 8D | m1 ana E 5D 6D ** | m2 beto E ** 9D TD",
        "7D 4D 8D to m1; nothing left (0)",
        261,
    ),
    ("loba-de-menos lay_off_from=any-time", "8D KC 2S | m1 beto E 5D 6D 7D", "8D to m1; KC 2S left (12)", 20),
    (
        "loba-de-menos lay_off_from=turn-after-opening",
        "8D KC KS KH 2S | m1 beto E 5D 6D 7D",
        "P KS KH KC; 8D 2S left (10)",
        14,
    ),
    ("loba-de-menos-casera", "4S 4H 4D 5D 6D 7D", "E 4D 5D 6D 7D; 4S 4H left (8)", 59),
    (
        "loba-de-menos-casera",
        "4S 4H 4C 8D KC 2S 9H TC JD | m1 beto E 5D 6D 7D",
        "P 4S 4H 4C; 8D KC 2S 9H TC JD left (49)",
        14,
    ),
    (
        "loba-de-menos-casera con-picos",
        "5H 6H 2S 2H KC 9D TD 2D QC | m1 ana E 8C 9C TC JC",
        "E 2S 9D TD; E 2H 5H 6H; QC KC to m1; 2D left (2)",
        895,
    ),
    (
        "loba-de-menos-casera con-bazas",
        "KS KH KD 2C 5H 7S 9D JC QH",
        "KS KH KD 2C 5H 7S 9D JC QH left (73)",
        20,
    ),
    (
        "loba-de-menos opening_minimum=40",
        "KS KH KD 4C 5C 6C 2S 2H 2D",
        "P KS KH KD; E 4C 5C 6C; P 2S 2H 2D; nothing left (0)",
        36,
    ),
    (
        "loba-de-menos contracts=1P1E opening_minimum=40",
        "KS KH KD 4C 5C 6C 2S 2H 2D 7C",
        "P KS KH KD; E 4C 5C 6C 7C; P 2S 2H 2D; nothing left (0)",
        52,
    ),
    (
        "loba-de-menos contracts=1P",
        "KS KH KD 4C 5C 6C 2S 2H 2D 7C",
        "P KS KH KD; E 4C 5C 6C 7C; P 2S 2H 2D; nothing left (0)",
        52,
    ),
    (
        "loba-de-menos contracts=1P melds_after_contract=false",
        "KS KH KD 4C 5C 6C 2S 2H 2D 7C",
        "P KS KH KD; 4C 5C 6C 2S 2H 2D 7C left (28)",
        61,
    ),
    (
        "loba-de-menos contracts=2P.1E melds_after_contract=false",
        "KS KH KD 4C 5C 6C 2S 2H 2D 7C | deal 2",
        "E 4C 5C 6C 7C; KS KH KD 2S 2H 2D left (36)",
        58,
    ),
    ("loba-de-mas", "3H 4H 5H 7H 8H 9H QS 2D", "E 7H 8H 9H; E 3H 4H 5H; QS 2D left (12)", 25),
    (
        "loba-de-mas",
        "3H 4H 5H 6H 7H 8H 9H QS QD ** | m1 ana P QH QC QS | m2 beto E TH JH QH",
        "E ** 3H 4H 5H 6H 7H 8H 9H; QD to m1; QS left (10)",
        1158,
    ),
    (
        "loba-de-mas hand_counts_against=false",
        "3H 4H KS KD KC ** QS 6H | m1 ana P QH QC QS | m2 beto E 7H 8H 9H",
        "E 3H 4H ** 6H; P KS KD KC; QS left (10)",
        103,
    ),
    (
        "loba-centroamericana",
        "8S 9S TS JS 3S 4S 5S KS KS KS AS ** | deal 2",
        "P KS KS KS **; E 8S 9S TS JS; 3S 4S 5S AS left (13)",
        315,
    ),
    (
        "loba-centroamericana",
        "8S 8S 8S 3S 3S 3S 5S 6S KS AS ** | deal 1",
        "P 8S 8S 8S **; P 3S 3S 3S; 5S 6S KS AS left (25)",
        101,
    ),
    ("chinchon", "1o 2o 3o 7e 7c 7b 12o", "P 7c 7e 7b; E 1o 2o 3o; 12o left (10)", 25),
    ("chinchon", "4o 5o 6o 6c 6e 10b 1b", "P 6o 6c 6e; 4o 5o 10b 1b left (20)", 37),
    ("chinchon", "5o 6o 7o 10o 5c 5e 7c 7e", "E 6o 7o 10o; P 5o 5c 5e; 7c 7e left (14)", 76),
]


def told(best):
    """Write an arrangement: combinations, lay-offs, and what remains."""
    melds = [f"{'P' if meld.kind is Kind.PIERNA else 'E'} {show(meld.cards)}" for meld in best.melds]
    lay_offs = [f"{show(part.cards)} to {part.meld}" for part in best.lay_offs]
    left = f"{show(best.remaining) or 'nothing'} left ({best.remaining_points})"
    return "; ".join([*melds, *lay_offs, left])


def one_of_a_rank(hand):
    """Return the hand as it is searched where suits do not matter."""
    first = {}
    return tuple(first.setdefault(card.rank, card) for card in hand)


def spent(search):
    budget = Budget()
    search(budget)
    return limits.STEPS - budget.left


@pytest.mark.parametrize(("by", "position", "use", "steps"), USES)
def test_the_best_use_and_what_it_takes_to_find_it(by, position, use, steps):
    table_rules = Example("", 0, "", by, "", "", ()).rules
    now = deal(f"ana: {position} | turn ana play", table_rules)
    ana = now.players[0]
    question = Question(ana.hand, now.table, "ana", ana.has_opened, now.deal_number)
    assert told(arrange(table_rules, question)) == use
    alike = one_of_a_rank(ana.hand) if by.startswith("loba-centroamericana") else ana.hand
    proposing = spent(lambda budget: list(combinations(alike, table_rules, budget, each_set_once=True)))
    assert spent(lambda budget: arrange(table_rules, question, budget)) - proposing == steps


def test_a_joker_that_counts_nothing_is_used_all_the_same():
    table_rules = rules(card_values={"joker": 0})
    now = deal("ana: ** KC 9S | turn ana play | m1 ana E 4D 5D 6D", table_rules)
    question = Question(now.players[0].hand, now.table, "ana", has_opened=True)
    assert told(arrange(table_rules, question)) == "** to m1; KC 9S left (19)"


@pytest.mark.parametrize(
    ("hand", "out"),
    [
        ("1o 2o 3o 7e 7c 7b 4c", True),
        ("1o 2o 3o 7e 7c 7b 5c", False),
        ("1o 2o 3o 7e 7c 7b 4c 12b", True),
        ("1o 2o 3o 7e 7c 7b 5c 12b", False),
        ("1o 2o 3o 7e 7c 4c", False),
    ],
)
def test_whether_a_hand_of_chinchon_can_be_closed(hand, out):
    """With four points loose at most, of seven cards or of eight less the best discard."""
    question = Question(cards(hand))
    assert can_go_out(rules("chinchon"), question, arrange(rules("chinchon"), question), Budget()) is out
