"""Bodies that are no JSON, not the JSON that everybody reads the same way, or a lot of work."""

from __future__ import annotations

import json
from typing import Any

from loba import limits
from loba.cards import CARDS
from tests.api.bodies import ADJUDICATION, MELD_CHECK, spoilt
from tests.hostile.attempts import Attempt
from tests.hostile.wire import post

NO_JSON = "400 malformed-json"
INVALID = "422 invalid-request"
TOO_LARGE = "413 body-too-large"
HARD = "422 too-complex"


def text(told: str, raw: bytes, answer: str = NO_JSON) -> Attempt:
    return Attempt("JSON", told, answer, post("/v1/meld-checks", raw))


def named(told: str, name: bytes, answer: str = NO_JSON) -> Attempt:
    """A body that is fine but for the id of a player, given as raw bytes."""
    raw = json.dumps(spoilt(ADJUDICATION, ("state.players.1.id", "NAME"), ("state.dealer", "NAME")))
    return Attempt("Text", told, answer, post("/v1/adjudications", raw.encode().replace(b"NAME", name)))


def encoded(told: str, encoding: str) -> Attempt:
    raw = json.dumps(MELD_CHECK).encode(encoding)
    return Attempt("Text", told, NO_JSON, post("/v1/meld-checks", raw))


def asked(told: str, path: str, body: Any, answer: str) -> Attempt:
    return Attempt("Questions", told, answer, post(path, json.dumps(body).encode()))


GOOD = json.dumps(MELD_CHECK).encode()
MEMBERS = b"".join(b',"x%d":1' % n for n in range(10_000))
LONG = b"x" * 65_536

JSON = (
    text("nothing", b""),
    text("33 arrays in each other", b"[" * 33 + b"]" * 33),
    text("100,000 arrays in each other", b"[" * 100_000 + b"]" * 100_000),
    text("200,000 arrays that never end", b"[" * 200_000),
    text("40,000 objects in each other", b'{"a":' * 40_000 + b"1" + b"}" * 40_000),
    text("a deep member among good ones", GOOD[:-1] + b',"x":' + b"[" * 500 + b"]" * 500 + b"}"),
    text("a number of 4000 digits", GOOD[:-1] + b',"x":' + b"9" * 4000 + b"}", INVALID),
    text("a number of 5000 digits", GOOD[:-1] + b',"x":' + b"9" * 5000 + b"}"),
    text("a number of 250,000 digits", b"[" + b"9" * 250_000 + b"]"),
    text("a fraction of 250,000 digits", GOOD[:-1] + b',"x":0.' + b"9" * 250_000 + b"}", INVALID),
    text("`1e400`", b"[1e400]"),
    text("`1e-400`", GOOD[:-1] + b',"x":1e-400}', INVALID),
    text("`1e999999999999`", b"[1e999999999999]"),
    text("`NaN`", b"[NaN]"),
    text("`-Infinity`", b"[-Infinity]"),
    text("a member twice", b'{"ruleset":{"id":"chinchon"},' + GOOD[1:]),
    text("a member twice, once escaped", b'{"\\u0072uleset":{"id":"chinchon"},' + GOOD[1:]),
    text("a member twice, deep down", b'{"x":[{"a":{"b":1,"b":1}}],' + GOOD[1:]),
    text("two values", GOOD + GOOD),
    text("a comment", GOOD + b" // yes"),
    text("a comma too many", GOOD[:-1] + b",}"),
    text(
        "`__proto__` and its like", GOOD[:-1] + b',"__proto__":{},"constructor":{},"__class__":{}}', INVALID
    ),
    text("10,000 members that nobody knows", GOOD[:-1] + MEMBERS + b"}", INVALID),
    text("a member of 64 KB, and its name as long", GOOD[:-1] + b',"%b":"%b"}' % (LONG, LONG), INVALID),
    text("a list where an object should be", b"[" + GOOD + b"]", INVALID),
    text("60,000 empty lists", b'{"ruleset":[' + b",".join([b"[]"] * 60_000) + b"]}", TOO_LARGE),
    text("30,000 empty lists", b'{"ruleset":[' + b",".join([b"[]"] * 30_000) + b"]}", INVALID),
    text("80,000 empty objects", b"[" + b",".join([b"{}"] * 80_000) + b"]", TOO_LARGE),
    text("130,000 zeros", b"[" + b",".join([b"0"] * 130_000) + b"]", TOO_LARGE),
    text("a text of 100,000 brackets", b'["' + b"[" * 100_000 + b'"]', INVALID),
    text("256 KB of blanks", b" " * limits.BODY_BYTES),
    text("a byte more than may be", b" " * (limits.BODY_BYTES + 1), TOO_LARGE),
)

