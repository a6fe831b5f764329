"""How facts are printed: cards, suits, ranks, numbers, names. The kind of a fact goes by its name.

The tables at the end are the whole vocabulary: a text may use no other blank, in no other form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from functools import lru_cache
from typing import Any, Final

from loba.cards import CARDS, Card
from loba.i18n.lists import AND, OR, joined
from loba.ruleset import CARD_VALUE_NAMES, OPTIONS, Contract, Range

Say = Callable[[str, Mapping[str, Any]], str]
"""Returns the text of a key with its blanks filled."""
Print = Callable[[Any], str]

SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
"""French suits are written as symbols everywhere; Spanish ones have no symbols and are named."""


class Kind(Enum):
    """The kinds of facts."""

    CARD = auto()
    CARDS = auto()
    SUIT = auto()
    SUITS = auto()
    RANK = auto()
    RANKS = auto()
    STANDS_FOR = auto()
    """A card's token, or a bare rank where suits do not matter."""
    NAME = auto()
    """A player, a combination, a piece of a request: printed as it is."""
    NAMES = auto()
    NUMBER = auto()
    SENTENCE = auto()
    """A violation that explains another one."""
    JSON_TYPE = auto()
    VALUES = auto()
    """Values a request may have."""
    CONTRACTS = auto()
    """Numbers of piernas and escaleras, deal by deal."""


NOUNS: Final = (
    "bytes",
    "cards",
    "copies",
    "deals",
    "escaleras",
    "files",
    "games",
    "jokers",
    "moves",
    "naturals",
    "packs",
    "piernas",
    "players",
    "points",
    "times",
    "wilds",
)
"""What numbers count."""

FORMS: Final[Mapping[Kind, tuple[str, ...]]] = {
    Kind.CARDS: ("or", "row"),
    Kind.RANK: ("many",),
    Kind.RANKS: ("or", "row"),
    Kind.NAMES: ("or",),
    Kind.NUMBER: NOUNS,
    Kind.VALUES: ("or",),
}
"""The forms a fact may be printed in besides the plain one: ``{cards:or}``, ``{count:points}``."""


class Facts:
    """Prints facts in one language."""

    def __init__(self, language: str, say: Say, explained: Print) -> None:
        """Take the language, its words, and the way a violation is explained in it."""
        self._language = language
        self._say = say
        self._cards: dict[Card, str] = {}
        self._printers: dict[Kind, Callable[[str], Print]] = {
            Kind.CARD: lambda _: self.card,
            Kind.CARDS: self._cards_in,
            Kind.SUIT: lambda _: self.suit,
            Kind.SUITS: lambda _: self.suits,
            Kind.RANK: self._rank_in,
            Kind.RANKS: self._ranks_in,
            Kind.STANDS_FOR: lambda _: self.stands_for,
            Kind.NAME: lambda _: str,
            Kind.NAMES: self._names_in,
            Kind.NUMBER: self._number_in,
            Kind.SENTENCE: lambda _: explained,
            Kind.JSON_TYPE: lambda _: lambda name: self._say(f"json:{name}", {}),
            Kind.VALUES: self._values_in,
            Kind.CONTRACTS: lambda _: self.contracts,
        }

    def printer(self, kind: Kind, form: str) -> Print:
        """Return what prints facts of a kind in a form. Raises LookupError where it has no such form."""
        if form and form not in FORMS.get(kind, ()):
            raise LookupError(f"{kind.name} has no form {form!r}")
        return self._printers[kind](form)

    def card(self, card: Card) -> str:
        """Return a card as people write it: ``8♦``, ``10♦``, ``Joker``, ``7 of oros``."""
        if card not in self._cards:
            self._cards[card] = self._written(card)
        return self._cards[card]

    def _written(self, card: Card) -> str:
        if not card.suit:
            return "Joker"
        if card.suit in SYMBOLS:
            return self._pip(card.rank) + SYMBOLS[card.suit]
        return self._say(f"card:{card.suit}", {"rank": card.rank})

    def _pip(self, rank: str) -> str:
        """Return what stands in the corner of a French card."""
        if rank == "T":
            return "10"
        return rank if rank.isdigit() else self._say(f"pip:{rank}", {})

    def _cards_in(self, form: str) -> Print:
        style = OR if form == "or" else AND

        @lru_cache(2048)
        def in_a_list(cards: tuple[Card, ...]) -> str:
            return joined([self.card(card) for card in cards], style, self._language)

        @lru_cache(2048)
        def in_a_row(cards: tuple[Card, ...]) -> str:
            named = any(card.suit and card.suit not in SYMBOLS for card in cards)
            return (", " if named else " ").join(self.card(card) for card in cards)

        return in_a_row if form == "row" else in_a_list

    def suit(self, suit: str) -> str:
        """Return the symbol of a French suit, the name of a Spanish one."""
        return SYMBOLS.get(suit) or self._say(f"suit:{suit}", {})

    def suits(self, suits: Iterable[str]) -> str:
        """Return suits as they are shown: symbols side by side, names in a list."""
        printed = [self.suit(suit) for suit in suits]
        if all(suit in SYMBOLS for suit in suits):
            return " ".join(printed)
        return joined(printed, AND, self._language)

    def _rank_in(self, form: str) -> Print:
        count = 2 if form == "many" else 1
        return lambda rank: self._say(f"rank:{rank}", {"count": count})

    def _ranks_in(self, form: str) -> Print:
        if form == "row":
            return lambda ranks: " ".join(self._pip(rank) for rank in ranks)
        one, style = self._rank_in(""), OR if form == "or" else AND
        return lambda ranks: joined([one(rank) for rank in ranks], style, self._language)

    def stands_for(self, what: str) -> str:
        """Return what a wild card stands for: a card, or a rank where suits do not matter."""
        known = CARDS.get(what)
        return self._say(f"a-rank:{what}", {}) if known is None else self.card(known)

    def _names_in(self, form: str) -> Print:
        style = OR if form == "or" else AND
        return lambda names: joined(list(names), style, self._language)

    def _number_in(self, form: str) -> Print:
        if not form:
            return number
        key = f"count:{form}"
        return lru_cache(256)(lambda count: self._say(key, {"count": count}))

    def combinations(self, piernas: int, escaleras: int) -> str:
        """Return numbers of both kinds as one phrase: ``2 piernas and 1 escalera``."""
        counted = (("piernas", piernas), ("escaleras", escaleras))
        phrases = [self._say(f"count:{noun}", {"count": count}) for noun, count in counted if count]
        return joined(phrases, AND, self._language)

    def contracts(self, contracts: Iterable[Contract]) -> str:
        """Return contracts deal by deal."""
        return "; ".join(self.combinations(each.piernas, each.escaleras) for each in contracts)

    def _values_in(self, form: str) -> Print:
        style = OR if form == "or" else AND
        return lambda values: joined([_as_json(value) for value in values], style, self._language)


