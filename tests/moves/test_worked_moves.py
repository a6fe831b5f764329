"""Small positions with every legal move: what is listed, and in which order.

Discards are left out: where the turn may end, the list ends with one for each card in hand.
"""

import pytest

from loba import limits
from loba.candidates import Budget
from loba.legal_moves import legal_moves
from loba.moves import Discard
from loba.violations import Unjudgeable
from tests.support.chapters import Example
from tests.support.notation import deal, rules, tell

POSITIONS = [
    (
        "loba-de-menos",
        "AS AH KC | beto: #9 | turn ana play | m1 beto E 2S 3S 4S | m2 ana P 9S 9H 9C",
        "adds AS to m1",
    ),
    (
        "loba-de-menos",
        "4S 5S KC | beto: #9 | turn ana play | m1 beto E AS 2S 3S | m2 ana P 4S 4H 4C",
        "adds 4S to m1; adds 4S to m2",
    ),
    (
        "loba-de-menos",
        "AS KC QC | beto: #9 | turn ana play | m1 ana E JS QS KS | m2 beto P 9S 9H 9C",
        "adds AS to m1",
    ),
    ("loba-de-menos", "4S 4H 4C 5C 6C | beto: #9 | turn ana play", "melds P 4S 4H 4C; melds E 4C 5C 6C"),
    (
        "loba-de-menos",
        "7D 4D 8D | beto: #9 | turn ana play | m1 ana E 5D 6D **",
        "adds 7D to m1; adds 4D to m1 as 4D 5D 6D **; adds 4D to m1 as ** 4D 5D 6D; adds 8D to m1",
    ),
    (
        "loba-de-menos end_joker=either-end",
        "7D 8D | beto: #9 | turn ana play | m1 ana E 5D 6D **",
        "adds 7D to m1 as 5D 6D 7D **; adds 7D to m1 as ** 5D 6D 7D; adds 8D to m1",
    ),
    (
        "loba-de-menos con-picos",
        "2S 5S 2D 9H | beto: #9 | turn ana play | m1 ana E 3S 4S 2H",
        "adds 2S to m1 as 2S 3S 4S 2H; adds 2S to m1 as 2H 2S 3S 4S; adds 5S to m1",
    ),
    (
        "loba-centroamericana",
        "7S 8H 3S | beto: #11 | turn ana play | m1 ana E 4S 5H 6D ** | m2 ana P JS JH JD",
        "adds 8H to m1; adds 3S to m1",
    ),
    (
        "loba-de-menos contracts=1P1E",
        "4S 4H 4C 5C 6C 7C KD | beto: #9 | turn ana play",
        "melds P 4S 4H 4C + E 5C 6C 7C",
    ),
    (
        "loba-de-menos opening_minimum=30",
        "4S 4H 4C 9C TC JC KD | beto: #9 | turn ana play",
        "melds P 4S 4H 4C + E 9C TC JC",
    ),
    (
        "loba-de-menos joker_swap=any-meld",
        "6H 9C TC AS | beto: #9 | turn ana play | m1 beto E 5H ** 7H | m2 ana P QS QH QC",
        "swaps 6H into m1",
    ),
    (
        "chinchon",
        "1o 2o 3o 5c 5e 5b 12b 2b | beto: #7 | turn ana play | pile 7c",
        "closes 12b with P 5c 5e 5b + E 1o 2o 3o",
    ),
    (
        "chinchon",
        "1o 2o 3o 4o 5o 6o 7o 12b | beto: #7 | turn ana play | pile 7c",
        "closes 12b with E 1o 2o 3o 4o 5o 6o 7o",
    ),
]

