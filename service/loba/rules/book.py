"""The rule book: every rule, in the order of relevance.

A rule is bound here to the moves it judges, the tables it is played at, the article it rests on and the codes
it may say. Adding a rule means writing it in its chapter and giving it its place in this table. How it is
read stands in `loba.rules.reading`.
"""

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
from loba.rules import closing, discarding, drawing, joker_swaps, laying_off, opening, stock, turns
from loba.rules.reading import Asked, Book, Rule
from loba.violations import Article, Code

if TYPE_CHECKING:
    from collections.abc import Callable

    from loba.moves import Move
    from loba.rules.reading import Check, Moment
    from loba.ruleset import Ruleset

ALL: Final = (*turns.DRAWING, *turns.PLAYING)
MELDING: Final = (LayDown, LayOff, SwapJoker)
PIERNA_CODES: Final = frozenset(code for code in Code if code.startswith("pierna."))
ESCALERA_CODES: Final = frozenset(code for code in Code if code.startswith("escalera."))


def _a_card_waits(moment: Moment) -> bool:
    return moment.pending


def _rule(  # noqa: PLR0913 - what there is to say of a rule
    check: Check,
    article: Article,
    moves: tuple[type[Move], ...],
    *codes: Code,
    where: Callable[[Ruleset], bool] | None = None,
    forbids: bool = False,
    ends: bool = False,
    last: bool = False,
    when: Callable[[Moment], bool] | None = None,
    reads: bool = False,
    asked: Asked = Asked.OF_EACH_MOVE,
) -> Rule:
    return Rule(check, article, moves, frozenset(codes), where, forbids, ends, last, when, reads, asked)


