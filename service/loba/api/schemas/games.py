"""The bodies of the questions about finished deals, score sheets and whole games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from loba import limits
from loba.api.faults import Fault, Path
from loba.api.schemas.base import StrictSchema
from loba.api.schemas.fields import (
    ByName,
    Cards,
    Flag,
    Many,
    Nullable,
    OneCard,
    OneOf,
    Refused,
    Row,
    Text,
    Whole,
)
from loba.api.schemas.moves import MOVE
from loba.api.schemas.ruleset import RULESET
from loba.melds import Kind
from loba.replay import LoggedDeal
from loba.results import Claim, Shown
from loba.rulesets import Resolved
from loba.scoresheet import SheetDeal

_ID: Final = Text(limits.ID_LENGTH)
_SEATS: Final = Many(_ID, limits.PLAYERS_MAX, least=limits.PLAYERS_MIN, required=True)
_POINTS: Final = Whole(-limits.SCORE, limits.SCORE)


def _check_ids(players: Sequence[str], others: Mapping[Path, str | None]) -> None:
    """Refuse a player named twice, and other ids that are no player's. Raises Refused."""
    faults = list(_id_faults(players, others))
    if faults:
        raise Refused(faults)


def _id_faults(players: Sequence[str], others: Mapping[Path, str | None]) -> Iterator[Fault]:
    for index, player in enumerate(players):
        if player in players[:index]:
            yield Fault("duplicate", ("players", index))
    for at, named in others.items():
        if named is not None and named not in players:
            yield Fault("enum", at, {"values": tuple(players)})


# --- deal scores ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealScoreAsked:
    """What does this finished deal come to?"""

    ruleset: Resolved
    players: tuple[Claim, ...]
    winner: str | None
    concealed: bool = False
    dealer: str | None = None
    deal_number: int = 1


class DealScoreSchema(StrictSchema):
    """The body of `POST /v1/deal-scores`."""

    ruleset = RULESET
    players = Many(
        Row(
            Claim,
            {
                "id": Text(limits.ID_LENGTH, required=True),
                "hand": Cards(limits.HAND_CARDS, required=True),
                "score": _POINTS,
                "reentries": Whole(0, limits.DEALS),
                "eliminated": Flag(),
                "melds": Many(
                    Row(
                        Shown,
                        {
                            "kind": OneOf(Kind, required=True),
                            "cards": Cards(limits.TABLE_MELD_CARDS, least=1, required=True),
                        },
                    ),
                    limits.TABLE_MELDS,
                    attribute="shown",
                ),
            },
        ),
        limits.PLAYERS_MAX,
        least=limits.PLAYERS_MIN,
        required=True,
    )
    dealer = Text(limits.ID_LENGTH)
    deal_number = Whole(1, limits.DEAL_NUMBER)
    winner = Nullable(_ID, required=True)
    concealed = Flag()

    def as_asked(self, **members: Any) -> DealScoreAsked:  # noqa: ANN401 - what the fields above have read
        """Make the question."""
        asked = DealScoreAsked(**members)
        ids = [claim.id for claim in asked.players]
        faults = [Fault("duplicate", ("players", i, "id")) for i, one in enumerate(ids) if one in ids[:i]]
        if asked.dealer is not None and asked.dealer not in ids:
            faults.append(Fault("enum", ("dealer",), {"values": tuple(ids)}))
        if faults:
            raise Refused(faults)
        return asked


# --- score sheets ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoresheetAsked:
    """Is this score sheet right?"""

    ruleset: Resolved
    players: tuple[str, ...]
    deals: tuple[SheetDeal, ...]
    dealer: str | None = None


def _sheet_deal(chinchon: bool | None = None, **members: Any) -> tuple[bool, SheetDeal]:  # noqa: ANN401, FBT001
    """Return one line of the sheet from its members, and whether it speaks of a chinchón at all."""
    return chinchon is not None, SheetDeal(**members, chinchon=bool(chinchon))


class ScoresheetSchema(StrictSchema):
    """The body of `POST /v1/scoresheets`."""

    ruleset = RULESET
    players = _SEATS
    dealer = Text(limits.ID_LENGTH)
    deals = Many(
        Row(
            _sheet_deal,
            {
                "winner": Nullable(_ID, required=True),
                "concealed": Flag(),
                "points": ByName(_POINTS, limits.SHEET_PLAYERS, limits.ID_LENGTH, required=True),
                "chinchon": Flag(),
                "reentries": Many(_ID, limits.PLAYERS_MAX),
            },
        ),
        limits.DEALS,
        least=1,
        required=True,
    )

    def as_asked(self, **members: Any) -> ScoresheetAsked:  # noqa: ANN401 - what the fields above have read
        """Make the question."""
        lines: tuple[tuple[bool, SheetDeal], ...] = members.pop("deals")
        asked = ScoresheetAsked(**members, deals=tuple(line for _, line in lines))
        _check_ids(asked.players, {("dealer",): asked.dealer})
        if not asked.ruleset.rules.closing:
            told = [index for index, (speaks, _) in enumerate(lines) if speaks]
            faults = [Fault("not-applicable", ("deals", index, "chinchon")) for index in told]
            if faults:
                raise Refused(faults)
        return asked


# --- replays --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReplayAsked:
    """Is this game log right?"""

    ruleset: Resolved
    players: tuple[str, ...]
    deals: tuple[LoggedDeal, ...]


def _logged(**members: Any) -> LoggedDeal:  # noqa: ANN401 - what the fields have read
    """Make a deal of a log. Raises Refused where hands and upcard do not come together."""
    if "deck" in members and "upcard" in members:
        raise Refused([Fault("exclusive", ("upcard",), {"first": "deck", "second": "upcard"})])
    if "hands" in members and "upcard" not in members:
        raise Refused([Fault("required", ("upcard",))])
    return LoggedDeal(**members)


class ReplaySchema(StrictSchema):
    """The body of `POST /v1/replays`."""

    ruleset = RULESET
    players = _SEATS
    deals = Many(
        Row(
            _logged,
            {
                "dealer": Text(limits.ID_LENGTH, required=True),
                "deck": Cards(limits.PACK_CARDS),
                "hands": ByName(Cards(limits.HAND_CARDS), limits.PLAYERS_MAX, limits.ID_LENGTH),
                "upcard": OneCard(),
                "moves": Many(MOVE, limits.MOVES_A_DEAL, required=True),
                "reentries": Many(_ID, limits.PLAYERS_MAX),
            },
            either=("deck", "hands"),
        ),
        limits.DEALS,
        least=1,
        required=True,
    )

    def as_asked(self, **members: Any) -> ReplayAsked:  # noqa: ANN401 - what the fields above have read
        """Make the question."""
        asked = ReplayAsked(**members)
        dealers: dict[Path, str | None] = {
            ("deals", i, "dealer"): deal.dealer for i, deal in enumerate(asked.deals)
        }
        _check_ids(asked.players, dealers)
        return asked


DEAL_SCORE: Final = DealScoreSchema()
SCORESHEET: Final = ScoresheetSchema()
REPLAY: Final = ReplaySchema()
