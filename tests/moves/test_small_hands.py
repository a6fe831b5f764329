"""Small hands, many and quickly: all that may be played, and the best of it.

What `test_legal_moves` and `test_arrangement` compare at length, with less to try.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from loba.arrangement import Question, arrange, can_go_out
from loba.candidates import Budget, combinations
from loba.cards import JOKER
from loba.engine import follow, judge
from loba.evolve import without
from loba.legal_moves import legal_moves
from loba.melds import Kind, points
from loba.moves import LaidMeld, LayDown, LayOff
from loba.rules.combinations import check
from loba.state import Pending, Phase, Source
from tests.support.brute import (
    assert_all_and_nothing_else,
    best_value,
    combinations_in,
    is_legal,
    outcomes,
    part_hands,
    spread,
    worth,
)
from tests.support.worlds import near_cards, random_cards, random_deal, random_rules, random_ruleset

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


def two_combinations(random, rules):
    """Return six cards that look like two combinations, with one wild card at most."""
    while True:
        kinds = random.choice(
            [(Kind.PIERNA, Kind.ESCALERA), (Kind.PIERNA, Kind.PIERNA), (Kind.ESCALERA,) * 2]
        )
        hand = tuple(card for kind in kinds for card in random_cards(random, rules, kind, 3))
        if not Counter(hand) - Counter(rules.copies) and sum(card in rules.wild for card in hand) < 2:
            return tuple(random.sample(hand, 6))


def small_deal(random, rules, size):
    """Return a deal after the draw; the few cards in hand go together, or to the table."""
    deal = random_deal(random, rules, phase=Phase.PLAY)
    own = deal.player(deal.turn.player).hand[:size]
    hand = a_hand(random, rules, size) if random.random() < 0.5 or len(own) < size else own
    players = [p._replace(hand=hand, hand_size=size) if p.id == deal.turn.player else p for p in deal.players]
    turn = deal.turn._replace(opened_this_turn=False, must_meld=None, taken_discard=None)
    return deal._replace(players=tuple(players), turn=turn)


@pytest.mark.parametrize("seed", range(150))
def test_all_that_may_be_played(seed):
    random = Random(seed)
    rules = random_rules(random, small=True, contracts=random.choice(CONTRACTS[:4]))
    deal = small_deal(random, rules, random.choice([3, 4, 5]))
    moves = legal_moves(rules, deal, 5000).moves
    assert len(set(moves)) == len(moves)
    assert_all_and_nothing_else(rules, deal, moves)
    assert all(follow(rules, deal, move) == judge(rules, deal, move)[1] for move in moves)


@pytest.mark.parametrize("seed", range(150))
def test_what_is_proposed_from_a_hand(seed):
    """Every combination once, those that hold a card, and each set of cards once."""
    random = Random(seed)
    rules = random_rules(random, small=True)
    hand = a_hand(random, rules, random.choice([3, 4, 5]))
    proposed = [(laid.kind, laid.cards) for laid in combinations(hand, rules, Budget())]
    assert len(set(proposed)) == len(proposed)
    legal = [(kind, cards) for kind, cards in proposed if check(cards, kind, rules).meld]
    alike = {(kind, spread(cards) if kind is Kind.PIERNA else cards) for kind, cards in legal}
    assert alike == combinations_in(hand, rules)
    for card in dict.fromkeys((*hand, JOKER, rules.cards.cards[0])):
        holding = [(laid.kind, laid.cards) for laid in combinations(hand, rules, Budget(), card)]
        assert holding == [(kind, cards) for kind, cards in proposed if card in cards]
    once = [(m.kind, spread(m.cards)) for m in combinations(hand, rules, Budget(), each_set_once=True)]
    assert len(set(once)) == len(once)
    assert {(k, c) for k, c in once if check(c, k, rules).meld} == {(k, spread(c)) for k, c in legal}


@pytest.mark.parametrize("seed", range(80))
def test_what_opens_together(seed):
    """Contracts and minimums: all sets of two combinations, none of which can be left out, are there."""
    random = Random(seed)
    contracts, minimum = random.choice(
        [(CONTRACTS[4], 0), (CONTRACTS[5], 0), (CONTRACTS[4], 30), ([], 25), ([], 40)]
    )
    rules = random_rules(random, small=True, contracts=contracts, opening_minimum=minimum)
    hand = two_combinations(random, rules)
    deal = small_deal(random, rules, 6)
    deal = deal._replace(
        players=tuple(p._replace(hand=hand, has_opened=False) for p in deal.players), table=()
    )
    listed = [m.melds for m in legal_moves(rules, deal, 5000).moves if isinstance(m, LayDown)]
    pairs = Counter(_alike(melds) for melds in listed if len(melds) == 2)
    assert set(pairs.values()) <= {1}
    assert set(pairs) == {_alike(melds) for melds in _opening_pairs(rules, deal, hand)}


def _alike(melds):
    """Write combinations in an order of their own, piernas without theirs."""
    return tuple(
        sorted(
            (m.kind, tuple(map(str, spread(m.cards) if m.kind is Kind.PIERNA else m.cards))) for m in melds
        )
    )


def _opening_pairs(rules, deal, hand):
    player = deal.turn.player
    every = [LaidMeld(cards, kind) for kind, cards in combinations_in(hand, rules)]
    for index, one in enumerate(every):
        for other in every[index:]:
            fits = not Counter(one.cards) + Counter(other.cards) - Counter(hand)
            if fits and is_legal(rules, deal, LayDown(player, (one, other))):
                alone = [m for m in (one, other) if is_legal(rules, deal, LayDown(player, (m,)))]
                if rules.contracts or not alone:
                    yield one, other


@pytest.mark.parametrize("seed", range(120))
def test_what_the_taken_card_may_be_laid_off_with(seed):
    """On a run, with others of which none can be left out."""
    random = Random(seed)
    rules = random_rules(random, small=True, discard_take=random.choice(["use-at-once", "use-this-turn"]))
    deal = small_deal(random, rules, random.choice([3, 4, 5]))
    hand = deal.player(deal.turn.player).hand
    taken = random.choice(hand)
    turn = deal.turn._replace(must_meld=Pending(taken, Source.DISCARD), taken_discard=taken)
    deal = deal._replace(turn=turn)
    moves = [m for m in legal_moves(rules, deal, 5000).moves if isinstance(m, LayOff)]
    assert len(set(moves)) == len(moves)
    assert all(is_legal(rules, deal, move) for move in moves)
    assert {(m.meld, spread(m.cards)) for m in moves if len(m.cards) > 1} == set(
        _together(rules, deal, hand, taken)
    )


def _together(rules, deal, hand, taken):
    """Yield the cards that may be laid off with the one taken, but no fewer of them."""
    for lying in deal.table:
        if lying.kind is Kind.ESCALERA:
            found = []
            for part in part_hands(hand, 1, len(hand)):
                fewer = any(not Counter(less) - Counter(part) for less in found)
                if (
                    taken in part
                    and not fewer
                    and is_legal(rules, deal, LayOff(deal.turn.player, lying.id, part))
                ):
                    found.append(part)
                    if len(part) > 1:
                        yield lying.id, part


@pytest.mark.parametrize("seed", range(240))
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


@pytest.mark.parametrize("seed", range(60))
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
