"""The language of "no" and "why": codes, violations, reasons.

A violation carries a code, the article it rests on, where in the question the trouble lies, and the
facts a sentence about it needs. It never carries prose: words live in the catalogues of `loba.i18n`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

Params = Mapping[str, object]
"""Facts by name: a player, a number, a card, several of them, or the violation that explains this one."""
Step = str | int
Path = tuple[Step, ...]
"""Where something stands, from the thing that was asked about: ``("melds", 0, "cards", 3)`` in a move."""


class Article(StrEnum):
    """The articles of the rules, in the order a rule sheet prints them."""

    PACK = "pack"
    DEAL = "deal"
    TURN_ORDER = "turn-order"
    NEXT_DEALER = "next-dealer"
    DRAWING = "drawing"
    TAKING_THE_DISCARD = "taking-the-discard"
    PIERNA = "pierna"
    ESCALERA = "escalera"
    WILD_CARDS = "wild-cards"
    END_JOKER = "end-joker"
    JOKER_SWAP = "joker-swap"
    OPENING = "opening"
    LAYING_OFF = "laying-off"
    DISCARDING = "discarding"
    GOING_OUT = "going-out"
    STOCK = "stock"
    CLOSING = "closing"
    CARD_VALUES = "card-values"
    SCORING = "scoring"
    ELIMINATION = "elimination"
    RE_ENTRY = "re-entry"
    GAME_END = "game-end"


class Code(StrEnum):
    """Every way in which a move, a state or a score sheet can be wrong. Closed within a release."""

    NOT_YOUR_TURN = "turn.not-your-turn"
    WRONG_PHASE = "turn.wrong-phase"
    DEAL_OVER = "turn.deal-over"
    MUST_MELD_FIRST = "turn.must-meld-first"
    PLAYER_ELIMINATED = "turn.player-eliminated"
    UNKNOWN_PLAYER = "turn.unknown-player"
    STOCK_EMPTY = "draw.stock-empty"
    DISCARD_EMPTY = "draw.discard-empty"
    DISCARD_UNUSABLE = "draw.discard-unusable"
    CARD_MISMATCH = "draw.card-mismatch"
    CARD_UNAVAILABLE = "draw.card-unavailable"
    CARD_NOT_HELD = "hand.card-not-held"
    NOT_IN_PACK = "card.not-in-pack"
    UNRECOGNISED = "meld.unrecognised"
    NOT_ALLOWED_AGAIN = "meld.not-allowed-again"
    UNKNOWN_MELD = "meld.unknown"
    NOT_YOURS = "meld.not-yours"
    DUPLICATE_ID = "meld.duplicate-id"
    NOT_IN_THIS_GAME = "meld.not-in-this-game"
    PIERNA_TOO_SHORT = "pierna.too-short"
    MIXED_RANKS = "pierna.mixed-ranks"
    FOURTH_SUIT = "pierna.fourth-suit"
    NEEDS_THREE_SUITS = "pierna.needs-three-suits"
    REPEATED_SUIT = "pierna.repeated-suit"
    PIERNA_WILD_NOT_ALLOWED = "pierna.wild-not-allowed"
    PIERNA_TOO_MANY_WILDS = "pierna.too-many-wilds"
    ESCALERA_TOO_SHORT = "escalera.too-short"
    TOO_LONG = "escalera.too-long"
    MIXED_SUITS = "escalera.mixed-suits"
    NOT_CONSECUTIVE = "escalera.not-consecutive"
    ACE_WRAPS = "escalera.ace-wraps"
    REPEATED_RANK = "escalera.repeated-rank"
    ESCALERA_TOO_MANY_WILDS = "escalera.too-many-wilds"
    NO_NATURAL = "escalera.no-natural"
    BELOW_MINIMUM = "opening.below-minimum"
    CONTRACT_NOT_MET = "opening.contract-not-met"
    NOT_OPENED = "lay-off.not-opened"
    SAME_TURN = "lay-off.same-turn"
    JOKER_FIXED = "lay-off.joker-fixed"
    REARRANGES = "lay-off.rearranges"
    SWAP_NOT_ALLOWED = "joker-swap.not-allowed"
    NO_JOKER = "joker-swap.no-joker"
    WRONG_CARD = "joker-swap.wrong-card"
    NO_USE = "joker-swap.no-use"
    DISCARD_JOKER = "discard.joker"
    JUST_TAKEN = "discard.just-taken"
    TAKEN_CARD_UNUSED = "discard.taken-card-unused"
    DISCARD_REQUIRED = "going-out.discard-required"
    STOCK_NOT_EMPTY = "stock.not-empty"
    REPLENISH_MISMATCH = "stock.replenish-mismatch"
    REPLENISH_IMPOSSIBLE = "stock.replenish-impossible"
    REPLENISH_POSSIBLE = "stock.replenish-possible"
    CLOSE_NOT_ALLOWED = "close.not-allowed"
    TOO_MANY_POINTS = "close.too-many-points"
    MELDS_OVERLAP = "close.melds-overlap"
    WINNER_HAS_POINTS = "score.winner-has-points"
    POINTS_AFTER_ELIMINATION = "score.points-after-elimination"
    MISSING_POINTS = "score.missing-points"
    REENTRY_NOT_ALLOWED = "score.reentry-not-allowed"
    REENTRY_LIMIT = "score.reentry-limit"
    GAME_OVER = "score.game-over"
    WRONG_DEALER = "score.wrong-dealer"
    DEAL_UNFINISHED = "score.deal-unfinished"
    NEGATIVE_POINTS = "score.negative-points"
    SCORE_UNKNOWN_PLAYER = "score.unknown-player"
    CARD_COUNT = "state.card-count"
    TOTAL = "state.total"
    BALANCE = "state.balance"
    HAND_SIZE = "state.hand-size"
    BAD_MELD = "state.bad-meld"
    BAD_TURN = "state.bad-turn"
    BAD_PLAYERS = "state.bad-players"
    ELIMINATED_WITH_CARDS = "state.eliminated-with-cards"
    MOVER_HAND_HIDDEN = "state.mover-hand-hidden"


ARTICLE: Final[Mapping[Code, Article]] = {
    Code.NOT_YOUR_TURN: Article.TURN_ORDER,
    Code.WRONG_PHASE: Article.TURN_ORDER,
    Code.DEAL_OVER: Article.GOING_OUT,
    Code.MUST_MELD_FIRST: Article.TAKING_THE_DISCARD,
    Code.PLAYER_ELIMINATED: Article.ELIMINATION,
    Code.UNKNOWN_PLAYER: Article.TURN_ORDER,
    Code.STOCK_EMPTY: Article.STOCK,
    Code.DISCARD_EMPTY: Article.DRAWING,
    Code.DISCARD_UNUSABLE: Article.TAKING_THE_DISCARD,
    Code.CARD_MISMATCH: Article.DRAWING,
    Code.CARD_UNAVAILABLE: Article.DRAWING,
    Code.CARD_NOT_HELD: Article.DISCARDING,
    Code.NOT_IN_PACK: Article.PACK,
    Code.UNRECOGNISED: Article.PIERNA,
    Code.NOT_ALLOWED_AGAIN: Article.OPENING,
    Code.UNKNOWN_MELD: Article.LAYING_OFF,
    Code.NOT_YOURS: Article.LAYING_OFF,
    Code.DUPLICATE_ID: Article.OPENING,
    Code.NOT_IN_THIS_GAME: Article.CLOSING,
    Code.PIERNA_TOO_SHORT: Article.PIERNA,
    Code.MIXED_RANKS: Article.PIERNA,
    Code.FOURTH_SUIT: Article.PIERNA,
    Code.NEEDS_THREE_SUITS: Article.PIERNA,
    Code.REPEATED_SUIT: Article.PIERNA,
    Code.PIERNA_WILD_NOT_ALLOWED: Article.PIERNA,
    Code.PIERNA_TOO_MANY_WILDS: Article.PIERNA,
    Code.ESCALERA_TOO_SHORT: Article.ESCALERA,
    Code.TOO_LONG: Article.ESCALERA,
    Code.MIXED_SUITS: Article.ESCALERA,
    Code.NOT_CONSECUTIVE: Article.ESCALERA,
    Code.ACE_WRAPS: Article.ESCALERA,
    Code.REPEATED_RANK: Article.ESCALERA,
    Code.ESCALERA_TOO_MANY_WILDS: Article.ESCALERA,
    Code.NO_NATURAL: Article.ESCALERA,
    Code.BELOW_MINIMUM: Article.OPENING,
    Code.CONTRACT_NOT_MET: Article.OPENING,
    Code.NOT_OPENED: Article.LAYING_OFF,
    Code.SAME_TURN: Article.LAYING_OFF,
    Code.JOKER_FIXED: Article.END_JOKER,
    Code.REARRANGES: Article.LAYING_OFF,
    Code.SWAP_NOT_ALLOWED: Article.JOKER_SWAP,
    Code.NO_JOKER: Article.JOKER_SWAP,
    Code.WRONG_CARD: Article.JOKER_SWAP,
    Code.NO_USE: Article.JOKER_SWAP,
    Code.DISCARD_JOKER: Article.DISCARDING,
    Code.JUST_TAKEN: Article.TAKING_THE_DISCARD,
    Code.TAKEN_CARD_UNUSED: Article.TAKING_THE_DISCARD,
    Code.DISCARD_REQUIRED: Article.GOING_OUT,
    Code.STOCK_NOT_EMPTY: Article.STOCK,
    Code.REPLENISH_MISMATCH: Article.STOCK,
    Code.REPLENISH_IMPOSSIBLE: Article.STOCK,
    Code.REPLENISH_POSSIBLE: Article.STOCK,
    Code.CLOSE_NOT_ALLOWED: Article.CLOSING,
    Code.TOO_MANY_POINTS: Article.CLOSING,
    Code.MELDS_OVERLAP: Article.CLOSING,
    Code.WINNER_HAS_POINTS: Article.SCORING,
    Code.POINTS_AFTER_ELIMINATION: Article.ELIMINATION,
    Code.MISSING_POINTS: Article.SCORING,
    Code.REENTRY_NOT_ALLOWED: Article.RE_ENTRY,
    Code.REENTRY_LIMIT: Article.RE_ENTRY,
    Code.GAME_OVER: Article.GAME_END,
    Code.WRONG_DEALER: Article.NEXT_DEALER,
    Code.DEAL_UNFINISHED: Article.GAME_END,
    Code.NEGATIVE_POINTS: Article.SCORING,
    Code.SCORE_UNKNOWN_PLAYER: Article.SCORING,
    Code.CARD_COUNT: Article.PACK,
    Code.TOTAL: Article.PACK,
    Code.BALANCE: Article.TURN_ORDER,
    Code.HAND_SIZE: Article.DEAL,
    Code.BAD_MELD: Article.LAYING_OFF,
    Code.BAD_TURN: Article.TURN_ORDER,
    Code.BAD_PLAYERS: Article.TURN_ORDER,
    Code.ELIMINATED_WITH_CARDS: Article.ELIMINATION,
    Code.MOVER_HAND_HIDDEN: Article.TURN_ORDER,
}
"""The article each code rests on, unless the rule that says it names another."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One reason against a move, a state or a score sheet."""

    code: Code
    at: Path = ()
    """Where, seen from what was judged; the caller puts its own path in front."""
    params: Params = field(default_factory=dict)
    """The facts of the sentence: cards, players, numbers."""
    said_by: Article | None = None
    """The article, where it is not the usual one of the code."""
    detail: str = ""
    """Which of several sentences of this code fits, e.g. ``"dealer"``; empty for the plain one."""

    @property
    def rule(self) -> Article:
        """The article this rests on."""
        return self.said_by or ARTICLE[self.code]

    def under(self, *steps: Step) -> Violation:
        """Return the same violation seen from further out: `steps` come before its own path."""
        return replace(self, at=steps + self.at)


Violations = Iterator[Violation]
"""What a rule yields: nothing, where it has nothing to object to."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is allowed, or what follows from it."""

    rule: Article
    key: str
    """Which sentence, e.g. ``"going-out.concealed"``."""
    params: Params = field(default_factory=dict)


class TooComplex(Exception):
    """A question needed more steps of search than one question may cost."""


class Unjudgeable(Exception):
    """A move that cannot be judged: something it needs is not given, or given where it means nothing."""

    def __init__(self, code: str, at: Path) -> None:
        """Say what is wrong (``required``, ``not-applicable``, ``state.mover-hand-hidden``) and where."""
        super().__init__(code, at)
        self.code = code
        self.at = at
