"""Which sentences make up the rules of a table: data, read from the resolved options alone.

Every article is a list of lines, each with the options it speaks of. The sentences themselves are in the
catalogues, under ``article:<article>:<line>``. An article none of whose lines applies is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from loba.cards import JOKER
from loba.ruleset import CARD_VALUE_NAMES, Ruleset
from loba.violations import Article


class Amount(Enum):
    """What a line may ask of a number or a list."""

    NONE = auto()
    SOME = auto()
    SEVERAL = auto()


NONE: Final = Amount.NONE
SOME: Final = Amount.SOME
SEVERAL: Final = Amount.SEVERAL

When = Mapping[str, object]
"""Options with the value a line needs: one value, several in a tuple, or an amount."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an article."""

    key: str
    when: tuple[When, ...]
    """Alternatives, one of which has to hold."""

    def applies(self, table: When) -> bool:
        """Say whether the line is true of a table."""
        return any(all(_fits(table[name], wanted) for name, wanted in when.items()) for when in self.when)


def _fits(value: Any, wanted: object) -> bool:  # noqa: ANN401 - the value of any option
    match wanted:
        case Amount.NONE:
            return not value
        case Amount.SOME:
            return bool(value)
        case Amount.SEVERAL:
            return int(value) > 1
        case tuple():
            return value in wanted
        case _:
            return bool(value == wanted)


def line(key: str, *alternatives: When, **when: object) -> Line:
    """Make a line that needs all of `when` and, where there are alternatives, one of them."""
    return Line(key, tuple({**when, **each} for each in alternatives or ({},)))


def _lines(common: When, *lines: Line) -> tuple[Line, ...]:
    """Give lines a condition they share."""
    return tuple(Line(each.key, tuple({**common, **when} for when in each.when)) for each in lines)


_SPANISH: Final = ("spanish-40", "spanish-48")
_MELDING: Final = {"closing": False}
_CLOSING: Final = {"closing": True}
_WILD_RUNS: Final = {"wild_cards": True, "escalera_wilds": SOME}
_SWAPPING: Final = {"joker_swap": ("own-melds", "any-meld")}
_MOVING: Final = {"end_joker": ("other-end", "either-end")}

