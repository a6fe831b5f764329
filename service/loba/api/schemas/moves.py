"""Moves in JSON: one object, told apart by its `type`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from loba import limits
from loba.api.schemas.fields import Cards, Many, OneCard, OneOf, Row, Strict, Tagged, Text
from loba.melds import Kind
from loba.moves import (
    Close,
    DeclareExhausted,
    Discard,
    DrawDiscard,
    DrawStock,
    LaidMeld,
    LayDown,
    LayOff,
    Move,
    Replenish,
    SwapJoker,
)

LAID_MELD: Final = Row(
    LaidMeld,
    {
        "kind": OneOf(Kind),
        "cards": Cards(limits.HAND_CARDS, least=1, required=True),
        "id": Text(limits.ID_LENGTH),
    },
)
"""A combination being laid down."""


def _move(kind: str, make: type[Move], members: Mapping[str, Strict[Any]]) -> tuple[type, Row[Move]]:
    player = {"player": Text(limits.ID_LENGTH, required=True)}
    return make, Row(make, {**player, **members}, tag=("type", kind))


_MELD: Final = Text(limits.ID_LENGTH, required=True)
_CARD: Final = OneCard(required=True)
_FEW: Final = Cards(limits.HAND_CARDS, least=1, required=True)

_MEMBERS: Final[Mapping[str, tuple[type[Move], Mapping[str, Strict[Any]]]]] = {
    "draw_stock": (DrawStock, {"card": OneCard()}),
    "draw_discard": (DrawDiscard, {}),
    "meld": (LayDown, {"melds": Many(LAID_MELD, limits.MELDS_A_MOVE, least=1, required=True)}),
    "lay_off": (
        LayOff,
        {"meld": _MELD, "cards": _FEW, "arrangement": Cards(limits.TABLE_MELD_CARDS, least=1)},
    ),
    "swap_joker": (SwapJoker, {"meld": _MELD, "card": _CARD}),
    "discard": (Discard, {"card": _CARD}),
    "replenish": (Replenish, {"stock": Cards(limits.PACK_CARDS)}),
    "declare_exhausted": (DeclareExhausted, {}),
    "close": (Close, {"card": _CARD, "melds": Many(LAID_MELD, limits.MELDS_A_CLOSE, required=True)}),
}

MOVE: Final[Tagged[Move]] = Tagged("type", {name: _move(name, *parts) for name, parts in _MEMBERS.items()})
"""Any move."""
