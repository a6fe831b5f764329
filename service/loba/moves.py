"""The moves of the game, as frozen values in the players' words.

Each names its player, so that a move out of turn can be named as such. Cards are named by face, never by
their position in a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from loba.cards import JOKER, Card
from loba.melds import Cards, Kind


class LaidMeld(NamedTuple):
    """One combination to be laid down; a named tuple, for searches make them by the dozen."""

    cards: Cards
    kind: Kind | None = None
    """None where the player leaves it open; then it is found."""
    id: str | None = None
    """The id it shall have on the table; None for the first free number."""


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top card of the stock."""

    player: str
    card: Card | None = None
    """The card drawn; needed where the stock is hidden."""


@dataclass(frozen=True, slots=True)
class DrawDiscard:
    """Take the top card of the discard pile."""

    player: str


@dataclass(frozen=True, slots=True)
class LayDown:
    """Lay new combinations down, all of them together."""

    player: str
    melds: tuple[LaidMeld, ...]


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add cards to a combination on the table."""

    player: str
    meld: str
    """Id of the combination."""
    cards: Cards
    arrangement: Cards | None = None
    """The whole escalera afterwards, low to high; None where it need not be said."""


@dataclass(frozen=True, slots=True)
class SwapJoker:
    """Put the natural card in a joker's place and take the joker."""

    player: str
    meld: str
    card: Card


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay a card on the discard pile: the turn ends."""

    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class Replenish:
    """Shuffle the discards except the top into a new stock."""

    player: str
    stock: Cards | None = None
    """The new order, next card first; needed where the stock is known."""


@dataclass(frozen=True, slots=True)
class DeclareExhausted:
    """Say that the stock is used up: the deal ends and everyone counts."""

    player: str


@dataclass(frozen=True, slots=True)
class Close:
    """Closing games: discard a card face down and end the deal with these combinations."""

    player: str
    card: Card
    melds: tuple[LaidMeld, ...]


Move = DrawStock | DrawDiscard | LayDown | LayOff | SwapJoker | Discard | Replenish | DeclareExhausted | Close

ANY_MOVE: Final[Mapping[type, Callable[[str], Move]]] = {
    DrawStock: DrawStock,
    DrawDiscard: DrawDiscard,
    Replenish: Replenish,
    DeclareExhausted: DeclareExhausted,
    LayDown: lambda player: LayDown(player, ()),
    LayOff: lambda player: LayOff(player, "", ()),
    SwapJoker: lambda player: SwapJoker(player, "", JOKER),
    Close: lambda player: Close(player, JOKER, ()),
    Discard: lambda player: Discard(player, JOKER),
}
"""Some move of each type by a player, for questions in which nothing else of it matters."""
