"""A deal as it stands: players, hands, table, piles, and whose turn it is.

Frozen values in the players' words. Nothing here judges: `loba.rules.possible` says what makes a state
impossible, the rest of the rule book what makes a move illegal.

The three values that every move makes anew are named tuples: they cost a third of a frozen dataclass.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from loba.cards import Card
from loba.melds import Cards, Kind, Meld


class Phase(StrEnum):
    """The two parts of a turn."""

    DRAW = "draw"
    PLAY = "play"


class Source(StrEnum):
    """Where a card that has to be melded came from."""

    DISCARD = "discard"
    JOKER_SWAP = "joker-swap"


class Player(NamedTuple):
    """One player: the hand, known or only counted, and the standing in the game."""

    id: str
    hand: Cards | None
    """The cards in hand, in no particular order; None where they are hidden."""
    hand_size: int
    """How many cards the player holds, known or not."""
    has_opened: bool = False
    """Whether the player has laid a combination in this deal."""
    score: int = 0
    """Total before this deal, in points."""
    reentries: int = 0
    """How often the player has come back already."""
    eliminated: bool = False
    """Whether the player is out of the game."""

    def holding(self, hand: Cards, *, has_opened: bool) -> Player:
        """Return the same player with another hand."""
        # Spelt out, here and below: `_replace` costs three times as much, and every move comes by.
        return Player(self.id, hand, len(hand), has_opened, self.score, self.reentries, self.eliminated)


@dataclass(frozen=True, slots=True)
class Pending:
    """A card just taken that has to be melded."""

    card: Card
    source: Source


class Turn(NamedTuple):
    """Whose turn it is and what has happened in it."""

    player: str
    phase: Phase
    taken_discard: Card | None = None
    """The discard taken this turn and not used yet."""
    must_meld: Pending | None = None
    """A card just taken that has to be melded."""
    opened_this_turn: bool = False

    def using(self, cards: Collection[Card], *, opens: bool = False) -> Turn:
        """Return the turn after cards were used: what was taken or pending may be settled by them."""
        taken, pending = self.taken_discard, self.must_meld
        return Turn(
            self.player,
            self.phase,
            None if taken in cards else taken,
            None if pending and pending.card in cards else pending,
            self.opened_this_turn or opens,
        )


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A combination on the table."""

    id: str
    owner: str
    kind: Kind
    cards: Cards
    meld: Meld | None = None
    """How the cards are read; None until the state has been examined."""


class Deal(NamedTuple):
    """A deal at one moment."""

    players: tuple[Player, ...]
    """In clockwise seat order."""
    dealer: str
    turn: Turn
    table: tuple[TableMeld, ...] = ()
    discard_pile: Cards = ()
    """Oldest first; the last card is the top."""
    stock: Cards | None = None
    """Next to be drawn first; None where the stock is hidden."""
    stock_size: int = 0
    """How many cards the stock holds, known or not."""
    deal_number: int = 1
    """Counts from 1; selects the contract in contract games."""
    deal_over: bool = False
    shuffled: Cards | None = None
    """The cards of a hidden stock, where discards were shuffled into it; None where it is as it was dealt."""

    def becoming(
        self,
        players: tuple[Player, ...],
        turn: Turn,
        *,
        table: tuple[TableMeld, ...] | None = None,
        discard_pile: Cards | None = None,
        deal_over: bool = False,
    ) -> Deal:
        """Return the deal after a move that leaves the stock alone."""
        return Deal(
            players,
            self.dealer,
            turn,
            self.table if table is None else table,
            self.discard_pile if discard_pile is None else discard_pile,
            self.stock,
            self.stock_size,
            self.deal_number,
            deal_over,
            self.shuffled,
        )

    def with_table(self, table: tuple[TableMeld, ...]) -> Deal:
        """Return the same deal with the combinations on its table read."""
        return self.becoming(self.players, self.turn, table=table, deal_over=self.deal_over)

    def player(self, player_id: str) -> Player | None:
        """Return the player of an id, None where nobody has it."""
        for player in self.players:
            if player.id == player_id:
                return player
        return None

    def seat(self, player_id: str) -> int:
        """Return the seat of a player, counted from 0; ValueError where nobody has the id."""
        for seat, player in enumerate(self.players):
            if player.id == player_id:
                return seat
        raise ValueError(player_id)

    def on_table(self, meld_id: str) -> TableMeld | None:
        """Return the combination of an id, None where none has it."""
        for lying in self.table:
            if lying.id == meld_id:
                return lying
        return None

    def after(self, player_id: str, step: int) -> str:
        """Return who is next after a player, going by `step` along the seats past those who are out."""
        seat = self.seat(player_id)
        for distance in range(1, len(self.players) + 1):
            following = self.players[(seat + step * distance) % len(self.players)]
            if not following.eliminated:
                return following.id
        return player_id
