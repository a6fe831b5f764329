"""A whole game log: dealt, played move by move, scored, deal after deal, up to the first thing wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loba import limits
from loba.candidates import Budget
from loba.engine import play
from loba.game import Game
from loba.results import result_of
from loba.rules.combinations import not_in_pack
from loba.scoring import Ending
from loba.state import Deal, Phase, Player, Turn
from loba.violations import Code, Unjudgeable, Violation, Violations

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from loba.cards import Card
    from loba.melds import Cards
    from loba.moves import Move
    from loba.ruleset import Ruleset
    from loba.scoring import DealResult, Standings
    from loba.violations import Path


@dataclass(frozen=True, slots=True)
class LoggedDeal:
    """One deal of a log: how it was dealt and what was played."""

    dealer: str
    moves: tuple[Move, ...]
    deck: Cards | None = None
    """All cards in the order they are dealt; None where the hands are given."""
    hands: Mapping[str, Cards] | None = None
    upcard: Card | None = None
    reentries: tuple[str, ...] = ()
    """Players who come back before the next deal."""


@dataclass(frozen=True, slots=True)
class FirstIllegal:
    """Where a log goes wrong first."""

    deal: int
    """Counts from 0."""
    move: int | None
    """Counts from 0; None where the deal itself is wrong."""
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A log, replayed as far as it is right."""

    first_illegal: FirstIllegal | None
    moves_checked: int
    """The illegal move included."""
    deals: tuple[DealResult | None, ...]
    """The result of each finished deal that was reached."""
    standings: Standings
    """After the last finished deal, with those who came back."""

    @property
    def legal(self) -> bool:
        """Whether nothing in the log is wrong."""
        return self.first_illegal is None


