"""How a run on the table may grow: which cards go where, and when the joker at its end may move.

Articles `laying-off` and `end-joker`. All cards that lie keep their place and meaning, except that a single
wild card at an end may move when a natural card joins; `keeps` is the one place that says so. The ways to
lay cards come in the order of preference, so the first is what happens when nobody asks for another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from loba import limits
from loba.cards import JOKER, Card
from loba.glance import Glance
from loba.melds import Cards, Escalera, Meld, Pierna, lie, within_limits
from loba.ruleset import Ruleset

Row = tuple[list["Card"], int]
"""Cards low to high, and the place of the first."""


def keeps(run: Escalera, result: Escalera, rules: Ruleset) -> bool:
    """Say whether `result` leaves every card of `run` where it lay, but for an end joker that may move."""
    shift = run.low - result.low
    if shift >= 0 and result.cards[shift : shift + len(run.cards)] == run.cards:
        return True
    strayed = [i for i, c in enumerate(run.cards) if result_at(result, i + shift) is not c]
    if len(strayed) > 1 or strayed[0] not in movable_ends(run, rules):
        return False
    moved = strayed[0]
    target = _target(run, result, moved, rules)
    if target is None:
        return False
    natural_before = len(run.cards) - len(run.wild_at)
    natural_after = sum(1 for i in range(len(result.cards)) if i != target and i not in result.wild_at)
    return natural_after > natural_before


def result_at(run: Escalera, index: int) -> Card | None:
    """Return the card at an index, None beyond either end."""
    return run.cards[index] if 0 <= index < len(run.cards) else None


def movable_ends(run: Escalera, rules: Ruleset) -> tuple[int, ...]:
    """List the indices of the wild cards that may move: single ones at an end, a natural card beside them."""
    wild_at = run.wild_at
    if not wild_at or rules.end_joker == "fixed":
        return ()
    last = len(run.cards) - 1
    high = (last,) if wild_at[-1] == last and last - 1 not in wild_at else ()
    return (*high, 0) if wild_at[0] == 0 and 1 not in wild_at else high


def _target(run: Escalera, result: Escalera, moved: int, rules: Ruleset) -> int | None:
    """Return the index in `result` of the end the moved wild card now lies at, None where it may not."""
    card, last = run.cards[moved], len(result.cards) - 1
    for end in (last, 0):
        own_side = (end == last) == (moved != 0)
        # The outermost card is the moved one only if it does not lie where a card of the run lay.
        beyond = result.high > run.high - (moved != 0) if end else result.low < run.low + (moved == 0)
        if result.cards[end] is card and beyond and (rules.end_joker == "either-end" or not own_side):
            return end
    return None


def placements(run: Escalera, added: Cards, rules: Ruleset) -> Iterable[Escalera]:
    """Return every way the cards may come to lie on the run, the preferred one first.

    An end joker stays if it can. A wild card that could go to either end goes high first; a two goes to its
    own place first. Several wild cards of different kinds go in the order given.
    """
    if len(added) > 1:
        return _placements(run, added, rules)
    return _placed_alone(run, added, rules) if touches(run, added[0], rules) else ()


@lru_cache(maxsize=limits.REMEMBERED)
def _placed_alone(run: Escalera, added: Cards, rules: Ruleset) -> tuple[Escalera, ...]:
    """Remember the ways of a single card: they are asked for turn after turn, while it is held."""
    return tuple(_placements(run, added, rules))


def _placements(run: Escalera, added: Cards, rules: Ruleset) -> Iterator[Escalera]:
    seen: set[tuple[Cards, int]] = set()
    for cards, low in _rows(run, added, rules):
        row = tuple(cards)
        if (row, low) in seen:
            continue
        seen.add((row, low))
        result = lie(row, low, run.suit, rules)
        if result and within_limits(result, rules) and keeps(run, result, rules):
            yield result


def near(run: Escalera, rules: Ruleset) -> int:
    """Return where a natural card could join alone, as bits in the lane of the run.

    That is beside an end, or in the place of an end joker.
    """
    low, high = run.low, run.low + len(run.cards) - 1
    beside = 1 << low >> 1 | 2 << high
    return (beside | 1 << low | 1 << high if run.wild_at else beside) << rules.lane_of[run.suit]


def touches(run: Escalera, card: Card, rules: Ruleset) -> bool:
    """Say whether a card could join alone, at a first look."""
    return card in rules.wild or rules.lanes[card] & near(run, rules) > 0


def may_take(meld: Meld | None, card: Card, seen: Glance, rules: Ruleset) -> bool:
    """Say whether a card of a hand, alone or with others, may join a combination, at a first look."""
    if isinstance(meld, Pierna):
        return card is JOKER or card.rank == meld.rank
    if not isinstance(meld, Escalera) or (meld.suit and card.suit != meld.suit and card not in rules.wild):
        return False
    ends = movable_ends(meld, rules)
    if seen.wild or (ends and rules.wild_twos):
        return True
    return rules.place_bits[card] & _in_a_row_with(meld, ends, seen.of_suit(meld.suit)) > 0


def _in_a_row_with(run: Escalera, ends: tuple[int, ...], held: int) -> int:
    """Return those of the places held, as bits, from which no place is missing on the way to the run.

    A joker at one of the `ends` may move away, or it may stay.
    """
    low, high = run.low, run.low + len(run.cards) - 1
    for end in ends:
        held |= 1 << (high if end else low)
        low, high = low + (end == 0), high - (end > 0)
    over, under = held >> high + 1, held & (1 << low) - 1
    above = (~over & over + 1) - 1
    missing = (under ^ (1 << low) - 1).bit_length()
    return above << high + 1 | under >> missing << missing


def placement(run: Escalera, added: Cards, rules: Ruleset) -> Escalera | None:
    """Return how the cards come to lie when no arrangement is asked for; None where they cannot."""
    return next(iter(placements(run, added, rules)), None)


def arranged(run: Escalera, arrangement: Cards, rules: Ruleset) -> Escalera | None:
    """Return the run as the arrangement has it; None where it moves what may not move."""
    for low in range(rules.top):
        result = lie(arrangement, low, run.suit, rules)
        if result and within_limits(result, rules) and keeps(run, result, rules):
            return result
    return None


def _rows(run: Escalera, added: Cards, rules: Ruleset) -> Iterator[Row]:
    """Propose ways to lie, generously: `keeps` decides."""
    if len(added) == 1 and added[0] not in rules.wild and not movable_ends(run, rules):
        # By far the most common case, and there is only one end for it.
        above = rules.place_bits[added[0]] >> run.high + 1 & 1
        yield ([*run.cards, *added], run.low) if above else ([*added, *run.cards], run.low - 1)
        return
    lying = dict(enumerate(run.cards, run.low))
    yield from _around(lying, added, run.suit, rules)
    for moved in movable_ends(run, rules):
        rest = {p: c for p, c in lying.items() if p != run.low + moved}
        for row, low in _around(rest, added, run.suit, rules):
            yield [*row, run.cards[moved]], low
            yield [run.cards[moved], *row], low - 1


def _around(lying: dict[int, Card], added: Cards, suit: str, rules: Ruleset) -> Iterator[Row]:
    """Yield rows with the cards that lie in their places and the added ones around them."""
    for naturals, spare in _parted(added, suit, rules):
        for places in _places(naturals, rules):
            taken = lying | places
            if len(taken) < len(lying) + len(naturals):
                continue
            low, high = min(taken), max(taken)
            if high - low + 1 - len(taken) > len(spare):
                continue
            wild = iter(spare)
            row = [taken.get(p) or next(wild) for p in range(low, high + 1)]
            loose = list(wild)
            for up in range(min(len(loose), max(rules.top - high, 0)), -1, -1):
                yield [*reversed(loose[up:]), *row, *loose[:up]], low - (len(loose) - up)


def _parted(added: Cards, suit: str, rules: Ruleset) -> Iterator[tuple[list[Card], list[Card]]]:
    """Part the added cards into natural and wild ones: each two of the suit natural first, then all wild."""
    fixed = [c for c in added if c not in rules.wild]
    spare = [c for c in added if c in rules.wild]
    for two in dict.fromkeys(c for c in spare if c is not JOKER and (not suit or c.suit == suit)):
        rest = spare.copy()
        rest.remove(two)
        yield [*fixed, two], rest
    yield fixed, spare


def _places(naturals: list[Card], rules: Ruleset) -> Iterator[dict[int, Card]]:
    """Yield where natural cards go: each in its place, the ace low and then high."""
    places = {rules.cards.place[card]: card for card in naturals}
    yield places
    if 0 in places and rules.top == rules.longest:
        yield {p or rules.longest: card for p, card in places.items()}
