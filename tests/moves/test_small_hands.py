"""Small hands, many and quickly: all that may be played, and the best of it.

What `test_legal_moves` and `test_arrangement` compare at length, with less to try.
"""

from __future__ import annotations

from random import Random

import pytest

from loba.arrangement import Question, arrange, can_go_out
from loba.candidates import Budget
from loba.evolve import without
from loba.melds import points
from loba.state import Phase
from tests.support.brute import best_value, outcomes, worth
from tests.support.worlds import near_cards, random_deal, random_rules, random_ruleset

CONTRACTS = [
    [],
    [],
    [{"piernas": 1, "escaleras": 0}],
    [{"piernas": 0, "escaleras": 1}],
    [{"piernas": 1, "escaleras": 1}],
    [{"piernas": 2, "escaleras": 0}],
]
MINIMUMS = [0, 0, 15, 30]


def a_hand(random, rules, size):
    """Return cards that go together, as many of each as there are."""
    pack = [card for card, n in rules.copies.items() for _ in range(n)]
    suit, ranks = random.choice(rules.cards.suits), random.sample(rules.cards.ranks, 2)
    likely = [card for card in pack if card in rules.wild or card.suit == suit or card.rank in ranks]
    near = [card for card in near_cards(random, rules, size) if card in rules.copies]
    hand = [*near[: random.choice([0, 3, size])], *random.sample(likely, size)][:size]
    return tuple(random.sample(hand, size))


def small_deal(random, rules, size):
    """Return a deal in which the player to move has drawn and holds but a few cards that go together."""
    deal = random_deal(random, rules, phase=Phase.PLAY)
    hand = a_hand(random, rules, size)
    players = [p._replace(hand=hand, hand_size=size) if p.id == deal.turn.player else p for p in deal.players]
    turn = deal.turn._replace(opened_this_turn=False, must_meld=None, taken_discard=None)
    return deal._replace(players=tuple(players), turn=turn)


@pytest.mark.parametrize("seed", range(300))
def test_the_best_of_all_turns(seed):
    random = Random(seed)
    rules = random_rules(
        random,
        small=True,
        scoring=random.choice(["penalty", "points"]),
        game_end="deals",
        joker_swap="off",
        discard_take="free",
        contracts=random.choice(CONTRACTS),
        opening_minimum=random.choice(MINIMUMS),
    )
    deal = small_deal(random, rules, random.choice([4, 5, 6, 7]))
    mover = deal.player(deal.turn.player)
    question = Question(mover.hand, deal.table, mover.id, mover.has_opened, deal.deal_number)
    best = arrange(rules, question)
    laid_off = sum(len(part.cards) for part in best.lay_offs)
    used = sum(len(meld.cards) for meld in best.melds) + laid_off
    assert used + len(best.remaining) == len(mover.hand)
    value = worth(rules, best.melded_points, best.remaining_points)
    assert (value, used, -len(best.melds)) == max(outcomes(rules, deal))
    assert can_go_out(rules, question, best, Budget()) == (len(best.remaining) <= 1)


@pytest.mark.parametrize("seed", range(80))
def test_the_best_way_to_close(seed):
    random = Random(seed)
    rules = random_ruleset(random, closing=True, hand_size=5, close_max_loose=random.choice([0, 3, 10])).rules
    hand = a_hand(random, rules, random.choice([4, 5, 5, 6, 6]))
    while sum(card in rules.wild for card in hand) > 1:  # with more, trying every order takes long
        hand = a_hand(random, rules, len(hand))
    best = arrange(rules, Question(hand))
    assert (best.melded_points, len(hand) - len(best.remaining)) == best_value(rules, hand)
    assert best.melded_points + best.remaining_points == points(hand, rules)
    rests = [hand] if len(hand) == 5 else [without(hand, (card,)) for card in hand] if len(hand) == 6 else []
    loose = [points(rest, rules) - best_value(rules, rest)[0] for rest in rests]
    allowed = any(left <= rules.close_max_loose for left in loose)
    assert can_go_out(rules, Question(hand), best, Budget()) == allowed
