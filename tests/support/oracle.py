"""A second opinion: what is legal, written straight from the rules, slow and without any cleverness.

Nothing here shares code with the rule book. Every question is answered by trying everything: every place
for every card, every set of cards in hand, every sequence of moves. It says only whether a move is legal,
never why not. Tests compare it with the engine on random positions; it must stay simpler than the engine,
so whatever would make it fast has been left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from loba.cards import JOKER, PACKS, Card
from loba.melds import Kind
from loba.moves import (
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
from loba.ruleset import Ruleset
from loba.state import Deal, Phase, Source, TableMeld

Row = tuple[Card, ...]


# --- combinations ---------------------------------------------------------------------------------


def is_pierna(cards: Row, rules: Ruleset) -> bool:
    """Article `pierna`, sentence by sentence."""
    naturals = [c for c in cards if c is not JOKER]
    suits = [c.suit for c in naturals]
    return (
        len(cards) >= 3
        and len({c.rank for c in naturals}) == 1
        and len(cards) - len(naturals) <= rules.pierna_wilds
        and len(naturals) >= 2
        and {
            "three-locked": len(set(suits)) == 3,
            "all-different": len(set(suits)) == len(suits),
            "any": True,
        }[rules.pierna_suits]
    )


@dataclass(frozen=True)
class Run:
    """Cards in a row. `low` counts places: 0 is the low ace, the place above the king the high ace."""

    cards: Row
    low: int
    suit: str
    """Empty where suits do not matter."""
    wild: frozenset[int]
    """Places of the wild cards."""

    def at(self, place: int) -> Card | None:
        """The card at a place, None outside the run."""
        index = place - self.low
        return self.cards[index] if 0 <= index < len(self.cards) else None

    @property
    def high(self) -> int:
        """The place of the last card."""
        return self.low + len(self.cards) - 1


def row(cards: Row, low: int, suit: str, rules: Ruleset) -> Run | None:
    """Article `escalera`: lay cards in this very order from a place on; None where that is no escalera."""
    ranks = PACKS[rules.pack].ranks
    top = len(ranks) if rules.ace == "high-or-low" else len(ranks) - 1
    if low < 0 or low + len(cards) - 1 > top or len(cards) > len(ranks) or len(cards) < rules.escalera_min:
        return None
    wild = set()
    for place, card in enumerate(cards, low):
        rank = ranks[place % len(ranks)]
        natural = card.rank == rank and (card.suit == suit or not suit)
        may_be_wild = card is JOKER or (rules.wild_twos and card.rank == ranks[1])
        if not natural and not may_be_wild:
            return None
        if not natural:
            wild.add(place)
    if len(wild) > rules.escalera_wilds or len(cards) - len(wild) < rules.escalera_min_naturals:
        return None
    return Run(cards, low, suit, frozenset(wild))


def rows(cards: Row, rules: Ruleset) -> set[Run]:
    """Every reading of cards in just this order."""
    pack = PACKS[rules.pack]
    suits = pack.suits if rules.escalera_suit == "same" else ("",)
    return {run for low in range(len(pack.ranks) + 1) for s in suits if (run := row(cards, low, s, rules))}


def runs(cards: Row, rules: Ruleset) -> set[Run]:
    """Every way in which cards can lie as an escalera, whatever their order."""
    fixed = [c for c in cards if c is not JOKER and not (rules.wild_twos and c.rank == "2")]
    loose = [c for c in cards if c not in fixed]
    found: set[Run] = set()
    ranks = PACKS[rules.pack].ranks
    for low in range(len(ranks) + 1):
        places = range(low, low + len(cards))
        if places[-1] > len(ranks):
            break
        seats = {
            (place if place in places else len(ranks)): card
            for card in fixed
            if (place := ranks.index(card.rank)) in places or (place == 0 and len(ranks) in places)
        }
        if len(seats) < len(fixed):
            continue
        empty = [place for place in places if place not in seats]
        for order in set(permutations(loose)):
            filled = seats | dict(zip(empty, order, strict=True))
            found |= {run for run in rows(tuple(filled[p] for p in places), rules) if run.low == low}
    return found


def reading(cards: Row, rules: Ruleset) -> Run | None:
    """Which way they lie when nothing else is said: the order given, or naturals first and wilds high."""
    given = rows(cards, rules)
    if given:
        return min(given, key=lambda run: (len(run.wild), run.low))
    ranks = PACKS[rules.pack].ranks

    def preference(run: Run) -> tuple[bool, bool, int]:
        two = rules.wild_twos and any(
            c.rank == ranks[1] and p not in run.wild for p, c in enumerate(run.cards, run.low)
        )
        ace_high = (card := run.at(len(ranks))) is not None and card.rank == ranks[0]
        return not two, ace_high, -run.low

    return min(runs(cards, rules), key=preference, default=None)


def is_combination(cards: Row, kind: Kind | None, rules: Ruleset) -> bool:
    """Whether cards can be laid down as this kind, or as any."""
    return (kind is not Kind.ESCALERA and is_pierna(cards, rules)) or (
        kind is not Kind.PIERNA and bool(runs(cards, rules))
    )


# --- growing --------------------------------------------------------------------------------------


def grown(run: Run, added: Row, rules: Ruleset) -> set[Run]:
    """Articles `laying-off` and `end-joker`: everything a run may become when cards are added."""
    return {
        result
        for result in runs(run.cards + added, rules)
        if result.suit == run.suit and (stays(run, result) or end_card_moved(run, result, rules))
    }


def stays(run: Run, result: Run, but: int | None = None) -> bool:
    """All cards already there keep their place, but for the one at the place `but`."""
    return all(result.at(p) is card for p, card in enumerate(run.cards, run.low) if p != but)


def end_card_moved(run: Run, result: Run, rules: Ruleset) -> bool:
    """One wild card at an end, a natural beside it, became the outermost card where the rules let it."""
    for end, beside, opposite in ((run.low, run.low + 1, "high"), (run.high, run.high - 1, "low")):
        if rules.end_joker == "fixed" or end not in run.wild or beside in run.wild:
            continue
        wild = run.at(end)
        landed = {"high": result.high, "low": result.low}
        beyond = {"high": result.high > run.high, "low": result.low < run.low}
        if end == run.high:
            beyond["high"] = result.high >= run.high
        else:
            beyond["low"] = result.low <= run.low
        for side, place in landed.items():
            allowed = rules.end_joker == "either-end" or side == opposite
            naturals = sum(p not in result.wild and p != place for p in range(result.low, result.high + 1))
            joined = naturals > len(run.cards) - len(run.wild)
            if allowed and beyond[side] and joined and result.at(place) is wild and stays(run, result, end):
                return True
    return False


def preferred(run: Run, added: Row, rules: Ruleset) -> Run | None:
    """What happens when no arrangement is given: the end joker stays, a two goes home, wilds go high."""

    def preference(result: Run) -> tuple[bool, bool, int]:
        at_home = rules.wild_twos and result.at(1) in added and 1 not in result.wild
        return not stays(run, result), not at_home, -result.low

    return min(grown(run, added, rules), key=preference, default=None)


# --- a turn ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lying:
    """A combination on the table."""

    owner: str
    cards: Row
    run: Run | None
    """None for a pierna."""


@dataclass(frozen=True)
class Scene:
    """The play phase of one player, as far as melding and laying off depend on it."""

    player: str
    hand: Row
    opened: bool
    opened_now: bool
    table: tuple[Lying, ...]
    deal_number: int
    pending: Card | None = None
    """A card that has to be laid."""
    new_only: bool = False
    """Whether it has to go into a new combination."""

    def without(self, cards: Row) -> Row:
        """The hand without some cards."""
        left = Counter(self.hand)
        left.subtract(cards)
        return tuple(sorted(left.elements(), key=lambda c: c.token))

    def holds(self, cards: Row) -> bool:
        """Whether the hand has these cards, each as often as named."""
        return not Counter(cards) - Counter(self.hand)


def melds_allowed(scene: Scene, melds: list[tuple[Kind | None, Row]], rules: Ruleset) -> bool:
    """Article `opening`: whether new combinations may be laid, the look ahead apart."""
    cards = tuple(c for _, laid in melds for c in laid)
    if not scene.holds(cards) or not all(is_combination(laid, kind, rules) for kind, laid in melds):
        return False
    if rules.going_out == "discard-required" and len(cards) == len(scene.hand):
        return False
    if scene.opened:
        return not rules.contracts or rules.melds_after_contract
    if rules.contracts:
        wanted = rules.contracts[(scene.deal_number - 1) % len(rules.contracts)]
        piernas = sum(k is not Kind.ESCALERA and is_pierna(laid, rules) for k, laid in melds)
        if (piernas, len(melds) - piernas) != (wanted.piernas, wanted.escaleras):
            return False
    return sum(worth(c, rules) for c in cards) >= rules.opening_minimum


def worth(card: Card, rules: Ruleset) -> int:
    """Article `card-values`."""
    table = rules.card_values
    named = {"A": "ace", "1": "ace", "2": "two", "J": "jack", "Q": "queen", "K": "king", "JOKER": "joker"}
    spanish = {"10": "jack", "11": "queen", "12": "king"}
    name = named.get(card.rank) or spanish.get(card.rank)
    return getattr(table, name) if name else 10 if card.rank == "T" else int(card.rank)


def lay_off_results(scene: Scene, target: Lying, cards: Row, rules: Ruleset) -> list[Lying]:
    """Everything a combination may become, nothing where the lay-off is not allowed; look ahead apart."""
    allowed = (
        scene.holds(cards)
        and (target.owner == scene.player or rules.lay_off_on == "any-meld")
        and not (rules.going_out == "discard-required" and len(cards) == len(scene.hand))
        and {
            "any-time": True,
            "once-opened": scene.opened,
            "turn-after-opening": scene.opened and not scene.opened_now,
        }[rules.lay_off_from]
    )
    if not allowed:
        return []
    if target.run is None:
        rank = next(c.rank for c in target.cards if c is not JOKER)
        whole = target.cards + cards
        fits = is_pierna(whole, rules) and all(c is JOKER or c.rank == rank for c in cards)
        return [replace(target, cards=whole)] if fits else []
    return [replace(target, cards=r.cards, run=r) for r in grown(target.run, cards, rules)]


def subsets(hand: Row) -> list[Row]:
    """Every set of cards in hand, identical ones once."""
    sets = {
        tuple(sorted(chosen, key=lambda c: c.token))
        for n in range(1, len(hand) + 1)
        for chosen in combinations(hand, n)
    }
    return sorted(sets, key=lambda cards: (len(cards), [c.token for c in cards]))


def sets_of_melds(hand: Row, rules: Ruleset, most: int) -> list[list[tuple[Kind | None, Row]]]:
    """Every set of up to `most` combinations that can be made of a hand at the same time."""
    found: list[list[tuple[Kind | None, Row]]] = [[]]
    good = [
        (kind, cards)
        for cards in subsets(hand)
        for kind in Kind
        if len(cards) >= 3 and is_combination(cards, kind, rules)
    ]

    def choose(start: int, left: Counter[Card], chosen: list[tuple[Kind | None, Row]]) -> None:
        for index in range(start, len(good)):
            used = Counter(good[index][1])
            if len(chosen) < most and not used - left:
                more = [*chosen, good[index]]
                found.append(more)
                choose(index, left - used, more)

    choose(0, Counter(hand), [])
    return found[1:]


def next_scenes(scene: Scene, rules: Ruleset) -> Iterator[tuple[Row, Scene]]:
    """Every meld or lay-off there is, with the cards it takes and what is left."""
    most = 1 if scene.opened or not (rules.contracts or rules.opening_minimum) else 6
    for melds in sets_of_melds(scene.hand, rules, most):
        if melds_allowed(scene, melds, rules):
            cards = tuple(c for _, laid in melds for c in laid)
            new = tuple(
                Lying(scene.player, laid, None if kind is Kind.PIERNA else reading(laid, rules))
                for kind, laid in melds
            )
            yield (
                cards,
                replace(
                    scene,
                    hand=scene.without(cards),
                    opened=True,
                    opened_now=scene.opened_now or not scene.opened,
                    table=scene.table + new,
                ),
            )
    for at, target in enumerate(scene.table):
        for cards in subsets(scene.hand):
            for result in lay_off_results(scene, target, cards, rules):
                table = (*scene.table[:at], result, *scene.table[at + 1 :])
                yield cards, replace(scene, hand=scene.without(cards), table=table)


def usable_at_once(scene: Scene, card: Card, rules: Ruleset, *, new_only: bool = False) -> bool:
    """Whether one meld (or lay-off) lays the card."""
    return any(
        card in cards and not (new_only and len(after.table) == len(scene.table))
        for cards, after in next_scenes(scene, rules)
    )


def usable_this_turn(scene: Scene, card: Card, rules: Ruleset) -> bool:
    """Whether some sequence of melds and lay-offs lays the card."""
    seen: set[tuple[Row, tuple[Lying, ...]]] = set()
    open_scenes = [scene]
    while open_scenes:
        for cards, after in next_scenes(open_scenes.pop(), rules):
            if card in cards:
                return True
            if (after.hand, after.table) not in seen:
                seen.add((after.hand, after.table))
                open_scenes.append(after)
    return False


def usable(scene: Scene, rules: Ruleset) -> bool:
    """Whether the pending card can be laid as the rules oblige."""
    assert scene.pending is not None
    if not scene.new_only and rules.discard_take == "use-this-turn":
        return usable_this_turn(scene, scene.pending, rules)
    return usable_at_once(scene, scene.pending, rules, new_only=scene.new_only)


# --- moves of the play phase ----------------------------------------------------------------------


def may_lay_down(scene: Scene, melds: tuple[LaidMeld, ...], rules: Ruleset) -> bool:
    """Whether new combinations may be laid in this scene, all rules considered."""
    wanted = [(laid.kind, laid.cards) for laid in melds]
    if not melds_allowed(scene, wanted, rules):
        return False
    cards = tuple(c for laid in melds for c in laid.cards)
    new = tuple(
        Lying(
            scene.player, c, None if kind is not Kind.ESCALERA and is_pierna(c, rules) else reading(c, rules)
        )
        for kind, c in wanted
    )
    after = replace(
        scene,
        hand=scene.without(cards),
        opened=True,
        opened_now=scene.opened_now or not scene.opened,
        table=scene.table + new,
    )
    return obliged(scene, cards, after, rules, lays_new=True)


def may_lay_off(scene: Scene, at: int, move: LayOff, rules: Ruleset) -> bool:
    """Whether cards may be laid off on the combination at an index of the table."""
    target = scene.table[at]
    results = lay_off_results(scene, target, move.cards, rules)
    if target.run is not None and results:
        if move.arrangement is not None:
            results = [result for result in results if result.cards == move.arrangement]
        else:
            chosen = preferred(target.run, move.cards, rules)
            results = [result for result in results if result.run == chosen]
    return any(
        obliged(
            scene,
            move.cards,
            replace(
                scene,
                hand=scene.without(move.cards),
                table=(*scene.table[:at], result, *scene.table[at + 1 :]),
            ),
            rules,
            lays_new=False,
        )
        for result in results
    )


def obliged(scene: Scene, cards: Row, after: Scene, rules: Ruleset, *, lays_new: bool) -> bool:
    """Whether what has to be melded is melded, or can still be where it need not be at once."""
    if scene.pending is None:
        return True
    if scene.pending in cards and (lays_new or not scene.new_only):
        return True
    if scene.new_only or rules.discard_take == "use-at-once":
        return False
    return usable_this_turn(replace(after, pending=None), scene.pending, rules)


def may_discard(scene: Scene, card: Card, taken: Card | None, rules: Ruleset) -> bool:
    """Article `discarding`, with what `taking-the-discard` says about it."""
    if card not in scene.hand:
        return False
    if scene.pending is not None and usable(scene, rules):
        return False

    def barred(other: Card) -> bool:
        joker = other is JOKER and rules.joker_discard == "last-card-only" and len(scene.hand) > 1
        just_taken = (
            other is taken
            and rules.discard_take == "free"
            and rules.discard_taken_card == "forbidden"
            and scene.hand.count(other) == 1
        )
        return joker or just_taken

    if not barred(card):
        return True
    stuck = all(barred(other) or other is scene.pending for other in scene.hand)
    return stuck and not any(
        obliged(scene, cards, after, rules, lays_new=len(after.table) > len(scene.table))
        for cards, after in next_scenes(scene, rules)
    )


def may_swap(scene: Scene, at: int, card: Card, rules: Ruleset) -> bool:
    """Article `joker-swap`."""
    target = scene.table[at]
    run = target.run
    if (
        rules.joker_swap == "off"
        or run is None
        or not scene.opened
        or scene.pending is not None
        or card not in scene.hand
        or (rules.joker_swap == "own-melds" and target.owner != scene.player)
    ):
        return False
    ranks = PACKS[rules.pack].ranks
    for place in run.wild:
        if run.at(place) is not JOKER or card.rank != ranks[place % len(ranks)]:
            continue
        if run.suit and card.suit != run.suit:
            continue
        cards = (*run.cards[: place - run.low], card, *run.cards[place - run.low + 1 :])
        swapped = replace(target, cards=cards, run=replace(run, cards=cards, wild=run.wild - {place}))
        after = replace(
            scene,
            hand=(*scene.without((card,)), JOKER),
            table=(*scene.table[:at], swapped, *scene.table[at + 1 :]),
        )
        return usable_at_once(after, JOKER, rules, new_only=True)
    return False


# --- any move -------------------------------------------------------------------------------------


def is_legal(rules: Ruleset, deal: Deal, move: Move) -> bool:
    """Whether a move of a game without closing is legal; hands and stock of the mover have to be known."""
    mover = deal.player(move.player)
    turn, pending = deal.turn, deal.turn.must_meld
    if mover is None or deal.deal_over or mover.eliminated or turn.player != move.player:
        return False
    scene = Scene(
        move.player,
        mover.hand or (),
        mover.has_opened,
        turn.opened_this_turn,
        tuple(_lying(meld, rules) for meld in deal.table),
        deal.deal_number,
        pending.card if pending else None,
        pending is not None and pending.source is Source.JOKER_SWAP,
    )
    ids = [meld.id for meld in deal.table]
    draws = isinstance(move, (DrawStock, DrawDiscard, Replenish, DeclareExhausted))
    if draws is not (turn.phase is Phase.DRAW):
        return False
    can_shuffle = rules.stock_exhausted == "reshuffle" and len(deal.discard_pile) >= 2
    match move:
        case DrawStock(card=card):
            return bool(deal.stock) and (card is None or (deal.stock or ())[0] is card)
        case DrawDiscard():
            if not deal.discard_pile:
                return False
            top = deal.discard_pile[-1]
            return rules.discard_take == "free" or usable(
                replace(scene, hand=(*scene.hand, top), pending=top), rules
            )
        case Replenish(stock=stock):
            new = Counter(stock or ())
            return deal.stock_size == 0 and can_shuffle and new == Counter(deal.discard_pile[:-1])
        case DeclareExhausted():
            return deal.stock_size == 0 and not can_shuffle
        case LayDown(melds=melds):
            named = [laid.id for laid in melds if laid.id]
            return len({*named, *ids}) == len(named) + len(ids) and may_lay_down(scene, melds, rules)
        case LayOff(meld=meld):
            return meld in ids and may_lay_off(scene, ids.index(meld), move, rules)
        case SwapJoker(meld=meld, card=card):
            return meld in ids and may_swap(scene, ids.index(meld), card, rules)
        case Discard(card=card):
            return may_discard(scene, card, turn.taken_discard, rules)
        case _:
            return False


def _lying(meld: TableMeld, rules: Ruleset) -> Lying:
    run = reading(meld.cards, rules) if meld.kind is Kind.ESCALERA else None
    return Lying(meld.owner, meld.cards, run)
