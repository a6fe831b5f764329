"""One game of many: its text comes in, what is to be said of it goes out, wherever that is worked out."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from loba.api import problems, strict_json
from loba.api.problems import Problem
from loba.api.questions import asked_and_answered
from loba.api.replays import replays
from loba.api.schemas.games import REPLAY
from loba.api.schemas.ruleset import signature
from loba.i18n import command_text

Written = dict[str, Any]
_LOG: Final = logging.getLogger("loba.errors")


class Outcome(StrEnum):
    """What came of a game."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNUSABLE = "unusable"
    """It could not be judged: no JSON, not a game log, or cards that cannot be."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A game to be judged."""

    file: int
    """Number of its file in this run."""
    name: str
    """What its file is called in reports."""
    line: int
    raw: bytes | None
    """None where it is longer than a game may be."""
    limit: int
    read_to: int = 0
    """How much of the file has been read by now."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What of a game goes into a summary. Deals and moves count from 0, as in answers of the service."""

    line: int | None
    outcome: Outcome
    deals_finished: int = 0
    moves_checked: int = 0
    game_over: bool = False
    winners: tuple[str, ...] = ()
    deal: int | None = None
    """Where the first wrong thing is."""
    move: int | None = None
    code: str | None = None
    """Of the first violation, or the kind of problem."""
    pointer: str | None = None
    message: str | None = None

    def as_json(self) -> Written:
        """Return it as plain JSON."""
        return asdict(self) | {"outcome": self.outcome.value, "winners": list(self.winners)}


@dataclass(frozen=True, slots=True)
class Judged:
    """A game that has been judged."""

    file: int
    row: bytes
    """The whole answer, as a line of a report."""
    brief: Brief
    read_to: int = 0


def judge(entry: Entry, language: str) -> Judged:
    """Judge one game. Whatever is wrong with it, the answer says so; nothing is raised."""
    head: Written = {"input": entry.name, "line": entry.line}
    try:
        answer, signed_by = _answered(entry, language)
    except Problem as problem:
        answer, signed_by = _document(problem, entry, language), b""
    except Exception:  # noqa: BLE001 - the other games go on
        _LOG.exception("a bug met with %s:%s", entry.name, entry.line)
        answer, signed_by = _document(Problem("internal-error"), entry, language), b""
    row = strict_json.write(head | answer)
    if signed_by:  # the rules are the same for many games: they come as JSON already
        row = b"%b,%b}" % (row[:-1], signed_by)
    return Judged(entry.file, row + b"\n", brief(entry.line, answer), entry.read_to)


def _answered(entry: Entry, language: str) -> tuple[Written, bytes]:
    """Return the answer to a game and, as JSON, the rules that judged it. Raises Problem."""
    if entry.raw is None:
        raise Problem("body-too-large", limit=entry.limit)
    asked, answer = asked_and_answered(REPLAY, replays, entry.raw, entry.limit, language)
    return answer, signature(asked.ruleset)


def _document(problem: Problem, entry: Entry, language: str) -> Written:
    return problems.document(problem, language, f"{entry.name}:{entry.line}")


def brief(line: int | None, answer: Written) -> Brief:
    """Return what of an answer, or of a problem document, goes into a summary."""
    if "legal" not in answer:
        first = next(iter(answer.get("errors", [])), None)
        message = answer["detail"] if first is None else first["detail"]
        kind = answer["type"].rpartition("/")[2]
        return Brief(line, Outcome.UNUSABLE, code=kind, pointer=first and first["pointer"], message=message)
    wrong = answer["first_illegal"]
    against = wrong["violations"][0] if wrong else {"code": None, "pointer": None, "message": None}
    return Brief(
        line,
        Outcome.LEGAL if answer["legal"] else Outcome.ILLEGAL,
        sum(1 for result in answer["deals"] if result is not None),
        answer["moves_checked"],
        answer["standings"]["game_over"],
        tuple(answer["standings"]["winners"]),
        wrong and wrong["deal"],
        wrong and wrong["move"],
        against["code"],
        against["pointer"],
        against["message"],
    )


def said(about: Brief, language: str) -> str:
    """Return what came of a game in a sentence. People count from 1."""
    match about:
        case Brief(outcome=Outcome.UNUSABLE):
            message = f"{about.pointer}: {about.message}" if about.pointer else about.message
            return command_text("unusable", language, message=message)
        case Brief(outcome=Outcome.ILLEGAL, deal=int(deal), move=int(move)):
            return command_text("illegal-move", language, deal=deal + 1, move=move + 1, message=about.message)
        case Brief(outcome=Outcome.ILLEGAL, deal=int(deal)):
            return command_text("illegal-deal", language, deal=deal + 1, message=about.message)
        case _:
            numbers = {"deals": about.deals_finished, "moves": about.moves_checked}
            if not about.winners:
                return command_text("unfinished", language, **numbers)
            winners: Sequence[str] = about.winners
            return command_text("won", language, players=winners, count=len(winners), **numbers)
