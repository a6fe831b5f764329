"""Judging a run of moves: in order, up to the first illegal one, with paths seen from the request."""

import pytest

from loba import engine
from loba.engine import adjudicate, is_legal, judge, violations
from loba.state import Pending, Phase, Player, Source
from loba.violations import Unjudgeable
from tests.support.notation import card, deal, hand, lying, move, moves, play, pointer, rules

START = "ana: 6D 7D KC AS 3H 4C 5S TC QH | beto: #9 | caro: #9 | turn ana draw | pile JC 3H 8D"


def test_a_discard_opens_a_run():
    """The worked value: 6♦ 7♦ in hand, 8♦ taken and laid at once; this opens, and the turn passes on."""
    answer = play(rules(), START, "ana takes ; ana melds E 6D 7D 8D ; ana discards KC")
    assert answer.legal
    assert lying(answer) == ["m1 ana E 6D 7D 8D"]
    assert answer.deal.turn.player == "beto"
    assert answer.deal.turn.phase is Phase.DRAW
    assert answer.deal.discard_pile == hand("JC 3H KC")
    assert [p.has_opened for p in answer.deal.players] == [True, False, False]


def test_judging_stops_at_the_first_illegal_move():
    """Its violations are pointed at from the request, and the deal is as the last legal move left it."""
    answer = play(rules(), START, "ana takes ; ana discards KC ; ana melds E 6D 7D 8D")
    assert not answer.legal
    assert [verdict.legal for verdict in answer.verdicts] == [True, False]
    assert [pointer(v) for v in answer.verdicts[1].violations] == ["turn.must-meld-first /moves/1"]
    assert answer.verdicts[1].effects is None
    assert answer.verdicts[1].reasons == ()
    assert answer.deal.turn.must_meld == Pending(card("8D"), Source.DISCARD)


def test_a_pointer_leads_into_the_move():
    """To the move, the combination and the card."""
    answer = play(rules(), START, "ana takes ; ana melds E 6D 7D 8D + P 3H 4C QH")
    assert [pointer(v) for v in answer.verdicts[1].violations] == [
        "pierna.mixed-ranks /moves/1/melds/1/cards/1"
    ]


def test_a_move_that_cannot_be_judged_says_where_what_is_missing_belongs():
    """Unless an earlier move is illegal: then nobody needs to know."""
    with pytest.raises(Unjudgeable) as missing:
        play(rules("loba-de-menos-casera"), START, "ana takes ; ana discards KC ; caro draws 2S")
    assert (missing.value.code, missing.value.at) == ("state.mover-hand-hidden", ("moves", 2, "player"))
    assert not play(rules(), START, "ana discards KC ; caro draws 2S").legal


def test_only_a_hidden_stock_remembers_what_was_shuffled_into_it():
    """Where the new order is told, there is nothing to remember."""
    position = "ana: 4S | beto: 5S | turn ana draw | pile 3D JC 8H"
    _, hidden = judge(rules(), deal(f"{position} | stock #0"), move("ana replenishes"))
    _, told = judge(rules(), deal(f"{position} | stock"), move("ana replenishes JC 3D"))
    assert (hidden.stock, hidden.shuffled) == (None, hand("3D JC"))
    assert (told.stock, told.shuffled) == (hand("JC 3D"), None)


def test_a_seat_is_that_of_a_player():
    assert deal(START).seat("caro") == 2
    with pytest.raises(ValueError, match="dani"):
        deal(START).seat("dani")


def test_another_hand_changes_nothing_else_of_a_player():
    player = Player("ana", hand("4S"), 1, has_opened=True, score=7, reentries=2, eliminated=True)
    assert player.holding(hand("5S 6S"), has_opened=True) == player._replace(hand=hand("5S 6S"), hand_size=2)


def test_no_moves_are_legal():
    """Nothing asked, nothing against it."""
    answer = adjudicate(rules(), deal(START), [])
    assert answer.legal
    assert answer.verdicts == ()


@pytest.mark.parametrize(
    "text", ["ana takes", "ana draws 2S", "ana discards KC", "beto draws", "ana gives up"]
)
def test_one_generator_has_many_readers(text):
    """Asking why not, asking whether it is legal and playing it never disagree."""
    position, asked = deal(START), move(text)
    against = list(violations(rules(), position, asked))
    verdict, after = judge(rules(), position, asked)
    assert is_legal(rules(), position, asked) is not against
    assert verdict.legal is is_legal(rules(), position, asked)
    assert list(verdict.violations) == against
    assert (after is position) is bool(against)
    assert engine.play(rules(), position, asked) == (tuple(against), after)


def test_judging_changes_nothing():
    """Values in, values out: the position asked about is still what it was."""
    position = deal(START)
    adjudicate(rules(), position, moves("ana takes ; ana melds E 6D 7D 8D ; ana discards KC"))
    assert position == deal(START)


@pytest.mark.parametrize(
    ("base", "following"),
    [("loba-de-menos", "beto"), ("loba-de-menos-casera", "caro"), ("loba-de-mas", "caro")],
)
def test_one_position_under_several_rulesets(base, following):
    """The same discard passes the turn one way or the other."""
    position = "ana: KC 4S | beto: #9 | caro: #9 | turn ana play | m1 ana P 9S 9H 9D"
    verdict, _ = judge(rules(base), deal(position, rules(base)), move("ana discards KC"))
    assert verdict.effects
    assert verdict.effects.next_player == following
