"""Counting legal sequences of moves, as chess programs do: a number that changes when a rule does."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from loba.engine import judge
from loba.legal_moves import legal_moves
from loba.moves import LayDown, LayOff
from loba.rules.possible import examine
from loba.ruleset import Ruleset
from loba.rulesets import resolve
from loba.state import Deal, Phase
from tests.support.brute import single_lay_offs, single_melds, swaps_and_discards
from tests.support.notation import deal as parsed


@dataclass(frozen=True, slots=True)
class Line:
    """One position with its counts."""

    ruleset: str
    """``base +variant option=value``."""
    position: str
    counts: tuple[int, ...]


def _read(path: Path) -> tuple[Line, ...]:
    lines = []
    for text in path.read_text(encoding="utf-8").splitlines():
        if text and not text.startswith("#"):
            ruleset, position, counts = (part.strip() for part in text.split(";"))
            lines.append(Line(ruleset, position, tuple(map(int, counts.split()))))
    return tuple(lines)


POSITIONS = _read(Path(__file__).with_name("positions.perft"))


def position_of(line: Line) -> tuple[Ruleset, Deal]:
    """Return the rules and the deal of a line."""
    base, *rest = line.ruleset.split()
    variants = [word[1:] for word in rest if word.startswith("+")]
    options = {k: _value(v) for k, v in (word.split("=", 1) for word in rest if "=" in word)}
    rules = resolve(base, variants, options).rules
    looked_over = examine(rules, parsed(line.position, rules))
    assert looked_over.findings == (), looked_over.findings
    return rules, looked_over.deal


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def count(rules: Ruleset, deal: Deal, depth: int) -> int:
    """Count the sequences of `depth` legal moves; none go on past the end, or into a hidden hand."""
    mover = deal.player(deal.turn.player)
    if mover is None or mover.hand is None:
        return 0
    moves = legal_moves(rules, deal, 5000).moves
    if depth == 1:
        return len(moves)
    return sum(count(rules, judge(rules, deal, move)[1], depth - 1) for move in moves)


def count_slowly(rules: Ruleset, deal: Deal) -> int:
    """Count the legal moves of a play phase by trying everything that could be written down."""
    assert deal.turn.phase is Phase.PLAY
    melds = single_melds(rules, deal)
    lay_offs = single_lay_offs(rules, deal)
    return len(melds) + len(lay_offs) + len(swaps_and_discards(rules, deal))


def several_at_once(rules: Ruleset, deal: Deal) -> int:
    """Count the moves that lay more than one combination or more than one card: not tried slowly."""
    moves = legal_moves(rules, deal, 5000).moves
    many_melds = [m for m in moves if isinstance(m, LayDown) and len(m.melds) > 1]
    return len(many_melds) + len([m for m in moves if isinstance(m, LayOff) and len(m.cards) > 1])
