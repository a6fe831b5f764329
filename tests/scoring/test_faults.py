"""What cannot be about a finished deal, a score sheet, a return or a deal of a log, with the facts of it."""

from __future__ import annotations

import pytest

from loba.cards import cards
from loba.game import Game
from loba.melds import Kind
from loba.replay import LoggedDeal, dealing_faults, replay
from loba.results import Claim, Shown, faults, seats
from loba.scoresheet import SheetDeal, check_sheet
from loba.scoring import Ending
from tests.support.chapters import facts
from tests.support.notation import pointer, rules

MENOS, CASERA, CHINCHON = (rules(base) for base in ("loba-de-menos", "loba-de-menos-casera", "chinchon"))
GAP = "{shown; because escalera.not-consecutive /cards; player ana}"
TOO_LOOSE = "{close; bonus 10; maximum 4; player beto; points 5}"
PAIR, TRIO = ("ana", "beto"), ("ana", "beto", "caro")


def told(violations):
    return [f"{pointer(violation)} {facts(violation)}" for violation in violations]


def shown(*melds):
    kinds = {"P": Kind.PIERNA, "E": Kind.ESCALERA}
    return tuple(Shown(kinds[text[0]], cards(text[2:])) for text in melds)


# --- a finished deal ---------------------------------------------------------------------------------

NOTHING = Claim("beto", ())


@pytest.mark.parametrize(
    ("by", "claims", "winner", "found"),
    [
        (MENOS, [Claim("ana", ()), NOTHING], "caro", ["score.unknown-player /winner {player caro}"]),
        (
            MENOS,
            [Claim("ana", (), eliminated=True), NOTHING, Claim("caro", ())],
            "ana",
            ["score.unknown-player /winner {eliminated; player ana}"],
        ),
        (
            MENOS,
            [NOTHING, Claim("caro", ()), Claim("ana", cards("4S 5S"), eliminated=True)],
            None,
            ["state.eliminated-with-cards /players/2/hand {count 2; player ana}"],
        ),
        (
            MENOS,
            [NOTHING, Claim("ana", cards("9S AH"))],
            "ana",
            ["score.winner-has-points /players/1/hand {hand; maximum 0; player ana; points 19}"],
        ),
        (
            rules("loba-centroamericana", card_values={"joker": 0}),
            [NOTHING, Claim("ana", cards("JOKER"))],
            "ana",
            ["score.winner-has-points /players/1/hand {hand; maximum 0; player ana; points 0}"],
        ),
        (
            CHINCHON,
            [NOTHING, Claim("ana", cards("5o"), shown("P 7e 7c 7b", "E 1o 2o 3o"))],
            "ana",
            ["score.winner-has-points /players/1/hand {loose; maximum 4; player ana; points 5}"],
        ),
        (CHINCHON, [NOTHING, Claim("ana", cards("4o"), shown("P 7e 7c 7b", "E 1o 2o 3o"))], "ana", []),
        (
            MENOS,
            [NOTHING, Claim("ana", (), shown("P 7S 7H 7D", "E 4C 5C 7C"))],
            "ana",
            [f"state.bad-meld /players/1/melds/1/cards {GAP}"],
        ),
        (
            MENOS,
            [NOTHING, Claim("ana", cards("4o"), shown("P 7S 7H 7D", "P 9S 9H 9e"))],
            "beto",
            [
                "card.not-in-pack /players/1/hand/0 {card 4o; token 4o}",
                "card.not-in-pack /players/1/melds/1/cards/2 {card 9e; token 9e}",
            ],
        ),
        (
            MENOS,
            [NOTHING, Claim("ana", cards("4o"))],
            "ana",
            ["card.not-in-pack /players/1/hand/0 {card 4o; token 4o}"],
        ),
        (
            MENOS,
            [Claim("beto", cards("7S 7S 7S 7S")), Claim("ana", (), shown("P 9S 9H 9C", "P 7S 7H 7D"))],
            "ana",
            ["state.card-count /players/0/hand/2 {card 7S; count 3; maximum 2}"],
        ),
        (
            MENOS,
            [Claim("beto", cards("7S 7S")), Claim("ana", (), shown("P 9S 9H 9C", "P 7H 7D 7S"))],
            "ana",
            ["state.card-count /players/1/melds/1/cards/2 {card 7S; count 3; maximum 2}"],
        ),
    ],
)
def test_what_cannot_be_about_a_finished_deal(by, claims, winner, found):
    assert told(faults(by, claims, Ending(winner))) == found


@pytest.mark.parametrize("kind", Kind)
def test_what_was_shown_is_what_the_scorekeeper_says_it_was(kind):
    """Three twos may be a pierna, and where twos are wild a run as well."""
    by = rules("loba-de-menos", wild_twos=True, escalera_wilds=2, escalera_min_naturals=1)
    (seat,) = seats(by, [Claim("ana", (), (Shown(kind, cards("2S 2H 2D")),))])
    assert [meld.kind for meld in seat.melds] == [kind]


# --- a score sheet -----------------------------------------------------------------------------------

OUT = SheetDeal("ana", {"ana": 0, "beto": 101, "caro": 5})


