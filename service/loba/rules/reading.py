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
from loba.violations import Unjudgeable

if TYPE_CHECKING:
    from loba.moves import Move
    from loba.rules.case import Case
    from loba.ruleset import Ruleset
    from loba.state import Deal, Player
    from loba.violations import Article, Code, Violation, Violations

Check = Callable[[Any], "Violations"]


class Asked(StrEnum):
    """How often a rule has to be asked about many moves of one player in one deal."""

    ONCE = auto()
    """It looks only at the player and the turn."""
    OF_A_TYPE = auto()
    """All moves of a type keep it or break it alike."""
    OF_EACH_MOVE = auto()
    NEVER = auto()
    """Whatever is made of cards in hand and combinations on the table keeps it."""


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

    def reads(self, kind: type) -> bool:
        """Say whether moves of a type have combinations to be read."""
        return bool(_readers(self, kind))

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


Sheet = dict[type, dict[Asked, tuple[Check, ...]]]
"""For each type of move that is played the rules in force, by how often each has to be asked."""


@lru_cache(maxsize=128)
def _sheet(book: Book, rules: Ruleset, moment: Moment) -> Sheet:
    """Write down which rules are in force at a table, for whoever asks about many moves."""
    sheet: Sheet = {}
    kinds: dict[type, None] = dict.fromkeys(move for rule in book.rules for move in rule.moves)
    for move in kinds:
        found = _in_force(book, rules, move, moment)
        if not any(rule.forbids for rule in found):
            sheet[move] = {asked: tuple(r.check for r in found if r.asked is asked) for asked in Asked}
    return sheet


def _keeps(checks: tuple[Check, ...], case: Case[Move]) -> bool:
    """Say whether none of some rules has anything against a move; where one has, the rest is not asked."""
    for check in checks:
        for _ in check(case):
            return False
    return True


class Inquiry:
    """Many moves of one player in one deal, made of the cards in hand and the combinations on the table.

    What they have in common is asked once. Every move costs a part of the budget of the case.
    """

    __slots__ = ("_case", "_of_each", "_player_may", "_sheet")

    def __init__(self, case: Case[Move]) -> None:
        """Take a case about any move of the player; it is then about one move after the other."""
        self._case = case
        self._sheet = _sheet(case.book, case.rules, _moment(case.deal, case.player))
        self._player_may: bool | None = None
        self._of_each: dict[type, tuple[Check, ...] | None] = {}

    def turn_allows(self, move: Move) -> bool:
        """Say whether moves of this type may be played now; what else is in the move does not matter.

        Raises Unjudgeable where the hand is hidden.
        """
        sheet, allowed = self._sheet.get(type(move)), False
        if sheet is not None:
            case = self._case.about(move)
            if self._player_may is None:
                self._player_may = _keeps(sheet[Asked.ONCE], case)
            allowed = self._player_may and _keeps(sheet[Asked.OF_A_TYPE], case)
        self._of_each[type(move)] = sheet[Asked.OF_EACH_MOVE] if sheet and allowed else None
        return allowed

    def those_allowed(self, moves: Iterable[Move]) -> Iterator[Move]:
        """Yield those of some moves that nothing is against, all of a type that the turn allows.

        What only the client knows (the card drawn, the new order of the stock) may be missing.
        """
        case, spend, of_each = self._case, self._case.budget.spend, self._of_each
        for move in moves:
            spend(limits.JUDGING_STEPS)
            checks = of_each[type(move)]
            try:
                if not checks or _keeps(checks, case.about(move)):
                    yield move
            except Unjudgeable as reason:
                if reason.code == "required":
                    yield move

    def allows(self, move: Move) -> bool:
        """Say whether nothing is against a move. Raises Unjudgeable and TooComplex."""
        case, of_each = self._case, self._of_each
        case.budget.spend(limits.JUDGING_STEPS)
        if type(move) not in of_each:
            self.turn_allows(move)
        checks = of_each[type(move)]
        return checks is not None and _keeps(checks, case.about(move))

    def after(self, move: Move) -> Deal | None:
        """Return the deal after a move, None where it is not allowed. Raises like `allows`."""
        return self._case.outcome() if self.allows(move) else None
