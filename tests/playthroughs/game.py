"""Golden games: one deal from the deck to the end, and what the table looked like after every move.

A game is stored as JSON that a person can read: the deck in the order it is dealt, the hands that come of it,
and one line a move with what it brought about. Moves and cards are written as in `tests.support.notation`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from loba.engine import Verdict
from loba.results import result_of
from loba.ruleset import Ruleset
from loba.rulesets import resolve
from loba.state import Deal, Phase, Player, Turn
from tests.support.notation import hand, move, show

GAMES = Path(__file__).parent
Story = dict[str, Any]


def rules_of(story: Mapping[str, Any]) -> Ruleset:
    """The rules a game was played by."""
    return resolve(story["ruleset"], story["variants"], {}).rules


def start_of(story: Mapping[str, Any]) -> Deal:
    """The deal as it was dealt: one card at a time, starting with the player after the dealer."""
    by, deck = rules_of(story), list(hand(story["deck"]))
    seats = story["players"]
    step = {"clockwise": 1, "anticlockwise": -1}[by.direction]
    first = seats.index(story["dealer"]) + step
    order = [seats[(first + step * n) % len(seats)] for n in range(len(seats))]
    hands: dict[str, list[Any]] = {player: [] for player in seats}
    for _ in range(by.hand_size):
        for player in order:
            hands[player].append(deck.pop(0))
    upcard = deck.pop(0)
    return Deal(
        tuple(Player(player, tuple(hands[player]), by.hand_size) for player in seats),
        story["dealer"],
        Turn(order[0], Phase.DRAW),
        discard_pile=(upcard,),
        stock=tuple(deck),
        stock_size=len(deck),
        deal_number=story["deal_number"],
    )


def told(verdict: Verdict, after: Deal) -> str:
    """What came of a move: hands, what was drawn, what lies, whose turn it is, who is out."""
    effects = verdict.effects
    assert effects
    hands = " ".join(f"{player.id} {player.hand_size}" for player in after.players)
    drew = f"drew {show([effects.drawn])}" if effects.drawn else ""
    lies = [f"{m.id} {m.owner} {m.kind[0].upper()} {show(m.cards)}" for m in effects.melds]
    pending = f"must lay {show([effects.must_meld.card])}" if effects.must_meld else ""
    turn = f"next {effects.next_player}" if effects.next_player else ""
    facts = {"out": effects.went_out, "concealed": effects.concealed, "over": effects.deal_over}
    return " | ".join(filter(None, [hands, drew, *lies, pending, turn, *(f for f in facts if facts[f])]))


def ending_of(by: Ruleset, deal: Deal, last: str) -> Story:
    """How a deal ended and what everybody scored."""
    result = result_of(by, deal, move(last))
    assert result
    points = {score.player: score.points for score in result.scores}
    return {
        "ended_by": str(result.ended_by),
        "winner": result.winner,
        "concealed": result.concealed,
        "points": points,
    }


def stories() -> list[Path]:
    """All golden games."""
    return sorted(GAMES.glob("*.json"))


def read(path: Path) -> Story:
    """Read a golden game."""
    story: Story = json.loads(path.read_text(encoding="utf-8"))
    return story


def write(path: Path, story: Mapping[str, Any]) -> None:
    """Write a golden game: a line a field, a line a move."""
    lines = [
        f'  "{name}": {json.dumps(value, ensure_ascii=False)},'
        for name, value in story.items()
        if name != "moves"
    ]
    steps = ",\n".join(f"    {json.dumps(step, ensure_ascii=False)}" for step in story["moves"])
    path.write_text("{\n" + "\n".join(lines) + f'\n  "moves": [\n{steps}\n  ]\n}}\n', encoding="utf-8")
