"""Whole games nobody has played: every move legal, every card accounted for, the same for the same seed.

The players are no masters, but they play to win: they meld what they can, add to the table, keep cards that
go together, throw dear ones first and close as soon as they may. So games end, as those of people do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Any

from loba import limits
from loba.api.schemas.moves import MOVE
from loba.arrangement import Question, arrange
from loba.candidates import Budget, combinations, lay_off_places, openings
from loba.cards import JOKER, Card
from loba.engine import is_legal, judge
from loba.evolve import without
from loba.game import Game
from loba.legal_moves import legal_moves
from loba.melds import Cards, Escalera, points
from loba.moves import (
    Close,
    DeclareExhausted,
    Discard,
    DrawDiscard,
    DrawStock,
    LaidMeld,
    LayDown,
    LayOff,
    Move,
    Replenish,
    SwapJoker,
)
from loba.replay import LoggedDeal, dealt
from loba.results import result_of
from loba.ruleset import Ruleset
from loba.rulesets import Resolved
from loba.scoring import Ending
from loba.state import Deal, Phase
from loba.violations import TooComplex

Body = dict[str, Any]
_OPENINGS_WEIGHED = 200
"""More ways to open one hand are not looked at."""
_LONGEST_DEAL = limits.MOVES_A_DEAL - 20
"""A deal that takes longer is left unfinished, and the game with it: a log could not hold it."""


def play_game(
    resolved: Resolved,
    players: Sequence[str],
    seed: int,
    deals: int = limits.DEALS,
    *,
    written: str = "deck",
    coming_back: float = 1.0,
) -> Body:
    """Play a game and return it as the body of a replay.

    It goes on until somebody has won, or for so many deals. `written` is what is written down of each deal:
    the ``"deck"``, or the ``"hands"``. `coming_back` is how often a player comes back who may.
    """
    rules, random = resolved.rules, Random(seed)
    game, dealer = Game.begun(rules, players, None), random.choice(players)
    log: list[Body] = []
    while len(log) < deals:
        deck = [card for card, copies in rules.copies.items() for _ in range(copies)]
        random.shuffle(deck)
        start = dealt(game, LoggedDeal(dealer, (), deck=tuple(deck)), len(log) + 1)
        played = _Playing(rules, random, start)
        played.to_the_end()
        entry = _written(start, played, tuple(deck), written)
        log.append(entry)
        result = result_of(rules, played.deal, played.moves[-1])
        if result is None:
            break
        outright = None
        if rules.closing and result.standings.winners == (result.winner,):
            outright = result.winner
        totals = {score.player: score.points for score in result.scores}
        game = game.after(totals, Ending(result.winner, result.concealed, dealer, len(log)), outright)
        if game.standings.game_over:
            break
        back = [r.player for r in game.standings.may_reenter if random.random() < coming_back]
        if back and len(log) < deals:
            entry["reentries"] = back
            game, _ = game.back(back)
        dealer = game.standings.next_dealer
    reference: Body = {"id": resolved.id}
    if resolved.variants:
        reference["variants"] = list(resolved.variants)
    chosen = {n: v for n, v in rules.values.items() if resolved.origin[n] == "options"}
    if chosen:
        reference["options"] = chosen
    return {"ruleset": reference, "players": list(players), "deals": log}


def _written(start: Deal, played: _Playing, deck: Cards, how: str) -> Body:
    if how == "deck":
        dealing: Body = {"deck": [card.token for card in deck]}
    else:
        hands = {p.id: [card.token for card in p.hand or ()] for p in start.players if not p.eliminated}
        dealing = {"hands": hands, "upcard": start.discard_pile[0].token}
    moves = []
    for move, drawn in zip(played.moves, played.drawn, strict=True):
        if isinstance(move, DrawStock) and how == "hands":
            move = replace(move, card=drawn)  # noqa: PLW2901 - the same move, told in full
        elif isinstance(move, Replenish) and how == "hands":
            move = replace(move, stock=None)  # noqa: PLW2901
        moves.append(MOVE.write(move))
    return {"dealer": start.dealer, **dealing, "moves": moves}


@dataclass
class _Playing:
    """One deal being played."""

    rules: Ruleset
    random: Random
    deal: Deal
    moves: list[Move] = field(default_factory=list)
    drawn: list[Card | None] = field(default_factory=list)
    """For each move, the card it drew from the stock."""

    def to_the_end(self) -> None:
        while not self.deal.deal_over and len(self.moves) < _LONGEST_DEAL:
            self._play(self._drawing() if self.deal.turn.phase is Phase.DRAW else self._playing())

    @property
    def name(self) -> str:
        return self.deal.turn.player

    @property
    def hand(self) -> Cards:
        player = self.deal.player(self.name)
        assert player
        return player.hand or ()

    @property
    def has_opened(self) -> bool:
        player = self.deal.player(self.name)
        return player is not None and player.has_opened

    def _play(self, move: Move) -> None:
        verdict, self.deal = judge(self.rules, self.deal, move)
        assert verdict.legal, (move, verdict.violations)
        self.moves.append(move)
        drew = isinstance(move, DrawStock) and verdict.effects
        self.drawn.append(verdict.effects.drawn if drew and verdict.effects else None)

    def _legal(self, move: Move) -> bool:
        try:
            return is_legal(self.rules, self.deal, move)
        except TooComplex:
            return False

    # --- drawing ----------------------------------------------------------------------------------

    def _drawing(self) -> Move:
        take = DrawDiscard(self.name)
        if self._likes_the_discard() and self._legal(take):
            return take
        if self.deal.stock_size:
            return DrawStock(self.name)
        below = list(self.deal.discard_pile[:-1])
        self.random.shuffle(below)
        for move in (Replenish(self.name, tuple(below)), DeclareExhausted(self.name)):
            if self._legal(move):
                return move
        return take

    def _likes_the_discard(self) -> bool:
        if not self.deal.discard_pile or self.random.random() < 0.1:
            return False
        card = self.deal.discard_pile[-1]
        if self.rules.obliges:
            return True
        if self.rules.closing:
            now = arrange(self.rules, Question(self.hand)).remaining_points
            with_it = [arrange(self.rules, Question(rest)).remaining_points for _, rest in self._rests(card)]
            return min(with_it) < now - 3
        if self.rules.contract(self.deal.deal_number) and not self.has_opened:
            return self._company(card, self.hand) >= 2
        if card is JOKER:
            return True
        together = combinations((*self.hand, card), self.rules, Budget(), card)
        return next(together, None) is not None

    def _rests(self, taken: Card) -> Iterator[tuple[Card, Cards]]:
        """What could be left in hand after taking a card and throwing another."""
        for card in dict.fromkeys(self.hand):
            yield card, (*without(self.hand, (card,)), taken)

    # --- playing ----------------------------------------------------------------------------------

    def _playing(self) -> Move:
        if self.rules.closing:
            return self._closing()
        if self.deal.turn.must_meld:
            return self._using_the_card()
        for move in self._worth_laying():
            if self._legal(move):
                return move
        return self._discarding()

    def _using_the_card(self) -> Move:
        found = legal_moves(self.rules, self.deal, 200).moves
        laying = [move for move in found if isinstance(move, LayDown | LayOff)]
        return max(laying, key=lambda move: points(_cards(move), self.rules), default=None) or found[-1]

    def _worth_laying(self) -> Iterator[Move]:
        """New combinations, the dearest first, then single cards for the table, then swaps."""
        contract = self.rules.contract(self.deal.deal_number)
        if not self.has_opened and (contract or self.rules.opening_minimum):
            try:
                ways = list(islice(openings(self.hand, self.rules, contract, Budget()), _OPENINGS_WEIGHED))
            except TooComplex:
                ways = []
        else:
            ways = [(laid,) for laid in combinations(self.hand, self.rules, Budget())]
        laying = [LayDown(self.name, melds) for melds in ways]
        yield from sorted(laying, key=lambda move: -points(_cards(move), self.rules))
        yield from self._adding()
        if self.rules.joker_swap != "off" and self.has_opened:
            for lying in self.deal.table:
                if JOKER in lying.cards:
                    yield from (SwapJoker(self.name, lying.id, card) for card in dict.fromkeys(self.hand))

    def _adding(self) -> Iterator[Move]:
        for lying in self.deal.table:
            for card in sorted(dict.fromkeys(self.hand), key=lambda card: -self.rules.points[card]):
                if not isinstance(lying.meld, Escalera):
                    if card is JOKER or (lying.meld and card.rank == lying.meld.rank):
                        yield LayOff(self.name, lying.id, (card,))
                    continue
                places = lay_off_places(lying.meld, (card,), self.rules)
                for place in places[:1]:
                    yield LayOff(self.name, lying.id, (card,), place.cards if len(places) > 1 else None)

    @property
    def restless(self) -> bool:
        """Whether the player breaks up what was kept: the more often, the longer a deal takes."""
        return self.random.random() < len(self.moves) / _LONGEST_DEAL - 0.2

    def _discarding(self) -> Move:
        cards = list(dict.fromkeys(self.hand))
        self.random.shuffle(cards)
        rests = {card: without(self.hand, (card,)) for card in cards}
        if not self.restless:
            cards.sort(key=lambda card: (self._company(card, rests[card]), -self.rules.points[card]))
        for card in cards:
            if self._legal(Discard(self.name, card)):
                return Discard(self.name, card)
        return legal_moves(self.rules, self.deal, 200).moves[-1]

    def _company(self, card: Card, others: Cards) -> int:
        """How many cards a card goes with; a wild one goes with all of them."""
        if card in self.rules.wild:
            return 100
        pack = self.rules.cards
        return sum(
            1
            for other in others
            if other not in self.rules.wild
            and (
                (other.rank == card.rank and other.suit != card.suit)
                or (
                    (other.suit == card.suit or not self.rules.one_suit)
                    and 0 < abs(pack.place[other] - pack.place[card]) <= 2
                )
            )
        )

    def _closing(self) -> Move:
        best: tuple[int, Card, tuple[LaidMeld, ...]] | None = None
        for card in dict.fromkeys(self.hand):
            found = arrange(self.rules, Question(without(self.hand, (card,))))
            melds = tuple(LaidMeld(meld.cards, meld.kind) for meld in found.melds)
            if best is None or found.remaining_points < best[0]:
                if not self._legal(Discard(self.name, card)):
                    continue
                best = found.remaining_points, card, melds
        assert best
        loose, card, melds = best
        if loose > self.rules.close_max_loose and self.restless:
            return self._discarding()
        close = Close(self.name, card, melds)
        if loose <= self.rules.close_max_loose and self._legal(close):
            return close
        return Discard(self.name, card)


def _cards(move: LayDown | LayOff) -> Cards:
    return move.cards if isinstance(move, LayOff) else tuple(c for laid in move.melds for c in laid.cards)
