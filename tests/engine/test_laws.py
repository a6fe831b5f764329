"""Laws that hold whatever the rules and the cards: on random rulesets, positions and moves."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from loba.cards import CARDS, JOKER, Card
from loba.engine import Effects, follow, judge, violations
from loba.legal_moves import legal_moves
from loba.melds import Escalera, Kind, as_given, points
from loba.moves import ANY_MOVE, Discard, DrawDiscard, LaidMeld, LayDown, Move
from loba.rules.book import BOOK
from loba.rules.case import Case
from loba.rules.combinations import check
from loba.rules.possible import examine
from loba.rules.reading import Asked
from loba.ruleset import Ruleset
from loba.rulesets import BASES
from loba.state import Deal, Player, Turn
from loba.violations import TooComplex, Violation
from tests.support.notation import pointer, rules
from tests.support.worlds import random_deal, random_move, random_rules

SEEDS = st.integers(0, 2**32)
laws = settings(max_examples=40, deadline=None, derandomize=True)


def world(seed: int, **fixed: object) -> tuple[Random, Ruleset, Deal, Move]:
    """A ruleset, a position and a move, all from one number."""
    random = Random(seed)
    by = random_rules(random, small=True, **fixed)
    position = random_deal(random, by)
    return random, by, position, random_move(random, by, position)


def every_card(deal: Deal) -> Counter[Card]:
    """All cards that are known in a deal."""
    held = [player.hand or () for player in deal.players]
    lying = [meld.cards for meld in deal.table]
    return Counter(card for cards in (*held, *lying, deal.discard_pile, deal.stock or ()) for card in cards)


def faults(by: Ruleset, position: Deal, move: Move) -> list[Violation] | None:
    """What is against a move; None where looking ahead costs too much."""
    try:
        return list(violations(by, position, move))
    except TooComplex:
        return None


def played(seed: int, most: int = 8) -> Iterator[tuple[Ruleset, Deal, Move, Effects, Deal]]:
    """Legal moves, one after the other, from a random position on."""
    random = Random(seed)
    by = random_rules(random)
    position = random_deal(random, by)
    for _ in range(most * 6):
        if position.deal_over or not most:
            return
        move = random_move(random, by, position)
        try:
            verdict, after = judge(by, position, move)
        except TooComplex:
            continue
        if verdict.effects:
            most -= 1
            yield by, position, move, verdict.effects, after
            position = after


@laws
@given(SEEDS)
def test_cards_are_conserved(seed):
    """No move makes a card or loses one."""
    for _, before, move, _, after in played(seed):
        assert every_card(after) == every_card(before), move


@laws
@given(SEEDS)
def test_an_answer_is_a_possible_position(seed):
    """Round trip: the state in an answer is a valid state for the next request, and read the same way."""
    for by, _, move, _, after in played(seed):
        as_sent = after._replace(table=tuple(replace(meld, meld=None) for meld in after.table))
        looked_over = examine(by, as_sent)
        assert [pointer(finding) for finding in looked_over.findings] == [], move
        assert looked_over.deal == after


@laws
@given(SEEDS)
def test_effects_say_what_happened(seed):
    """Hand, table, turn and end of the deal as the effects tell them are those of the deal afterwards."""
    for by, before, move, effects, after in played(seed):
        held = {player.id: player.hand_size for player in after.players}
        assert effects.hand_size == held[move.player]
        assert effects.deal_over is after.deal_over
        assert effects.turn_ended is (after.deal_over or after.turn.player != move.player)
        assert effects.next_player == (
            after.turn.player if effects.turn_ended and not after.deal_over else None
        )
        assert effects.went_out is (after.deal_over and held[move.player] == 0)
        assert all(meld in after.table for meld in effects.melds)
        assert {m.id for m in after.table} - {m.id for m in before.table} <= {m.id for m in effects.melds}
        others = [player for player in before.players if player.id != move.player]
        assert all(player in after.players for player in others), by


@laws
@given(SEEDS)
def test_every_turn_can_end(seed):
    """Whatever was handed in, the player to move has a legal move, down to the discard that ends the turn."""
    random = Random(seed)
    by = random_rules(random, small=True)
    position = random_deal(random, by)
    assert legal_moves(by, position, 1).moves


@laws
@given(SEEDS)
def test_the_order_of_a_hand_means_nothing(seed):
    """Hands are multisets: any order gives the same violations."""
    random, by, position, move = world(seed)
    shuffled = tuple(
        p._replace(hand=tuple(random.sample(p.hand or (), p.hand_size))) for p in position.players
    )
    assert faults(by, position._replace(players=shuffled), move) == faults(by, position, move)


@laws
@given(SEEDS, st.randoms(use_true_random=False))
def test_suits_are_symmetric(seed, random):
    """Whoever renames the suits changes no verdict: same codes, same pointers."""
    _, by, position, move = world(seed)
    suits = list(by.cards.suits)
    renamed = dict(zip(suits, random.sample(suits, 4), strict=True))
    said = faults(by, position, move)
    again = faults(by, _renamed(position, renamed), _renamed(move, renamed))
    assert [pointer(v) for v in again or ()] == [pointer(v) for v in said or ()]


def _renamed(thing: Any, suits: dict[str, str]) -> Any:
    """The same position or move with other suits."""
    if isinstance(thing, Card):
        return CARDS[thing.rank + suits[thing.suit]] if thing.suit else JOKER
    if isinstance(thing, Escalera):
        cards = tuple(_renamed(card, suits) for card in thing.cards)
        return replace(thing, cards=cards, suit=suits.get(thing.suit, ""))
    if isinstance(thing, Player | Turn | Deal | LaidMeld):
        return thing._make(_renamed(item, suits) for item in thing)
    if isinstance(thing, tuple):
        return tuple(_renamed(item, suits) for item in thing)
    if is_dataclass(thing) and not isinstance(thing, type):
        return replace(thing, **{f.name: _renamed(getattr(thing, f.name), suits) for f in fields(thing)})
    return thing


@laws
@given(SEEDS)
def test_whose_turn_it_is_comes_before_everything(seed):
    """Out of turn nothing else about a move is judged, whatever it is."""
    _, by, position, move = world(seed)
    other = next(player.id for player in position.players if player.id != position.turn.player)
    assert [v.code for v in faults(by, position, replace(move, player=other)) or ()] == ["turn.not-your-turn"]
    stranger = replace(move, player="nobody")
    assert [v.code for v in faults(by, position, stranger) or ()] == ["turn.unknown-player"]


STRICTER = [
    ("pierna_suits", "any", "all-different"),
    ("pierna_suits", "any", "three-locked"),
    ("escalera_min", 3, 4),
    ("escalera_wilds", 3, 1),
    ("escalera_wilds", 1, 0),
    ("escalera_min_naturals", 1, 2),
    ("escalera_min_naturals", 2, 3),
    ("escalera_suit", "any", "same"),
    ("ace", "high-or-low", "low"),
    ("wild_twos", True, False),
    ("end_joker", "either-end", "other-end"),
    ("end_joker", "other-end", "fixed"),
    ("joker_swap", "any-meld", "own-melds"),
    ("joker_swap", "own-melds", "off"),
    ("lay_off_on", "any-meld", "own-melds"),
    ("lay_off_from", "once-opened", "turn-after-opening"),
    ("opening_minimum", 0, 30),
    ("contracts", [], [{"piernas": 1, "escaleras": 0}]),
    ("going_out", "discard-optional", "discard-required"),
    ("discard_take", "use-this-turn", "use-at-once"),
    ("discard_take", "free", "use-this-turn"),
]


@pytest.mark.parametrize(("option", "loose", "strict"), STRICTER, ids=str)
@settings(max_examples=12, deadline=None, derandomize=True)
@given(SEEDS)
def test_forbidding_more_makes_nothing_legal(option, loose, strict, seed):
    """Whatever is legal under the stricter rule is legal under the looser one, discards and debts apart.

    Discards are another matter: who can lay less may be stuck, and may then discard what else stays.
    """
    _, by, position, _ = world(seed, **({option: strict} | _needed(option)))
    random = Random(seed)
    assume(position.turn.must_meld is None)
    looser = replace(by, **{option: tuple(loose) if isinstance(loose, list) else loose})
    looked_over = examine(looser, position)
    assume(looked_over.consistent)
    for _ in range(12):
        move = random_move(random, by, position)
        if isinstance(move, Discard) or (option == "discard_take" and not isinstance(move, DrawDiscard)):
            continue
        if faults(by, position, move) == []:
            assert faults(looser, looked_over.deal, move) in ([], None), move


def _needed(option: str) -> dict[str, object]:
    """What else has to be so for an option to matter, and for its values not to exclude each other."""
    locked = {"pierna_wilds": 0, "four_suit_pierna_bonus": 0} if option == "pierna_suits" else {}
    return locked | ({"contracts": []} if option != "contracts" else {})


RULES = [rules(base, **options) for base in BASES for options in ({}, {"jokers": 4}, {"escalera_wilds": 3})]


@st.composite
def laid(draw: st.DrawFn) -> tuple[Ruleset, tuple[Card, ...]]:
    """Some cards and rules: a run with wild cards in it, in any order, or any cards that are near."""
    by = draw(st.sampled_from(RULES))
    pack = by.cards
    low, count = draw(st.integers(0, len(pack.cards) - 7)), draw(st.integers(2, 6))
    near = st.sampled_from([*pack.cards[low : low + 6], *[JOKER] * (2 if by.jokers else 0)])
    if draw(st.booleans()):
        return by, tuple(draw(st.lists(near, min_size=1, max_size=6)))
    row = list(pack.cards[low : low + count])
    if by.jokers:
        for at in draw(st.lists(st.integers(0, count - 1), max_size=2)):
            row[at] = JOKER
    return by, tuple(draw(st.permutations(row)))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(laid(), st.randoms(use_true_random=False))
def test_the_order_of_laid_cards_decides_no_legality(given_cards, random):
    """Cards form a combination in one order exactly if they do in any; only the reading may differ."""
    by, cards = given_cards
    shuffled = tuple(random.sample(cards, len(cards)))
    for kind in (None, *Kind):
        one, other = check(cards, kind, by), check(shuffled, kind, by)
        assert bool(one.meld) is bool(other.meld)
        assert sorted(v.code for v in one.violations) == sorted(v.code for v in other.violations)
        if one.meld and other.meld:
            assert one.meld.kind is other.meld.kind
            assert points(one.meld.cards, by) == points(other.meld.cards, by)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(laid())
def test_what_lies_is_read_as_it_was_laid(given_cards):
    """A run is listed so that reading it again gives the same run."""
    by, cards = given_cards
    run = check(cards, Kind.ESCALERA, by).meld
    if isinstance(run, Escalera):
        assert as_given(run.cards, by) == run
        assert Counter(run.cards) == Counter(cards)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(laid())
def test_an_unnamed_combination_is_what_a_named_one_would_be(given_cards):
    """Without a kind: the pierna if it is one, else the escalera, else neither."""
    by, cards = given_cards
    pierna, escalera = check(cards, Kind.PIERNA, by).meld, check(cards, Kind.ESCALERA, by).meld
    unnamed = check(cards, None, by)
    assert unnamed.meld == (pierna or escalera)
    if unnamed.meld is None and not any(card not in by.copies for card in cards):
        assert unnamed.violations[0].code == "meld.unrecognised"
        kinds = {v.code.split(".")[0] for v in unnamed.violations[1:]}
        assert kinds in ({"pierna"}, {"escalera"})


def test_a_move_is_a_value():
    """Two moves that say the same are equal, and one can be a key."""
    one = LayDown("ana", (LaidMeld((CARDS["4S"],), Kind.PIERNA),))
    assert one == replace(one)
    assert hash(one) == hash(replace(one))


@laws
@given(SEEDS)
def test_a_move_known_to_be_legal_leads_where_judging_it_leads(seed):
    """Following a move reads what it lays and judges nothing."""
    for by, position, move, _, after in played(seed):
        assert follow(by, position, move) == after


def bare(position: Deal, player: str) -> Deal:
    """A deal of which nothing is left but how one player stands."""
    turn = position.turn
    return Deal(
        tuple(
            Player(p.id, None if p.hand is None else (), 0, p.has_opened, eliminated=p.eliminated)
            for p in position.players
            if p.id == player
        ),
        position.dealer,
        Turn(turn.player, turn.phase, opened_this_turn=turn.opened_this_turn),
        discard_pile=(JOKER,) if position.discard_pile else (),
        stock_size=1 if position.stock_size else 0,
        deal_over=position.deal_over,
    )


@laws
@given(SEEDS)
def test_the_rules_of_the_turn_look_at_nothing_but_how_the_player_stands(seed):
    """What they say is remembered by no more than that."""
    random, by, position, _ = world(seed)
    for player in position.players:
        over = position._replace(deal_over=random.random() < 0.2)
        for kind, any_move in ANY_MOVE.items():
            move = any_move(player.id)
            for rule in BOOK:
                if rule.asked is not Asked.OF_THE_TURN or kind not in rule.moves or player.hand is None:
                    continue
                if rule.where is None or rule.where(by):
                    said, said_of_less = (
                        [violation.code for violation in rule.check(Case(by, deal, move, BOOK))]
                        for deal in (over, bare(over, player.id))
                    )
                    assert said == said_of_less
