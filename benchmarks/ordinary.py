"""The ordinary question all wrapping is measured with: one move, all 108 cards known, 1.5 KB."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from loba.rulesets import resolve

Body = dict[str, Any]

_RUN = ["3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH"]
_PIERNA = ["7S", "7C", "7D"]
_ANA = ["AH", "2H", "KH", "9C"]
_BETO = ["4D", "JS"]
_IN = {"has_opened": True, "reentries": 0, "eliminated": False}
_NOT_YET = {**_IN, "has_opened": False}


def _question() -> Body:
    """Ana adds three cards to her run of ten, and says how all thirteen lie afterwards."""
    rest = [
        card.token
        for card, count in resolve("loba-de-menos", (), {}).rules.copies.items()
        for _ in range(count)
    ]
    for card in (*_RUN, *_PIERNA, *_ANA, *_BETO):
        rest.remove(card)
    Random(1).shuffle(rest)
    caro, discards, stock = rest[:9], rest[9:23], rest[23:]
    return {
        "ruleset": {"id": "loba-de-menos"},
        "state": {
            "players": [
                {"id": "ana", "hand": _ANA, **_IN, "score": 40},
                {"id": "beto", "hand": _BETO, **_IN, "score": 12},
                {"id": "caro", "hand": caro, **_NOT_YET, "score": 77},
            ],
            "dealer": "caro",
            "deal_number": 3,
            "turn": {"player": "ana", "phase": "play"},
            "table": [
                {"id": "m1", "owner": "ana", "kind": "escalera", "cards": _RUN},
                {"id": "m2", "owner": "beto", "kind": "pierna", "cards": _PIERNA},
            ],
            "discard_pile": discards,
            "stock": stock,
        },
        "moves": [
            {
                "type": "lay_off",
                "player": "ana",
                "meld": "m1",
                "cards": _ANA[:3],
                "arrangement": ["AH", "2H", *_RUN, "KH"],
            }
        ],
    }


QUESTION = _question()


def spoilt(value: Any) -> Any:
    """Return a body of the same shape in which everything is wrong: cards are none, names are numbers."""
    if isinstance(value, dict):
        return {name: spoilt(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [spoilt(inner) for inner in value]
    return "??" if isinstance(value, str) else "7"


def written(body: Body) -> bytes:
    """Return a body as most clients write it."""
    return json.dumps(body).encode()