ARTICLES: Final[Mapping[Article, tuple[Line, ...]]] = {
    Article.PACK: (
        line("french", pack="french-52"),
        line("spanish-40", pack="spanish-40"),
        line("spanish-48", pack="spanish-48"),
        line("jokers", jokers=SOME),
        line("no-jokers", jokers=NONE),
        line("copies", packs=2),
    ),
    Article.DEAL: (line("players"), line("cards"), line("upcard")),
    Article.TURN_ORDER: (
        line("clockwise", direction="clockwise"),
        line("anticlockwise", direction="anticlockwise"),
        line("passed-over", game_end="elimination"),
        line("melding", closing=False),
        line("closing", closing=True),
        line("nobody-else"),
    ),
    Article.NEXT_DEALER: (
        line("rotate", next_dealer="rotate"),
        line("winner", next_dealer="winner"),
        line("returned", next_dealer="rotate", game_end="elimination", reentries=SOME),
    ),
    Article.DRAWING: (line("one-card"),),
    Article.TAKING_THE_DISCARD: (
        line("free", discard_take="free"),
        line("not-back", discard_take="free", discard_taken_card="forbidden", closing=True),
        line("not-back-unless-laid", discard_take="free", discard_taken_card="forbidden", closing=False),
        line("back", discard_take="free", discard_taken_card="allowed"),
        line("at-once", discard_take="use-at-once"),
        line(
            "at-once-unopened", discard_take="use-at-once", lay_off_from=("once-opened", "turn-after-opening")
        ),
        line("this-turn", discard_take="use-this-turn"),
        line("copy", discard_take=("use-at-once", "use-this-turn")),
        line("optional"),
    ),
    Article.PIERNA: (
        line("three-locked", pierna_suits="three-locked"),
        line("locked-later", pierna_suits="three-locked", closing=False),
        line("all-different", pierna_suits="all-different"),
        line("fourth-later", pierna_suits="all-different", closing=False),
        line("any", pierna_suits="any"),
        line("no-wild", jokers=SOME, pierna_wilds=0),
        line("one-wild", jokers=SOME, pierna_wilds=1),
        line("twos", wild_twos=True),
    ),
    Article.ESCALERA: (
        line("same", escalera_suit="same"),
        line("any", escalera_suit="any"),
        line("order"),
        line("ace-low", ace="low", pack="french-52"),
        line("ace-low-spanish", ace="low", pack=_SPANISH),
        line("ace-high-or-low", ace="high-or-low", pack="french-52"),
        line("ace-high-or-low-spanish", ace="high-or-low", pack=_SPANISH),
    ),
    Article.WILD_CARDS: (
        line("jokers", _WILD_RUNS, jokers=SOME, wild_twos=False),
        line("jokers-and-twos", _WILD_RUNS, jokers=SOME, wild_twos=True),
        line("twos", _WILD_RUNS, jokers=NONE, wild_twos=True),
        line("natural-two", _WILD_RUNS, wild_twos=True, escalera_suit="same"),
        line("natural-two-of-any-suit", _WILD_RUNS, wild_twos=True, escalera_suit="any"),
        line("numbers", _WILD_RUNS),
        line("none", wild_cards=True, escalera_wilds=NONE),
    ),
    Article.END_JOKER: _lines(
        {**_MELDING, **_WILD_RUNS},
        line("inner"),
        line("fixed", end_joker="fixed"),
        line("other-end", end_joker="other-end"),
        line("either-end", end_joker="either-end"),
        line("only-one", _MOVING, escalera_wilds=SEVERAL),
    ),
    Article.JOKER_SWAP: _lines(
        {**_MELDING, "jokers": SOME, "escalera_wilds": SOME},
        line("off", joker_swap="off"),
        line("own-melds", joker_swap="own-melds"),
        line("any-meld", joker_swap="any-meld"),
        line("any-suit", _SWAPPING, escalera_suit="any"),
        line("new-combination", _SWAPPING),
        line("taken-card-first", _SWAPPING, discard_take=("use-at-once", "use-this-turn")),
        line("not-twos", _SWAPPING, wild_twos=True),
    ),
    Article.OPENING: _lines(
        _MELDING,
        line("first"),
        line("anything", opening_minimum=NONE, contracts=NONE),
        line("minimum", opening_minimum=SOME),
        line("contracts", contracts=SOME),
        line("then-more", contracts=SOME, melds_after_contract=True),
        line("then-no-more", contracts=SOME, melds_after_contract=False),
    ),
    Article.LAYING_OFF: _lines(
        _MELDING,
        line("any-meld", lay_off_on="any-meld"),
        line("own-melds", lay_off_on="own-melds"),
        line("any-time", lay_off_from="any-time"),
        line("once-opened", lay_off_from="once-opened"),
        line("turn-after-opening", lay_off_from="turn-after-opening"),
        line("result"),
        line("end-joker", **_WILD_RUNS, **_MOVING),
        line("nothing-back", {"joker_swap": "off"}, {"jokers": NONE}, {"escalera_wilds": NONE}),
        line("nothing-but-jokers", _SWAPPING, jokers=SOME, escalera_wilds=SOME),
        line("wild-goes-high", _WILD_RUNS),
    ),
    Article.DISCARDING: (
        line("ends-the-turn", closing=False),
        line("ends-the-turn-or-close", closing=True),
        line("joker-free", jokers=SOME, joker_discard="free", closing=False),
        line("joker-last", jokers=SOME, joker_discard="last-card-only"),
        line(
            "nothing-else",
            {"jokers": SOME, "joker_discard": "last-card-only"},
            {"discard_take": ("use-at-once", "use-this-turn")},
            {"discard_taken_card": "forbidden"},
            closing=False,
        ),
    ),
    Article.GOING_OUT: _lines(
        _MELDING,
        line("discard-optional", going_out="discard-optional"),
        line("discard-required", going_out="discard-required"),
        line("concealed", concealed_bonus=SOME),
    ),
    Article.STOCK: (
        line("reshuffle", stock_exhausted="reshuffle"),
        line("end-deal", stock_exhausted="end-deal"),
    ),
    Article.CLOSING: _lines(
        _CLOSING,
        line("hidden"),
        line("close"),
        line("loose"),
        line("not-the-taken-card", discard_taken_card="forbidden"),
        line("add-after", lay_off_after_close=True),
        line("add-nothing", lay_off_after_close=False),
        line("chinchon", chinchon_wins=True),
        line("no-chinchon", chinchon_wins=False),
    ),
    Article.CARD_VALUES: (
        line("french", pack="french-52"),
        line("spanish", pack=_SPANISH),
        line("joker", jokers=SOME),
        line("wild", wild_cards=True),
    ),
    Article.SCORING: (
        *_lines(
            {**_MELDING, "scoring": "penalty"},
            line("winner", concealed_bonus=NONE),
            line("winner-concealed", concealed_bonus=SOME),
            line("others"),
            line("others-four-suits", four_suit_pierna_bonus=SOME),
        ),
        *_lines(
            {**_MELDING, "scoring": "points"},
            line("combinations"),
            line("going-out", going_out_meld_bonus=SOME, four_suit_pierna_bonus=NONE),
            line("going-out-four-suits", going_out_meld_bonus=SOME, four_suit_pierna_bonus=SOME),
            line("only-four-suits", going_out_meld_bonus=NONE, four_suit_pierna_bonus=SOME),
            line("concealed", concealed_bonus=SOME),
            line("hand", hand_counts_against=True),
            line("not-hand", hand_counts_against=False),
        ),
        *_lines(_CLOSING, line("closer"), line("closer-bonus", full_close_bonus=SOME), line("rivals")),
        line("total"),
    ),
    Article.ELIMINATION: (line("out", game_end="elimination"),),
    Article.RE_ENTRY: (
        line("back", game_end="elimination", reentries=SOME),
        line("never", game_end="elimination", reentries=NONE),
    ),
    Article.GAME_END: (
        line("elimination", game_end="elimination"),
        line("target", game_end="target"),
        line("deals-lowest", game_end="deals", scoring="penalty"),
        line("deals-highest", game_end="deals", scoring="points"),
    ),
}
"""The articles in the order of a rule sheet, each with its lines in the order they are read."""


