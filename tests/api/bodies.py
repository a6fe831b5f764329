"""Bodies that are fine, for tests to spoil."""

from copy import deepcopy
from typing import Any

Body = Any
GONE = object()
"""The value of a member that is taken out."""

ADJUDICATION: Body = {
    "ruleset": {"id": "loba-de-menos"},
    "state": {
        "players": [
            {"id": "ana", "hand": ["AS", "3H", "4C", "5S", "7H", "8D", "9S", "TC", "QH"]},
            {"id": "beto", "hand_size": 9},
        ],
        "dealer": "beto",
        "turn": {"player": "ana", "phase": "draw"},
        "table": [],
        "discard_pile": ["JC"],
        "stock_size": 89,
    },
    "moves": [{"type": "draw_stock", "player": "ana", "card": "8D"}],
}

MELD_CHECK: Body = {"ruleset": {"id": "loba-de-menos"}, "melds": [{"cards": ["4S", "4H", "4C"]}]}


def spoilt(body: Body, *changes: tuple[str, Any]) -> Body:
    """A copy of a body with changes: a dotted path, and the new value (or `GONE`)."""
    copy = deepcopy(body)
    for path, value in changes:
        *way, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
        place = copy
        for step in way:
            place = place[step]
        if value is GONE:
            del place[last]
        elif isinstance(place, list) and last == len(place):
            place.append(value)
        else:
            place[last] = value
    return copy
