"""A ruleset: every option that tells one table's rules from another's, as one frozen value.

`OPTIONS` says of each option which values it may have; it is what requests are validated by, what the
page of a ruleset lists, and where "what if" finds the other values to try. `Ruleset` holds the chosen
values under the same names. Sources of the values: `loba.rulesets`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from loba import limits
from loba.cards import JOKER, PACKS, Card, Pack

LANE: Final = 16
"""Bits for the places of one suit: fourteen at most, and two that keep it apart from the next."""
ONE_LANE: Final = (1 << LANE) - 1
TALLY: Final = 4
"""Bits for how many cards there are of one rank: eight at most, and a bit above them."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What an opening must consist of: so many piernas and so many escaleras, no more and no fewer."""

    piernas: int
    escaleras: int

    def cards(self, escalera_min: int) -> int:
        """Return how many cards the contract takes at least."""
        return 3 * self.piernas + escalera_min * self.escaleras


@dataclass(frozen=True, slots=True)
class CardValues:
    """What the cards count, in points. Threes to tens (nines, in a Spanish pack) count their number."""

    ace: int
    two: int
    jack: int
    queen: int
    king: int
    joker: int


CARD_VALUE_NAMES: Final = tuple(entry.name for entry in fields(CardValues))


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that takes one of a few values, in the order they are listed."""

    values: tuple[str, ...] | tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """An option that takes a whole number from `least` to `most`."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class ValueTable:
    """The option that takes a table of card values, each within the range."""

    each: Range


@dataclass(frozen=True, slots=True)
class ContractList:
    """The option that takes a list of contracts."""

    most: int
    piernas: Range
    escaleras: Range
    melds: Range


Allowed = Choice | Range | ValueTable | ContractList
_BOOLEAN: Final = Choice((False, True))

OPTIONS: Final[Mapping[str, Allowed]] = {
    "pack": Choice(tuple(PACKS)),
    "packs": Range(1, 2),
    "jokers": Range(0, 4),
    "hand_size": Range(5, 13),
    "direction": Choice(("clockwise", "anticlockwise")),
    "next_dealer": Choice(("rotate", "winner")),
    "discard_take": Choice(("free", "use-at-once", "use-this-turn")),
    "discard_taken_card": Choice(("forbidden", "allowed")),
    "pierna_suits": Choice(("three-locked", "all-different", "any")),
    "pierna_wilds": Range(0, 1),
    "escalera_min": Range(3, 4),
    "escalera_suit": Choice(("same", "any")),
    "escalera_wilds": Range(0, 13),
    "escalera_min_naturals": Range(1, 3),
    "ace": Choice(("low", "high-or-low")),
    "wild_twos": _BOOLEAN,
    "end_joker": Choice(("fixed", "other-end", "either-end")),
    "joker_swap": Choice(("off", "own-melds", "any-meld")),
    "joker_discard": Choice(("free", "last-card-only")),
    "lay_off_on": Choice(("any-meld", "own-melds")),
    "lay_off_from": Choice(("any-time", "once-opened", "turn-after-opening")),
    "opening_minimum": Range(0, 200),
    "contracts": ContractList(
        most=limits.CONTRACTS,
        piernas=Range(0, limits.CONTRACT_PIERNAS),
        escaleras=Range(0, limits.CONTRACT_ESCALERAS),
        melds=Range(1, limits.CONTRACT_MELDS),
    ),
    "melds_after_contract": _BOOLEAN,
    "going_out": Choice(("discard-optional", "discard-required")),
    "stock_exhausted": Choice(("reshuffle", "end-deal")),
    "card_values": ValueTable(Range(0, 100)),
    "scoring": Choice(("penalty", "points")),
    "concealed_bonus": Range(0, 50),
    "four_suit_pierna_bonus": Range(0, 50),
    "going_out_meld_bonus": Range(0, 50),
    "hand_counts_against": _BOOLEAN,
    "game_end": Choice(("elimination", "target", "deals")),
    "limit": Range(1, 1000),
    "reentries": Range(0, 9),
    "reentry_min_active": Range(2, 4),
    "close_max_loose": Range(0, 50),
    "full_close_bonus": Range(0, 50),
    "chinchon_wins": _BOOLEAN,
    "lay_off_after_close": _BOOLEAN,
}
"""Every option and the values it may have, in the order a ruleset's page lists them."""


