"""A hand at a first look: how many cards of each rank it holds, and which places of an escalera.

Both are bits of one number, so that all ranks, or all suits, are looked at in one go. Most hands hold few
combinations, and most of a table has no place for any card: what cannot be is passed over here, without
turning to single cards. Generous, and no judge of anything.
"""

from __future__ import annotations

from loba.cards import JOKER, Card
from loba.melds import Cards
from loba.ruleset import ONE_LANE, TALLY, Ruleset

FEWEST = 3
"""No combination has fewer cards."""
FEWEST_NATURALS = 2
"""No pierna is proposed with fewer natural cards."""
_ABOVE = 1 << TALLY - 1


class Glance:
    """What a hand holds, seen at once."""

    __slots__ = ("_rules", "places", "ranks")

    def __init__(self, hand: Cards, rules: Ruleset) -> None:
        """Look at a hand; every card of it is in the pack of the ruleset."""
        places, ranks, lanes, tallies = 0, 0, rules.lanes, rules.tallies
        for card in hand:
            places |= lanes[card]
            ranks += tallies[card]
        self._rules = rules
        self.places = places
        """The places held, every suit in its lane."""
        self.ranks = ranks
        """How many natural cards there are of each rank, and how many jokers."""

    @property
    def wild(self) -> bool:
        """Whether there is a card that may be wild in an escalera."""
        return self.ranks & self._rules.wild_tallies > 0

    @property
    def jokers(self) -> int:
        """How many jokers there are."""
        return self.ranks >> TALLY * self._rules.longest

    def piernas(self, using: Card | None = None) -> int:
        """Return the ranks of which a pierna may be made, as bits; with `using`, of which one may hold it."""
        rules, one = self._rules, self._rules.each_rank
        naturals = max(FEWEST - min(self.jokers, rules.pierna_wilds), FEWEST_NATURALS)
        ranks = self.ranks + one * (_ABOVE - naturals) & one * _ABOVE
        return ranks if using is None or using is JOKER else ranks & rules.tally_of[using.rank]

    def escaleras(self, using: Card | None = None) -> int:
        """Return where an escalera may begin, every suit in its lane; with `using`, one that may hold it.

        Anywhere, where there is a wild card.
        """
        rules = self._rules
        if self.wild:
            return -1
        lows = starts(self.places, rules.escalera_min)
        if using is None or not rules.one_suit:
            return lows
        return 0 if using is JOKER else lows & ONE_LANE << rules.lane_of[using.suit]

    def of_suit(self, suit: str) -> int:
        """Return the places of one suit that are held, as bits; of all, where suits do not matter."""
        return self.places >> self._rules.lane_of[suit] & ONE_LANE

    def may_join(self, rank: str) -> bool:
        """Say whether a card may go to a pierna of a rank: there is one of it, or a joker."""
        tally_of = self._rules.tally_of
        return self.ranks & (tally_of[rank] | tally_of[JOKER.rank]) > 0


def starts(places: int, length: int) -> int:
    """Return the places, as bits, from which on so many are held in a row."""
    for _ in range(length - 1):
        places &= places >> 1
    return places
