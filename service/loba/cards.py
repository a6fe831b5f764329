"""Cards, ranks, suits and packs.

A card is named on the wire by a short token (``"TD"`` is the ten of diamonds, ``"12b"`` the rey of
bastos, ``"JOKER"`` the joker). Every token has exactly one `Card` object, so cards compare and hash
by identity: cheap, and identical copies are interchangeable by construction.

Never iterate over a set of cards: the order would differ between processes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One face of a pack; all copies of it are this same object."""

    token: str
    """The name on the wire, e.g. ``"TD"``."""
    rank: str
    """The rank part of the token: ``"A"``, ``"T"``, ``"12"``; ``"JOKER"`` for the joker."""
    suit: str
    """The suit part of the token: ``"S"``, ``"o"``; empty for the joker."""

    def __repr__(self) -> str:
        """Show a card as the expression that makes it."""
        return f"card({self.token!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Unpickle to the one object of this token, so that identity survives a process pool."""
        return card, (self.token,)


FRENCH_SUITS: Final = ("S", "H", "D", "C")
"""Spades, hearts, diamonds, clubs."""
SPANISH_SUITS: Final = ("o", "c", "e", "b")
"""Oros, copas, espadas, bastos."""
FRENCH_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SPANISH_RANKS_40: Final = ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")
SPANISH_RANKS_48: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")

JOKER: Final = Card("JOKER", "JOKER", "")

CARDS: Final[Mapping[str, Card]] = {
    "JOKER": JOKER,
    **{r + s: Card(r + s, r, s) for s in FRENCH_SUITS for r in FRENCH_RANKS},
    **{r + s: Card(r + s, r, s) for s in SPANISH_SUITS for r in SPANISH_RANKS_48},
}
"""Every card of every pack by its token."""


def card(token: str) -> Card:
    """Return the card of a token; KeyError where no pack has it."""
    return CARDS[token]


def cards(tokens: str | Iterable[str]) -> tuple[Card, ...]:
    """Return the cards of several tokens, given as a list or as one string with spaces between."""
    return tuple(CARDS[token] for token in (tokens.split() if isinstance(tokens, str) else tokens))


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """One pack of cards: which cards it has and how they follow each other in an escalera."""

    id: str
    """``"french-52"``, ``"spanish-40"`` or ``"spanish-48"``."""
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    """Low to high, the ace first."""
    named: Mapping[str, str]
    """The ranks whose value has a name in a table of card values: rank to ``"ace"``, ``"jack"``, …"""
    place: Mapping[Card, int] = field(init=False)
    """Where a card stands in an escalera: 0 for the ace, counting up. Jokers have no place."""
    cards: tuple[Card, ...] = field(init=False)
    """Each card once, without jokers, suit by suit and low to high."""
    twos: frozenset[Card] = field(init=False)
    """The cards that may be wild where twos are."""
    aces: frozenset[Card] = field(init=False)
    """The cards that may also stand above the king where the ace is high or low."""
    by_rank: tuple[tuple[str, tuple[Card, ...]], ...] = field(init=False)
    """The cards of each rank, low to high, with the suits in their order."""

    def __post_init__(self) -> None:
        """Derive the places from the ranks."""
        faces = [(place, CARDS[rank + suit]) for suit in self.suits for place, rank in enumerate(self.ranks)]
        set_once = object.__setattr__
        set_once(self, "place", {face: place for place, face in faces})
        set_once(self, "cards", tuple(face for _, face in faces))
        set_once(self, "twos", frozenset(face for place, face in faces if place == 1))
        set_once(self, "aces", frozenset(face for place, face in faces if place == 0))
        ranks = [(rank, tuple(CARDS[rank + suit] for suit in self.suits)) for rank in self.ranks]
        set_once(self, "by_rank", tuple(ranks))

    def __repr__(self) -> str:
        """Show a pack by its name."""
        return f"PACKS[{self.id!r}]"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Unpickle to the one object of this name."""
        return pack, (self.id,)

    def at(self, place: int, suit: str) -> Card:
        """Return the card of a suit at a place; the place above the king is the high ace."""
        return CARDS[self.rank_at(place) + suit]

    def rank_at(self, place: int) -> str:
        """Return the rank at a place; the place above the king is the high ace."""
        return self.ranks[place % len(self.ranks)]


_FRENCH_NAMES: Final = {"A": "ace", "2": "two", "J": "jack", "Q": "queen", "K": "king"}
_SPANISH_NAMES: Final = {"1": "ace", "2": "two", "10": "jack", "11": "queen", "12": "king"}

PACKS: Final[Mapping[str, Pack]] = {
    "french-52": Pack("french-52", FRENCH_SUITS, FRENCH_RANKS, _FRENCH_NAMES),
    "spanish-40": Pack("spanish-40", SPANISH_SUITS, SPANISH_RANKS_40, _SPANISH_NAMES),
    "spanish-48": Pack("spanish-48", SPANISH_SUITS, SPANISH_RANKS_48, _SPANISH_NAMES),
}
"""The packs an organiser can choose from, by name."""


def pack(name: str) -> Pack:
    """Return the pack of a name; KeyError where there is none."""
    return PACKS[name]


def meant(stranger: Card, wanted: Pack) -> Card | None:
    """Guess which card of `wanted` was meant by a card of another pack, or None.

    ``2c`` in a French game is probably ``2C``: the tokens differ in the case of one letter.
    """
    folded = stranger.token.lower()
    return next((face for face in wanted.cards if face.token.lower() == folded), None)