class _Layout(NamedTuple):
    """What follows from the pack, and from how escaleras run."""

    cards: Pack
    longest: int
    top: int
    place_bits: Mapping[Card, int]
    rows: Mapping[str, tuple[Card, ...]]
    lane_of: Mapping[str, int]
    lanes: Mapping[Card, int]
    tally_of: Mapping[str, int]
    tallies: Mapping[Card, int]
    each_rank: int


@cache
def _layout(pack: str, ace: str, escalera_suit: str) -> _Layout:
    cards, one_suit = PACKS[pack], escalera_suit == "same"
    longest = len(cards.ranks)
    top = longest if ace == "high-or-low" else longest - 1
    high = 1 << longest if top == longest else 0
    bits = {face: 1 << place | (0 if place else high) for face, place in cards.place.items()}
    lane_of = {suit: LANE * n for n, suit in enumerate(cards.suits)} if one_suit else {"": 0}
    names = (*cards.ranks, JOKER.rank)
    return _Layout(
        cards,
        longest,
        top,
        bits,
        rows={suit: tuple([cards.at(place, suit) for place in range(top + 1)]) for suit in cards.suits},
        lane_of=lane_of,
        lanes={face: b << lane_of[face.suit if one_suit else ""] for face, b in bits.items()} | {JOKER: 0},
        tally_of={name: (1 << TALLY) - 1 << TALLY * n for n, name in enumerate(names)},
        tallies={card: 1 << TALLY * names.index(card.rank) for card in (*cards.cards, JOKER)},
        each_rank=sum(1 << TALLY * n for n in range(longest)),
    )


@cache
def _copies(pack: str, packs: int, jokers: int) -> Mapping[Card, int]:
    natural = dict.fromkeys(PACKS[pack].cards, packs)
    return natural | {JOKER: jokers} if jokers else natural


@lru_cache(maxsize=512)
def _points(pack: str, card_values: CardValues) -> Mapping[Card, int]:
    named, place = PACKS[pack].named, PACKS[pack].place
    values = {
        face: getattr(card_values, named[face.rank]) if face.rank in named else at + 1
        for face, at in place.items()
    }
    return values | {JOKER: card_values.joker}


