"""Game logs deal by deal: how a deal is dealt, what ends a game, and where a log stops."""

from __future__ import annotations

from dataclasses import replace

import pytest

from loba.cards import cards
from loba.game import Game
from loba.replay import CannotBeDealt, LoggedDeal, dealing_order, dealt, replay
from loba.scoring import EndedBy, Ending
from loba.violations import Unjudgeable
from tests.support.chapters import facts
from tests.support.notation import moves, pointer, rules, show

CHINCHON = rules("chinchon")
PAIR, TRIO = ["ana", "beto"], ["ana", "beto", "caro"]
ANA = cards("12o 11c 10b 5e 4b 2c 1e")
RUN = cards("1o 2o 3o 4o 5o 6o 12b")
LOOSE = cards("1o 2o 3o 7e 7c 12b 2b")


def logged(beto, played, **more):
    """A deal that ana dealt, so that beto begins."""
    hands = {"ana": ANA, "beto": beto}
    return LoggedDeal("ana", moves(played), hands=hands, upcard=cards("6c")[0], **more)


def told(log):
    wrong = log.first_illegal
    assert wrong is not None
    return wrong.deal, wrong.move, [f"{pointer(v)} {facts(v)}" for v in wrong.violations]


WON = logged(RUN, "beto draws 7o; beto closes 12b with E 1o 2o 3o 4o 5o 6o 7o")
CLOSING = "beto draws 7b; beto closes 12b with E 1o 2o 3o + P 7e 7c 7b"
CLOSED = logged(LOOSE, CLOSING)
BEGUN = logged(LOOSE, "beto draws 7b")


def test_a_chinchon_ends_the_game_in_its_first_deal():
    """The closer has won, whatever the totals; another deal is one too many."""
    log = replay(CHINCHON, PAIR, [WON, WON])
    assert told(log) == (1, None, ["score.game-over /deals/1 {players beto}"])
    assert (log.standings.game_over, log.standings.winners) == (True, ("beto",))
    assert log.standings.totals == (("ana", 42), ("beto", -10))
    assert (log.moves_checked, log.deals[1]) == (2, None)


def test_whoever_closed_has_won_the_deal_with_cards_left_too():
    log = replay(CHINCHON, PAIR, [CLOSED])
    (result,) = log.deals
    assert result is not None
    assert (log.legal, result.ended_by, result.winner) == (True, EndedBy.CLOSE, "beto")
    assert log.standings.totals == (("ana", 42), ("beto", 2))
    assert (log.standings.game_over, log.standings.next_dealer) == (False, "beto")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_game_of_two_deals_is_over_after_the_second(number):
    second = LoggedDeal(
        "beto", moves(CLOSING.replace("beto", "ana")), hands={"beto": ANA, "ana": LOOSE}, upcard=CLOSED.upcard
    )
    log = replay(rules("chinchon", game_end="deals", limit=2), PAIR, [CLOSED, second, CLOSED][:number])
    assert log.standings.game_over is (number > 1)
    assert log.legal is (number < 3)


def test_the_last_deal_may_leave_two_winners():
    """Only the last deal: who closed it has not won outright."""
    by = rules("chinchon", game_end="deals", limit=1)
    rival = cards("1c 2c 3c 4o 4e 4b 2e")
    log = replay(by, PAIR, [replace(CLOSED, hands={"ana": rival, "beto": LOOSE})])
    assert (log.standings.totals, log.standings.winners) == ((("ana", 2), ("beto", 2)), ("ana", "beto"))


def test_the_next_deal_is_dealt_by_the_next_dealer():
    log = replay(CHINCHON, PAIR, [CLOSED, CLOSED])
    assert told(log) == (1, None, ["score.wrong-dealer /deals/1/dealer {dealer beto; player ana}"])


def test_only_the_last_deal_may_stop_halfway():
    assert replay(CHINCHON, PAIR, [BEGUN]).legal
    log = replay(CHINCHON, PAIR, [BEGUN, CLOSED])
    assert told(log) == (0, None, ["score.deal-unfinished /deals/0/moves {deal_number 1}"])
    assert log.deals == (None, None)


def test_a_log_stops_at_the_first_illegal_move():
    log = replay(CHINCHON, PAIR, [logged(LOOSE, "beto draws 7b; ana draws 7o; beto discards 2b")])
    assert told(log) == (0, 1, ["turn.not-your-turn /deals/0/moves/1/player {player ana; turn beto}"])
    assert log.moves_checked == 2


def test_a_return_is_judged_where_it_stands():
    log = replay(CHINCHON, PAIR, [logged(LOOSE, CLOSING, reentries=("ana",))])
    code = "score.reentry-not-allowed /deals/0/reentries/0 {still-in; maximum 0; player ana}"
    assert told(log) == (
        0,
        None,
        ["score.reentry-limit /deals/0/reentries/0 {none; maximum 0; player ana}", code],
    )
    assert log.deals[0] is not None


def test_what_cannot_be_judged_or_dealt_is_pointed_at():
    with pytest.raises(Unjudgeable) as unjudgeable:
        replay(CHINCHON, PAIR, [logged(LOOSE, "beto draws 7b; beto discards 2b; ana draws")])
    assert (unjudgeable.value.code, unjudgeable.value.at) == ("required", ("deals", 0, "moves", 2, "card"))
    with pytest.raises(CannotBeDealt) as undealt:
        replay(CHINCHON, PAIR, [logged(LOOSE[:-1], "beto draws 7b")])
    assert [pointer(v) for v in undealt.value.violations] == ["state.hand-size /deals/0/hands/beto"]


# --- dealing -----------------------------------------------------------------------------------------


def test_cards_are_dealt_one_at_a_time_from_the_player_after_the_dealer():
    """Anticlockwise after ana comes caro; whoever is out gets nothing."""
    by = rules("chinchon", packs=2, hand_size=5)
    deck = cards(" ".join(f"{rank}{suit}" for suit in "oceb" for rank in range(1, 8)))
    game = Game.begun(by, TRIO, None)
    deal = dealt(game, LoggedDeal("ana", (), deck=deck), 3)
    assert {player.id: show(player.hand) for player in deal.players} == {
        "caro": "1o 4o 7o 3c 6c",
        "beto": "2o 5o 1c 4c 7c",
        "ana": "3o 6o 2c 5c 1e",
    }
    assert (show(deal.discard_pile), deal.stock[:2], deal.stock_size) == ("2e", cards("3e 4e"), 12)
    assert (deal.turn.player, deal.dealer, deal.deal_number) == ("caro", "ana", 3)
    out = game.after({"caro": 100, "ana": 7}, Ending("beto"))
    assert dealing_order(out, "ana") == ["beto", "ana"]
    later = dealt(out, LoggedDeal("ana", (), deck=deck), 2)
    assert [(p.score, p.eliminated, p.hand_size) for p in later.players] == [
        (7, False, 5),
        (0, False, 5),
        (100, True, 0),
    ]
    assert later.players[2].hand == ()
    back, _ = out.after({"beto": 40}, Ending("ana")).back(["caro"])
    returned = dealt(back, LoggedDeal("ana", (), deck=deck), 3)
    assert [(p.score, p.reentries) for p in returned.players] == [(7, 0), (40, 0), (40, 1)]


def test_where_hands_are_given_the_stock_is_all_the_rest():
    deal = dealt(Game.begun(CHINCHON, PAIR, None), BEGUN, 1)
    assert (deal.stock, deal.stock_size, show(deal.discard_pile)) == (None, 40 - 14 - 1, "6c")