class CannotBeDealt(Exception):
    """A deal whose cards or hands cannot be."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        """Keep what is wrong; paths are seen from the request."""
        super().__init__(*violations)
        self.violations = tuple(violations)


def replay(rules: Ruleset, players: Sequence[str], deals: Sequence[LoggedDeal]) -> Replay:
    """Replay a game log up to the first thing wrong.

    Raises CannotBeDealt where a deal has impossible cards, Unjudgeable where a move lacks what judging it
    needs (paths are seen from the request), and TooComplex.
    """
    run = _Run(rules, Game.begun(rules, players, None))
    for index, logged in enumerate(deals):
        wrong = run.play(index, logged, last=index == len(deals) - 1)
        if wrong:
            break
    else:
        wrong = None
    results = [*run.results, *[None] * (len(deals) - len(run.results))]
    return Replay(wrong, run.moves_checked, tuple(results), run.game.standings)


@dataclass
class _Run:
    """A replay on its way."""

    rules: Ruleset
    game: Game
    moves_checked: int = 0

    def __post_init__(self) -> None:
        self.results: list[DealResult | None] = []
        self.budget = Budget(limits.REPLAY_STEPS)

    def play(self, index: int, logged: LoggedDeal, *, last: bool) -> FirstIllegal | None:
        """Play one deal; return what is wrong with it."""
        against = tuple(v.under("deals", index) for v in self._deal_violations(logged))
        if against:
            return FirstIllegal(index, None, against)
        faults = tuple(v.under("deals", index) for v in dealing_faults(self.game, logged))
        if faults:
            raise CannotBeDealt(faults)
        deal = dealt(self.game, logged, index + 1)
        for number, move in enumerate(logged.moves):
            self.moves_checked += 1
            try:
                against, deal = play(self.rules, deal, move, self.budget)
            except Unjudgeable as reason:
                raise Unjudgeable(reason.code, ("deals", index, "moves", number, *reason.at)) from None
            if against:
                found = tuple(v.under("deals", index, "moves", number) for v in against)
                return FirstIllegal(index, number, found)
        result = result_of(self.rules, deal, logged.moves[-1], self.budget) if logged.moves else None
        if result is None:
            self.results.append(None)
            if last:
                return None
            unfinished = Violation(
                Code.DEAL_UNFINISHED, ("deals", index, "moves"), {"deal_number": index + 1}
            )
            return FirstIllegal(index, None, (unfinished,))
        return self._finish(index, logged, result)

    def _finish(self, index: int, logged: LoggedDeal, result: DealResult) -> FirstIllegal | None:
        """Score a finished deal and let players come back."""
        self.results.append(result)
        points = {score.player: score.points for score in result.scores}
        ending = Ending(result.winner, result.concealed, logged.dealer, index + 1)
        outright = result.standings.winners[0] if self._won_outright(result) else None
        after = self.game.after(points, ending, outright)
        against = tuple(
            v.under("deals", index, "reentries") for v in after.reentry_violations(logged.reentries)
        )
        self.game = after
        if against:
            return FirstIllegal(index, None, against)
        self.game, _ = after.back(logged.reentries)
        return None

    def _won_outright(self, result: DealResult) -> bool:
        """Say whether a deal ended the game whatever the totals."""
        return (
            self.rules.closing and result.standings.game_over and result.standings.winners == (result.winner,)
        )

    def _deal_violations(self, logged: LoggedDeal) -> Violations:
        """Yield why there can be no such deal at this point of the game."""
        now = self.game.standings
        if now.game_over:
            yield Violation(Code.GAME_OVER, (), {"players": now.winners})
        elif now.next_dealer is not None and logged.dealer != now.next_dealer:
            params = {"player": logged.dealer, "dealer": now.next_dealer}
            yield Violation(Code.WRONG_DEALER, ("dealer",), params)


def dealt(game: Game, logged: LoggedDeal, deal_number: int) -> Deal:
    """Return a deal as dealt: one card at a time, the player after the dealer first, then the upcard."""
    rules = game.rules
    order = dealing_order(game, logged.dealer)
    if logged.deck is not None:
        n = len(order)
        dealt_cards = n * rules.hand_size
        hands = {player: logged.deck[i:dealt_cards:n] for i, player in enumerate(order)}
        upcard: Card | None = logged.deck[dealt_cards]
        stock: Cards | None = logged.deck[dealt_cards + 1 :]
        stock_size = len(stock or ())
    else:
        hands, upcard, stock = dict(logged.hands or {}), logged.upcard, None
        stock_size = rules.deck_size - sum(map(len, hands.values())) - 1
    players = tuple(
        Player(
            c.id,
            hands.get(c.id, ()),
            len(hands.get(c.id, ())),
            score=c.total,
            reentries=c.reentries,
            eliminated=c.out,
        )
        for c in game.contestants
    )
    return Deal(
        players=players,
        dealer=logged.dealer,
        turn=Turn(order[0], Phase.DRAW),
        discard_pile=(upcard,) if upcard else (),
        stock=stock,
        stock_size=stock_size,
        deal_number=deal_number,
    )


def dealing_order(game: Game, dealer: str) -> list[str]:
    """List the players still in, the one after the dealer first."""
    ids = [c.id for c in game.contestants]
    seat, step = ids.index(dealer), game.rules.step
    turn = [game.contestants[(seat + step * n) % len(ids)] for n in range(1, len(ids) + 1)]
    return [c.id for c in turn if not c.out]


def dealing_faults(game: Game, logged: LoggedDeal) -> Violations:
    """Yield why a deal cannot be dealt: wrong cards, wrong hands. Paths are seen from the deal."""
    rules = game.rules
    if logged.deck is not None:
        if dict(Counter(logged.deck)) == rules.copies:  # as nearly always; no need to look at each card
            return
        yield from _wrong_cards(rules, [(("deck", i), card) for i, card in enumerate(logged.deck)])
        if len(logged.deck) != rules.deck_size:
            difference = abs(len(logged.deck) - rules.deck_size)
            params: dict[str, object] = {
                "count": len(logged.deck),
                "wanted": rules.deck_size,
                "difference": difference,
            }
            detail = "missing" if len(logged.deck) < rules.deck_size else "surplus"
            yield Violation(Code.TOTAL, ("deck",), params, detail=detail)
        return
    hands = logged.hands or {}
    in_game = [c.id for c in game.contestants if not c.out]
    for player in hands:
        if player not in in_game:
            yield Violation(Code.BAD_PLAYERS, ("hands", player), {"player": player}, detail="not-dealt")
    for player in in_game:
        if player not in hands:
            yield Violation(Code.BAD_PLAYERS, ("hands",), {"player": player}, detail="no-hand")
        elif len(hands[player]) != rules.hand_size:
            params = {"player": player, "count": len(hands[player]), "minimum": rules.hand_size}
            yield Violation(Code.HAND_SIZE, ("hands", player), params, detail="exactly")
    places: list[tuple[Path, Card]] = [
        (("hands", player, i), card) for player, hand in hands.items() for i, card in enumerate(hand)
    ]
    if logged.upcard:
        places.append((("upcard",), logged.upcard))
    yield from _wrong_cards(rules, places)


def _wrong_cards(rules: Ruleset, places: Sequence[tuple[Path, Card]]) -> Violations:
    count: Counter[Card] = Counter()
    for at, card in places:
        count[card] += 1
        if card not in rules.copies:
            yield not_in_pack(card, rules).under(*at)
        elif count[card] == rules.copies[card] + 1:
            params = {"card": card, "count": count[card], "maximum": rules.copies[card]}
            yield Violation(Code.CARD_COUNT, at, params)