@dataclass(frozen=True)
class Ruleset:
    """The rules one table plays by. Options that mean nothing to a game keep their neutral default."""

    pack: str = "french-52"
    """Which pack of cards: its suits and ranks."""
    packs: int = 2
    """How many of these packs are shuffled together."""
    jokers: int = 4
    """How many jokers are added, over all packs."""
    hand_size: int = 9
    """Cards dealt to each player."""
    direction: str = "clockwise"
    """Which way the deal and the turns go round the table."""
    next_dealer: str = "rotate"
    """Who deals next: the player after the dealer, or the winner of the deal."""
    discard_take: str = "free"
    """What taking the top discard obliges to."""
    discard_taken_card: str = "forbidden"
    """Whether the card just taken from the pile may be discarded in the same turn."""
    pierna_suits: str = "three-locked"
    """Which suits a pierna may show."""
    pierna_wilds: int = 0
    """Most wild cards in a pierna."""
    escalera_min: int = 3
    """Fewest cards in an escalera."""
    escalera_suit: str = "same"
    """Whether an escalera keeps to one suit."""
    escalera_wilds: int = 1
    """Most wild cards in an escalera."""
    escalera_min_naturals: int = 2
    """Fewest natural cards in an escalera."""
    ace: str = "high-or-low"
    """Whether the ace may follow the king."""
    wild_twos: bool = False
    """Whether a two may stand for another card in an escalera."""
    end_joker: str = "fixed"
    """Where a wild card at the end of an escalera may go when a natural card joins."""
    joker_swap: str = "off"
    """Whether the natural card may take a joker's place, and on whose combinations."""
    joker_discard: str = "free"
    """When a joker may be discarded."""
    lay_off_on: str = "any-meld"
    """Whose combinations may be added to."""
    lay_off_from: str = "once-opened"
    """From when on a player may add to combinations."""
    opening_minimum: int = 0
    """Points the first combinations of a player must reach together."""
    contracts: tuple[Contract, ...] = ()
    """What the opening of each deal must consist of; after the last contract the first comes again."""
    melds_after_contract: bool = True
    """Whether new combinations may follow once the contract lies."""
    going_out: str = "discard-optional"
    """Whether the last card must be discarded."""
    stock_exhausted: str = "reshuffle"
    """What happens when the stock is empty."""
    card_values: CardValues = field(default_factory=lambda: CardValues(10, 2, 10, 10, 10, 10))
    """What each card counts."""
    scoring: str = "penalty"
    """Whether cards left in hand count against, or combinations count for a player."""
    concealed_bonus: int = 0
    """What going out in the turn of opening earns, in points."""
    four_suit_pierna_bonus: int = 0
    """What a pierna of four suits earns, in points."""
    going_out_meld_bonus: int = 0
    """What each own combination earns whoever goes out, in points."""
    hand_counts_against: bool = True
    """In points scoring: whether the cards left in hand are taken off."""
    game_end: str = "elimination"
    """What ends the game."""
    limit: int = 101
    """The total that eliminates, the target, or the number of deals."""
    reentries: int = 0
    """How often a player who is out may come back."""
    reentry_min_active: int = 2
    """Players who must still be in for somebody to come back."""
    close_max_loose: int = 0
    """Closing games: points the closer's loose cards may count."""
    full_close_bonus: int = 0
    """Closing games: what closing with all cards linked earns, in points."""
    chinchon_wins: bool = False
    """Closing games: whether a natural run of the whole hand wins the game."""
    lay_off_after_close: bool = False
    """Closing games: whether rivals add their loose cards to the closer's combinations."""
    closing: bool = False
    """Whether a deal is ended by closing, with nothing melded during play. Given by the base."""
    applicable: frozenset[str] = frozenset(OPTIONS)
    """The options that mean something to this game. Given by the base and the way of scoring."""

    # --- what the rules ask again and again, worked out once -------------------------------------

    cards: Pack = field(init=False, repr=False, compare=False)
    """The pack, with the places of its cards."""
    copies: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    """How many copies of each card there are; strange cards are absent."""
    deck_size: int = field(init=False, repr=False, compare=False)
    """How many cards there are in all."""
    wild: frozenset[Card] = field(init=False, repr=False, compare=False)
    """The cards that may stand for another one in an escalera."""
    one_suit: bool = field(init=False, repr=False, compare=False)
    """Whether an escalera keeps to one suit."""
    longest: int = field(init=False, repr=False, compare=False)
    """Most cards in an escalera: one of each rank."""
    top: int = field(init=False, repr=False, compare=False)
    """The highest place of an escalera: the king, or the ace above it."""
    place_bits: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    """The places each card has in an escalera, as bits; the ace has two where it is high or low."""
    rows: Mapping[str, tuple[Card, ...]] = field(init=False, repr=False, compare=False)
    """The cards of each suit by their places in an escalera, the high ace included where there is one."""
    lane_of: Mapping[str, int] = field(init=False, repr=False, compare=False)
    """Where the places of each suit begin, when a whole hand is seen as bits; "" for all suits."""
    lanes: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    """The places of each card as bits, every suit in a lane of its own; none for the joker."""
    tally_of: Mapping[str, int] = field(init=False, repr=False, compare=False)
    """For each rank, and for the joker, the bits that count its cards when a whole hand is one number."""
    tallies: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    """What each card adds to such a count."""
    each_rank: int = field(init=False, repr=False, compare=False)
    """One of each rank, as such a count."""
    wild_tallies: int = field(init=False, repr=False, compare=False)
    """The bits of such a count that are set where there is a card that may be wild in an escalera."""
    points: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    """What each card counts, in points."""
    step: int = field(init=False, repr=False, compare=False)
    """How the turn passes along the seats, which are listed clockwise."""
    obliges: bool = field(init=False, repr=False, compare=False)
    """Whether a card taken from the pile has to be melded or laid off."""
    discard_must_end: bool = field(init=False, repr=False, compare=False)
    """Whether only a discard may empty a hand."""
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Work out what follows from the options."""
        layout = _layout(self.pack, self.ace, self.escalera_suit)
        cards = layout.cards
        wild = cards.twos | {JOKER} if self.wild_twos else frozenset({JOKER})
        copies = _copies(self.pack, self.packs, self.jokers)
        worked_out = {
            **layout._asdict(),
            "copies": copies,
            "deck_size": sum(copies.values()),
            "wild": wild,
            "one_suit": self.escalera_suit == "same",
            "wild_tallies": sum({layout.tally_of[card.rank] for card in wild}),
            "points": _points(self.pack, self.card_values),
            "step": 1 if self.direction == "clockwise" else -1,
            "obliges": self.discard_take != "free",
            "discard_must_end": self.going_out == "discard-required",
            "_hash": hash(tuple([getattr(self, name) for name in _CHOSEN])),
        }
        for name, value in worked_out.items():
            object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        """Return a number that is the same for equal rulesets; what is remembered of a table asks for it."""
        return self._hash

    def contract(self, deal_number: int) -> Contract | None:
        """Return what the opening of a deal must consist of, or None where anything opens."""
        return self.contracts[(deal_number - 1) % len(self.contracts)] if self.contracts else None

    @property
    def values(self) -> Mapping[str, Any]:
        """The options that apply, by name, as plain data: what a verdict names as its rules."""
        return _values(self)

    @property
    def digest(self) -> str:
        """A short stable hash of the options: equal where two tables play by the same rules."""
        return _digest(self)

    def conflicts(self) -> Iterator[tuple[str, ...]]:
        """Yield each set of option names whose values exclude each other, the decisive one last."""
        if self.pierna_wilds and self.pierna_suits != "any":
            yield ("pierna_suits", "pierna_wilds")
        if self.four_suit_pierna_bonus and self.pierna_suits == "three-locked":
            yield ("pierna_suits", "four_suit_pierna_bonus")
        if self.hand_size * 2 + 1 > self.deck_size:
            yield ("pack", "packs", "jokers", "hand_size")
        room = self.hand_size + (0 if self.discard_must_end else 1)
        if any(contract.cards(self.escalera_min) > room for contract in self.contracts):
            yield ("escalera_min", "going_out", "hand_size", "contracts")
        if self.scoring == "points" and self.game_end == "elimination":
            yield ("scoring", "game_end")
        if self.scoring == "penalty" and self.game_end == "target":
            yield ("scoring", "game_end")


_CHOSEN: Final = tuple([entry.name for entry in fields(Ruleset) if entry.init])


@lru_cache(maxsize=512)
def _values(rules: Ruleset) -> Mapping[str, Any]:
    return {name: plain(getattr(rules, name)) for name in OPTIONS if name in rules.applicable}


@lru_cache(maxsize=512)
def _digest(rules: Ruleset) -> str:
    canonical = json.dumps(rules.values, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:12]


def plain(value: object) -> Any:  # noqa: ANN401 - plain JSON data
    """Return the value of an option as plain data: numbers, strings, lists and mappings."""
    match value:
        case CardValues():
            return {name: getattr(value, name) for name in CARD_VALUE_NAMES}
        case tuple():
            return [plain(item) for item in value]
        case Contract(piernas, escaleras):
            return {"piernas": piernas, "escaleras": escaleras}
        case _:
            return value