TEXT = (
    encoded("UTF-8 with a byte order mark", "utf-8-sig"),
    encoded("UTF-16 with a mark", "utf-16"),
    encoded("UTF-16, little end first", "utf-16-le"),
    encoded("UTF-16, big end first", "utf-16-be"),
    encoded("UTF-32 with a mark", "utf-32"),
    encoded("UTF-32, little end first", "utf-32-le"),
    encoded("UTF-32, big end first", "utf-32-be"),
    encoded("EBCDIC", "cp037"),
    named("Latin-1", b"\xf1and\xfa"),
    named("a slash in two bytes (overlong)", b"\xc0\xaf"),
    named("a slash in three bytes", b"\xe0\x80\xaf"),
    named("a slash in four bytes", b"\xf0\x80\x80\xaf"),
    named("a null character in two bytes", b"\xc0\x80"),
    named("half a pair in three bytes (a surrogate)", b"\xed\xa0\x80"),
    named("both halves of a pair, three bytes each (CESU-8)", b"\xed\xa0\xbd\xed\xb8\x80"),
    named("a sign beyond the last one (U+110000)", b"\xf4\x90\x80\x80"),
    named("a sign of five bytes", b"\xf8\x88\x80\x80\x80"),
    named("a sign of six bytes", b"\xfc\x84\x80\x80\x80\x80"),
    named("bytes that begin nothing", b"\xfe\xff"),
    named("a continuation of nothing", b"\x80"),
    named("a sign of two bytes cut after one", b"\xc3"),
    named("a sign of three bytes cut after two", b"\xe2\x82"),
    named("a sign of four bytes cut after three", b"\xf0\x9f\x82"),
    text("a body that ends within a sign", b'["\xe2\x82'),
    named("half a pair, escaped", b"\\ud83c"),
    named("the second half of a pair, escaped", b"\\udf0d"),
    named("a pair the wrong way round, escaped", b"\\udf0d\\ud83c"),
    named("a null character as it is", b"\0"),
    named("a null character, escaped", b"\\u0000", "200"),
    named("a pair, escaped", b"\\ud83c\\udf0d", "200"),
    named("64 signs beyond the first plane", "🂡".encode() * 64, "200"),
    named("text from right to left, and its switches", "\u202eאבג\u202c".encode(), "200"),
    named("a letter under 60 accents", ("a" + "\u0301" * 60).encode(), "200"),
    named("markup", b"<img src=x onerror=alert(1)>", "200"),
    named("65 letters", b"x" * 65, INVALID),
    named("64 KB of letters", b"x" * 65_536, INVALID),
    named("200 KB of escapes", b"\\u00e1" * 16_000, INVALID),
)

TWOS_AND_JOKERS = ["2S", "2H", "2D", "2C"] * 2 + ["JOKER"] * 4
ALL_WILD = {
    "wild_twos": True,
    "escalera_wilds": 13,
    "escalera_min_naturals": 1,
    "escalera_suit": "any",
    "pierna_suits": "any",
    "pierna_wilds": 1,
    "hand_size": 13,
    "jokers": 4,
}
FREE_FOR_ALL = {"id": "loba-de-menos", "options": ALL_WILD}
SPANISH = {
    "id": "chinchon",
    "options": {
        "pack": "spanish-48",
        "packs": 2,
        "jokers": 4,
        "wild_twos": True,
        "hand_size": 13,
        "escalera_wilds": 13,
        "escalera_min_naturals": 1,
        "escalera_suit": "any",
    },
}
SPANISH_HAND = ["2o", "2c", "2e", "2b"] * 2 + ["JOKER"] * 4 + ["3o", "5c", "7e"]


def position(hand: list[str], table: list[list[str]], **turn: Any) -> Any:
    """A possible one, with a hand full of wild cards and some runs on the table."""
    lying = [
        {"id": f"t{n}", "owner": "ana", "kind": "escalera", "cards": cards} for n, cards in enumerate(table)
    ]
    on_table = sum(map(len, table))
    rival = 2 * 13 + (turn.get("phase") == "play") - len(hand) - on_table
    return {
        "players": [
            {"id": "ana", "hand": hand, "has_opened": bool(table)},
            {"id": "beto", "hand_size": rival},
        ],
        "dealer": "ana",
        "turn": {"player": "ana", **turn},
        "table": lying,
        "discard_pile": ["KS"],
        "stock_size": 108 - 1 - rival - len(hand) - on_table,
    }


EIGHT_WILD = ["2S", "2H", "2D", "2C", *["JOKER"] * 4, "AS", "AH", "AD", "AC", "KS", "KH", "KD"]
TWENTY_FOUR_RUNS = [
    {"id": f"{suit}{copy}{low}", "owner": "ana", "kind": "escalera", "cards": [rank + suit for rank in run]}
    for suit in "SHDC"
    for copy in "ab"
    for low, run in enumerate(("345", "678", "9TJ"))
]
RUNS = [["3S", "4S", "5S"]]


