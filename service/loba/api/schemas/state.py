"""A deal in JSON. What is written can be read again: an answer's state is the next question's state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from loba import limits
from loba.api.schemas.fields import Cards, Flag, Many, OneCard, OneOf, Row, Text, Whole
from loba.melds import Kind
from loba.state import Deal, Pending, Phase, Player, Source, TableMeld, Turn

PLAYER: Final[Row[Any]] = Row(
    dict,  # not yet a player: `has_opened` may have to wait for the table
    {
        "id": Text(limits.ID_LENGTH, required=True),
        "hand": Cards(limits.HAND_CARDS),
        "hand_size": Whole(0, limits.HAND_CARDS),
        "has_opened": Flag(),
        "score": Whole(-limits.SCORE, limits.SCORE),
        "reentries": Whole(0, limits.DEALS),
        "eliminated": Flag(),
    },
    either=("hand", "hand_size"),
)

TURN: Final = Row(
    Turn,
    {
        "player": Text(limits.ID_LENGTH, required=True),
        "phase": OneOf(Phase, required=True),
        "taken_discard": OneCard(),
        "must_meld": Row(Pending, {"card": OneCard(required=True), "source": OneOf(Source, required=True)}),
        "opened_this_turn": Flag(),
    },
    required=True,
)

TABLE_MELD: Final = Row(
    TableMeld,
    {
        "id": Text(limits.ID_LENGTH, required=True),
        "owner": Text(limits.ID_LENGTH, required=True),
        "kind": OneOf(Kind, required=True),
        "cards": Cards(limits.TABLE_MELD_CARDS, least=1, required=True),
    },
)


def _deal(**members: Any) -> Deal:  # noqa: ANN401 - what the fields below have read
    """Make the deal, with what was left out worked out."""
    owners = {meld.owner for meld in members["table"]}
    members["players"] = tuple([_player(seat, owners) for seat in members["players"]])
    if "stock" in members:
        members["stock_size"] = len(members["stock"])
    return Deal(**members)


def _player(seat: Mapping[str, Any], owners: set[str]) -> Player:
    hand = seat.get("hand")
    return Player(
        seat["id"],
        hand,
        seat["hand_size"] if hand is None else len(hand),
        seat.get("has_opened", seat["id"] in owners),
        seat.get("score", 0),
        seat.get("reentries", 0),
        seat.get("eliminated", False),
    )


STATE: Final = Row(
    _deal,
    {
        "players": Many(PLAYER, limits.PLAYERS_MAX, least=limits.PLAYERS_MIN, required=True),
        "dealer": Text(limits.ID_LENGTH, required=True),
        "deal_number": Whole(1, limits.DEAL_NUMBER),
        "turn": TURN,
        "table": Many(TABLE_MELD, limits.TABLE_MELDS, required=True),
        "discard_pile": Cards(limits.PACK_CARDS, required=True),
        "stock": Cards(limits.PACK_CARDS),
        "stock_size": Whole(0, limits.PACK_CARDS),
        "deal_over": Flag(),
    },
    either=("stock", "stock_size"),
    required=True,
)
