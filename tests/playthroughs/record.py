"""Record the golden games anew: ``PYTHONPATH=service python -m tests.playthroughs.record``.

For each base and each variant deals are played, by players who want to win, until one of them shows what it
is there for and is not too long. Whoever records a game reads it before committing it: a golden game is right
because a person followed it card by card, not because a program wrote it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import count

from loba.api.schemas.moves import MOVE
from loba.engine import judge
from loba.moves import Move
from loba.rulesets import VARIANTS_BY_ID, resolve_base
from loba.violations import Reason
from tests.playthroughs.game import GAMES, Story, ending_of, rules_of, start_of, told, write
from tests.support.notation import hand, show, tell
from tests.support.selfplay import play_game

SHORTEST, LONGEST = 24, 64
PLAYERS = ("ana", "beto", "caro", "dani")

TAKEN, MUST_USE = "taking-the-discard.free", "taking-the-discard.use-now"
ON_OWN, ON_RIVALS = "laying-off.on-own", "laying-off.on-rivals"
MOVED, WILD, WILD_TWO = "end-joker.moved", "wild-cards.stands-for", "a wild two"
CONTRACT, MINIMUM, OUT = "opening.contract", "opening.minimum", "going-out.out"
FOUR_SUITS = "a pierna of four suits"


@dataclass(frozen=True)
class Wanted:
    """What a golden game has to show."""

    base: str
    shows: tuple[str, ...]
    """Keys of reasons, each as often as it is named."""
    seats: int = 3
    deal_number: int = 1


WANTED = {
    "loba-de-menos": Wanted("loba-de-menos", (MUST_USE, MUST_USE, ON_RIVALS, ON_RIVALS, ON_OWN, MOVED)),
    "loba-de-menos-casera": Wanted("loba-de-menos-casera", (TAKEN, TAKEN, ON_OWN, ON_OWN, MOVED)),
    "loba-de-mas": Wanted("loba-de-mas", (TAKEN, TAKEN, ON_OWN, ON_OWN, ON_OWN, WILD, WILD)),
    "loba-centroamericana": Wanted(
        "loba-centroamericana", (CONTRACT, CONTRACT, ON_RIVALS, ON_RIVALS, WILD, WILD, OUT), deal_number=2
    ),
    "chinchon": Wanted("chinchon", (TAKEN, TAKEN, TAKEN)),
    "contrato": Wanted(
        "loba-de-menos", (CONTRACT, CONTRACT, MUST_USE, ON_RIVALS, ON_RIVALS, OUT), deal_number=2
    ),
    "con-picos": Wanted("loba-de-menos-casera", (ON_OWN, ON_OWN, WILD_TWO, WILD_TWO, MOVED, OUT)),
    "pierna-de-cuatro": Wanted("loba-de-menos-casera", (FOUR_SUITS, FOUR_SUITS, ON_OWN, ON_OWN, OUT)),
    "sin-jokers": Wanted(
        "loba-centroamericana", (CONTRACT, CONTRACT, ON_RIVALS, ON_RIVALS, OUT), seats=4, deal_number=3
    ),
    "con-bazas": Wanted("loba-de-mas", (MINIMUM, MINIMUM, ON_OWN, ON_OWN, TAKEN, TAKEN, OUT)),
    "uruguaya": Wanted("loba-de-menos-casera", (WILD_TWO, ON_OWN, TAKEN, TAKEN, OUT), seats=4),
}
"""By the name of the base or the variant."""


def record(name: str) -> Story:
    """Play until a deal shows what is wanted."""
    wanted = WANTED[name]
    variants = (name,) if name in VARIANTS_BY_ID else ()
    players = PLAYERS[: wanted.seats]
    for seed in count():
        log = play_game(resolve_base(wanted.base, variants), players, seed, deals=wanted.deal_number)
        deals = log["deals"]
        if len(deals) < wanted.deal_number or not SHORTEST <= len(deals[-1]["moves"]) <= LONGEST:
            continue
        story: Story = {
            "ruleset": wanted.base,
            "variants": list(variants),
            "players": list(players),
            "dealer": deals[-1]["dealer"],
            "deal_number": wanted.deal_number,
            "deck": " ".join(deals[-1]["deck"]).replace("JOKER", "**"),
        }
        if not Counter(wanted.shows) - play(story, [MOVE.read(move) for move in deals[-1]["moves"]]):
            return story
    raise AssertionError


def play(story: Story, moves: list[Move]) -> Counter[str]:
    """Play the moves, write them into the story, and count what happened."""
    by, deal = rules_of(story), start_of(story)
    story["dealt"] = {player.id: show(player.hand or ()) for player in deal.players}
    steps, shown = [], Counter[str]()
    for move in moves:
        verdict, deal = judge(by, deal, move)
        steps.append([tell(move), told(verdict, deal)])
        shown.update(reason.key for reason in verdict.reasons)
        shown[WILD_TWO] += sum(map(_is_wild_two, verdict.reasons))
    shown[FOUR_SUITS] = sum(m.kind == "pierna" and len(m.cards) == 4 for m in deal.table)
    story["ending"] = ending_of(by, deal, tell(moves[-1]))
    story["moves"] = steps
    return shown


def _is_wild_two(reason: Reason) -> bool:
    return reason.key == WILD and reason.params["card"] in hand("2S 2H 2D 2C")


if __name__ == "__main__":
    for title in WANTED:
        write(GAMES / f"{title}.json", record(title))