def to_and_fro(moves: int) -> Any:
    """A legal run of moves as long as wanted: everybody draws and throws what was drawn."""
    deck = [token for token in CARDS if len(token) == 2 and token[1].isupper()] * 2
    names, hands = ["ana", "beto"], [deck[:9], deck[9:18]]
    pile, stock = [deck[18]], deck[19:]
    told: list[Any] = []
    started = {
        "players": [{"id": name, "hand": hand} for name, hand in zip(names, hands, strict=True)],
        "dealer": "beto",
        "turn": {"player": "ana", "phase": "draw"},
        "table": [],
        "discard_pile": list(pile),
        "stock": list(stock),
    }
    seat = 0
    while len(told) < moves:
        if not stock:
            stock, pile = pile[:-1], pile[-1:]
            told.append({"type": "replenish", "player": names[seat], "stock": list(stock)})
        card = stock.pop(0)
        pile.append(card)
        told.append({"type": "draw_stock", "player": names[seat]})
        told.append({"type": "discard", "player": names[seat], "card": card})
        seat = 1 - seat
    return {
        "ruleset": {"id": "loba-de-menos-casera", "options": {"jokers": 0}},
        "state": started,
        "moves": told[:moves],
    }


QUESTIONS = (
    asked("500 moves, all of them legal", "/v1/adjudications", to_and_fro(limits.MOVES), "200"),
    asked("501 moves", "/v1/adjudications", to_and_fro(limits.MOVES + 1), INVALID),
    asked(
        "20 moves, and what they hinge on",
        "/v1/adjudications",
        {**to_and_fro(limits.WHAT_IF_MOVES), "what_if": True},
        "200",
    ),
    asked(
        "21 moves, and what they hinge on",
        "/v1/adjudications",
        {**to_and_fro(limits.WHAT_IF_MOVES + 1), "what_if": True},
        INVALID,
    ),
    asked(
        "legal moves: eight twos and four jokers, thirteen wilds allowed",
        "/v1/legal-moves",
        {
            "ruleset": FREE_FOR_ALL,
            "state": position([*TWOS_AND_JOKERS, "6D", "9C"], [], phase="play"),
            "limit": 5000,
        },
        "200",
    ),
    asked(
        "legal moves: the same hand beside runs",
        "/v1/legal-moves",
        {"ruleset": FREE_FOR_ALL, "state": position(TWOS_AND_JOKERS[1:], RUNS, phase="play"), "limit": 5000},
        "200",
    ),
    asked(
        "legal moves: the same, to draw",
        "/v1/legal-moves",
        {
            "ruleset": FREE_FOR_ALL,
            "state": position([*TWOS_AND_JOKERS, "6D"], [], phase="draw"),
            "limit": 5000,
        },
        "200",
    ),
    asked(
        "a discard taken with that hand, and what it hinges on",
        "/v1/adjudications",
        {
            "ruleset": FREE_FOR_ALL,
            "state": position([*TWOS_AND_JOKERS, "6D"], [], phase="draw"),
            "moves": [{"type": "draw_discard", "player": "ana"}],
            "what_if": True,
        },
        "200",
    ),
    asked(
        "legal moves: that hand, a contract of six combinations",
        "/v1/legal-moves",
        {
            "ruleset": {
                "id": "loba-de-menos",
                "options": {**ALL_WILD, "contracts": [{"piernas": 2, "escaleras": 2}]},
            },
            "state": position([*TWOS_AND_JOKERS, "6D", "9C"], [], phase="play"),
            "limit": 5000,
        },
        HARD,
    ),
    asked(
        "the best use of that hand",
        "/v1/hand-arrangements",
        {"ruleset": FREE_FOR_ALL, "hand": [*TWOS_AND_JOKERS, "6D", "9C", "KS"]},
        "200",
    ),
    asked(
        "the best use of a hand beside 24 runs",
        "/v1/hand-arrangements",
        {
            "ruleset": FREE_FOR_ALL,
            "hand": EIGHT_WILD,
            "player": "ana",
            "has_opened": True,
            "table": TWENTY_FOUR_RUNS,
        },
        HARD,
    ),
    asked(
        "the best use of a hand of Chinchón, nine of it wild",
        "/v1/hand-arrangements",
        {"ruleset": SPANISH, "hand": SPANISH_HAND[:14]},
        HARD,
    ),
    asked(
        "50 combinations of 15 cards, eleven of them wild",
        "/v1/meld-checks",
        {"ruleset": FREE_FOR_ALL, "melds": [{"cards": [*TWOS_AND_JOKERS[:11], "6D", "7D", "8D", "9D"]}] * 50},
        "200",
    ),
    asked(
        "50 combinations of 15 jokers",
        "/v1/meld-checks",
        {"ruleset": FREE_FOR_ALL, "melds": [{"cards": ["JOKER"] * 15}] * 50},
        "200",
    ),
    asked(
        "a position with 36 combinations of 28 equal cards",
        "/v1/state-checks",
        {
            "ruleset": FREE_FOR_ALL,
            "state": {
                **position(["2S"] * 13, [], phase="draw"),
                "table": [
                    {"id": f"t{n}", "owner": "ana", "kind": "escalera", "cards": ["2S"] * 28}
                    for n in range(36)
                ],
            },
        },
        "200",
    ),
    asked(
        "a score sheet of 100 deals for strangers",
        "/v1/scoresheets",
        {
            "ruleset": {"id": "loba-de-menos"},
            "players": ["ana", "beto"],
            "dealer": "ana",
            "deals": [{"winner": None, "points": {f"x{n}": 1_000_000 for n in range(20)}}] * 100,
        },
        "200",
    ),
)
