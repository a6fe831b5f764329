"""The rule book: every rule, in the order of relevance, and the one reader of them all.

A rule is bound here to the moves it judges, the article it rests on and the codes it may say. Adding a rule
means writing it in its chapter and giving it its place in this table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

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
from loba.rules import closing, discarding, drawing, joker_swaps, laying_off, opening, stock, turns
from loba.rules.case import Case
from loba.violations import Article, Code, Unjudgeable, Violation

if TYPE_CHECKING:
    from loba.moves import Move

Check = Callable[[Any], Iterator[Violation]]
ALL: Final = (*turns.DRAWING, *turns.PLAYING)
MELDING: Final = (LayDown, LayOff, SwapJoker)
PIERNA_CODES: Final = frozenset(code for code in Code if code.startswith("pierna."))
ESCALERA_CODES: Final = frozenset(code for code in Code if code.startswith("escalera."))


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the book."""

    check: Check
    article: Article
    moves: tuple[type, ...]
    codes: frozenset[Code]
    """What it may say; nothing for the rules that only ask for what cannot be judged otherwise."""
    ends: bool = False
    """Whether a violation of it leaves nothing else to be judged."""
    last: bool = False
    """Whether it is asked only where nothing else was found."""
    of_the_turn: bool = False
    """Whether it looks at nothing of a move but whose it is and of which type."""


def _rule(
    check: Check,
    article: Article,
    moves: tuple[type, ...],
    *codes: Code,
    ends: bool = False,
    last: bool = False,
    of_the_turn: bool = False,
) -> Rule:
    return Rule(check, article, moves, frozenset(codes), ends, last, of_the_turn)


