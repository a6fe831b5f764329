"""The values worked out in the rules, each a test by its name."""

from __future__ import annotations

import pytest

from loba.cards import cards
from loba.engine import adjudicate
from loba.game import Game
from loba.melds import Kind, points
from loba.results import Claim, Shown, faults, score, seats
from loba.rules.combinations import check
from loba.rules.possible import examine
from loba.rulesets import resolve_base
from loba.scoring import Ending
from tests.support.notation import deal, moves, rules

MENOS, CASERA = rules("loba-de-menos"), rules("loba-de-menos-casera")
MAS, CENTRAL = rules("loba-de-mas"), rules("loba-centroamericana")


def scored(by, claims, winner, **ending):
    """Score a finished deal, which must be a possible one."""
    told = Ending(winner, **ending)
    assert list(faults(by, claims, told)) == []
    result = score(by, seats(by, claims), told)
    for line in result.scores:
        assert sum(entry.points for entry in line.breakdown) == line.points
    return {line.player: line for line in result.scores}, result


def shown(*melds):
    """Read combinations written as ``"P 7S 7H 7D"``."""
    kinds = {"P": Kind.PIERNA, "E": Kind.ESCALERA}
    return tuple(Shown(kinds[text[0]], cards(text[2:])) for text in melds)


def test_four_players_leave_a_stock_of_71():
    hands = "ana: AS 3H 4C 5S 7H 8D 9S TC QH | beto: #9 | caro: #9 | dani: #9"
    position = deal(f"{hands} | turn ana draw | pile JC | stock #71")
    assert examine(MENOS, position).findings == ()


def test_a_discard_opens_a_run_and_lay_offs_elsewhere_are_open_from_then_on():
    position = deal(
        "ana: 6D 7D KC AS 4C TC 2S QC 9H | beto: #6 | turn ana draw | m1 beto E 9C TC JC | pile JC 3H 8D"
    )
    played = moves("ana takes; ana melds E 6D 7D 8D; ana adds QC to m1")
    assert [type(move).__name__ for move in played] == ["DrawDiscard", "LayDown", "LayOff"]
    assert adjudicate(MENOS, examine(MENOS, position).deal, played).legal


def test_keeping_the_discard_is_illegal():
    position = deal("ana: 6D 7D KC AS 4C TC 2S QH 9H | beto: #9 | turn ana draw | pile JC 3H 8D")
    answer = adjudicate(MENOS, examine(MENOS, position).deal, moves("ana takes; ana discards KC"))
    assert [v.code.value for v in answer.verdicts[-1].violations] == ["turn.must-meld-first"]


@pytest.mark.parametrize(
    ("by", "laid", "legal"),
    [
        (MENOS, "4S 4H 4C 4S", True),
        (MENOS, "4S 4H 4C 4D", False),
        (CASERA, "4S 4H 4C 4D", True),
        (CASERA, "4S 4H 4C 4S", False),
        (MAS, "4S 4H 4C 4D", True),
        (MAS, "4S 4H 4C 4S", False),
    ],
)
def test_three_fours_take_a_double_or_the_fourth_suit(by, laid, legal):
    assert bool(check(cards(laid), Kind.PIERNA, by).meld) is legal


@pytest.mark.parametrize(
    ("base", "variants", "count"),
    [
        ("loba-de-menos", (), 29),
        ("loba-de-menos-casera", (), 49),
        ("loba-de-mas", (), 49),
        ("loba-centroamericana", (), 35),
        ("loba-de-menos-casera", ("uruguaya",), 54),
    ],
)
def test_nine_ace_and_joker_count_by_the_table(base, variants, count):
    assert points(cards("9S AH JOKER"), resolve_base(base, variants).rules) == count


def test_74_and_29_are_out():
    lines, result = scored(MENOS, [Claim("ana", ()), Claim("beto", cards("9S AH JOKER"), score=74)], "ana")
    assert (lines["beto"].points, lines["beto"].total, lines["beto"].eliminated) == (29, 103, True)
    assert result.standings.winners == ("ana",)


@pytest.mark.parametrize(
    ("by", "total", "out"),
    [(MENOS, 100, False), (MENOS, 101, True), (CASERA, 100, False), (CASERA, 101, True)],
)
def test_a_total_of_100_stays_and_101_is_out(by, total, out):
    claims = [Claim("ana", ()), Claim("beto", cards("2S"), score=total - 2), Claim("caro", ())]
    assert scored(by, claims, "ana")[0]["beto"].eliminated is out


