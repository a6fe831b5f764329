"""Chapter: laying combinations down, and what the first of them must come to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from loba.melds import Kind, points
from loba.moves import LayOff
from loba.rules.combinations import check
from loba.rules.lookahead import can_be_used
from loba.state import Source
from loba.violations import Article, Code, Violation, Violations

if TYPE_CHECKING:
    from loba.melds import Cards
    from loba.moves import Close, LayDown
    from loba.rules.case import Case


def the_cards_laid_are_in_hand(case: Case[LayDown]) -> Violations:
    """No card is laid that is not held, and none twice."""
    cards = _cards(case.move)
    beyond = case.not_held(cards)
    if not beyond:
        return
    places = [(m, c) for m, laid in enumerate(case.move.melds) for c in range(len(laid.cards))]
    for index in beyond:
        if not case.strange(cards[index]):
            m, c = places[index]
            yield case.card_not_held(cards[index], Article.OPENING).under("melds", m, "cards", c)


def each_combination_is_one(case: Case[LayDown] | Case[Close]) -> Violations:
    """Each set of cards laid down is a pierna or an escalera by the rules of this table."""
    case.combinations = tuple([check(laid.cards, laid.kind, case.rules) for laid in case.move.melds])
    for index, combination in enumerate(case.combinations):
        for violation in combination.violations:
            yield violation.under("melds", index)


def each_id_is_new(case: Case[LayDown] | Case[Close]) -> Violations:
    """A combination cannot have the id of another one."""
    if all(laid.id is None for laid in case.move.melds):
        return
    taken = {lying.id for lying in case.deal.table}
    for index, laid in enumerate(case.move.melds):
        if laid.id is None:
            continue
        if laid.id in taken:
            yield Violation(Code.DUPLICATE_ID, ("melds", index, "id"), {"meld": laid.id})
        taken.add(laid.id)


def new_combinations_are_still_allowed(case: Case[LayDown]) -> Violations:
    """Where nothing may follow the contract, a player who has opened lays no new combination."""
    if case.player.has_opened:
        yield Violation(Code.NOT_ALLOWED_AGAIN, (), {"player": case.move.player})


def the_opening_is_the_contract(case: Case[LayDown]) -> Violations:
    """The first combinations are exactly what the contract of this deal asks for.

    A combination that is none counts as the kind it was to be, so that this is said only where it is a
    fault of its own.
    """
    contract = case.rules.contract(case.deal.deal_number)
    if contract is None or case.player.has_opened:
        return
    kinds = Counter(
        found.meld.kind if found.meld else laid.kind
        for laid, found in zip(case.move.melds, case.combinations, strict=True)
    )
    many = kinds[Kind.PIERNA] > contract.piernas or kinds[Kind.ESCALERA] > contract.escaleras
    if many or len(case.move.melds) != contract.piernas + contract.escaleras:
        params = {
            "piernas": contract.piernas,
            "escaleras": contract.escaleras,
            "laid_piernas": kinds[Kind.PIERNA],
            "laid_escaleras": kinds[Kind.ESCALERA],
            "deal_number": case.deal.deal_number,
        }
        yield Violation(Code.CONTRACT_NOT_MET, ("melds",), params)


def the_opening_reaches_the_minimum(case: Case[LayDown]) -> Violations:
    """The first combinations are worth the opening minimum, counted over all of this move."""
    cards = _cards(case.move)
    if case.player.has_opened or not case.all_known(cards):
        return
    worth = points(cards, case.rules)
    if worth < case.rules.opening_minimum:
        params = {"points": worth, "minimum": case.rules.opening_minimum}
        yield Violation(Code.BELOW_MINIMUM, ("melds",), params)


def a_card_may_be_kept_for_the_discard(case: Case[LayDown] | Case[LayOff]) -> Violations:
    """Where only a discard may empty the hand, a card is left after laying."""
    cards = _cards(case.move)
    if len(cards) == len(case.hand) and not case.not_held(cards):
        yield Violation(Code.DISCARD_REQUIRED, (), {"player": case.move.player, "count": len(cards)})


def the_taken_card_can_still_be_used(case: Case[LayDown] | Case[LayOff]) -> Violations:
    """Where a taken card has to be used this turn, no move may take away its last use."""
    pending = case.deal.turn.must_meld
    assert pending is not None
    if pending.source is not Source.DISCARD or pending.card in _cards(case.move):
        return
    after = case.outcome()
    if after.deal_over or not can_be_used(case, after, pending):
        params = {"card": pending.card, "player": case.move.player}
        yield Violation(Code.MUST_MELD_FIRST, (), params, detail="still")


def _cards(move: LayDown | LayOff) -> Cards:
    if isinstance(move, LayOff):
        return move.cards
    if len(move.melds) == 1:
        return move.melds[0].cards
    return tuple([card for laid in move.melds for card in laid.cards])
