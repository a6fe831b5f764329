"""How the rule book is read: which rules are in force at a table, and what they say of a move.

One reader for every question. Whether one move is judged or many are asked about, the same rules are asked;
what differs is only which of them are known beforehand to have nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum, auto
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from loba import limits
from loba.cards import JOKER
from loba.moves import ANY_MOVE, Move
from loba.ruleset import Ruleset
from loba.state import Deal, Phase, Player
from loba.violations import Article, Code, Unjudgeable, Violation, Violations

if TYPE_CHECKING:
    from loba.rules.case import Case

Check = Callable[[Any], "Violations"]


class Asked(StrEnum):
    """How often a rule has to be asked about many moves of one player in one deal."""

    OF_THE_TURN = auto()
    """Once for each type of move: it looks at the type, and else only at the `Stance` of the player."""
    OF_EACH_MOVE = auto()
    NEVER = auto()
    """Whatever is proposed keeps it, being made of cards in hand and combinations on the table.

    Nor does it give ids, or say what only the client knows: the card drawn, the new order of the stock.
    """


class Moment(NamedTuple):
    """What there is at one moment of a deal, as far as some rules are about nothing else."""

    pending: bool
    """Whether a card just taken, or a joker freed, waits to be melded."""
    taken: bool
    """Whether a discard was taken this turn and has not been used."""
    joker: bool
    """Whether the mover holds a joker, or may hold one."""


def _moment(deal: Deal, player: Player | None) -> Moment:
    turn, hand = deal.turn, player.hand if player else None
    return Moment(turn.must_meld is not None, turn.taken_discard is not None, hand is None or JOKER in hand)


class Stance(NamedTuple):
    """How a player stands at one moment: all that the rules of the turn look at."""

    pending: bool
    taken: bool
    joker: bool
    on_turn: bool
    phase: Phase
    hand_known: bool
    has_opened: bool
    opened_this_turn: bool
    eliminated: bool
    deal_over: bool
    no_stock: bool
    no_discards: bool


Key = tuple[bool, bool, bool, bool, Phase, bool, bool, bool, bool, bool, bool, bool]
"""A stance as a plain tuple, which is made in a fraction of the time."""


def _stance(deal: Deal, player: Player) -> Key:
    turn, hand = deal.turn, player.hand
    return (
        turn.must_meld is not None,
        turn.taken_discard is not None,
        hand is None or JOKER in hand,
        turn.player == player.id,
        turn.phase,
        hand is not None,
        player.has_opened,
        turn.opened_this_turn,
        player.eliminated,
        deal.deal_over,
        deal.stock_size == 0,
        not deal.discard_pile,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule of the book."""

    check: Check
    article: Article
    moves: tuple[type[Move], ...]
    codes: frozenset[Code]
    """What it may say; nothing for the rules that only ask for what cannot be judged otherwise."""
    where: Callable[[Ruleset], bool] | None = None
    """At which tables it is played; None for at all of them. Elsewhere it is not asked."""
    forbids: bool = False
    """Whether no such move is ever played where this rule is."""
    ends: bool = False
    """Whether a violation of it leaves nothing else to be judged."""
    last: bool = False
    """Whether it is asked only where nothing else was found."""
    when: Callable[[Moment], bool] | None = None
    """At which moments it can have something to say; None for always."""
    reads: bool = False
    """Whether it reads how the combinations of the move will lie, which is needed to play the move."""
    asked: Asked = Asked.OF_EACH_MOVE
    """How often it has to be asked where many moves are asked about."""


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """All rules, the most telling first."""

    rules: tuple[Rule, ...]

    def __iter__(self) -> Iterator[Rule]:
        """Go through the rules in their order."""
        return iter(self.rules)

    def violations(self, case: Case[Move]) -> Iterator[Violation]:
        """Yield every reason against a move, the most telling first; nothing where it is legal.

        Paths are seen from the move. Raises Unjudgeable where nothing is against the move so far, but what
        the next rule needs is not known.
        """
        kind: type = type(case.move)
        moment = _moment(case.deal, case.deal.player(case.move.player))
        found = False
        for rule in _in_force(self, case.rules, kind, moment):
            if found and rule.last:
                continue
            try:
                for violation in rule.check(case):
                    found = True
                    yield violation
            except Unjudgeable:
                if not found:
                    raise
                return
            if found and rule.ends:
                return

    def read(self, case: Case[Move]) -> None:
        """Read how the combinations of a move will lie that is known to be legal."""
        kind: type = type(case.move)
        for rule in _readers(self, kind):
            for _ in rule.check(case):
                pass


