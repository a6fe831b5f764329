"""Positions, moves and verdicts on one line each, so that a test can be read like a scoresheet.

A position:

    ana: 4S 4H 4C 5D | beto: #9 | turn ana play | m1 ana P 4S 4H 4C | pile JC 3D | stock #78

* ``ana: 4S 4H`` a player and the hand; ``#9`` is a hidden hand of nine; ``out`` a player who is eliminated;
  ``(74)`` before the colon is the score. Players come in clockwise seat order.
* ``turn ana play`` whose turn, and its phase; then, in any order, ``took 8D`` (a discard not used yet),
  ``must 8D`` (a taken card to be melded), ``must-swapped`` (a joker freed by a swap), ``opened`` (this turn).
* ``m1 ana E 5D ** 7D`` a combination on the table: id, owner, P or E, cards. Its owner has opened.
* ``pile JC 3D`` oldest first, ``stock 4S 5S`` next first; ``#78`` is hidden. Nothing said: an empty pile, and
  a hidden stock of all the cards that are nowhere else.
* ``deal 2``, ``dealer beto`` (nothing said: the last player), ``over``.

``**`` is a joker. A move:

    ana draws | ana draws 9C | ana takes | ana melds P 4S 4H 4C + E 5D 6D 7D #run + 8S 8H 8D
    ana adds 7D to m1 | ana adds ** to m1 as ** 5D 6D 7D | ana swaps 6H into m1 | ana discards KD
    ana replenishes | ana replenishes 4S 5D | ana gives up | ana closes KD with P 4o 4c 4e + E 5o 6o 7o

Positions need not be possible: `small` ones hold only the cards that matter. `play` takes possible ones only.
"""

from __future__ import annotations

from collections.abc import Iterable

from loba.cards import Card, card
from loba.engine import Adjudication, adjudicate, violations
from loba.melds import Cards, Kind
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
from loba.rules.combinations import check_lying
from loba.rules.possible import examine
from loba.ruleset import Ruleset
from loba.rulesets import resolve
from loba.state import Deal, Pending, Phase, Player, Source, TableMeld, Turn
from loba.violations import Violation

KINDS = {"P": Kind.PIERNA, "E": Kind.ESCALERA}


def rules(base: str = "loba-de-menos", *variants: str, **options: object) -> Ruleset:
    """The rules of a base with variants and single options: ``rules("loba-de-menos", ace="low")``."""
    return resolve(base, variants, options).rules


def hand(text: str) -> Cards:
    """Cards from tokens with spaces between; ``**`` is a joker."""
    return tuple(card("JOKER" if token == "**" else token) for token in text.split())


def show(cards: Iterable[Card]) -> str:
    """Write cards the way `hand` reads them."""
    return " ".join(c.token if c.suit else "**" for c in cards)


# --- positions ------------------------------------------------------------------------------------


def deal(text: str, by: Ruleset | None = None) -> Deal:
    """Read a position; see the top of this file. `by` are the rules its combinations are read by."""
    by = by or rules()
    players: list[Player] = []
    table: list[TableMeld] = []
    position = Deal((), "", Turn("", Phase.DRAW))
    stock_told = False
    for part in map(str.strip, text.split("|")):
        head, _, rest = part.partition(" ")
        if ":" in part:
            players.append(_player(part))
        elif head == "turn":
            position = position._replace(turn=_turn(rest))
        elif head == "pile":
            position = position._replace(discard_pile=hand(rest))
        elif head == "stock":
            stock_told = True
            hidden = rest.startswith("#")
            known = None if hidden else hand(rest)
            size = int(rest[1:]) if known is None else len(known)
            position = position._replace(stock=known, stock_size=size)
        elif head == "deal":
            position = position._replace(deal_number=int(rest))
        elif head == "dealer":
            position = position._replace(dealer=rest)
        elif part == "over":
            position = position._replace(deal_over=True)
        else:
            table.append(_table_meld(part, by))
    owners = {meld.owner for meld in table}
    seated = tuple(p._replace(has_opened=p.id in owners) for p in players)
    position = position._replace(players=seated, table=tuple(table), dealer=position.dealer or players[-1].id)
    if not stock_told:
        elsewhere = sum(p.hand_size for p in players) + sum(len(m.cards) for m in table)
        left = by.deck_size - elsewhere - len(position.discard_pile)
        position = position._replace(stock_size=left)
    return position


def _player(part: str) -> Player:
    name, _, held = (side.strip() for side in part.partition(":"))
    name, _, score = (side.strip() for side in name.partition("("))
    points = int(score.rstrip(")") or 0)
    if held.split()[:1] == ["out"]:
        cards = hand(held[3:])
        return Player(name, cards, len(cards), score=points, eliminated=True)
    if held.startswith("#"):
        return Player(name, None, int(held[1:]), score=points)
    cards = hand(held)
    return Player(name, cards, len(cards), score=points)