def number(value: int) -> str:
    """Return a number with a proper minus sign."""
    return str(value) if value >= 0 else f"−{-value}"


def _as_json(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"“{value}”" if isinstance(value, str) else str(value)


RULES: Final[Mapping[str, Kind]] = {
    "card": Kind.CARD,
    "wild": Kind.CARD,
    "meant": Kind.CARD,
    "cards": Kind.CARDS,
    "others": Kind.CARDS,
    "ordered": Kind.CARDS,
    "result": Kind.CARDS,
    "token": Kind.NAME,
    "meant_token": Kind.NAME,
    "stands_for": Kind.STANDS_FOR,
    "suit": Kind.SUIT,
    "suits": Kind.SUITS,
    "rank": Kind.RANK,
    "ranks": Kind.RANKS,
    "player": Kind.NAME,
    "owner": Kind.NAME,
    "turn": Kind.NAME,
    "dealer": Kind.NAME,
    "players": Kind.NAMES,
    "meld": Kind.NAME,
    "count": Kind.NUMBER,
    "minimum": Kind.NUMBER,
    "maximum": Kind.NUMBER,
    "wanted": Kind.NUMBER,
    "difference": Kind.NUMBER,
    "points": Kind.NUMBER,
    "bonus": Kind.NUMBER,
    "wilds": Kind.NUMBER,
    "piernas": Kind.NUMBER,
    "escaleras": Kind.NUMBER,
    "laid_piernas": Kind.NUMBER,
    "laid_escaleras": Kind.NUMBER,
    "deal_number": Kind.NUMBER,
    "because": Kind.SENTENCE,
}
"""The facts of violations and reasons."""

REQUESTS: Final[Mapping[str, Kind]] = {
    "minimum": Kind.NUMBER,
    "maximum": Kind.NUMBER,
    "limit": Kind.NUMBER,
    "line": Kind.NUMBER,
    "column": Kind.NUMBER,
    "values": Kind.VALUES,
    "wanted": Kind.JSON_TYPE,
    "given": Kind.NAME,
    "first": Kind.NAME,
    "second": Kind.NAME,
}
"""The facts of problems and of errors in a request."""

COMMANDS: Final[Mapping[str, Kind]] = {
    **dict.fromkeys(("deal", "deals", "files", "games", "move", "moves"), Kind.NUMBER),
    **dict.fromkeys(("legal", "illegal", "unusable"), Kind.NUMBER),
    **dict.fromkeys(("first", "message", "name", "second"), Kind.NAME),
    **dict.fromkeys(("names", "players"), Kind.NAMES),
}
"""The facts of what the command line says."""

TABLES: Final[Mapping[str, Kind]] = {
    **{name: Kind.NUMBER for name, allowed in OPTIONS.items() if isinstance(allowed, Range)},
    **dict.fromkeys(CARD_VALUE_NAMES, Kind.NUMBER),
    "contracts": Kind.CONTRACTS,
    "deck": Kind.NUMBER,
    "longest": Kind.NUMBER,
    "order": Kind.RANKS,
    "trio": Kind.CARDS,
    "first": Kind.CARD,
    "fourth": Kind.CARD,
    "around": Kind.CARDS,
    "run": Kind.CARDS,
    "joining": Kind.CARD,
    "run_low": Kind.CARDS,
    "run_high": Kind.CARDS,
}
"""The facts of the articles: the numbers of a ruleset, and cards for examples."""

COMBINATIONS: Final = {"contract": ("piernas", "escaleras"), "laid": ("laid_piernas", "laid_escaleras")}
"""Blanks that are filled from two numbers: "2 piernas and 1 escalera"."""
