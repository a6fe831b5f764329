"""Every move of a kind, found by trying: slow, and with no idea of what is likely.

The judge is the rule book; what is tried is everything that could be written down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from loba.cards import Card
from loba.engine import judge, violations
from loba.legal_moves import legal_moves
from loba.melds import Cards, Escalera, Kind, points
from loba.moves import Discard, LaidMeld, LayDown, LayOff, Move, SwapJoker
from loba.rules.combinations import check
from loba.ruleset import Ruleset
from loba.state import Deal


def hand_of_mover(deal: Deal) -> Cards:
    """Return the hand of the player to move."""
    mover = deal.player(deal.turn.player)
    assert mover
    assert mover.hand is not None
    return mover.hand


def is_legal(rules: Ruleset, deal: Deal, move: Move) -> bool:
    """Ask the rule book."""
    return next(violations(rules, deal, move), None) is None


def part_hands(hand: Cards, least: int, most: int) -> Iterator[Cards]:
    """Yield every selection of cards from a hand, as a multiset, once."""
    seen = set()
    for size in range(least, most + 1):
        for part in combinations(sorted(hand, key=lambda card: card.token), size):
            if part not in seen:
                seen.add(part)
                yield part


def combinations_in(hand: Cards, rules: Ruleset) -> set[tuple[Kind, Cards]]:
    """Find every combination in a hand: piernas by their cards, runs by every order in which they may lie."""
    found: set[tuple[Kind, Cards]] = set()
    for part in part_hands(hand, 2, len(hand)):
        if check(part, Kind.PIERNA, rules).meld:
            found.add((Kind.PIERNA, part))
        orders = set(permutations(part)) if any(card in rules.wild for card in part) else {part}
        for order in orders:
            meld = check(order, Kind.ESCALERA, rules).meld
            if meld and (meld.cards == order or len(orders) == 1):
                found.add((Kind.ESCALERA, meld.cards))
    return found


def single_melds(rules: Ruleset, deal: Deal) -> set[tuple[Kind, Cards]]:
    """Find every legal move that lays one combination."""
    player = deal.turn.player
    return {
        (kind, cards)
        for kind, cards in combinations_in(hand_of_mover(deal), rules)
        if is_legal(rules, deal, LayDown(player, (LaidMeld(cards, kind),)))
    }


def single_lay_offs(rules: Ruleset, deal: Deal) -> set[tuple[str, Card, Cards | None]]:
    """Find every legal lay-off of one card: the combination, the card and, for runs, how they then lie."""
    player = deal.turn.player
    found: set[tuple[str, Card, Cards | None]] = set()
    for lying in deal.table:
        for card in dict.fromkeys(hand_of_mover(deal)):
            if not isinstance(lying.meld, Escalera):
                if is_legal(rules, deal, LayOff(player, lying.id, (card,))):
                    found.add((lying.id, card, None))
                continue
            for order in _orders_with(lying.cards, card):
                if is_legal(rules, deal, LayOff(player, lying.id, (card,), order)):
                    found.add((lying.id, card, order))
    return found


def _orders_with(cards: Cards, card: Card) -> set[Cards]:
    """Return the orders in which a card is put somewhere, and perhaps one other card elsewhere."""
    orders = {(*cards[:i], card, *cards[i:]) for i in range(len(cards) + 1)}
    for order in list(orders):
        for moved in range(len(order)):
            rest = order[:moved] + order[moved + 1 :]
            orders |= {(*rest[:i], order[moved], *rest[i:]) for i in range(len(order))}
    return orders


def swaps_and_discards(rules: Ruleset, deal: Deal) -> set[Move]:
    """Find every legal swap and discard."""
    player, faces = deal.turn.player, dict.fromkeys(hand_of_mover(deal))
    moves: list[Move] = [Discard(player, card) for card in faces]
    moves += [SwapJoker(player, lying.id, card) for lying in deal.table for card in faces]
    return {move for move in moves if is_legal(rules, deal, move)}


def spread(cards: Cards) -> Cards:
    """Put the cards of a pierna, which have no order, into one."""
    return tuple(sorted(cards, key=lambda card: card.token))


def assert_all_and_nothing_else(rules: Ruleset, deal: Deal, moves: Sequence[Move]) -> None:
    """See that moves of a play phase are legal and that nothing legal is missing.

    Melds of one combination, lay-offs of one card, swaps and discards are tried; whatever else is listed
    has to be legal.
    """
    assert [move for move in moves if not is_legal(rules, deal, move)] == []
    single = [move.melds[0] for move in moves if isinstance(move, LayDown) and len(move.melds) == 1]
    melds = {(m.kind, spread(m.cards) if m.kind is Kind.PIERNA else m.cards) for m in single}
    assert melds == single_melds(rules, deal)
    assert {m for m in moves if isinstance(m, SwapJoker | Discard)} == swaps_and_discards(rules, deal)
    lay_offs = [move for move in moves if isinstance(move, LayOff) and len(move.cards) == 1]
    found = single_lay_offs(rules, deal)
    assert {(m.meld, m.cards[0]) for m in lay_offs} == {(meld, card) for meld, card, _ in found}
    for move in lay_offs:
        places = {order for meld, card, order in found if (meld, card) == (move.meld, move.cards[0])}
        if move.arrangement is None:
            assert len(places) == 1
        else:
            assert move.arrangement in places
            assert len([m for m in lay_offs if (m.meld, m.cards) == (move.meld, move.cards)]) == len(places)


def best_value(rules: Ruleset, hand: Cards) -> tuple[int, int]:
    """Return the most a hand without a table can be worth melded, and the cards that takes, by trying all.

    For a player who has opened, where combinations only save what they count.
    """
    every = [part for _, part in {(k, tuple(sorted(c, key=str))) for k, c in combinations_in(hand, rules)}]
    keeps_one = rules.discard_must_end

    def best(left: Counter[Card], start: int) -> tuple[int, int]:
        top = (0, 0)
        for index in range(start, len(every)):
            need = Counter(every[index])
            if all(left[card] >= n for card, n in need.items()):
                rest = left - need
                if keeps_one and not rest:
                    continue
                value, used = best(rest, index)
                mine = (value + points(every[index], rules), used + len(every[index]))
                top = max(top, mine)
        return top

    return best(Counter(hand), 0)


def worth(rules: Ruleset, melded: int, left: int) -> int:
    """What a turn is worth: cards in own combinations where they score, less the hand where it counts."""
    if rules.scoring == "penalty":
        return -left
    return melded - left if rules.hand_counts_against else melded


def outcomes(rules: Ruleset, deal: Deal) -> Iterator[tuple[int, int, int]]:
    """Yield worth, cards used and (negative) combinations laid of every way to meld and lay off."""
    player = deal.turn.player
    held = hand_of_mover(deal)
    waiting, seen = [(deal, 0, 0)], set()
    while waiting:
        now, melded, number = waiting.pop()
        hand = hand_of_mover(now)
        position = (tuple(sorted(card.token for card in hand)), now.table, melded, number)
        if position in seen:
            continue
        seen.add(position)
        yield worth(rules, melded, points(hand, rules)), len(held) - len(hand), -number
        for move in legal_moves(rules, now, 5000).moves:
            if isinstance(move, LayDown):
                more = sum(points(laid.cards, rules) for laid in move.melds)
                waiting.append((judge(rules, now, move)[1], melded + more, number + len(move.melds)))
            elif isinstance(move, LayOff):
                own = now.on_table(move.meld).owner == player
                more = points(move.cards, rules) if own else 0
                waiting.append((judge(rules, now, move)[1], melded + more, number))
