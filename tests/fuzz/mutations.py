"""Changes to JSON that leave it JSON: what bytes alone hardly ever bring about."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any, Final

from loba.cards import CARDS

_ODD: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1, 2**31, 2**64, -(2**70), 0.5, 1.0, 1e300, "", "\0", "x" * 64, "x" * 65,
    "JOKER", "🂡", "ana", "draw", "play", "pierna", "escalera", [], {}, [[]], [{}], {"a": []},
)  # fmt: skip
_TOKENS: Final = sorted(CARDS)


def changed(raw: bytes, random: Random, others: list[Any]) -> bytes:
    """Return a body with up to four changes; as it was where it is no JSON. May borrow from `others`."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return raw
    for _ in range(random.choice([1, 1, 2, 4])):
        value = _changed_once(value, random, others)
    return json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass")


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every place in a value, as what holds it and its name or number there."""
    found: list[tuple[Any, Any]] = []
    rest = [value]
    while rest:
        holder = rest.pop()
        steps = (
            list(holder)
            if isinstance(holder, dict)
            else range(len(holder))
            if isinstance(holder, list)
            else ()
        )
        for step in steps:
            found.append((holder, step))
            rest.append(holder[step])
    return found


def _changed_once(value: Any, random: Random, others: list[Any]) -> Any:
    everywhere = places(value)
    if not everywhere:
        return deepcopy(random.choice(_ODD))
    holder, step = random.choice(everywhere)
    choice = random.random()
    if isinstance(holder[step], str) and holder[step] in CARDS and choice < 0.6:
        holder[step] = random.choice(_TOKENS)
    elif choice < 0.15:
        del holder[step]
    elif choice < 0.3 and isinstance(holder, list):
        holder.insert(step, deepcopy(holder[step]))
    elif choice < 0.4 and isinstance(holder, list):
        random.shuffle(holder)
    elif choice < 0.6:
        elsewhere = [(h, s) for h, s in everywhere if s == step or isinstance(holder, list)]
        other_holder, other_step = random.choice(elsewhere)
        holder[step] = deepcopy(other_holder[other_step])
    elif choice < 0.8 and others:
        same = [h[s] for h, s in places(random.choice(others)) if s == step]
        holder[step] = deepcopy(random.choice(same or [value]))
    elif isinstance(holder[step], int) and choice < 0.9:
        holder[step] += random.choice([-1, 1, 10, -100])
    else:
        holder[step] = deepcopy(random.choice(_ODD))
    return value
