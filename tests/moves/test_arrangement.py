"""The best use of a hand is the best: compared with trying every way to part it."""

from __future__ import annotations

from random import Random

import pytest

from loba.arrangement import Question, arrange
from loba.engine import judge
from loba.legal_moves import legal_moves
from loba.melds import points
from loba.moves import LayDown, LayOff
from loba.rules.combinations import check
from loba.rulesets import BASES, fitting, resolve_base
from loba.state import Phase
from tests.support.brute import best_value, outcomes, worth
from tests.support.worlds import random_deal, random_rules


def random_hand(random, rules, size):
    """Return a hand that leans to few ranks and suits, so that combinations overlap."""
    ranks = random.sample(rules.cards.ranks, 4)
    suits = random.sample(rules.cards.suits, 2)
    deck = [card for card, n in rules.copies.items() for _ in range(n)]
    close = [c for c in deck if c in rules.wild or c.rank in ranks or c.suit in suits]
    return tuple(random.sample(close, size))


@pytest.mark.parametrize("seed", range(80))
def test_no_way_to_part_a_hand_is_better(seed):
    random = Random(seed)
    rules = random_rules(random, small=True, scoring="penalty", game_end="deals", contracts=[])
    hand = random_hand(random, rules, 7)
    best = arrange(rules, Question(hand, has_opened=True))
    value, used = best_value(rules, hand)
    assert (best.melded_points, len(hand) - len(best.remaining)) == (value, used)


@pytest.mark.parametrize("seed", range(40))
def test_an_arrangement_uses_every_card_once_and_only_combinations(seed):
    random = Random(seed)
    base = random.choice(list(BASES))
    rules = resolve_base(base, tuple(v.id for v in fitting(base) if random.random() < 0.3)).rules
    hand = random_hand(random, rules, 12)
    best = arrange(rules, Question(hand, has_opened=True))
    laid = [card for meld in best.melds for card in meld.cards]
    assert sorted(card.token for card in [*laid, *best.remaining]) == sorted(card.token for card in hand)
    assert all(check(meld.cards, meld.kind, rules).meld == meld for meld in best.melds)
    assert best.remaining_points == points(best.remaining, rules)


@pytest.mark.parametrize("seed", range(60))
def test_no_sequence_of_legal_moves_leaves_less(seed):
    """Playing on at random from a position never does better than the arrangement said."""
    random = Random(seed)
    rules = random_rules(random, small=True, scoring="penalty", game_end="deals", joker_swap="off")
    deal = random_deal(random, rules, phase=Phase.PLAY)
    if deal.turn.must_meld or deal.turn.opened_this_turn:
        deal = deal._replace(turn=deal.turn._replace(must_meld=None, opened_this_turn=False))
    mover = deal.player(deal.turn.player)
    best = arrange(rules, Question(mover.hand, deal.table, mover.id, mover.has_opened, deal.deal_number))
    for _ in range(10):
        left = _played_on(random, rules, deal)
        assert points(left, rules) >= best.remaining_points


def _played_on(random, rules, deal):
    """Return the hand after melding and laying off at random as long as possible."""
    while True:
        moves = [m for m in legal_moves(rules, deal, 500).moves if isinstance(m, LayDown | LayOff)]
        if not moves:
            return deal.player(deal.turn.player).hand
        verdict, deal = judge(rules, deal, random.choice(moves))
        assert verdict.legal
        if deal.deal_over:
            return ()


CONTRACTS = [
    [],
    [],
    [{"piernas": 1, "escaleras": 0}],
    [{"piernas": 0, "escaleras": 1}],
    [{"piernas": 1, "escaleras": 1}],
    [{"piernas": 2, "escaleras": 0}],
]


@pytest.mark.parametrize("scoring", ["penalty", "points"])
@pytest.mark.parametrize("seed", range(200))
def test_it_is_what_the_best_of_all_legal_turns_leaves(seed, scoring):
    """Every way to go on is played to its end; own combinations and rivals' count as they should."""
    random = Random(seed)
    rules = random_rules(
        random,
        small=True,
        scoring=scoring,
        game_end="deals",
        joker_swap="off",
        discard_take="free",
        contracts=CONTRACTS[seed % len(CONTRACTS)],
    )
    deal = random_deal(random, rules, phase=Phase.PLAY)
    while len(deal.player(deal.turn.player).hand) > 8:
        deal = random_deal(random, rules, phase=Phase.PLAY)
    deal = deal._replace(turn=deal.turn._replace(opened_this_turn=False))
    mover = deal.player(deal.turn.player)
    best = arrange(rules, Question(mover.hand, deal.table, mover.id, mover.has_opened, deal.deal_number))
    laid_off = sum(len(part.cards) for part in best.lay_offs)
    used = sum(len(meld.cards) for meld in best.melds) + laid_off
    assert used + len(best.remaining) == len(mover.hand)
    value = worth(rules, best.melded_points, best.remaining_points)
    assert (value, used, -len(best.melds)) == max(outcomes(rules, deal))


@pytest.mark.parametrize("seed", range(30))
def test_the_order_of_the_hand_changes_nothing_that_counts(seed):
    random = Random(seed)
    rules = random_rules(random)
    hand = list(random_hand(random, rules, 10))
    best = arrange(rules, Question(tuple(hand), has_opened=True))
    random.shuffle(hand)
    again = arrange(rules, Question(tuple(hand), has_opened=True))
    assert (best.remaining_points, best.melded_points, len(best.remaining), len(best.melds)) == (
        again.remaining_points,
        again.melded_points,
        len(again.remaining),
        len(again.melds),
    )
