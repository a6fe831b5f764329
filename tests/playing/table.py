"""A table at which anything may be tried, and that checks what must be true after every move."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from loba.api.schemas.moves import MOVE
from loba.api.schemas.requests import STATE_CHECK
from loba.api.schemas.state import STATE
from loba.cards import CARDS, Card
from loba.engine import Verdict, judge, play, violations
from loba.game import Game
from loba.legal_moves import LegalMoves, legal_moves
from loba.melds import Kind
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
from loba.replay import LoggedDeal, dealt, replay
from loba.results import result_of
from loba.rules.possible import examine
from loba.rulesets import Resolved
from loba.scoring import Ending
from loba.state import Deal
from loba.violations import TooComplex, Unjudgeable
from tests.fuzz.targets import call
from tests.support.worlds import NAMES, random_move, random_ruleset

_LISTED = 300
_MELD_IDS = ("m1", "m2", "m9", "x")


class Table:
    """A game under rules drawn at random. Each method is a step; wrong moves are no error."""

    def __init__(self, seed: int, *, closing: bool) -> None:
        random = Random(seed)
        self.resolved: Resolved = random_ruleset(random, closing=closing, hand_size=random.choice([5, 7, 9]))
        self.rules = self.resolved.rules
        seats = min(random.randint(2, 4), (self.rules.deck_size - 2) // (self.rules.hand_size + 1))
        self.players = NAMES[: max(seats, 2)]
        self.game = Game.begun(self.rules, self.players, None)
        self.dealer = random.choice(self.players)
        self.number = 0
        self.tried: Counter[str] = Counter()
        self._deal(random)

    # --- steps ------------------------------------------------------------------------------------

    def something_listed(self, seed: int) -> None:
        """Play a move that is said to be legal."""
        random = Random(seed)
        listed = self._listed(_LISTED)
        if listed and listed.moves:
            move = self._complete(random, random.choice(listed.moves))
            verdict = self.try_out(move, random)
            assert verdict is None or verdict.legal, (move, verdict.violations)

    def something(self, seed: int) -> None:
        """Try a move of any kind, by the player whose turn it is."""
        random = Random(seed)
        if not self.deal.deal_over and self._hand():
            self.try_out(random_move(random, self.rules, self.deal), random)

    def something_spoilt(self, seed: int) -> None:
        """Try a legal move with one thing in it exchanged."""
        random = Random(seed)
        listed = self._listed(_LISTED)
        if listed and listed.moves:
            self.try_out(self._spoilt(random, self._complete(random, random.choice(listed.moves))), random)

    def closing(self, seed: int) -> None:
        """Try to close, with any cards."""
        random = Random(seed)
        hand = list(self._hand())
        if hand:
            random.shuffle(hand)
            cut = random.randint(3, 4)
            melds = (
                (LaidMeld(tuple(hand[1 : cut + 1]), random.choice(list(Kind))),) if len(hand) > cut else ()
            )
            self.try_out(Close(self.deal.turn.player, hand[0], melds), random)

    def next_deal(self, seed: int) -> None:
        """Deal again, where the deal is over; begin a new game where that is over too."""
        if not self.deal.deal_over:
            return
        result = result_of(self.rules, self.deal, self.moves[-1])
        assert result is not None
        totals = {score.player: score.points for score in result.scores}
        ending = Ending(result.winner, result.concealed, self.dealer, self.number)
        self.game = self.game.after(totals, ending)
        if self.game.standings.game_over:
            self.game, self.number = Game.begun(self.rules, self.players, None), 0
        else:
            self.dealer = self.game.standings.next_dealer or self.dealer
        self._deal(Random(seed))

    # --- what must be true ------------------------------------------------------------------------

    def try_out(self, move: Move, random: Random) -> Verdict | None:
        """Ask about a move in every way there is, compare the answers, and go on if it is legal."""
        try:
            verdict, after = judge(self.rules, self.deal, move)
        except (TooComplex, Unjudgeable) as reason:
            self.tried[type(reason).__name__] += 1
            return None
        self.tried["legal" if verdict.legal else "illegal"] += 1
        assert tuple(violations(self.rules, self.deal, move)) == verdict.violations
        assert play(self.rules, self.deal, move) == (verdict.violations, after)
        assert _cards(after) == _cards(self.deal)
        assert (after is self.deal) is not verdict.legal
        self._agrees_with_the_list(move, verdict)
        if random.random() < 0.1:
            self._agrees_with_the_service(move, verdict)
        if random.random() < 0.1:
            self._agrees_with_a_replay(move, verdict)
        if verdict.legal:
            self._can_be_handed_on(after)
            self.deal = after
            self.moves.append(move)
        return verdict

    def _agrees_with_the_list(self, move: Move, verdict: Verdict) -> None:
        """A move of a form that is listed is legal exactly if it is listed."""
        if move.player != self.deal.turn.player:
            return
        listed = self._listed(_LISTED)
        if listed is None or listed.truncated:
            return
        here: bool | None = None
        match move:
            case DrawStock() | Discard() | DrawDiscard() | SwapJoker() | DeclareExhausted():
                plain = replace(move, card=None) if isinstance(move, DrawStock) else move
                here = plain in listed.moves
                if isinstance(move, DrawStock) and move.card and not verdict.legal:
                    here = False  # the card is another
            case Replenish():
                here = verdict.legal and Replenish(move.player) in listed.moves
            case LayOff(meld=meld, cards=(card,), arrangement=None):
                here = any(
                    isinstance(m, LayOff) and (m.meld, m.cards) == (meld, (card,)) for m in listed.moves
                )
            case LayDown(melds=(laid,)) if verdict.effects and laid.id is None:
                lying = verdict.effects.melds[0]
                laid_down = [m.melds[0] for m in listed.moves if isinstance(m, LayDown) and len(m.melds) == 1]
                here = any(
                    m.kind is lying.kind and _same(m.cards, lying.cards, ordered=lying.kind is Kind.ESCALERA)
                    for m in laid_down
                )
        assert here is None or here is verdict.legal, (move, verdict.violations, listed.moves)

    def _agrees_with_the_service(self, move: Move, verdict: Verdict) -> None:
        """Over HTTP it is the same verdict, and the same again where hinges are asked for as well."""
        asked = {"ruleset": self._reference(), "state": STATE.write(self.deal), "moves": [MOVE.write(move)]}
        verdicts = []
        for more in ({}, {"what_if": True}):
            body = json.dumps(asked | more).encode()
            status, content = call("POST", "/v1/adjudications", "", body, CONTENT_TYPE="application/json")
            answer = json.loads(content)
            assert status == 200 or (more and answer["type"] == "/problems/too-complex"), answer
            if status == 200:
                verdicts.append(answer["verdicts"])
                assert [v["code"] for v in verdicts[-1][0]["violations"]] == [
                    v.code for v in verdict.violations
                ]
                assert all(hinge["legal"] is not answer["legal"] for hinge in answer.get("hinges_on", ()))
        assert all(one == verdicts[0] for one in verdicts)

    def _agrees_with_a_replay(self, move: Move, verdict: Verdict) -> None:
        """A log of this deal up to here is legal exactly if the last move is."""
        if self.number > 1:
            return
        log = LoggedDeal(self.dealer, (*self.moves, move), deck=self.deck)
        replayed = replay(self.rules, self.players, (log,))
        assert replayed.moves_checked == len(log.moves)
        if verdict.legal:
            assert replayed.legal
        else:
            assert replayed.first_illegal
            assert replayed.first_illegal.move == len(self.moves)
            assert [v.code for v in replayed.first_illegal.violations] == [v.code for v in verdict.violations]

    def _can_be_handed_on(self, after: Deal) -> None:
        """The state of the answer, written and read again, is possible, and the same."""
        asked = {"ruleset": self._reference(), "state": STATE.write(after)}
        read = STATE_CHECK.load(json.loads(json.dumps(asked))).state
        looked_over = examine(self.rules, read)
        assert looked_over.findings == (), looked_over.findings
        assert looked_over.deal == after

    # --- helping hands ----------------------------------------------------------------------------

    def _deal(self, random: Random) -> None:
        deck = [card for card, copies in self.rules.copies.items() for _ in range(copies)]
        random.shuffle(deck)
        self.deck = tuple(deck)
        self.number += 1
        self.deal = dealt(self.game, LoggedDeal(self.dealer, (), deck=self.deck), self.number)
        self.moves: list[Move] = []

    def _listed(self, limit: int) -> LegalMoves | None:
        try:
            return legal_moves(self.rules, self.deal, limit)
        except TooComplex:
            self.tried["TooComplex"] += 1
            return None

    def _hand(self) -> tuple[Card, ...]:
        mover = self.deal.player(self.deal.turn.player)
        return (mover.hand or ()) if mover and not self.deal.deal_over else ()

    def _complete(self, random: Random, move: Move) -> Move:
        """Add what a list leaves out."""
        if isinstance(move, Replenish):
            below = self.deal.discard_pile[:-1]
            return Replenish(move.player, tuple(random.sample(below, len(below))))
        return move

    def _spoilt(self, random: Random, move: Move) -> Move:
        any_card = random.choice(list(CARDS.values()))
        choice = random.random()
        if choice < 0.2:
            return replace(move, player=random.choice([*self.players, "nobody"]))
        match move:
            case LayDown(melds=(first, *others)):
                cards = list(first.cards)
                if choice < 0.6:
                    cards[random.randrange(len(cards))] = random.choice([any_card, *self._hand()])
                elif choice < 0.8:
                    random.shuffle(cards)
                else:
                    cards.pop(random.randrange(len(cards)))
                kind = random.choice([first.kind, None, *Kind])
                laid = LaidMeld(tuple(cards) or first.cards, kind, random.choice([None, *_MELD_IDS]))
                return replace(move, melds=(laid, *others))
            case LayOff():
                ids = [lying.id for lying in self.deal.table]
                changed = replace(move, meld=random.choice([*ids, "x"]))
                return changed if choice < 0.6 else replace(move, cards=(any_card,), arrangement=None)
            case SwapJoker() | Discard() | Close():
                return replace(move, card=any_card)
            case Replenish(stock=stock):
                return replace(move, stock=(*(stock or ()), any_card))
            case DrawStock():
                return replace(move, card=any_card)
            case _:
                return move

    def _reference(self) -> dict[str, Any]:
        origin, values = self.resolved.origin, self.rules.values
        options = {name: values[name] for name in values if origin[name] == "options"}
        return {"id": self.resolved.id, "variants": list(self.resolved.variants), "options": options}


def _cards(deal: Deal) -> Counter[Card]:
    held = [player.hand or () for player in deal.players]
    lying = [meld.cards for meld in deal.table]
    return Counter(card for cards in (*held, *lying, deal.discard_pile, deal.stock or ()) for card in cards)


def _same(one: tuple[Card, ...], other: tuple[Card, ...], *, ordered: bool) -> bool:
    return one == other if ordered else Counter(one) == Counter(other)
