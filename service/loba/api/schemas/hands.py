"""The bodies of the questions about what may be played and what a hand is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from loba import limits
from loba.api.faults import Fault
from loba.api.schemas.base import StrictSchema
from loba.api.schemas.fields import Cards, Flag, Many, Refused, Text, Whole
from loba.api.schemas.ruleset import RULESET
from loba.api.schemas.state import STATE, TABLE_MELD
from loba.melds import Cards as CardTuple
from loba.rulesets import Resolved
from loba.state import Deal, TableMeld


@dataclass(frozen=True, slots=True)
class LegalMovesAsked:
    """What may be played here?"""

    ruleset: Resolved
    state: Deal
    limit: int = limits.LEGAL_MOVES_DEFAULT


class LegalMovesSchema(StrictSchema):
    """The body of `POST /v1/legal-moves`."""

    ruleset = RULESET
    state = STATE
    limit = Whole(1, limits.LEGAL_MOVES)

    def as_asked(self, **members: Any) -> LegalMovesAsked:  # noqa: ANN401 - what the fields above have read
        """Make the question."""
        return LegalMovesAsked(**members)


@dataclass(frozen=True, slots=True)
class HandArrangementAsked:
    """What is the best use of this hand?"""

    ruleset: Resolved
    hand: CardTuple
    table: tuple[TableMeld, ...] = ()
    player: str | None = None
    has_opened: bool | None = None
    deal_number: int = 1


class HandArrangementSchema(StrictSchema):
    """The body of `POST /v1/hand-arrangements`."""

    ruleset = RULESET
    hand = Cards(limits.HAND_CARDS, required=True)
    table = Many(TABLE_MELD, limits.TABLE_MELDS)
    player = Text(limits.ID_LENGTH)
    has_opened = Flag()
    deal_number = Whole(1, limits.DEAL_NUMBER)

    def as_asked(self, **members: Any) -> HandArrangementAsked:  # noqa: ANN401 - what the fields above have read
        """Make the question. Raises Refused where the table means nothing, or nobody's hand it is."""
        rules = members["ruleset"].rules
        fault: Fault | None = None
        if "table" in members and rules.closing:
            fault = Fault("not-applicable", ("table",))
        elif "table" in members and rules.lay_off_on == "own-melds" and "player" not in members:
            fault = Fault("required", ("player",))
        if fault:
            raise Refused([fault])
        return HandArrangementAsked(**members)


LEGAL_MOVES: Final = LegalMovesSchema()
HAND_ARRANGEMENT: Final = HandArrangementSchema()