@cache
def _readers(book: Book, move: type) -> tuple[Rule, ...]:
    return tuple(rule for rule in book.rules if rule.reads and move in rule.moves)


@lru_cache(maxsize=512)
def _in_force(book: Book, rules: Ruleset, move: type, moment: Moment) -> tuple[Rule, ...]:
    """Return the rules that may have something against a type of move, at a table and at this moment."""
    return tuple(
        rule
        for rule in book.rules
        if move in rule.moves
        and (rule.where is None or rule.where(rules))
        and (rule.when is None or rule.when(moment))
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """Which rules are to be asked of the moves of a player who stands so, for whoever asks about many."""

    of_the_turn: dict[type, tuple[Check, ...]]
    """For each type of move that is played."""
    of_each_move: dict[type, tuple[Check, ...]]
    left: dict[type, tuple[Check, ...] | None]
    """What is found out by and by: the rules of each move, None where the turn allows none of the type."""


@lru_cache(maxsize=1024)
def _sheet(book: Book, rules: Ruleset, key: Key) -> Sheet:
    stance, sheet = Stance(*key), Sheet({}, {}, {})
    moment = Moment(stance.pending, stance.taken, stance.joker)
    kinds: dict[type, None] = dict.fromkeys(move for rule in book.rules for move in rule.moves)
    for move in kinds:
        found = _in_force(book, rules, move, moment)
        if not any(rule.forbids for rule in found):
            sheet.of_the_turn[move] = tuple(r.check for r in found if r.asked is Asked.OF_THE_TURN)
            sheet.of_each_move[move] = tuple(r.check for r in found if r.asked is Asked.OF_EACH_MOVE)
    return sheet


def _keeps(checks: tuple[Check, ...], case: Case[Move]) -> bool:
    """Say whether none of some rules has anything against a move; where one has, the rest is not asked."""
    for check in checks:
        for _ in check(case):
            return False
    return True


class Inquiry:
    """Many moves of one player in one deal, made of the cards in hand and the combinations on the table.

    What they have in common is asked once. What only the client knows (the card drawn, the new order of the
    stock) may be missing. Every move costs a part of the budget of the case.
    """

    __slots__ = ("_case", "_left", "_sheet")

    def __init__(self, case: Case[Move]) -> None:
        """Take a case about any move of the player; it is then about one move after the other."""
        self._case = case
        self._sheet: Sheet | None = None
        self._left: dict[type, tuple[Check, ...] | None] = {}

    def to_be_asked(self, kind: type) -> tuple[Check, ...] | None:
        """Return the rules to be asked of each move of a type, None where the turn allows none of them.

        Raises Unjudgeable where the hand is hidden.
        """
        sheet, case = self._sheet, self._case
        if sheet is None:
            sheet = self._sheet = _sheet(case.book, case.rules, _stance(case.deal, case.player))
            self._left = sheet.left
        if kind not in self._left:
            case.about(ANY_MOVE[kind](case.player.id))
            allowed = kind in sheet.of_the_turn and _keeps(sheet.of_the_turn[kind], case)
            self._left[kind] = sheet.of_each_move[kind] if allowed else None
        return self._left[kind]

    def those_allowed(self, moves: Iterable[Move], checks: tuple[Check, ...]) -> Iterable[Move]:
        """Return those of some moves that nothing is against, given the rules to be asked of each.

        They are asked about one by one, as they are wanted; where there is nothing to ask, all are returned.
        """
        if checks or not isinstance(moves, list):
            return self._one_by_one(moves, checks)
        self._case.budget.spend(limits.JUDGING_STEPS * len(moves))
        return moves

    def _one_by_one(self, moves: Iterable[Move], checks: tuple[Check, ...]) -> Iterator[Move]:
        case, spend = self._case, self._case.budget.spend
        for move in moves:
            spend(limits.JUDGING_STEPS)
            if _keeps(checks, case.about(move)):
                yield move

    def allows(self, move: Move) -> bool:
        """Say whether nothing is against a move. Raises Unjudgeable and TooComplex."""
        self._case.budget.spend(limits.JUDGING_STEPS)
        checks = self.to_be_asked(type(move))
        return checks is not None and _keeps(checks, self._case.about(move))

    def after(self, move: Move) -> Deal | None:
        """Return the deal after a move, None where it is not allowed. Raises like `allows`."""
        return self._case.outcome() if self.allows(move) else None