@pytest.mark.parametrize(
    ("by", "players", "deals", "found"),
    [
        (MENOS, PAIR, [OUT], ["score.unknown-player /deals/0/points/caro {player caro}"]),
        (
            MENOS,
            PAIR,
            [SheetDeal("caro", {"ana": 1, "beto": 2})],
            ["score.unknown-player /deals/0/winner {player caro}"],
        ),
        (
            MENOS,
            TRIO,
            [OUT, SheetDeal("beto", {"ana": 1, "beto": 0})],
            [
                "score.points-after-elimination /deals/1/winner {winner; player beto}",
                "score.points-after-elimination /deals/1/points/beto {player beto}",
                "score.missing-points /deals/1/points {player caro}",
            ],
        ),
        (
            MENOS,
            PAIR,
            [SheetDeal("ana", {"ana": 0, "beto": 101}), SheetDeal("ana", {"ana": 0})],
            ["score.game-over /deals/1 {players ana}"],
        ),
        (
            MENOS,
            PAIR,
            [SheetDeal("ana", {"ana": 0, "beto": -1})],
            ["score.negative-points /deals/0/points/beto {player beto; points -1}"],
        ),
        (MENOS, PAIR, [SheetDeal("ana", {"ana": 0, "beto": 0})], []),
        (
            MENOS,
            PAIR,
            [SheetDeal("ana", {"ana": 0, "beto": 1}, concealed=True)],
            ["score.winner-has-points /deals/0/points/ana {sheet; player ana; points 0; wanted -10}"],
        ),
        (MENOS, PAIR, [SheetDeal("ana", {"ana": -10, "beto": 1}, concealed=True)], []),
        (
            MENOS,
            PAIR,
            [SheetDeal("ana", {"ana": 3, "beto": 1})],
            ["score.winner-has-points /deals/0/points/ana {sheet; player ana; points 3; wanted 0}"],
        ),
        (CHINCHON, PAIR, [SheetDeal("ana", {"ana": 4, "beto": 1})], []),
        (CHINCHON, PAIR, [SheetDeal("ana", {"ana": -10, "beto": 1})], []),
        (
            CHINCHON,
            PAIR,
            [SheetDeal("beto", {"ana": 3, "beto": 5})],
            [f"score.winner-has-points /deals/0/points/beto {TOO_LOOSE}"],
        ),
        (
            CHINCHON,
            PAIR,
            [SheetDeal("ana", {"ana": 0, "beto": 1}, chinchon=True)],
            ["score.winner-has-points /deals/0/chinchon {outright; player ana; points -10}"],
        ),
        (
            CHINCHON,
            PAIR,
            [SheetDeal(None, {"ana": 9, "beto": 1}, chinchon=True)],
            ["score.winner-has-points /deals/0/chinchon {outright; player; points -10}"],
        ),
        (
            rules("chinchon", chinchon_wins=False),
            PAIR,
            [SheetDeal("ana", {"ana": -10, "beto": 1}, chinchon=True)],
            ["score.winner-has-points /deals/0/chinchon {outright; player ana; points -10}"],
        ),
        (rules("loba-de-mas"), PAIR, [SheetDeal("ana", {"ana": 40, "beto": -3})], []),
        (
            CASERA,
            TRIO,
            [SheetDeal("ana", {"ana": 0, "beto": 101, "caro": 5}, reentries=("beto", "caro"))],
            ["score.reentry-not-allowed /deals/0/reentries/1 {still-in; maximum 2; player caro}"],
        ),
    ],
)
def test_what_cannot_be_on_a_score_sheet(by, players, deals, found):
    sheet = check_sheet(by, players, "ana", deals)
    assert told(sheet.violations) == found
    assert sheet.legal is (not found)


def test_a_row_of_a_sheet_tells_what_its_deal_changed():
    """Totals stand before anybody comes back; who dealt is told, and who deals next."""
    back = SheetDeal("caro", {"ana": 3, "beto": 101, "caro": 0}, reentries=("beto",))
    sheet = check_sheet(CASERA, TRIO, "ana", [back, SheetDeal("ana", {"ana": 0, "beto": 4, "caro": 7})])
    first, second = sheet.rows
    assert (first.deal, first.dealer, first.eliminated) == (1, "ana", ("beto",))
    assert first.totals == (("ana", 3), ("beto", 101), ("caro", 0))
    assert [(returned.player, returned.score) for returned in first.reentered] == [("beto", 3)]
    assert (second.deal, second.dealer, second.eliminated, second.reentered) == (2, "caro", (), ())
    assert second.totals == (("ana", 3), ("beto", 7), ("caro", 7))
    assert (sheet.standings.next_dealer, sheet.standings.active) == ("ana", TRIO)


# --- coming back -------------------------------------------------------------------------------------


def after(by, players, *points):
    """A game in which nobody went out in any deal, and everybody counted the points."""
    game = Game.begun(by, players, None)
    for number, each in enumerate(points, 1):
        game = game.after(dict(zip(players, each, strict=True)), Ending(None, deal_number=number))
    return game