RULES: Final = (
    _rule(
        turns.the_player_sits_at_this_table,
        Article.TURN_ORDER,
        ALL,
        Code.UNKNOWN_PLAYER,
        ends=True,
        asked=Asked.OF_THE_TURN,
    ),
    _rule(
        turns.the_deal_is_not_over, Article.GOING_OUT, ALL, Code.DEAL_OVER, ends=True, asked=Asked.OF_THE_TURN
    ),
    _rule(
        turns.the_player_is_still_in,
        Article.ELIMINATION,
        ALL,
        Code.PLAYER_ELIMINATED,
        ends=True,
        asked=Asked.OF_THE_TURN,
    ),
    _rule(
        turns.it_is_the_players_turn,
        Article.TURN_ORDER,
        ALL,
        Code.NOT_YOUR_TURN,
        ends=True,
        asked=Asked.OF_THE_TURN,
    ),
    _rule(
        turns.a_pending_card_comes_first,
        Article.TAKING_THE_DISCARD,
        ALL,
        Code.MUST_MELD_FIRST,
        ends=True,
        when=_a_card_waits,
    ),
    _rule(
        turns.a_turn_is_draw_then_play,
        Article.TURN_ORDER,
        ALL,
        Code.WRONG_PHASE,
        ends=True,
        asked=Asked.OF_THE_TURN,
    ),
    _rule(
        closing.melding_belongs_to_this_game,
        Article.CLOSING,
        MELDING,
        Code.NOT_IN_THIS_GAME,
        ends=True,
        asked=Asked.OF_THE_TURN,
        where=lambda rules: rules.closing,
        forbids=True,
    ),
    _rule(
        closing.closing_belongs_to_this_game,
        Article.CLOSING,
        (Close,),
        Code.CLOSE_NOT_ALLOWED,
        ends=True,
        asked=Asked.OF_THE_TURN,
        where=lambda rules: not rules.closing,
        forbids=True,
    ),
    _rule(
        joker_swaps.jokers_may_be_swapped,
        Article.JOKER_SWAP,
        (SwapJoker,),
        Code.SWAP_NOT_ALLOWED,
        ends=True,
        asked=Asked.OF_THE_TURN,
        where=lambda rules: rules.joker_swap == "off",
        forbids=True,
    ),
    _rule(
        laying_off.the_combination_is_on_the_table,
        Article.LAYING_OFF,
        (LayOff, SwapJoker),
        Code.UNKNOWN_MELD,
        ends=True,
        asked=Asked.NEVER,
    ),
    # drawing and the stock
    _rule(
        drawing.the_stock_has_a_card, Article.STOCK, (DrawStock,), Code.STOCK_EMPTY, asked=Asked.OF_THE_TURN
    ),
    _rule(
        drawing.the_discard_pile_has_a_card,
        Article.DRAWING,
        (DrawDiscard,),
        Code.DISCARD_EMPTY,
        asked=Asked.OF_THE_TURN,
    ),
    _rule(
        stock.the_stock_is_empty,
        Article.STOCK,
        (Replenish, DeclareExhausted),
        Code.STOCK_NOT_EMPTY,
        asked=Asked.OF_THE_TURN,
    ),
    _rule(stock.the_discards_can_be_shuffled, Article.STOCK, (Replenish,), Code.REPLENISH_IMPOSSIBLE),
    _rule(stock.the_stock_is_used_up, Article.STOCK, (DeclareExhausted,), Code.REPLENISH_POSSIBLE),
    _rule(turns.the_hand_is_known, Article.TURN_ORDER, ALL, asked=Asked.OF_THE_TURN),
    _rule(
        drawing.the_card_drawn_is_the_next_one,
        Article.DRAWING,
        (DrawStock,),
        Code.CARD_MISMATCH,
        Code.CARD_UNAVAILABLE,
        Code.NOT_IN_PACK,
        asked=Asked.NEVER,
    ),
    _rule(drawing.the_card_drawn_is_named, Article.DRAWING, (DrawStock,), asked=Asked.NEVER),
    _rule(
        drawing.the_discard_can_be_used,
        Article.TAKING_THE_DISCARD,
        (DrawDiscard,),
        Code.DISCARD_UNUSABLE,
        where=lambda rules: rules.obliges,
    ),
    _rule(
        stock.the_new_stock_is_the_discards,
        Article.STOCK,
        (Replenish,),
        Code.REPLENISH_MISMATCH,
        Code.NOT_IN_PACK,
        asked=Asked.NEVER,
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
        reads=True,
    ),
    _rule(
        opening.the_cards_laid_are_in_hand, Article.OPENING, (LayDown,), Code.CARD_NOT_HELD, asked=Asked.NEVER
    ),
    _rule(opening.each_id_is_new, Article.OPENING, (LayDown, Close), Code.DUPLICATE_ID, asked=Asked.NEVER),
    _rule(
        opening.new_combinations_are_still_allowed,
        Article.OPENING,
        (LayDown,),
        Code.NOT_ALLOWED_AGAIN,
        where=lambda rules: bool(rules.contracts) and not rules.melds_after_contract,
        asked=Asked.OF_THE_TURN,
    ),
    _rule(
        opening.the_opening_is_the_contract,
        Article.OPENING,
        (LayDown,),
        Code.CONTRACT_NOT_MET,
        where=lambda rules: bool(rules.contracts),
    ),
    _rule(
        opening.the_opening_reaches_the_minimum,
        Article.OPENING,
        (LayDown,),
        Code.BELOW_MINIMUM,
        where=lambda rules: rules.opening_minimum > 0,
    ),
    # laying off
    _rule(laying_off.an_arrangement_is_of_an_escalera, Article.LAYING_OFF, (LayOff,), asked=Asked.NEVER),
    _rule(
        laying_off.the_player_has_opened,
        Article.LAYING_OFF,
        (LayOff,),
        Code.NOT_OPENED,
        Code.SAME_TURN,
        where=lambda rules: rules.lay_off_from != "any-time",
        asked=Asked.OF_THE_TURN,
    ),
    _rule(
        laying_off.the_combination_may_be_added_to,
        Article.LAYING_OFF,
        (LayOff,),
        Code.NOT_YOURS,
        where=lambda rules: rules.lay_off_on == "own-melds",
    ),
    _rule(
        laying_off.the_cards_added_are_in_the_pack,
        Article.PACK,
        (LayOff,),
        Code.NOT_IN_PACK,
        asked=Asked.NEVER,
    ),
    _rule(
        laying_off.the_cards_added_are_in_hand,
        Article.LAYING_OFF,
        (LayOff,),
        Code.CARD_NOT_HELD,
        asked=Asked.NEVER,
    ),
    _rule(
        laying_off.the_result_is_a_combination,
        Article.LAYING_OFF,
        (LayOff,),
        Code.JOKER_FIXED,
        Code.REARRANGES,
        *PIERNA_CODES,
        *ESCALERA_CODES,
        reads=True,
    ),
    _rule(
        opening.a_card_may_be_kept_for_the_discard,
        Article.GOING_OUT,
        (LayDown, LayOff),
        Code.DISCARD_REQUIRED,
        where=lambda rules: rules.discard_must_end,
    ),
    # swapping jokers
    _rule(
        joker_swaps.the_swapper_has_opened,
        Article.JOKER_SWAP,
        (SwapJoker,),
        Code.NOT_OPENED,
        asked=Asked.OF_THE_TURN,
    ),
    _rule(
        joker_swaps.the_joker_is_within_reach,
        Article.JOKER_SWAP,
        (SwapJoker,),
        Code.NOT_YOURS,
        where=lambda rules: rules.joker_swap == "own-melds",
    ),
    _rule(
        joker_swaps.the_card_swapped_in_is_in_hand,
        Article.JOKER_SWAP,
        (SwapJoker,),
        Code.CARD_NOT_HELD,
        Code.NOT_IN_PACK,
        asked=Asked.NEVER,
    ),
    _rule(
        joker_swaps.the_card_is_the_one_the_joker_stands_for,
        Article.JOKER_SWAP,
        (SwapJoker,),
        Code.NO_JOKER,
        Code.WRONG_CARD,
        reads=True,
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
        asked=Asked.NEVER,
    ),
    _rule(closing.few_points_stay_loose, Article.CLOSING, (Close,), Code.TOO_MANY_POINTS),
    # discarding
    _rule(
        discarding.the_card_discarded_is_in_hand,
        Article.DISCARDING,
        (Discard,),
        Code.CARD_NOT_HELD,
        Code.NOT_IN_PACK,
        asked=Asked.NEVER,
    ),
    _rule(
        discarding.a_joker_goes_last,
        Article.DISCARDING,
        (Discard,),
        Code.DISCARD_JOKER,
        where=discarding.jokers_go_last,
        when=lambda moment: moment.joker,
    ),
    _rule(
        discarding.the_card_just_taken_stays,
        Article.TAKING_THE_DISCARD,
        (Discard, Close),
        Code.JUST_TAKEN,
        where=discarding.taken_cards_stay,
        when=lambda moment: moment.taken,
    ),
    _rule(
        discarding.the_taken_card_has_been_used,
        Article.TAKING_THE_DISCARD,
        (Discard,),
        Code.TAKEN_CARD_UNUSED,
        where=lambda rules: rules.discard_take == "use-this-turn",
        when=_a_card_waits,
    ),
    _rule(
        opening.the_taken_card_can_still_be_used,
        Article.TAKING_THE_DISCARD,
        (LayDown, LayOff),
        Code.MUST_MELD_FIRST,
        last=True,
        when=_a_card_waits,
    ),
)
"""Every rule, the most telling first."""

BOOK: Final = Book(RULES)
"""The one rule book."""
