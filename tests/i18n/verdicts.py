"""Twenty verdicts in all languages, for reading: `docs/verdicts.md`.

    python -m tests.i18n.verdicts            (in the root, with `service` on the path)

writes the page anew. A test holds it to what is really said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from loba.i18n import LANGUAGES, explain
from loba.rulesets import resolve
from tests.support.notation import play

PAGE: Final = Path(__file__).parents[2] / "docs" / "verdicts.md"


@dataclass(frozen=True, slots=True)
class Played:
    """Moves in a position; the verdict is that on the last."""

    words: str
    """What is played, in plain English."""
    base: str
    position: str
    moves: str
    variants: tuple[str, ...] = ()

    def verdict(self, language: str) -> str:
        """What is said about the last move: the most telling objection, or why it is allowed."""
        rules = resolve(self.base, self.variants, {}).rules
        last = play(rules, self.position, self.moves).verdicts[-1]
        said = last.violations[:1] or last.reasons
        return " ".join(explain(what, language) for what in said)


ARGENTINE: Final = "loba-de-menos"
AT_HOME: Final = "loba-de-menos-casera"
FRESH: Final = "Ana: 4S 4H 4C AH 2H KH 5S 2D 7S ** | Beto: #9 | turn Ana play | pile 9C"
"""Ana has drawn and not opened."""
OPENED: Final = "Ana: 4S 4D 7D ** 8C QH KC | Beto: #9 | turn Ana play | m1 Ana P 4S 4H 4C | pile 9C"
"""Ana has a pierna on the table."""
BOTH: Final = "Ana: 6D 7D 3H ** 8C QH KC | Beto: #6 | turn Ana play | m1 Ana P 4S 4H 4C"
"""Both have opened; the combination of Beto follows."""
TAKING: Final = "Ana: 6D 7D AS 3H 6C 9S QH KC 2C | Beto: #9 | turn Ana draw"
"""Ana has not opened and is about to draw; the pile follows."""

VERDICTS: Final = (
    Played("Ana adds 4♦ to 4♠ 4♥ 4♣.", ARGENTINE, OPENED, "Ana adds 4D to m1"),
    Played("Ana adds another 4♠ to 4♠ 4♥ 4♣.", ARGENTINE, OPENED, "Ana adds 4S to m1"),
    Played("The same, played at home.", AT_HOME, OPENED, "Ana adds 4S to m1"),
    Played(
        "Ana takes 8♦ and lays it down with 6♦ and 7♦.",
        ARGENTINE,
        f"{TAKING} | pile 9C 8D",
        "Ana takes; Ana melds E 6D 7D 8D",
    ),
    Played("Ana takes 8♦ and keeps it.", ARGENTINE, f"{TAKING} | pile 9C 8D", "Ana takes; Ana discards 9S"),
    Played("Ana takes J♠, which fits nothing.", ARGENTINE, f"{TAKING} | pile 9C JS", "Ana takes"),
    Played(
        "Ana takes J♠ and puts it back, played at home.",
        AT_HOME,
        f"{TAKING} | pile 9C JS",
        "Ana takes; Ana discards JS",
    ),
    Played("Ana lays down 4♠ 4♥ Joker.", ARGENTINE, FRESH, "Ana melds P 4S 4H **"),
    Played("Ana lays down K♥ A♥ 2♥.", ARGENTINE, FRESH, "Ana melds E KH AH 2H"),
    Played("Ana lays down 5♠ 2♦ 7♠, with wild twos.", AT_HOME, FRESH, "Ana melds E 5S 2D 7S", ("con-picos",)),
    Played(
        "Ana opens with 4♠ 4♥ 4♣, where 50 points are needed.",
        ARGENTINE,
        FRESH,
        "Ana melds P 4S 4H 4C",
        ("con-bazas",),
    ),
    Played(
        "Ana opens with two piernas in the second deal of the contract game.",
        "loba-centroamericana",
        "Ana: 4S 4H 4C 9S 9H 9D 2D 7S 8S KD QC ** | Beto: #11 | turn Ana play | deal 2 | pile 9C",
        "Ana melds P 4S 4H 4C + P 9S 9H 9D",
    ),
    Played(
        "Ana puts 6♦ beside the Joker in 5♦ Joker 7♦.",
        ARGENTINE,
        f"{BOTH} | m2 Beto E 5D ** 7D",
        "Ana adds 6D to m2",
    ),
    Played("Ana adds 7♦ to 5♦ 6♦ Joker.", ARGENTINE, f"{BOTH} | m2 Beto E 5D 6D **", "Ana adds 7D to m2"),
    Played("The same, played at home.", AT_HOME, f"{BOTH} | m2 Beto E 5D 6D **", "Ana adds 7D to m2"),
    Played("Ana discards a Joker from a full hand.", ARGENTINE, OPENED, "Ana discards **"),
    Played(
        "Ana discards a Joker as her last card.",
        ARGENTINE,
        "Ana: ** | Beto: #9 | turn Ana play | m1 Ana P 4S 4H 4C | m2 Ana E 3D 4D 5D 6D 7D 8D",
        "Ana discards **",
    ),
    Played(
        "Ana lays down nine cards in one turn and discards the tenth.",
        ARGENTINE,
        "Ana: 4S 4H 4C 9S 9H 9D 5C 6C 7C KD | Beto: #9 | turn Ana play | pile 9C",
        "Ana melds P 4S 4H 4C + P 9S 9H 9D + E 5C 6C 7C; Ana discards KD",
    ),
    Played(
        "Ana lays down her last three cards, played at home.",
        AT_HOME,
        "Ana: 4S 4H 4C | Beto: #9 | turn Ana play | m1 Ana E 3D 4D 5D 6D 7D 8D 9D | pile 9C",
        "Ana melds P 4S 4H 4C",
    ),
    Played(
        "Ana closes with a loose 5 in Chinchón.",
        "chinchon",
        "Ana: 4o 5o 6o 7e 7c 7b 5b 12c | Beto: #7 | turn Ana play | pile 1e",
        "Ana closes 12c with E 4o 5o 6o + P 7e 7c 7b",
    ),
)


def page() -> Iterator[str]:
    """The lines of the page."""
    yield "# Twenty verdicts"
    yield ""
    yield "What is played, and what the service says about it: the most telling objection, or why it is"
    yield "allowed and what follows. `python -m tests.i18n.verdicts` writes this page; a test holds it to"
    yield "what is really said."
    yield ""
    yield "| | played | English | español | français |"
    yield "|---|---|---|---|---|"
    for number, played in enumerate(VERDICTS, 1):
        yield " | ".join([f"| {number}", played.words, *map(played.verdict, LANGUAGES)]) + " |"


def main() -> None:
    """Write the page."""
    PAGE.write_text("\n".join(page()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
