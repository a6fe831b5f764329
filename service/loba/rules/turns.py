"""Chapter: whose turn it is. A violation here ends the checks, for the rest of the move means nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from loba.moves import (
    Close,
    DeclareExhausted,
    Discard,
    DrawDiscard,
    DrawStock,
    LayDown,
    LayOff,
    Replenish,
    SwapJoker,
)
from loba.rules.lookahead import can_be_used
from loba.state import Phase, Source
from loba.violations import Article, Code, Unjudgeable, Violation, Violations

if TYPE_CHECKING:
    from loba.moves import Move
    from loba.rules.case import Case
    from loba.state import Pending

DRAWING: Final[tuple[type, ...]] = (DrawStock, DrawDiscard, Replenish, DeclareExhausted)
"""The moves of the draw phase."""
PLAYING: Final[tuple[type, ...]] = (LayDown, LayOff, SwapJoker, Discard, Close)
"""The moves of the play phase."""


def the_player_sits_at_this_table(case: Case[Move]) -> Violations:
    """Only a player of this deal moves."""
    if case.deal.player(case.move.player) is None:
        yield Violation(Code.UNKNOWN_PLAYER, ("player",), {"player": case.move.player})


def the_deal_is_not_over(case: Case[Move]) -> Violations:
    """Nothing is played once the deal is over."""
    if case.deal.deal_over:
        yield Violation(Code.DEAL_OVER, (), {"player": case.move.player})


def the_player_is_still_in(case: Case[Move]) -> Violations:
    """Whoever is out of the game does not move."""
    if case.player.eliminated:
        yield Violation(Code.PLAYER_ELIMINATED, ("player",), {"player": case.move.player})


def it_is_the_players_turn(case: Case[Move]) -> Violations:
    """Turns pass one by one; nobody buys or plays out of turn."""
    if case.deal.turn.player != case.move.player:
        params = {"player": case.move.player, "turn": case.deal.turn.player}
        yield Violation(Code.NOT_YOUR_TURN, ("player",), params)


def a_pending_card_comes_first(case: Case[Move]) -> Violations:
    """A card taken to be used at once, or a joker freed by a swap, is used by the very next move.

    Only where it cannot be used any more (a state may be handed in like that) a card may be discarded.
    """
    pending = case.deal.turn.must_meld
    assert pending is not None
    if _uses(case, pending):
        return
    at_once = pending.source is Source.JOKER_SWAP or case.rules.discard_take == "use-at-once"
    if not at_once and not isinstance(case.move, SwapJoker):
        return
    if at_once and isinstance(case.move, Discard) and not can_be_used(case, case.deal, pending):
        return
    params = {"player": case.move.player, "card": pending.card}
    swapped = pending.source is Source.JOKER_SWAP
    said_by = Article.JOKER_SWAP if swapped else Article.TAKING_THE_DISCARD
    yield Violation(Code.MUST_MELD_FIRST, (), params, said_by, "joker" if swapped else "")


def _uses(case: Case[Move], pending: Pending) -> bool:
    """Say whether the move lays the pending card; a freed joker needs a new combination."""
    match case.move:
        case LayDown(melds=melds):
            return any(pending.card in laid.cards for laid in melds)
        case LayOff(cards=cards):
            return pending.source is Source.DISCARD and pending.card in cards
        case _:
            return False


def a_turn_is_draw_then_play(case: Case[Move]) -> Violations:
    """One card is drawn, from one place, before anything else."""
    phase = Phase.DRAW if type(case.move) in DRAWING else Phase.PLAY
    if phase is not case.deal.turn.phase:
        detail = "drawn-already" if phase is Phase.DRAW else "draw-first"
        yield Violation(Code.WRONG_PHASE, (), {"player": case.move.player}, detail=detail)


def the_hand_is_known(case: Case[Move]) -> Violations:
    """Not a rule of the game: a move can be judged only when the mover's hand is known."""
    if case.player.hand is None:
        raise Unjudgeable("state.mover-hand-hidden", ("player",))
    yield from ()
