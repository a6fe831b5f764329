"""What positions cannot say in their notation, and is found all the same."""

import pytest

from loba.cards import card
from loba.rules.possible import examine
from loba.state import Pending, Source
from tests.support.chapters import facts
from tests.support.notation import deal, pointer, rules

TABLE = "turn ana draw | m1 ana P 4S 4H 4C | pile JC"


def found(by, position):
    return [f"{pointer(finding)} {facts(finding)}" for finding in examine(by, position).findings]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"ana": False}, "/players/0/has_opened {meld-without-opening; player ana}"),
        ({"beto": True}, "/players/1/has_opened {opened-without-meld; player beto}"),
    ],
)
def test_opening_goes_with_owning_a_combination(told, sentence):
    """Whoever owns one has opened, whoever has opened owns one."""
    by = rules(lay_off_from="any-time", hand_size=5)
    position = deal(f"ana: 4S 9D | beto: #5 | {TABLE}", by)
    players = tuple(p._replace(has_opened=told.get(p.id, p.has_opened)) for p in position.players)
    assert found(by, position._replace(players=players)) == [f"state.bad-players {sentence}"]


def test_whoever_is_out_holds_no_hidden_cards_either():
    """The number of cards is pointed at where the hand is hidden."""
    by = rules(hand_size=5)
    position = deal(f"ana: 4S 9D | beto: #5 | caro: out | {TABLE} | stock #96", by)
    ana, beto, caro = position.players
    position = position._replace(players=(ana, beto, caro._replace(hand=None, hand_size=1)))
    assert found(by, position) == ["state.eliminated-with-cards /players/2/hand_size {count 1; player caro}"]


def test_only_a_joker_comes_from_a_swap():
    """A natural card is never freed from a run."""
    by = rules(hand_size=5, joker_swap="any-meld")
    position = deal("ana: 4S 9D KC | beto: #5 | turn ana play | m1 ana P 4S 4H 4C | pile JC", by)
    pending = Pending(card("9D"), Source.JOKER_SWAP)
    position = position._replace(turn=position.turn._replace(must_meld=pending))
    assert found(by, position) == ["state.bad-turn /turn/must_meld/card {swapped-no-joker; card 9D}"]
