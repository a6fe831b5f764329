"""One move to be judged: what every rule looks at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from loba import limits
from loba.candidates import Budget
from loba.evolve import evolve
from loba.violations import Article, Code, Unjudgeable, Violation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from loba.cards import Card
    from loba.melds import Cards
    from loba.moves import Move
    from loba.rules.combinations import Combination
    from loba.ruleset import Ruleset
    from loba.state import Deal, Pending, Player, TableMeld

M_co = TypeVar("M_co", bound="Move", covariant=True)


@dataclass(slots=True)
class Case(Generic[M_co]):
    """A move in a deal under a ruleset, with what was found out about it on the way."""

    rules: Ruleset
    deal: Deal
    move: M_co
    book: Callable[[Case[Move]], Iterator[Violation]]
    """The rule book itself, for rules that look ahead."""
    budget: Budget = field(default_factory=Budget)
    known: dict[Pending, bool] = field(default_factory=dict)
    """Which cards were found to be of use in this deal, and which not."""
    combinations: tuple[Combination, ...] = ()
    """The combinations of a meld move, read and judged."""
    lying: tuple[TableMeld, ...] = ()
    """The combinations the move makes or changes as they will lie; set by the rules that read them."""
    _player: Player | None = None
    _hand: Cards | None = None
    _target: TableMeld | None = None

    def about(self, move: Move) -> Case[Move]:
        """Return this case with another move of the same player: what is known of the deal stays known."""
        self.move = move  # type: ignore[assignment]
        self.combinations, self.lying, self._target = (), (), None
        return self

    @property
    def player(self) -> Player:
        """The player who moves; only after the rule that the player sits at this table."""
        if self._player is None:
            self._player = self.deal.player(self.move.player)
        assert self._player is not None
        return self._player

    @property
    def hand(self) -> Cards:
        """The hand of the player who moves. Raises Unjudgeable where it is hidden."""
        if self._hand is None:
            self._hand = self.player.hand
            if self._hand is None:
                raise Unjudgeable("state.mover-hand-hidden", ("player",))
        return self._hand

    @property
    def target(self) -> TableMeld:
        """The combination the move names; only after the rule that it lies on the table."""
        if self._target is None:
            self._target = self.deal.on_table(getattr(self.move, "meld", ""))
        assert self._target is not None
        return self._target

    def outcome(self) -> Deal:
        """Return the deal after this move, once its combinations have been read."""
        return evolve(self.rules, self.deal, self.move, self.lying)

    def then(self, deal: Deal, move: Move) -> Deal | None:
        """Return the deal after another move, None where the rule book objects. On the same budget."""
        self.budget.spend(limits.JUDGING_STEPS)
        case = Case(self.rules, deal, move, self.book, self.budget)
        if next(self.book(case), None) is not None:
            return None
        return evolve(self.rules, deal, move, case.lying)

    def not_held(self, cards: Cards) -> list[int]:
        """Return the indices of the cards used beyond what the hand holds."""
        left = list(self.hand)
        beyond = []
        for index, card in enumerate(cards):
            if card in left:
                left.remove(card)
            else:
                beyond.append(index)
        return beyond

    def card_not_held(self, card: Card, said_by: Article) -> Violation:
        """Say that a card is not in hand, or not as often as it is used."""
        held = self.hand.count(card)
        params = {"card": card, "player": self.move.player, "count": held}
        return Violation(Code.CARD_NOT_HELD, (), params, said_by, "too-often" if held else "")

    def strange(self, card: Card) -> bool:
        """Say whether the pack of this ruleset does not have a card."""
        return card not in self.rules.copies
