"""The engine: thin readers of the rule book.

"Why not?", "is it legal?" and "play it" are the same generator of violations, read in three ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from loba.candidates import Budget
from loba.cards import Card
from loba.evolve import evolve
from loba.moves import Close, Discard, DrawDiscard, DrawStock, Move
from loba.rules.book import BOOK
from loba.rules.case import Case
from loba.rules.reasons import reasons_for
from loba.ruleset import Ruleset
from loba.state import Deal, Pending, TableMeld
from loba.violations import Reason, Unjudgeable, Violation


@dataclass(frozen=True, slots=True)
class Effects:
    """What a legal move brought about."""

    hand_size: int
    """Cards the mover now holds."""
    drawn: Card | None
    must_meld: Pending | None
    melds: tuple[TableMeld, ...]
    """The combinations made or changed, as they now lie."""
    turn_ended: bool
    next_player: str | None
    """Whose turn it is now, where the turn passed on."""
    went_out: bool
    concealed: bool
    """Whether the mover opened in the very turn in which the hand was emptied."""
    deal_over: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one move."""

    violations: tuple[Violation, ...] = ()
    reasons: tuple[Reason, ...] = ()
    effects: Effects | None = None

    @property
    def legal(self) -> bool:
        """Whether nothing is against the move."""
        return not self.violations


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The answer to a run of moves."""

    verdicts: tuple[Verdict, ...]
    """One for each move judged; the last may be illegal."""
    deal: Deal
    """After the last legal move."""

    @property
    def legal(self) -> bool:
        """Whether every move was legal."""
        return all(verdict.legal for verdict in self.verdicts)


_TO_BE_READ: Final = frozenset(kind for rule in BOOK if rule.reads for kind in rule.moves)
"""The moves of which the rules read how their combinations will lie."""


def violations(rules: Ruleset, deal: Deal, move: Move, budget: Budget | None = None) -> Iterator[Violation]:
    """Yield every reason against a move, the most telling first. Paths are seen from the move."""
    return BOOK.violations(Case(rules, deal, move, BOOK, budget or Budget()))


def is_legal(rules: Ruleset, deal: Deal, move: Move) -> bool:
    """Say whether a move is legal. Raises Unjudgeable or TooComplex like `violations`."""
    return next(violations(rules, deal, move), None) is None


def judge(rules: Ruleset, deal: Deal, move: Move, budget: Budget | None = None) -> tuple[Verdict, Deal]:
    """Return the verdict on a move, and the deal after it (the same deal where it is illegal)."""
    case = Case(rules, deal, move, BOOK, budget or Budget())
    against = tuple(BOOK.violations(case))
    if against:
        return Verdict(against), deal
    after = evolve(rules, deal, move, case.lying)
    effects = _effects(move, case.lying, after)
    return Verdict(reasons=tuple(reasons_for(case, after)), effects=effects), after


def play(
    rules: Ruleset, deal: Deal, move: Move, budget: Budget | None = None
) -> tuple[tuple[Violation, ...], Deal]:
    """Return what is against a move, and the deal after it (the same deal where it is illegal).

    A verdict without reasons and effects, for whoever only wants to go on. Raises like `violations`.
    """
    case = Case(rules, deal, move, BOOK, budget or Budget())
    against = tuple(BOOK.violations(case))
    return against, deal if against else evolve(rules, deal, move, case.lying)


def follow(rules: Ruleset, deal: Deal, move: Move) -> Deal:
    """Return the deal after a move that is known to be legal, as those listed by `legal_moves` are.

    Nothing is judged, so that searching ahead is quick; an illegal move makes a deal that cannot be.
    """
    if type(move) not in _TO_BE_READ:
        return evolve(rules, deal, move)
    case = Case(rules, deal, move, BOOK)
    BOOK.read(case)
    return case.outcome()


def adjudicate(
    rules: Ruleset, deal: Deal, moves: Sequence[Move], budget: Budget | None = None
) -> Adjudication:
    """Judge moves in order, each on the deal the one before left, up to the first illegal one.

    Paths are seen from the request: ``("moves", 1, "cards", 0)``. Raises Unjudgeable where a move cannot be
    judged and no earlier one is illegal; TooComplex where looking ahead costs more than all may share.
    """
    verdicts: list[Verdict] = []
    budget = budget or Budget()
    for index, move in enumerate(moves):
        try:
            verdict, deal = judge(rules, deal, move, budget)
        except Unjudgeable as reason:
            raise Unjudgeable(reason.code, ("moves", index, *reason.at)) from None
        if not verdict.legal:
            verdicts.append(Verdict(tuple(v.under("moves", index) for v in verdict.violations)))
            break
        verdicts.append(verdict)
    return Adjudication(tuple(verdicts), deal)


def _effects(move: Move, lying: tuple[TableMeld, ...], after: Deal) -> Effects:
    mover = after.player(move.player)
    assert mover is not None
    turn_ended = isinstance(move, (Discard, Close)) or after.deal_over
    closed = isinstance(move, Close)
    went_out = closed or (after.deal_over and mover.hand_size == 0)
    drew = isinstance(move, (DrawStock, DrawDiscard)) and mover.hand
    return Effects(
        hand_size=mover.hand_size,
        drawn=mover.hand[-1] if drew and mover.hand else None,
        must_meld=None if turn_ended else after.turn.must_meld,
        melds=lying,
        turn_ended=turn_ended,
        next_player=after.turn.player if turn_ended and not after.deal_over else None,
        went_out=went_out,
        concealed=went_out and not closed and after.turn.opened_this_turn,
        deal_over=after.deal_over,
    )
