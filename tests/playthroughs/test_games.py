"""Golden games: whole deals, followed by hand once, replayed step by step ever since."""

from collections import Counter

import pytest

from loba.engine import judge
from loba.game import Game
from loba.replay import LoggedDeal, dealt
from loba.rules.possible import examine
from loba.rulesets import BASES, VARIANTS_BY_ID
from tests.playthroughs.game import ending_of, read, rules_of, start_of, stories, told
from tests.support.notation import hand, move, pointer, show, tell

NAMES = [path.stem for path in stories()]


@pytest.fixture(params=stories(), ids=NAMES)
def story(request):
    return read(request.param)


def test_every_ruleset_and_every_variant_has_a_golden_game():
    """And nothing else does: a new one needs a game."""
    assert sorted(NAMES) == sorted([*BASES, *VARIANTS_BY_ID])


def test_a_game_is_played_by_the_rules_it_is_named_after(request, story):
    """A base by itself, or a base with just that variant."""
    name = request.node.callspec.id
    assert [story["ruleset"], story["variants"]] in ([name, []], [story["ruleset"], [name]])


def test_the_deal_is_dealt_one_card_at_a_time(story):
    """Starting with the player after the dealer; the whole pack is there; the log reader deals the same."""
    by, start = rules_of(story), start_of(story)
    assert {player.id: show(player.hand or ()) for player in start.players} == story["dealt"]
    assert Counter(hand(story["deck"])) == Counter(by.copies)
    assert examine(by, start).consistent
    logged = LoggedDeal(story["dealer"], (), deck=hand(story["deck"]))
    assert dealt(Game.begun(by, story["players"], None), logged, story["deal_number"]) == start


def test_every_move_brings_about_what_it_did(story):
    """Hands, combinations, debts, the next player: after each move as it was written down."""
    by, deal = rules_of(story), start_of(story)
    for number, (text, then) in enumerate(story["moves"], 1):
        verdict, deal = judge(by, deal, move(text))
        assert [pointer(violation) for violation in verdict.violations] == [], (number, text)
        assert told(verdict, deal) == then, (number, text)
        assert examine(by, deal).consistent, (number, text)
    assert deal.deal_over


def test_the_deal_ends_as_it_did(story):
    """Who won, how, and what everybody scored."""
    by, deal = rules_of(story), start_of(story)
    for text, _ in story["moves"]:
        _, deal = judge(by, deal, move(text))
    assert ending_of(by, deal, story["moves"][-1][0]) == story["ending"]


def test_moves_are_written_the_way_they_are_read(story):
    """The notation of positions and moves goes both ways."""
    assert [tell(move(text)) for text, _ in story["moves"]] == [text for text, _ in story["moves"]]
