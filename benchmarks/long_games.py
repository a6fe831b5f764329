"""As many moves as a body may hold: two players who draw and discard, until one lays everything down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from loba import limits
from loba.rulesets import resolve

Body = dict[str, Any]

PLAYERS = ("a", "b")
RULESET = {"id": "loba-de-menos", "variants": ["sin-jokers"], "options": {"game_end": "deals", "limit": 1000}}
_OUT = (["4S", "4H", "4C"], ["7S", "7H", "7C"], ["JS", "JH", "JC"])
"""What the player who begins holds."""


def _cards() -> tuple[list[str], list[str], list[str]]:
    """Return the hands of the two, and the rest of the pack."""
    copies = resolve("loba-de-menos", ("sin-jokers",), {}).rules.copies
    rest = [card.token for card, number in copies.items() for _ in range(number)]
    first = [card for meld in _OUT for card in meld]
    for card in first:
        rest.remove(card)
    Random(1).shuffle(rest)
    return first, rest[:9], rest[9:]


def question(number: int) -> Body:
    """Return a question about so many moves, all cards known."""
    first, second, rest = _cards()
    return {
        "ruleset": RULESET,
        "state": {
            "players": [{"id": "a", "hand": first}, {"id": "b", "hand": second}],
            "dealer": "b",
            "turn": {"player": "a", "phase": "draw"},
            "table": [],
            "discard_pile": rest[:1],
            "stock": rest[1:],
        },
        "moves": list(_moves(PLAYERS, rest, number)),
    }


def log(room: int) -> Body:
    """Return a game of as many moves as there is room for, in bytes; each deal has as many as it may."""
    deals: list[Body] = []
    for at in range(limits.DEALS):
        deal = _deal(PLAYERS[(at + 1) % 2], PLAYERS[at % 2])
        room -= len(json.dumps(deal)) + 2
        if room < 200:
            break
        deals.append(deal)
    return {"ruleset": RULESET, "players": list(PLAYERS), "deals": deals}


def _deal(dealer: str, other: str) -> Body:
    """Return a deal as long as it may be, which the player who begins it ends by laying everything down."""
    first, second, rest = _cards()
    deck = [card for both in zip(first, second, strict=True) for card in both] + rest
    moves = list(_moves((other, dealer), rest, limits.MOVES_A_DEAL - 1))
    while moves[-1]["type"] != "discard" or moves[-1]["player"] != other:
        moves.pop()
    laid = {"type": "meld", "player": other, "melds": [{"cards": meld} for meld in _OUT]}
    return {"dealer": dealer, "deck": deck, "moves": [*moves[:-1], laid, moves[-1]]}


def _moves(players: tuple[str, str], rest: list[str], number: int) -> Iterator[Body]:
    """Yield moves: the two draw and discard what they drew, and begin again with a shuffled stock."""
    pile, stock = rest[:1], rest[1:]
    turn = 0
    while number > 0:
        player = players[turn % 2]
        if not stock:
            pile, stock = pile[-1:], pile[:-1]
            yield {"type": "replenish", "player": player, "stock": list(stock)}
        else:
            card = stock.pop(0)
            pile.append(card)
            yield {"type": "draw_stock", "player": player}
            number -= 1
            if not number:
                return
            yield {"type": "discard", "player": player, "card": card}
            turn += 1
        number -= 1