BOOK: Final = (
    _rule(
        turns.the_player_sits_at_this_table,
        Article.TURN_ORDER,
        ALL,
        Code.UNKNOWN_PLAYER,
        ends=True,
        of_the_turn=True,
    ),
    _rule(turns.the_deal_is_not_over, Article.GOING_OUT, ALL, Code.DEAL_OVER, ends=True, of_the_turn=True),
    _rule(
        turns.the_player_is_still_in,
        Article.ELIMINATION,
        ALL,
        Code.PLAYER_ELIMINATED,
        ends=True,
        of_the_turn=True,
    ),
    _rule(
        turns.it_is_the_players_turn, Article.TURN_ORDER, ALL, Code.NOT_YOUR_TURN, ends=True, of_the_turn=True
    ),
    _rule(turns.a_pending_card_comes_first, Article.TAKING_THE_DISCARD, ALL, Code.MUST_MELD_FIRST, ends=True),
    _rule(
        turns.a_turn_is_draw_then_play, Article.TURN_ORDER, ALL, Code.WRONG_PHASE, ends=True, of_the_turn=True
    ),
    _rule(
        closing.melding_belongs_to_this_game,
        Article.CLOSING,
        MELDING,
        Code.NOT_IN_THIS_GAME,
        ends=True,
        of_the_turn=True,
    ),
    _rule(
        closing.closing_belongs_to_this_game,
        Article.CLOSING,
        (Close,),
        Code.CLOSE_NOT_ALLOWED,
        ends=True,
        of_the_turn=True,
    ),
    _rule(
        joker_swaps.jokers_may_be_swapped,
        Article.JOKER_SWAP,
        (SwapJoker,),
        Code.SWAP_NOT_ALLOWED,
        ends=True,
        of_the_turn=True,
    ),
    _rule(
        laying_off.the_combination_is_on_the_table,
        Article.LAYING_OFF,
        (LayOff, SwapJoker),
        Code.UNKNOWN_MELD,
        ends=True,
    ),
    # drawing and the stock
    _rule(drawing.the_stock_has_a_card, Article.STOCK, (DrawStock,), Code.STOCK_EMPTY),
    _rule(drawing.the_discard_pile_has_a_card, Article.DRAWING, (DrawDiscard,), Code.DISCARD_EMPTY),
    _rule(stock.the_stock_is_empty, Article.STOCK, (Replenish, DeclareExhausted), Code.STOCK_NOT_EMPTY),
    _rule(stock.the_discards_can_be_shuffled, Article.STOCK, (Replenish,), Code.REPLENISH_IMPOSSIBLE),
    _rule(stock.the_stock_is_used_up, Article.STOCK, (DeclareExhausted,), Code.REPLENISH_POSSIBLE),
    _rule(turns.the_hand_is_known, Article.TURN_ORDER, ALL, of_the_turn=True),
    _rule(
        drawing.the_card_drawn_is_the_next_one,
        Article.DRAWING,
        (DrawStock,),
        Code.CARD_MISMATCH,
        Code.CARD_UNAVAILABLE,
        Code.NOT_IN_PACK,
    ),
    _rule(drawing.the_card_drawn_is_named, Article.DRAWING, (DrawStock,)),
    _rule(drawing.the_discard_can_be_used, Article.TAKING_THE_DISCARD, (DrawDiscard,), Code.DISCARD_UNUSABLE),
    _rule(
        stock.the_new_stock_is_the_discards,
        Article.STOCK,
        (Replenish,),
        Code.REPLENISH_MISMATCH,
        Code.NOT_IN_PACK,
    ),
    # laying down
    _rule(
        opening.each_combination_is_one,
        Article.OPENING,
        (LayDown, Close),
        Code.UNRECOGNISED,
        Code.NOT_IN_PACK,
        *PIERNA_CODES,
        *ESCALERA_CODES,
    ),
    _rule(opening.the_cards_laid_are_in_hand, Article.OPENING, (LayDown,), Code.CARD_NOT_HELD),
    _rule(opening.each_id_is_new, Article.OPENING, (LayDown, Close), Code.DUPLICATE_ID),
    _rule(opening.new_combinations_are_still_allowed, Article.OPENING, (LayDown,), Code.NOT_ALLOWED_AGAIN),
    _rule(opening.the_opening_is_the_contract, Article.OPENING, (LayDown,), Code.CONTRACT_NOT_MET),
    _rule(opening.the_opening_reaches_the_minimum, Article.OPENING, (LayDown,), Code.BELOW_MINIMUM),
    # laying off
    _rule(laying_off.an_arrangement_is_of_an_escalera, Article.LAYING_OFF, (LayOff,)),
    _rule(laying_off.the_player_has_opened, Article.LAYING_OFF, (LayOff,), Code.NOT_OPENED, Code.SAME_TURN),
    _rule(laying_off.the_combination_may_be_added_to, Article.LAYING_OFF, (LayOff,), Code.NOT_YOURS),
    _rule(laying_off.the_cards_added_are_in_the_pack, Article.PACK, (LayOff,), Code.NOT_IN_PACK),
    _rule(laying_off.the_cards_added_are_in_hand, Article.LAYING_OFF, (LayOff,), Code.CARD_NOT_HELD),
    _rule(
        laying_off.the_result_is_a_combination,
        Article.LAYING_OFF,
        (LayOff,),
        Code.JOKER_FIXED,
        Code.REARRANGES,
        *PIERNA_CODES,
        *ESCALERA_CODES,
    ),
    _rule(
        opening.a_card_may_be_kept_for_the_discard,
        Article.GOING_OUT,
        (LayDown, LayOff),
        Code.DISCARD_REQUIRED,
    ),
    # swapping jokers
    _rule(joker_swaps.the_swapper_has_opened, Article.JOKER_SWAP, (SwapJoker,), Code.NOT_OPENED),
    _rule(joker_swaps.the_joker_is_within_reach, Article.JOKER_SWAP, (SwapJoker,), Code.NOT_YOURS),
    _rule(
        joker_swaps.the_card_swapped_in_is_in_hand,
        Article.JOKER_SWAP,
        (SwapJoker,),
        Code.CARD_NOT_HELD,
        Code.NOT_IN_PACK,
    ),
    _rule(
        joker_swaps.the_card_is_the_one_the_joker_stands_for,
        Article.JOKER_SWAP,
        (SwapJoker,),
        Code.NO_JOKER,
        Code.WRONG_CARD,
    ),
    _rule(joker_swaps.the_freed_joker_has_a_use, Article.JOKER_SWAP, (SwapJoker,), Code.NO_USE, last=True),
    # closing
    _rule(
        closing.the_cards_shown_are_in_hand,
        Article.CLOSING,
        (Close,),
        Code.CARD_NOT_HELD,
        Code.MELDS_OVERLAP,
        Code.NOT_IN_PACK,
    ),
    _rule(closing.few_points_stay_loose, Article.CLOSING, (Close,), Code.TOO_MANY_POINTS),
    # discarding
    _rule(
        discarding.the_card_discarded_is_in_hand,
        Article.DISCARDING,
        (Discard,),
        Code.CARD_NOT_HELD,
        Code.NOT_IN_PACK,
    ),
    _rule(discarding.a_joker_goes_last, Article.DISCARDING, (Discard,), Code.DISCARD_JOKER),
    _rule(
        discarding.the_card_just_taken_stays, Article.TAKING_THE_DISCARD, (Discard, Close), Code.JUST_TAKEN
    ),
    _rule(
        discarding.the_taken_card_has_been_used,
        Article.TAKING_THE_DISCARD,
        (Discard,),
        Code.TAKEN_CARD_UNUSED,
    ),
    _rule(
        opening.the_taken_card_can_still_be_used,
        Article.TAKING_THE_DISCARD,
        (LayDown, LayOff),
        Code.MUST_MELD_FIRST,
        last=True,
    ),
)
"""Every rule, the most telling first."""

_BY_MOVE: Final = {move: tuple(rule for rule in BOOK if move in rule.moves) for move in ALL}
_WITHOUT_TURN: Final = {
    move: tuple(rule for rule in rules if not rule.of_the_turn) for move, rules in _BY_MOVE.items()
}


def violations(case: Case[Move], *, turn_is_settled: bool = False) -> Iterator[Violation]:
    """Yield every reason against a move, the most telling first; nothing where it is legal.

    Paths are seen from the move. Raises Unjudgeable where nothing is against the move so far, but what the
    next rule needs is not known. Whoever asks about many moves of one player and type may say that the
    rules of the turn have been asked already.
    """
    found = False
    for rule in (_WITHOUT_TURN if turn_is_settled else _BY_MOVE)[type(case.move)]:
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
