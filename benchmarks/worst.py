"""The worst accepted body of each endpoint that we know of: as much as it may hold, as hard as it may be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from time import thread_time
from typing import Any

from flask.testing import FlaskClient

from benchmarks import long_games
from benchmarks.figures import Figure
from loba import limits
from loba.api import create_app
from tests.api.test_costs import RIVALS

Body = dict[str, Any]

TARGET, STRETCH = 1.0, 0.3
TRIES = 3
_WILD = {
    "wild_twos": True,
    "escalera_wilds": 13,
    "escalera_min_naturals": 1,
    "escalera_suit": "any",
    "jokers": 4,
    "pierna_suits": "any",
    "hand_size": 13,
}
_MENOS = {"id": "loba-de-menos", "options": _WILD}
_CHINCHON = {
    "id": "chinchon",
    "options": {name: value for name, value in _WILD.items() if name not in {"pierna_suits", "hand_size"}}
    | {"pack": "spanish-48", "packs": 2},
}


def figures() -> list[Figure]:
    """Measure: for each endpoint the slowest of its bodies, each at its best of a few tries."""
    client = create_app().test_client()
    found: dict[str, tuple[float, str]] = {}
    for path, what, body in _bodies():
        seconds, status = _asked(client, path, json.dumps(body).encode())
        name = f"{path.rpartition('/')[2]}: {what}" + ("" if status == 200 else f" ({status})")
        found[path] = max(found.get(path, (0.0, "")), (seconds, name))
    return [Figure(name, seconds, "s", TARGET, STRETCH) for path, (seconds, name) in found.items()]


def _asked(client: FlaskClient, path: str, raw: bytes) -> tuple[float, int]:
    """Return how long a body keeps a processor busy, and the status it is answered with."""
    assert len(raw) <= (limits.REPLAY_BODY_BYTES if path == "/v1/replays" else limits.BODY_BYTES), path
    taken = []
    for _ in range(TRIES):
        begun = thread_time()
        answer = client.post(path, data=raw, content_type="application/json")
        taken.append(thread_time() - begun)
        if taken[-1] > TARGET:
            break
    return min(taken), answer.status_code


def _bodies() -> Iterator[tuple[str, str, Body]]:
    """Yield paths and bodies. Those that search are of growing size: up to where they are refused."""
    moves = long_games.question(limits.MOVES)
    yield "/v1/adjudications", f"{limits.MOVES} moves", moves
    for wilds in range(3, 10):
        yield from _positions(wilds)
    for size in range(7, limits.HAND_CARDS + 1):
        yield from _hands(size)
    yield from _many_melds()
    yield from _many_players()
    log = long_games.log(limits.REPLAY_BODY_BYTES)
    number = sum(len(deal["moves"]) for deal in log["deals"])
    yield "/v1/replays", f"a game of {number:,} moves", log


def _positions(wilds: int) -> Iterator[tuple[str, str, Body]]:
    """Yield positions with so many wild cards in a hand: a card to be used, or all moves to be listed."""
    wild = ["JOKER", "JOKER", "JOKER", "2S", "2H", "2D", "2C", "2S", "2H"][:wilds]
    others = ["KS", "9H", "6D", "JC", "4H", "8S", "AD", "TC", "7D", "QH"][: 13 - wilds]
    many = {
        "players": [{"id": "ana", "hand": wild + others}, {"id": "beto", "hand_size": 13}],
        "dealer": "ana",
        "turn": {"player": "ana", "phase": "draw"},
        "table": [],
        "discard_pile": ["KD"],
        "stock_size": 108 - 27,
    }
    taking = [{"type": "draw_discard", "player": "ana"}]
    for take in ("use-at-once", "use-this-turn"):
        rules = {**_MENOS, "options": {**_WILD, "discard_take": take}}
        body = {"ruleset": rules, "state": many, "moves": taking}
        yield "/v1/adjudications", f"taking a card, {take}, {wilds} wild", body
        yield "/v1/adjudications", f"taking a card, {take}, {wilds} wild, what if", {**body, "what_if": True}
    drawn = {
        **many,
        "players": [{"id": "ana", "hand": [*wild, *others, "5C"]}, {"id": "beto", "hand_size": 13}],
        "turn": {"player": "ana", "phase": "play"},
        "stock_size": 108 - 28,
    }
    asked = {"ruleset": _MENOS, "state": drawn, "limit": limits.LEGAL_MOVES}
    yield "/v1/legal-moves", f"{wilds} wild cards of 14", asked


def _hands(size: int) -> Iterator[tuple[str, str, Body]]:
    """Yield hands of so many cards, three or more of them wild, to be arranged."""
    wild = ["JOKER", "2o", "2c", "JOKER", "2e", "2b", "JOKER", "JOKER"]
    others = ["12o", "5o", "11e", "10c", "3b", "6o", "10o", "3o", "10e", "6b", "8c", "9e"]
    for wilds in range(3, min(size, len(wild)) + 1):
        hand = (wild[:wilds] + others)[:size]
        body = {"ruleset": _CHINCHON, "hand": hand}
        yield "/v1/hand-arrangements", f"{size} cards, {wilds} of them wild", body
    rivals = [{"id": f"p{at}", "hand": hand.split()[:size]} for at, hand in enumerate(RIVALS)]
    shown = [{"kind": "pierna", "cards": ["3o", "3c", "3e"]}]
    yield (
        "/v1/deal-scores",
        f"four rivals with {size} cards, three of them wild",
        {"ruleset": _CHINCHON, "players": [*rivals, {"id": "w", "hand": [], "melds": shown}], "winner": "w"},
    )


def _many_melds() -> Iterator[tuple[str, str, Body]]:
    wild = ["JOKER", "2S", "2H", "2D", "2C"]
    laid = (wild * 3)[: limits.HAND_CARDS - 1]
    for kind in ("escalera", None):
        meld = {"cards": [*laid, "7H"], **({"kind": kind} if kind else {})}
        yield (
            "/v1/meld-checks",
            f"{limits.MELDS_A_CHECK} combinations of wild cards, {kind or 'any kind'}",
            {"ruleset": _MENOS, "melds": [meld] * limits.MELDS_A_CHECK},
        )
    lying = {"owner": "ana", "kind": "escalera", "cards": (wild * 6)[: limits.TABLE_MELD_CARDS]}
    yield (
        "/v1/state-checks",
        f"{limits.TABLE_MELDS} combinations that cannot be",
        {
            "ruleset": _MENOS,
            "state": {
                "dealer": "p4",
                "turn": {"player": "p0", "phase": "draw"},
                "players": [{"id": f"p{at}", "hand": ["1o"] * limits.HAND_CARDS} for at in range(5)],
                "table": [{**lying, "id": f"m{at}"} for at in range(limits.TABLE_MELDS)],
                "discard_pile": ["12b"] * limits.PACK_CARDS,
                "stock": ["8o"] * limits.PACK_CARDS,
            },
        },
    )


def _many_players() -> Iterator[tuple[str, str, Body]]:
    players = ["ana", "beto", "caro", "dora", "eva"]
    points = {player: 0 if player == "ana" else 1 for player in players}
    yield (
        "/v1/scoresheets",
        f"{limits.DEALS} deals",
        {
            "ruleset": {"id": "loba-de-menos", "options": {"game_end": "deals", "limit": 1000}},
            "players": players,
            "deals": [{"winner": "ana", "points": points}] * limits.DEALS,
        },
    )