PENDING = [
    (
        "loba-de-menos",
        "8D 9D KC | beto: #9 | turn ana play took 9D must 9D | m1 beto E 5D 6D 7D | m2 ana P QS QH QC",
        "adds 8D 9D to m1",
    ),
    (
        "loba-de-menos joker_swap=any-meld",
        "9C TC AS ** | beto: #9 | turn ana play must-swapped | m1 beto E 5H 6H 7H | m2 ana P QS QH QC",
        "melds E ** 9C TC; melds E 9C TC **",
    ),
    (
        "loba-de-menos discard_take=use-this-turn",
        "7D 8D 9D 8S 8H KS KH KC | beto: #9 | turn ana play took 7D must 7D | m1 ana P QS QH QC",
        "melds P KS KH KC; melds E 7D 8D 9D",
    ),
    (
        "loba-de-menos discard_take=use-this-turn",
        "7S 7H 7D 7S KC | beto: #9 | turn ana play took 7D must 7D | m1 ana E 4D 5D 6D",
        "melds P 7S 7H 7D; melds P 7S 7S 7H 7D; adds 7D to m1",
    ),
]

DRAWING = [
    (
        "loba-de-menos",
        "6D 7D KC | beto: #9 | turn ana draw | m1 beto P QS QH QC | pile JC 8D",
        "draws; takes",
    ),
    ("loba-de-menos", "6D 7D KC | beto: #9 | turn ana draw | pile JC KD", "draws"),
    ("loba-de-menos", "6D 7D KC | beto: #9 | turn ana draw | pile JC | stock #0", "gives up"),
    ("loba-de-menos", "6D 7D KC | beto: #9 | turn ana draw | pile JC 3S | stock #0", "replenishes"),
    ("loba-de-menos-casera", "6D 7D KC | beto: #9 | turn ana draw | pile JC | stock #0", "takes; gives up"),
    ("loba-de-menos-casera", "6D 7D KC | beto: #9 | turn ana draw | pile JC | over", ""),
]


def listed(by, position):
    """Write the moves that are listed; the cards that may be discarded; and the different cards in hand."""
    table = Example("", 0, "", by, "", "", ()).rules
    now = deal(f"ana: {position}", table)
    moves = legal_moves(table, now, 100).moves
    told = "; ".join(tell(move).removeprefix("ana ") for move in moves if not isinstance(move, Discard))
    held = dict.fromkeys(now.players[0].hand)
    return told, [move.card for move in moves if isinstance(move, Discard)], list(held)


@pytest.mark.parametrize(("by", "position", "moves"), POSITIONS)
def test_what_may_be_played(by, position, moves):
    told, thrown, held = listed(by, position)
    assert told == moves
    assert thrown == held


@pytest.mark.parametrize(("by", "position", "moves"), [*PENDING, *DRAWING])
def test_what_may_be_played_where_nothing_may_be_discarded(by, position, moves):
    """Before the draw, while a card has to be used, or when the deal is over."""
    told, thrown, _ = listed(by, position)
    assert told == moves
    assert thrown == []


MANY = "ana: 6D 7D 8D 9D 2S 2H 2C KC | beto: #9 | turn ana play | m1 ana E 5S 6S 7S"


@pytest.mark.parametrize("limit", range(1, 13))
def test_a_list_is_cut_short_and_says_so(limit):
    every = legal_moves(rules(), deal(MANY), 100)
    assert (len(every.moves), every.truncated) == (12, False)
    found = legal_moves(rules(), deal(MANY), limit)
    assert (found.moves, found.truncated) == (every.moves[:limit], limit < 12)


@pytest.mark.interpreted
@pytest.mark.parametrize(("limit", "steps"), [(1, 43), (3, 83), (100, 203)])
def test_what_is_cut_off_is_not_asked_about(monkeypatch, limit, steps):
    budgets = []

    def counted():
        budgets.append(Budget())
        return budgets[0]

    monkeypatch.setattr("loba.legal_moves.Budget", counted)
    legal_moves(rules(), deal(MANY), limit)
    assert limits.STEPS - budgets[0].left == steps


def test_nobody_lists_the_moves_of_a_hidden_hand_or_of_a_deal_that_is_over():
    with pytest.raises(Unjudgeable) as hidden:
        legal_moves(rules(), deal("ana: #9 | beto: #9 | turn ana play"), 100)
    assert (hidden.value.code, hidden.value.at) == ("state.mover-hand-hidden", ("turn", "player"))
    over = legal_moves(rules(), deal(f"{MANY} | over"), 100)
    assert (over.moves, over.truncated) == ((), False)