def applying(rules: Ruleset) -> Iterator[tuple[Article, list[str]]]:
    """Yield the articles that apply to a table, each with the keys of its lines."""
    table = {name: getattr(rules, name) for name in rules.__dataclass_fields__}
    table["wild_cards"] = bool(rules.jokers or rules.wild_twos)
    for article in Article:
        keys = [each.key for each in ARTICLES[article] if each.applies(table)]
        if keys:
            yield article, keys


def mentioned(rules: Ruleset) -> Mapping[str, Any]:
    """Return what the lines may mention: the options, what follows from them, and cards for examples."""
    pack = rules.cards
    fours = tuple(card for card in pack.cards if card.rank == "4")
    suit = pack.suits[2]
    ace, two, *_, king = (pack.at(place, suit) for place in range(len(pack.ranks)))
    five, six, seven = (pack.at(place, suit) for place in (4, 5, 6))
    wild = JOKER if rules.jokers else pack.at(1, pack.suits[0])
    return {
        **rules.values,
        **{name: getattr(rules.card_values, name) for name in CARD_VALUE_NAMES},
        "contracts": rules.contracts,
        "deck": rules.deck_size,
        "longest": rules.longest,
        "order": pack.ranks,
        "trio": fours[:3],
        "first": fours[0],
        "fourth": fours[3],
        "around": (king, ace, two),
        "run": (five, six, wild),
        "joining": seven,
        "run_low": (wild, five, six, seven),
        "run_high": (five, six, seven, wild),
    }
