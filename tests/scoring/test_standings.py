"""Who is in, who is out, who may come back and who has won: articles `elimination` to `next-dealer`."""

from __future__ import annotations

import pytest

from loba.cards import cards
from loba.engine import adjudicate
from loba.game import Game
from loba.melds import Kind
from loba.results import Claim, Shown, faults, result_of, score, seats
from loba.scoring import Ending, Line
from tests.support.chapters import facts
from tests.support.notation import deal, moves, pointer, rules

MENOS, CASERA, MAS = (rules(base) for base in ("loba-de-menos", "loba-de-menos-casera", "loba-de-mas"))
SEVEN_IN_A_ROW = Shown(Kind.ESCALERA, cards("1o 2o 3o 4o 5o 6o 7o"))


def scored(by, claims, winner, **ending):
    told = Ending(winner, **ending)
    assert list(faults(by, claims, told)) == []
    return score(by, seats(by, claims), told)


def ended(by, position, played):
    """Play on to the end of a deal and score it."""
    answer = adjudicate(by, position, moves(played))
    assert answer.legal
    return result_of(by, answer.deal, moves(played)[-1])


# --- elimination and the end of the game -------------------------------------------------------------


def test_whoever_was_out_before_does_not_share_in_the_end():
    """Only those who go out in the last deal are compared; who was out earlier keeps the old total."""
    claims = [
        Claim("ana", (), score=101, eliminated=True),
        Claim("beto", cards("KC"), score=95),
        Claim("caro", cards("QC JC"), score=95),
    ]
    result = scored(MENOS, claims, None)
    assert result.standings.winners == ("beto",)
    assert result.standings.totals == (("ana", 101), ("beto", 105), ("caro", 115))
    assert [line.player for line in result.scores] == ["beto", "caro"]


@pytest.mark.parametrize("by", [MENOS, MAS, rules("loba-centroamericana")])
@pytest.mark.parametrize("playing", [0, 1])
def test_a_deal_takes_two(by, playing):
    claims = [Claim(name, (), eliminated=i >= playing) for i, name in enumerate(("ana", "beto", "caro"))]
    found = [f"{pointer(fault)} {facts(fault)}" for fault in faults(by, claims, Ending(None))]
    assert found == [f"state.bad-players /players {{too-few; count {playing}}}"]


def test_a_game_begins_with_everyone_in_at_nothing():
    begun = Game.begun(MENOS, ["ana", "beto"], "beto").standings
    assert (begun.active, begun.totals) == (("ana", "beto"), (("ana", 0), ("beto", 0)))
    assert (begun.game_over, begun.next_dealer) == (False, "beto")


# --- re-entry ----------------------------------------------------------------------------------------


def test_what_players_have_used_up_counts_when_the_deal_of_a_position_ends():
    """Beto has come back twice already, caro once; eva was out before the deal and never came back."""
    position = deal(
        "ana: KC | beto (90): KS QS | caro (90): KH QH | dani: 5D | eva (120): out | turn ana play"
        " | m1 ana P 4S 4H 4C",
        CASERA,
    )
    used = {"beto": 2, "caro": 1}
    players = tuple(player._replace(reentries=used.get(player.id, 0)) for player in position.players)
    result = ended(CASERA, position._replace(players=players), "ana discards KC")
    assert [line.player for line in result.scores] == ["ana", "beto", "caro", "dani"]
    assert result.standings.eliminated == ("beto", "caro", "eva")
    assert [back.player for back in result.standings.may_reenter] == ["caro", "eva"]


def test_nobody_comes_back_once_the_game_is_won_outright():
    by = rules("chinchon", reentries=2)
    claims = [
        Claim("ana", (), (SEVEN_IN_A_ROW,)),
        Claim("beto", cards("12o 11c 10b 5e 4b 2c 1e"), score=99),
        Claim("caro", cards("12c 11b 10e 5b 4c 2e 6b")),
    ]
    standings = scored(by, claims, "ana").standings
    assert (standings.winners, standings.eliminated, standings.may_reenter) == (("ana",), ("beto",), ())


# --- scoring -----------------------------------------------------------------------------------------


def test_a_sum_of_nothing_needs_no_floor():
    by = rules("loba-de-menos-casera", "pierna-de-cuatro")
    sevens = (Shown(Kind.PIERNA, cards("7S 7H 7D 7C")),)
    claims = [Claim("ana", ()), Claim("beto", cards("KC"), sevens), Claim("caro", cards("9C"), sevens)]
    breakdowns = {line.player: line.breakdown for line in scored(by, claims, "ana").scores}
    assert breakdowns["beto"] == (Line("KC", 10), Line("four-suit-pierna", -10))
    assert breakdowns["caro"] == (Line("9C", 9), Line("four-suit-pierna", -10), Line("floor", 1))


# --- closing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "won"),
    [
        ((SEVEN_IN_A_ROW,), True),
        ((Shown(Kind.ESCALERA, cards("1o 2o JOKER 4o 5o 6o 7o")),), False),
        ((Shown(Kind.ESCALERA, cards("1o 2o 3o 4o")), Shown(Kind.PIERNA, cards("7o 7c 7e"))), False),
    ],
)
def test_a_chinchon_is_one_natural_run_of_the_whole_hand(shown, won):
    by = rules("chinchon", jokers=2, escalera_wilds=1)
    claims = [Claim("ana", (), shown), Claim("beto", cards("12o 11c 10b 5e 4b 2c 1e"))]
    result = scored(by, claims, "ana")
    assert result.scores[0].points == -10
    assert result.standings.game_over is won


def test_a_closer_counts_what_was_left_loose_even_if_it_would_be_a_combination():
    claims = [
        Claim("ana", cards("1o 1c 1e"), (Shown(Kind.ESCALERA, cards("4o 5o 6o 7o")),)),
        Claim("beto", cards("12o 11c 10b 5e 4b 2c 1b")),
    ]
    assert scored(rules("chinchon"), claims, "ana").scores[0].points == 3


# --- the deal of a position --------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "over", "dealer"), [(5, False, "ana"), (6, True, None)])
def test_a_position_knows_which_deal_it_is_and_who_dealt(number, over, dealer):
    """The sixth of six deals ends the game; otherwise the next dealer follows the one who dealt."""
    by = rules("loba-centroamericana")
    position = deal(
        f"ana: KC | beto: KS | turn ana play | m1 ana P 4S 4H 4C | deal {number} | dealer beto", by
    )
    standings = ended(by, position, "ana discards KC").standings
    assert (standings.game_over, standings.next_dealer) == (over, dealer)
