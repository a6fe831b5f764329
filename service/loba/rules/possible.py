"""Chapter: what makes a state impossible. Findings, all of them, whatever move is asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from loba.cards import Card
from loba.limits import PLAYERS_MIN
from loba.melds import Cards
from loba.rules.combinations import Combination, check_lying, not_in_pack
from loba.ruleset import Ruleset
from loba.state import Deal, Phase, Player, Source, TableMeld, Turn
from loba.violations import Code, Path, Violation, Violations

LEAST_MELD = 3
"""Fewest cards that leave a hand when a player opens."""


@dataclass(frozen=True, slots=True)
class Examination:
    """A state looked over."""

    findings: tuple[Violation, ...]
    """What makes it impossible; paths are seen from the state."""
    deal: Deal
    """The deal with its combinations read; means something only without findings."""

    @property
    def consistent(self) -> bool:
        """Whether nothing makes the state impossible."""
        return not self.findings


@dataclass(frozen=True, slots=True)
class _Scene:
    """A state under examination."""

    rules: Ruleset
    deal: Deal
    table: tuple[Combination, ...]
    """The combinations on the table, read and judged."""
    known: Mapping[Card, int]
    """How often each card is known to lie somewhere."""

    @property
    def active(self) -> list[Player]:
        return [player for player in self.deal.players if not player.eliminated]

    @property
    def play_phase(self) -> bool:
        return self.deal.turn.phase is Phase.PLAY


def examine(rules: Ruleset, deal: Deal) -> Examination:
    """Look a state over: every reason why it cannot be, and its combinations read."""
    table = tuple(check_lying(lying.cards, lying.kind, rules) for lying in deal.table)
    scene = _Scene(rules, deal, table, _known(deal))
    findings = tuple([violation for finding in FINDINGS for violation in finding(scene)])
    return Examination(findings, deal.with_table(_read(deal.table, table)))


def _read(lying: tuple[TableMeld, ...], read: tuple[Combination, ...]) -> tuple[TableMeld, ...]:
    """Return the combinations on a table with how they are read."""
    pairs = zip(lying, read, strict=True)
    return tuple([TableMeld(m.id, m.owner, m.kind, m.cards, one.meld) for m, one in pairs])


def _known(deal: Deal) -> Mapping[Card, int]:
    """Count the cards that are known to lie somewhere."""
    cards = [*deal.discard_pile, *(deal.stock or ())]
    for player in deal.players:
        cards.extend(player.hand or ())
    for meld in deal.table:
        cards.extend(meld.cards)
    return Counter(cards)


def hand_and_table(
    rules: Ruleset, hand: Cards, table: tuple[TableMeld, ...]
) -> tuple[tuple[Violation, ...], tuple[TableMeld, ...]]:
    """Look a hand and a table over without a deal around them.

    Returns what is impossible about them (paths are seen from an object with `hand` and `table`), and the
    table with its combinations read.
    """
    deal = Deal((Player("", hand, len(hand)),), "", Turn("", Phase.PLAY), table)
    read = tuple(check_lying(lying.cards, lying.kind, rules) for lying in table)
    scene = _Scene(rules, deal, read, _known(deal))
    about_cards = (every_card_is_in_the_pack, no_card_comes_too_often, what_lies_on_the_table_may_lie_there)
    found = tuple(_without_player(violation) for finding in about_cards for violation in finding(scene))
    return found, _read(table, read)


def _without_player(violation: Violation) -> Violation:
    """Point at the hand itself, where the path goes by way of the only player."""
    return replace(violation, at=violation.at[2:]) if violation.at[0] == "players" else violation


def known_places(deal: Deal) -> Iterator[tuple[Path, Card]]:
    """Yield every card that is known, with where it lies."""
    for p, player in enumerate(deal.players):
        for c, card in enumerate(player.hand or ()):
            yield ("players", p, "hand", c), card
    for m, meld in enumerate(deal.table):
        for c, card in enumerate(meld.cards):
            yield ("table", m, "cards", c), card
    for c, card in enumerate(deal.discard_pile):
        yield ("discard_pile", c), card
    for c, card in enumerate(deal.stock or ()):
        yield ("stock", c), card


def every_card_is_in_the_pack(scene: _Scene) -> Violations:
    """No card lies anywhere that the pack does not have."""
    copies, deal = scene.rules.copies, scene.deal
    if not copies.keys() >= scene.known.keys():
        for path, card in known_places(deal):
            if card not in copies:
                yield not_in_pack(card, scene.rules).under(*path)
    for path, card in _named_in_the_turn(deal):
        if card not in copies:
            yield not_in_pack(card, scene.rules).under(*path)


def _named_in_the_turn(deal: Deal) -> Iterator[tuple[Path, Card]]:
    """Yield the cards the turn speaks of; they are copies of cards in hand."""
    turn = deal.turn
    if turn.taken_discard and not deal.deal_over:
        yield ("turn", "taken_discard"), turn.taken_discard
    if turn.must_meld and not deal.deal_over:
        yield ("turn", "must_meld", "card"), turn.must_meld.card


def no_card_comes_too_often(scene: _Scene) -> Violations:
    """No card is known in more copies than the pack has."""
    copies = scene.rules.copies
    for card, n in scene.known.items():
        if n > copies.get(card, n):
            surplus = [path for path, found in known_places(scene.deal) if found is card][copies[card]]
            params = {"card": card, "count": n, "maximum": copies[card]}
            yield Violation(Code.CARD_COUNT, surplus, params)


def all_cards_are_there(scene: _Scene) -> Violations:
    """Hands, table and piles together are the pack."""
    deal = scene.deal
    total = (
        sum(player.hand_size for player in deal.players)
        + sum(len(meld.cards) for meld in deal.table)
        + len(deal.discard_pile)
        + deal.stock_size
    )
    if total != scene.rules.deck_size:
        where = ("stock",) if deal.stock is not None else ("stock_size",)
        detail = "missing" if total < scene.rules.deck_size else "surplus"
        params = {
            "count": total,
            "wanted": scene.rules.deck_size,
            "difference": abs(total - scene.rules.deck_size),
        }
        yield Violation(Code.TOTAL, where, params, detail=detail)


def the_players_make_sense(scene: _Scene) -> Violations:
    """Ids are unique and known, two players are still in, and opening goes with owning a combination."""
    deal = scene.deal
    ids = [player.id for player in deal.players]
    for index, player_id in enumerate(ids):
        if player_id in ids[:index]:
            yield Violation(Code.BAD_PLAYERS, ("players", index, "id"), {"player": player_id}, detail="twice")
    if deal.dealer not in ids:
        yield Violation(Code.BAD_PLAYERS, ("dealer",), {"player": deal.dealer}, detail="unknown")
    if deal.turn.player not in ids:
        yield Violation(Code.BAD_PLAYERS, ("turn", "player"), {"player": deal.turn.player}, detail="unknown")
    for index, meld in enumerate(deal.table):
        if meld.owner not in ids:
            yield Violation(
                Code.BAD_PLAYERS, ("table", index, "owner"), {"player": meld.owner}, detail="unknown"
            )
    if len(scene.active) < PLAYERS_MIN:
        yield Violation(Code.BAD_PLAYERS, ("players",), {"count": len(scene.active)}, detail="too-few")
    owners = {meld.owner for meld in deal.table}
    for index, player in enumerate(deal.players):
        if player.has_opened is not (player.id in owners):
            detail = "opened-without-meld" if player.has_opened else "meld-without-opening"
            params = {"player": player.id}
            yield Violation(Code.BAD_PLAYERS, ("players", index, "has_opened"), params, detail=detail)


def whoever_is_out_holds_no_cards(scene: _Scene) -> Violations:
    """An eliminated player has an empty hand."""
    for index, player in enumerate(scene.deal.players):
        if player.eliminated and player.hand_size:
            where = ("players", index, "hand" if player.hand is not None else "hand_size")
            yield Violation(
                Code.ELIMINATED_WITH_CARDS, where, {"player": player.id, "count": player.hand_size}
            )


def hands_have_a_possible_size(scene: _Scene) -> Violations:
    """As dealt, plus one after drawing, less at least three once opened; none only at the end."""
    rules, deal = scene.rules, scene.deal
    for index, player in enumerate(deal.players):
        if player.eliminated:
            continue
        drawn = scene.play_phase and deal.turn.player == player.id
        least, most = 1, rules.hand_size + (1 if drawn else 0)
        if rules.closing:
            least = most
        elif rules.lay_off_from == "any-time":
            most = rules.hand_size + 1
        elif player.has_opened:
            most -= LEAST_MELD
        else:
            least = most
        if deal.deal_over:
            least = 0
        if not least <= player.hand_size <= most:
            where = ("players", index, "hand" if player.hand is not None else "hand_size")
            params = {"player": player.id, "count": player.hand_size, "minimum": least, "maximum": most}
            detail = "empty" if not player.hand_size else "exactly" if least == most else "at-most"
            yield Violation(Code.HAND_SIZE, where, params, detail=detail)


def every_turn_adds_one_card_and_takes_one_away(scene: _Scene) -> Violations:
    """Hands and table together hold what was dealt, plus one between drawing and discarding."""
    rules, deal = scene.rules, scene.deal
    held = sum(p.hand_size for p in scene.active) + sum(len(meld.cards) for meld in deal.table)
    dealt = len(scene.active) * rules.hand_size
    possible = (dealt, dealt + 1) if deal.deal_over else (dealt + 1,) if scene.play_phase else (dealt,)
    if held not in possible:
        params = {"count": held, "wanted": possible[-1]}
        yield Violation(Code.BALANCE, ("players",), params)


def the_turn_makes_sense(scene: _Scene) -> Violations:
    """Whose turn it is, and what is said to have happened in it, is possible."""
    turn = scene.deal.turn
    if scene.deal.deal_over:
        return
    mover = scene.deal.player(turn.player)
    if mover and mover.eliminated:
        yield _bad_turn("eliminated", "player", player=turn.player)
    if not scene.play_phase:
        if turn.taken_discard:
            yield _bad_turn("taken-before-draw", "taken_discard", card=turn.taken_discard)
        if turn.must_meld:
            yield _bad_turn("pending-before-draw", "must_meld", card=turn.must_meld.card)
    if turn.opened_this_turn and (not scene.play_phase or (mover and not mover.has_opened)):
        yield _bad_turn("opened-this-turn", "opened_this_turn", player=turn.player)


def what_was_taken_this_turn_makes_sense(scene: _Scene) -> Violations:
    """The card taken, and a card that has to be melded, are in hand and can have got there."""
    rules, turn = scene.rules, scene.deal.turn
    if scene.deal.deal_over or not scene.play_phase:
        return
    mover = scene.deal.player(turn.player)
    hand = mover.hand if mover else None
    if any(card not in rules.copies for _, card in _named_in_the_turn(scene.deal)):
        return
    if turn.taken_discard and hand is not None and turn.taken_discard not in hand:
        yield _bad_turn("taken-not-held", "taken_discard", card=turn.taken_discard, player=turn.player)
    if turn.must_meld is None:
        return
    card, source = turn.must_meld.card, turn.must_meld.source
    if hand is not None and card not in hand:
        yield _bad_turn("pending-not-held", "must_meld", "card", card=card, player=turn.player)
    if source is Source.DISCARD:
        if not rules.obliges:
            yield _bad_turn("never-obliged", "must_meld", card=card)
        elif turn.taken_discard is not card:
            yield _bad_turn("pending-not-taken", "must_meld", "card", card=card)
    elif rules.joker_swap == "off":
        yield _bad_turn("no-swaps", "must_meld", card=card)
    elif card.suit:
        yield _bad_turn("swapped-no-joker", "must_meld", "card", card=card)


def _bad_turn(detail: str, *steps: str, **params: Card | str) -> Violation:
    return Violation(Code.BAD_TURN, ("turn", *steps), params, detail=detail)


def what_lies_on_the_table_may_lie_there(scene: _Scene) -> Violations:
    """Every combination is one by these rules, an escalera listed low to high; ids are unique."""
    deal = scene.deal
    ids: set[str] = set()
    for index, (lying, read) in enumerate(zip(deal.table, scene.table, strict=True)):
        if lying.id in ids:
            yield Violation(Code.DUPLICATE_ID, ("table", index, "id"), {"meld": lying.id}, detail="table")
        ids.add(lying.id)
        if scene.rules.closing and not deal.deal_over:
            because = Violation(Code.NOT_IN_THIS_GAME, (), {"player": lying.owner})
        elif read.violations and read.violations[0].code is not Code.NOT_IN_PACK:
            because = read.violations[0]
        else:
            continue
        params = {"meld": lying.id, "because": because}
        yield Violation(Code.BAD_MELD, ("table", index, *because.at), params)


FINDINGS: Final[tuple[Callable[[_Scene], Violations], ...]] = (
    the_players_make_sense,
    every_card_is_in_the_pack,
    no_card_comes_too_often,
    what_lies_on_the_table_may_lie_there,
    the_turn_makes_sense,
    what_was_taken_this_turn_makes_sense,
    whoever_is_out_holds_no_cards,
    hands_have_a_possible_size,
    every_turn_adds_one_card_and_takes_one_away,
    all_cards_are_there,
)
"""Every way in which a state can be impossible, the most telling first."""

CODES: Final = frozenset(
    {
        Code.CARD_COUNT,
        Code.TOTAL,
        Code.BALANCE,
        Code.HAND_SIZE,
        Code.BAD_MELD,
        Code.BAD_TURN,
        Code.BAD_PLAYERS,
        Code.ELIMINATED_WITH_CARDS,
        Code.NOT_IN_PACK,
        Code.DUPLICATE_ID,
    }
)
"""The codes a finding can have."""
