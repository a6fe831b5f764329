"""One move to be judged: what every rule looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from loba.candidates import Budget
from loba.evolve import evolve
from loba.moves import Close, LayDown
from loba.state import TableMeld
from loba.violations import Article, Code, Unjudgeable, Violation

if TYPE_CHECKING:
    from loba.cards import Card
    from loba.melds import Cards, Meld
    from loba.moves import Move
    from loba.rules.combinations import Combination
    from loba.rules.reading import Book
    from loba.ruleset import Ruleset
    from loba.state import Deal, Pending, Player

M_co = TypeVar("M_co", bound="Move", covariant=True)


class Case(Generic[M_co]):
    """A move in a deal under a ruleset, with what was found out about it on the way."""

    __slots__ = (
        "_hand",
        "_lying",
        "_player",
        "_result",
        "_target",
        "book",
        "budget",
        "combinations",
        "deal",
        "known",
        "move",
        "rules",
    )

    def __init__(
        self, rules: Ruleset, deal: Deal, move: M_co, book: Book, budget: Budget | None = None
    ) -> None:
        """Open a case. The rule book itself is for rules that look ahead, on the budget of the case."""
        self.rules = rules
        self.deal = deal
        self.move = move
        self.book = book
        self.budget = budget or Budget()
        self.known: dict[Pending, bool] = {}
        """Which cards were found to be of use in this deal, and which not."""
        self.combinations: tuple[Combination, ...] = ()
        """The combinations of a meld move, read and judged."""
        self._player: Player | None = None
        self._hand: Cards | None = None
        self._target: TableMeld | None = None
        self._result: Meld | None = None
        self._lying: tuple[TableMeld, ...] | None = None

    def about(self, move: Move) -> Case[Move]:
        """Return this case with another move of the same player: what is known of the deal stays known."""
        self.move = move  # type: ignore[assignment]
        self.combinations, self._result, self._lying, self._target = (), None, None, None
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

    @property
    def lying(self) -> tuple[TableMeld, ...]:
        """The combinations the move makes or changes, as they will lie; only once they have been read."""
        if self._lying is None:
            self._lying = self._named()
        return self._lying

    def will_lie(self, meld: Meld) -> None:
        """Keep how the combination that the move names will lie after it."""
        self._result = meld

    def _named(self) -> tuple[TableMeld, ...]:
        """Name the new combinations: by the id given, the others m1, m2, … as far as these are free."""
        meld = self._result
        if meld is not None:
            return (TableMeld(self.target.id, self.target.owner, meld.kind, meld.cards, meld),)
        if not self.combinations:
            return ()
        assert isinstance(self.move, (LayDown, Close))
        taken = {laid.id for laid in self.move.melds} | {lying.id for lying in self.deal.table}
        named, number = [], 0
        for laid, found in zip(self.move.melds, self.combinations, strict=True):
            meld, name = found.meld, laid.id
            while meld and name is None:
                number += 1
                name = None if f"m{number}" in taken else f"m{number}"
            if meld and name is not None:
                named.append(TableMeld(name, self.move.player, meld.kind, meld.cards, meld))
        return tuple(named)

    def outcome(self) -> Deal:
        """Return the deal after this move, once its combinations have been read."""
        return evolve(self.rules, self.deal, self.move, self.lying)

    def of(self, deal: Deal) -> Case[M_co]:
        """Return a case about the same player in another deal, on the same budget."""
        return Case(self.rules, deal, self.move, self.book, self.budget)

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

    def all_known(self, cards: Cards) -> bool:
        """Say whether the pack of this ruleset has all of some cards."""
        return all(map(self.rules.copies.__contains__, cards))

    def strange(self, card: Card) -> bool:
        """Say whether the pack of this ruleset does not have a card."""
        return card not in self.rules.copies
