"""Chapter: laying off, that is adding cards to a combination on the table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from loba.growth import arranged, movable_ends, placement
from loba.melds import Escalera, EscaleraFacts, Pierna, lie, read_escalera
from loba.rules.combinations import cards_are_in_the_pack, escalera_violations, judged_as_pierna
from loba.rules.escaleras import an_escalera_has_few_wild_cards
from loba.violations import Article, Code, Unjudgeable, Violation, Violations

if TYPE_CHECKING:
    from loba.melds import Cards
    from loba.moves import LayOff, SwapJoker
    from loba.rules.case import Case


def the_combination_is_on_the_table(case: Case[LayOff] | Case[SwapJoker]) -> Violations:
    """Cards are added to what lies there. Without it nothing more can be said."""
    if case.deal.on_table(case.move.meld) is None:
        yield Violation(Code.UNKNOWN_MELD, ("meld",), {"meld": case.move.meld})


def an_arrangement_is_of_an_escalera(case: Case[LayOff]) -> Violations:
    """Not a rule of the game: the order of a pierna means nothing, so asking for one is a mistake."""
    if case.move.arrangement is not None and isinstance(case.target.meld, Pierna):
        raise Unjudgeable("not-applicable", ("arrangement",))
    yield from ()


def the_player_has_opened(case: Case[LayOff]) -> Violations:
    """Laying off needs an opening, if the rules say so even one in an earlier turn."""
    params = {"player": case.move.player, "meld": case.move.meld}
    if not case.player.has_opened:
        yield Violation(Code.NOT_OPENED, (), params)
    elif case.rules.lay_off_from == "turn-after-opening" and case.deal.turn.opened_this_turn:
        yield Violation(Code.SAME_TURN, (), params)


def the_combination_may_be_added_to(case: Case[LayOff]) -> Violations:
    """Where only one's own combinations are added to, it is not another player's."""
    if case.target.owner != case.move.player:
        params = {"player": case.move.player, "owner": case.target.owner, "meld": case.move.meld}
        yield Violation(Code.NOT_YOURS, ("meld",), params)


def the_cards_added_are_in_the_pack(case: Case[LayOff]) -> Violations:
    """Every card belongs to the pack."""
    yield from cards_are_in_the_pack(case.move.cards, case.rules)


def the_cards_added_are_in_hand(case: Case[LayOff]) -> Violations:
    """No card is added that is not held, and none twice."""
    for index in case.not_held(case.move.cards):
        card = case.move.cards[index]
        if not case.strange(card):
            yield case.card_not_held(card, Article.LAYING_OFF).under("cards", index)


def the_result_is_a_combination(case: Case[LayOff]) -> Violations:
    """What lies there and what is added make one combination, in which all that lay keeps its place."""
    if not case.all_known(case.move.cards):
        return
    meld = case.target.meld
    if isinstance(meld, Pierna):
        yield from _onto_pierna(case, meld)
    elif isinstance(meld, Escalera):
        yield from _onto_run(case, meld)


def _onto_pierna(case: Case[LayOff], pierna: Pierna) -> Violations:
    facts, violations = judged_as_pierna(pierna.cards + case.move.cards, pierna.rank, case.rules)
    for violation in violations:
        yield _added(violation, len(pierna.cards))
    if not violations:
        case.will_lie(Pierna(facts.cards, pierna.rank, facts.wild_at))


def _onto_run(case: Case[LayOff], run: Escalera) -> Violations:
    added, wanted = case.move.cards, case.move.arrangement
    together = run.cards + added
    reordered = wanted is not None and Counter(wanted) != Counter(together)
    if not reordered:
        grown = placement(run, added, case.rules) if wanted is None else arranged(run, wanted, case.rules)
        if grown:
            case.will_lie(grown)
            return
    else:
        yield Violation(Code.REARRANGES, ("arrangement",), {"meld": case.move.meld}, detail="other-cards")
    facts = read_escalera(together, case.rules, run.suit)
    judged = [_added(v, len(run.cards)) for v in escalera_violations(facts, case.rules)]
    yield from judged
    if judged or reordered:
        if len(together) <= case.rules.longest:
            yield from _in_the_place_of_a_wild_card(case, run, fixed=True)
        return
    in_the_way = next(_in_the_place_of_a_wild_card(case, run), None)
    if wanted is not None and not _table_stays(run, wanted, case, in_order_only=in_the_way is not None):
        yield Violation(Code.REARRANGES, ("arrangement",), {"meld": case.move.meld})
    else:
        yield in_the_way or _too_many_as_they_lie(case, run) or _wild_card_stays(case, run)


def _table_stays(run: Escalera, wanted: Cards, case: Case[LayOff], *, in_order_only: bool) -> bool:
    """Say whether an arrangement leaves the natural cards of the table in order, or even where they lie."""
    if in_order_only:
        row = iter(wanted)
        return all(card in row for i, card in enumerate(run.cards) if i not in run.wild_at)
    for low in range(case.rules.top):
        result = lie(wanted, low, run.suit, case.rules)
        if result and all(
            0 <= i + run.low - low < len(wanted) and wanted[i + run.low - low] is c
            for i, c in enumerate(run.cards)
            if i not in run.wild_at
        ):
            return True
    return False


def _in_the_place_of_a_wild_card(case: Case[LayOff], run: Escalera, *, fixed: bool = False) -> Violations:
    """Name the cards a wild card of the run stands for; with `fixed`, only where neither can go elsewhere."""
    movable = movable_ends(run, case.rules)
    cornered = "no-room" if case.move.arrangement is None else "sent"
    for index, card in enumerate(case.move.cards):
        place = case.rules.cards.place.get(card)
        at = None if place is None else _wild_at(run, place, case)
        if at is None or (run.suit and card.suit != run.suit):
            continue
        if fixed and (at in movable or card in case.rules.wild):
            continue
        params = {"card": card, "wild": run.cards[at], "stands_for": run.stands_for(at, case.rules)}
        inner = at not in (0, len(run.cards) - 1)
        detail = "inner" if inner else cornered if at in movable else "end"
        yield Violation(Code.JOKER_FIXED, ("cards", index), params, detail=detail)


def _too_many_as_they_lie(case: Case[LayOff], run: Escalera) -> Violation | None:
    """Say that there would be too many wild cards, if those on the table stay what they are."""
    together, lying = run.cards + case.move.cards, len(run.cards)
    added = tuple(lying + i for i, card in enumerate(case.move.cards) if card in case.rules.wild)
    facts = EscaleraFacts(together, None, run.suit, wild_at=run.wild_at + added)
    surplus = next(an_escalera_has_few_wild_cards(facts, case.rules), None)
    return surplus and _added(surplus, lying)


def _wild_card_stays(case: Case[LayOff], run: Escalera) -> Violation:
    """Say that the cards would need a wild card of the run to move."""
    at = run.wild_at[0] if run.wild_at else 0
    params = {"wild": run.cards[at], "stands_for": run.stands_for(at, case.rules)}
    where = ("cards",) if case.move.arrangement is None else ("arrangement",)
    return Violation(Code.JOKER_FIXED, where, params, detail="move")


def _wild_at(run: Escalera, place: int, case: Case[LayOff]) -> int | None:
    """Return the index of the wild card that stands at a place of the pack, None where none does."""
    longest = case.rules.longest
    return next((i for i in run.wild_at if (run.low + i) % longest == place), None)


def _added(violation: Violation, lying: int) -> Violation:
    """Point at an added card: those that lie there come first in the reading."""
    at = violation.at
    if len(at) == 2 and isinstance(at[1], int):
        at = ("cards", at[1] - lying) if at[1] >= lying else ("cards",)
    return Violation(violation.code, at, violation.params, violation.said_by, violation.detail)
