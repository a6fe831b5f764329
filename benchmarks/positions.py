"""Ordinary positions of Loba de Menos, as requests."""

from __future__ import annotations

from typing import Any


def position(hand: str, *, phase: str = "play", opened: bool = False) -> dict[str, Any]:
    """Return a state in the middle of a deal, with Ana to move."""
    table = []
    if opened:
        table = [
            {"id": "m1", "owner": "beto", "kind": "escalera", "cards": ["5D", "6D", "JOKER"]},
            {"id": "m2", "owner": "ana", "kind": "pierna", "cards": ["QS", "QH", "QC"]},
        ]
    held = hand.split()
    rest = 108 - len(held) - sum(len(meld["cards"]) for meld in table) - (15 if opened else 18) - 3
    return {
        "players": [
            {"id": "ana", "hand": held, "has_opened": opened},
            {"id": "beto", "hand_size": 6 if opened else 9, "has_opened": opened},
            {"id": "caro", "hand_size": 9},
        ],
        "dealer": "caro",
        "turn": {"player": "ana", "phase": phase},
        "table": table,
        "discard_pile": ["JC", "3H", "8D"],
        "stock_size": rest,
    }


QUESTIONS: dict[str, dict[str, Any]] = {
    "draw from the stock": {
        "state": position("KC AS 3H 4C 5S 7H 9S TC QH", phase="draw"),
        "moves": [{"type": "draw_stock", "player": "ana", "card": "2C"}],
    },
    "take the discard, a use found": {
        "state": position("6D 7D KC AS 3H 4C 5S TC QH", phase="draw"),
        "moves": [{"type": "draw_discard", "player": "ana"}],
    },
    "take the discard, no use": {
        "state": position("KC AS 3H 4C 5S 7H 9S TC QH", phase="draw"),
        "moves": [{"type": "draw_discard", "player": "ana"}],
    },
    "lay a pierna": {
        "state": position("4S 4H 4C AS 3D 7S 8D TC JS QH"),
        "moves": [
            {"type": "meld", "player": "ana", "melds": [{"kind": "pierna", "cards": ["4S", "4H", "4C"]}]}
        ],
    },
    "lay off, end joker moves": {
        "state": position("7D AD 3S 4C 8C 9S TD", opened=True),
        "moves": [{"type": "lay_off", "player": "ana", "meld": "m1", "cards": ["7D"]}],
    },
    "lay off, refused": {
        "state": position("7C AD 3S 4C 8C 9S TD", opened=True),
        "moves": [{"type": "lay_off", "player": "ana", "meld": "m1", "cards": ["7C"]}],
    },
    "discard": {
        "state": position("KC AS 3H 4C 5S 7H 9S TC QH 2D"),
        "moves": [{"type": "discard", "player": "ana", "card": "KC"}],
    },
}
"""An ordinary question of each kind, by name; all under Loba de Menos."""
for _question in QUESTIONS.values():
    _question["ruleset"] = {"id": "loba-de-menos"}
