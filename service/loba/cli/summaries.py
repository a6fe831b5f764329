"""What a run says while it goes on and at its end: to people a line a game, to machines one JSON document."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from loba.cli.games import Brief, Outcome, said
from loba.cli.reports import Tally
from loba.i18n import command_text

Say = Callable[[str], None]


class Summary(Protocol):
    """Says what came of a run."""

    def begin(self) -> None:
        """Say what comes first."""

    def game(self, path: str, about: Brief) -> None:
        """Say what came of a game."""

    def end(self, tally: Tally, files: int, known: int) -> None:
        """Say what came of all of them; `known` files had a report already."""


@dataclass
class ForPeople:
    """A line a game, and a line for all of them."""

    say: Say
    language: str
    quiet: bool
    """Whether legal games are passed over."""

    def begin(self) -> None:
        """Say nothing."""

    def game(self, path: str, about: Brief) -> None:
        """Say in one line what came of a game."""
        if not (self.quiet and about.outcome is Outcome.LEGAL):
            place = path if about.line is None else f"{path}:{about.line}"
            self.say(f"{place}: {said(about, self.language)}")

    def end(self, tally: Tally, files: int, known: int) -> None:
        """Say what came of all."""
        numbers = {name: count for name, count in vars(tally).items() if name != "moves_checked"}
        moves = tally.moves_checked
        self.say(command_text("totals", self.language, files=files, moves=moves, **numbers))
        if known:
            self.say(command_text("known", self.language, files=known, count=known))


@dataclass
class ForMachines:
    """One JSON document, written as it comes."""

    say: Say
    quiet: bool
    _separator: str = ""

    def begin(self) -> None:
        """Open the list of games."""
        self.say('{"games": [')

    def game(self, path: str, about: Brief) -> None:
        """Write a game down."""
        if not (self.quiet and about.outcome is Outcome.LEGAL):
            self.say(self._separator + _json({"input": path, **about.as_json()}))
            self._separator = ","

    def end(self, tally: Tally, files: int, known: int) -> None:
        """Close the list and write the numbers down."""
        numbers = {"files": files, "files_known": known, **vars(tally)}
        self.say(f'], "summary": {_json(numbers)}}}')


def _json(value: Any) -> str:  # noqa: ANN401 - plain JSON data
    return json.dumps(value, ensure_ascii=False)
