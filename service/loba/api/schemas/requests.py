"""The bodies of the questions, one schema each, and what they are read to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from loba import limits
from loba.api.faults import Fault
from loba.api.schemas.base import StrictSchema
from loba.api.schemas.fields import Cards, Flag, Many, OneOf, Refused, Row
from loba.api.schemas.moves import MOVE
from loba.api.schemas.ruleset import RULESET
from loba.api.schemas.state import STATE
from loba.melds import Kind
from loba.moves import LaidMeld, Move
from loba.rulesets import Resolved
from loba.state import Deal


@dataclass(frozen=True, slots=True)
class AdjudicationAsked:
    """Are these moves legal?"""

    ruleset: Resolved
    state: Deal
    moves: tuple[Move, ...]
    what_if: bool = False
    """Whether to say which options the verdict hinges on."""


class AdjudicationSchema(StrictSchema):
    """The body of `POST /v1/adjudications`."""

    ruleset = RULESET
    state = STATE
    moves = Many(MOVE, limits.MOVES, least=1, required=True)
    what_if = Flag()

    def as_asked(self, **members: Any) -> AdjudicationAsked:  # noqa: ANN401 - what the fields above have read
        """Make the question. Raises Refused where there are too many moves for a "what if"."""
        asked = AdjudicationAsked(**members)
        if asked.what_if and len(asked.moves) > limits.WHAT_IF_MOVES:
            bounds = {"minimum": 1, "maximum": limits.WHAT_IF_MOVES}
            raise Refused([Fault("length", ("moves",), bounds)])
        return asked


@dataclass(frozen=True, slots=True)
class MeldCheckAsked:
    """Do these cards form combinations?"""

    ruleset: Resolved
    melds: tuple[LaidMeld, ...]


class MeldCheckSchema(StrictSchema):
    """The body of `POST /v1/meld-checks`."""

    ruleset = RULESET
    melds = Many(
        Row(LaidMeld, {"kind": OneOf(Kind), "cards": Cards(limits.HAND_CARDS, least=1, required=True)}),
        limits.MELDS_A_CHECK,
        least=1,
        required=True,
    )

    def as_asked(self, **members: Any) -> MeldCheckAsked:  # noqa: ANN401 - what the fields above have read
        """Make the question."""
        return MeldCheckAsked(**members)


@dataclass(frozen=True, slots=True)
class StateCheckAsked:
    """Is this state possible?"""

    ruleset: Resolved
    state: Deal


class StateCheckSchema(StrictSchema):
    """The body of `POST /v1/state-checks`."""

    ruleset = RULESET
    state = STATE

    def as_asked(self, **members: Any) -> StateCheckAsked:  # noqa: ANN401 - what the fields above have read
        """Make the question."""
        return StateCheckAsked(**members)


ADJUDICATION: Final = AdjudicationSchema()
MELD_CHECK: Final = MeldCheckSchema()
STATE_CHECK: Final = StateCheckSchema()