def test_a_chinchon_total_of_100_is_out():
    by = rules("chinchon")
    claims = [
        Claim("ana", (), shown("E 1o 2o 3o", "P 11e 11c 11b 11o")),
        Claim("beto", cards("10o 12o 4c 3b 1e 7e 6c"), score=59),
        Claim("caro", cards("2c 2b 5e 5c 4e 3e 6b")),
    ]
    assert (scored(by, claims, "ana")[0]["beto"].total, scored(by, claims, "ana")[0]["beto"].eliminated) == (
        100,
        True,
    )


def test_concealed_at_four_makes_minus_six():
    claims = [Claim("ana", (), score=4), Claim("beto", cards("KC"))]
    assert scored(MENOS, claims, "ana", concealed=True)[0]["ana"].total == -6


def test_out_with_sevens_and_a_run_scores_46():
    claims = [Claim("ana", (), shown("P 7S 7H 7D", "E 4C 5C 6C")), Claim("beto", cards("KC"))]
    assert scored(MAS, claims, "ana")[0]["ana"].points == 21 + 15 + 2 * 5


def test_not_out_with_a_king_left_scores_26():
    claims = [Claim("ana", cards("KC"), shown("P 7S 7H 7D", "E 4C 5C 6C")), Claim("beto", ())]
    assert scored(MAS, claims, "beto")[0]["ana"].points == 36 - 10


def test_out_with_four_sevens_scores_38():
    by = resolve_base("loba-de-mas", ("pierna-de-cuatro",)).rules
    claims = [Claim("ana", (), shown("P 7S 7H 7D 7C")), Claim("beto", cards("KC"))]
    assert scored(by, claims, "ana")[0]["ana"].points == 28 + 10


def test_a_four_suit_pierna_never_makes_less_than_nothing():
    by = resolve_base("loba-de-menos-casera", ("pierna-de-cuatro",)).rules
    claims = [Claim("ana", ()), Claim("beto", cards("3S 5H"), shown("P 7S 7H 7D 7C"))]
    assert scored(by, claims, "ana")[0]["beto"].points == 0


def test_central_american_figures():
    assert [points(cards(card), CENTRAL) for card in ("JS", "QH", "KD", "JOKER")] == [11, 12, 13, 25]


def test_the_contract_of_deal_six_is_eleven_of_twelve_cards():
    contract = CENTRAL.contract(6)
    assert contract is not None
    assert contract.cards(CENTRAL.escalera_min) == 11
    position = deal(
        "ana: 8S 8H 8D 3S 4H 5C 6D 9C TD JS QH KC | beto: #11 | turn ana play | pile 4D | deal 6", CENTRAL
    )
    laid = moves("ana melds P 8S 8H 8D + E 3S 4H 5C 6D + E 9C TD JS QH KC")
    answer = adjudicate(CENTRAL, examine(CENTRAL, position).deal, laid)
    assert answer.verdicts[0].effects is not None
    assert answer.verdicts[0].effects.went_out


def test_whoever_comes_back_starts_at_the_highest_total_and_not_a_third_time():
    claims = [
        Claim("ana", (), score=40),
        Claim("beto", cards("JOKER KC"), score=80),
        Claim("caro", (), score=77),
    ]
    _, result = scored(CASERA, claims, "ana")
    assert [(back.player, back.score) for back in result.standings.may_reenter] == [("beto", 77)]
    game = Game.begun(CASERA, ["ana", "beto", "caro"], None)
    for _ in range(2):
        out = {"beto": 101 - next(c.total for c in game.contestants if c.id == "beto")}
        game, returned = game.after(out, Ending("ana")).back(["beto"])
        assert returned
    again = game.after({"beto": 200}, Ending("ana"))
    assert [v.code.value for v in again.reentry_violations(["beto"])] == ["score.reentry-limit"]


def test_one_survivor_ends_the_game():
    claims = [Claim("ana", (), score=3), Claim("beto", cards("5S"), score=96)]
    _, result = scored(CASERA, claims, "ana")
    assert result.standings.game_over
    assert result.standings.may_reenter == ()