def _turn(text: str) -> Turn:
    player, phase, *more = text.split()
    turn = Turn(player, Phase(phase))
    words = iter(more)
    for word in words:
        match word:
            case "took":
                turn = turn._replace(taken_discard=hand(next(words))[0])
            case "must":
                turn = turn._replace(must_meld=Pending(hand(next(words))[0], Source.DISCARD))
            case "must-swapped":
                turn = turn._replace(must_meld=Pending(card("JOKER"), Source.JOKER_SWAP))
            case "opened":
                turn = turn._replace(opened_this_turn=True)
            case _:
                raise ValueError(word)
    return turn


def _table_meld(text: str, by: Ruleset) -> TableMeld:
    name, owner, kind, *tokens = text.split()
    cards = hand(" ".join(tokens))
    return TableMeld(name, owner, KINDS[kind], cards, check_lying(cards, KINDS[kind], by).meld)


# --- moves ----------------------------------------------------------------------------------------


def move(text: str) -> Move:
    """Read a move; see the top of this file."""
    player, verb, *words = text.split()
    rest = " ".join(words)
    match verb:
        case "draws":
            return DrawStock(player, hand(rest)[0] if rest else None)
        case "takes":
            return DrawDiscard(player)
        case "melds":
            return LayDown(player, _laid_melds(rest))
        case "adds":
            added, _, where = rest.partition(" to ")
            meld, _, arrangement = where.partition(" as ")
            return LayOff(player, meld, hand(added), hand(arrangement) if arrangement else None)
        case "swaps":
            added, _, meld = rest.partition(" into ")
            return SwapJoker(player, meld, hand(added)[0])
        case "discards":
            return Discard(player, hand(rest)[0])
        case "replenishes":
            return Replenish(player, hand(rest.replace("nothing", "")) if rest else None)
        case "gives":
            return DeclareExhausted(player)
        case "closes":
            thrown, _, melds = rest.partition(" with ")
            return Close(player, hand(thrown)[0], _laid_melds(melds))
        case _:
            raise ValueError(text)


def _laid_melds(text: str) -> tuple[LaidMeld, ...]:
    return tuple(_laid_meld(part.split()) for part in text.split("+") if part.strip())


def _laid_meld(words: list[str]) -> LaidMeld:
    kind = KINDS[words.pop(0)] if words[0] in KINDS else None
    name = words.pop()[1:] if words[-1].startswith("#") else None
    return LaidMeld(hand(" ".join(words)), kind, name)


def moves(text: str) -> tuple[Move, ...]:
    """Read several moves, with ``;`` between."""
    return tuple(move(part) for part in text.split(";"))


# --- verdicts -------------------------------------------------------------------------------------


def pointer(violation: Violation) -> str:
    """Write a violation as its code and its path: ``pierna.fourth-suit /melds/0/cards/3``."""
    return " ".join([violation.code, "".join(f"/{step}" for step in violation.at)]).strip()


def against(by: Ruleset, position: str, text: str) -> list[str]:
    """Say what is against a move in a position, in full and in order; nothing where it is legal.

    With several moves, all but the last have to be legal.
    """
    now = deal(position, by)
    *before, last = moves(text)
    if before:
        answer = adjudicate(by, now, before)
        assert answer.legal, [pointer(v) for v in answer.verdicts[-1].violations]
        now = answer.deal
    return [pointer(violation) for violation in violations(by, now, last)]


def play(by: Ruleset, position: str, text: str) -> Adjudication:
    """Judge moves in a position, which has to be a possible one."""
    looked_over = examine(by, deal(position, by))
    assert looked_over.consistent, [pointer(finding) for finding in looked_over.findings]
    return adjudicate(by, looked_over.deal, moves(text))


def lying(answer: Adjudication) -> list[str]:
    """Write the table after some moves, a combination a line, as positions do."""
    return [f"{m.id} {m.owner} {m.kind[0].upper()} {show(m.cards)}" for m in answer.deal.table]


def tell(played: Move) -> str:
    """Write a move the way `move` reads it."""
    who = played.player
    match played:
        case DrawStock(card=drawn):
            return f"{who} draws {show([drawn])}" if drawn else f"{who} draws"
        case DrawDiscard():
            return f"{who} takes"
        case LayDown(melds=melds):
            return f"{who} melds {_tell_melds(melds)}"
        case LayOff(meld=meld, cards=cards, arrangement=arrangement):
            order = f" as {show(arrangement)}" if arrangement else ""
            return f"{who} adds {show(cards)} to {meld}{order}"
        case SwapJoker(meld=meld, card=natural):
            return f"{who} swaps {show([natural])} into {meld}"
        case Discard(card=thrown):
            return f"{who} discards {show([thrown])}"
        case Replenish(stock=stock):
            return f"{who} replenishes" if stock is None else f"{who} replenishes {show(stock) or 'nothing'}"
        case DeclareExhausted():
            return f"{who} gives up"
        case Close(card=thrown, melds=melds):
            return f"{who} closes {show([thrown])} with {_tell_melds(melds)}".removesuffix(" with ")


def _tell_melds(melds: Iterable[LaidMeld]) -> str:
    letters = {kind: letter for letter, kind in KINDS.items()}
    return " + ".join(
        " ".join(filter(None, [letters.get(laid.kind), show(laid.cards), laid.id and f"#{laid.id}"]))
        for laid in melds
    )