@pytest.mark.parametrize(
    ("by", "points", "back", "found"),
    [
        (CASERA, (0, 5, 101), ["caro"], []),
        (CASERA, (0, 5, 101), ["zoe"], ["score.unknown-player /0 {player zoe}"]),
        (
            CASERA,
            (0, 5, 101),
            ["zoe", "beto", "caro", "caro"],
            [
                "score.unknown-player /0 {player zoe}",
                "score.reentry-not-allowed /1 {still-in; maximum 2; player beto}",
                "score.reentry-not-allowed /3 {still-in; maximum 2; player caro}",
            ],
        ),
        (MENOS, (0, 5, 101), ["caro"], ["score.reentry-limit /0 {none; maximum 0; player caro}"]),
        (
            rules("loba-de-menos-casera", reentry_min_active=3),
            (0, 5, 101),
            ["caro"],
            ["score.reentry-not-allowed /0 {too-few; count 2; maximum 2; minimum 3; player caro}"],
        ),
        (
            CASERA,
            (0, 101, 101),
            ["caro"],
            ["score.reentry-not-allowed /0 {game-over; maximum 2; player caro}"],
        ),
    ],
)
def test_who_may_not_come_back(by, points, back, found):
    assert told(after(by, TRIO, points).reentry_violations(back)) == found


def test_whoever_is_out_stays_at_the_same_total_and_may_come_back_after_another():
    game = Game.begun(CASERA, ("ana", "beto", "caro", "dani"), None)
    game = game.after({"ana": 0, "beto": 5, "caro": 101, "dani": 102}, Ending("ana", dealer="beto"))
    later = game.after({"ana": 0, "beto": 1, "caro": 7, "dani": 7}, Ending("ana", dealer="ana"))
    assert [c.total for c in later.contestants] == [0, 6, 101, 102]
    one, _ = game.back(["caro"])
    assert one.back(["dani"])[0] == game.back(["caro", "dani"])[0]


def test_nobody_comes_back_too_often():
    game = Game.begun(rules("loba-de-menos-casera", reentries=1), TRIO, None)
    game, returned = game.after({"ana": 0, "beto": 5, "caro": 101}, Ending("ana", dealer="beto")).back(
        ["caro"]
    )
    assert [(who.player, who.score) for who in returned] == [("caro", 5)]
    assert [(c.id, c.total, c.reentries, c.out) for c in game.contestants] == [
        ("ana", 0, 0, False),
        ("beto", 5, 0, False),
        ("caro", 5, 1, False),
    ]
    assert game.standings.next_dealer == "ana"
    again = game.after({"ana": 0, "beto": 5, "caro": 101}, Ending("ana"))
    assert told(again.reentry_violations(["caro"])) == ["score.reentry-limit /0 {maximum 1; player caro}"]


# --- a deal of a log ---------------------------------------------------------------------------------

DECK = tuple(
    card for suit in "ocbe" for card in cards(" ".join(f"{n}{suit}" for n in (*range(1, 8), 10, 11, 12)))
)


@pytest.mark.parametrize(
    ("dealt", "found"),
    [
        ({"deck": DECK}, []),
        ({"deck": DECK[:-1]}, ["state.total /deck {missing; count 39; difference 1; wanted 40}"]),
        (
            {"deck": (*DECK, *DECK[:1])},
            [
                "state.card-count /deck/40 {card 1o; count 2; maximum 1}",
                "state.total /deck {surplus; count 41; difference 1; wanted 40}",
            ],
        ),
        ({"deck": (*DECK[:-1], *cards("4S"))}, ["card.not-in-pack /deck/39 {card 4S; token 4S}"]),
        ({"hands": {"ana": DECK[:7], "beto": DECK[7:14]}, "upcard": DECK[14]}, []),
        (
            {"hands": {"ana": DECK[:6], "zoe": DECK[7:14]}, "upcard": DECK[0]},
            [
                "state.bad-players /hands/zoe {not-dealt; player zoe}",
                "state.hand-size /hands/ana {exactly; count 6; minimum 7; player ana}",
                "state.bad-players /hands {no-hand; player beto}",
                "state.card-count /upcard {card 1o; count 2; maximum 1}",
            ],
        ),
        (
            {"hands": {"ana": (*DECK[:6], *cards("4S")), "beto": (*DECK[7:13], DECK[0])}, "upcard": DECK[14]},
            [
                "card.not-in-pack /hands/ana/6 {card 4S; token 4S}",
                "state.card-count /hands/beto/6 {card 1o; count 2; maximum 1}",
            ],
        ),
    ],
)
def test_what_cannot_be_dealt(dealt, found):
    game = Game.begun(CHINCHON, PAIR, None)
    assert told(dealing_faults(game, LoggedDeal("ana", (), **dealt))) == found


def test_a_log_that_has_not_begun_leaves_everything_open():
    """A deal without a move has no result, and the game stands as it stood."""
    log = replay(CHINCHON, PAIR, [LoggedDeal("ana", (), deck=DECK)])
    assert (log.legal, log.moves_checked, log.deals) == (True, 0, (None,))
    assert (log.standings.totals, log.standings.next_dealer) == ((("ana", 0), ("beto", 0)), None)
