"""`loba judge`: is this move, turn or run of moves legal?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loba.api import problems, strict_json
from loba.api.adjudications import adjudications
from loba.api.problems import Problem
from loba.api.questions import Answer, asked_and_answered, signed
from loba.api.schemas.moves import MOVE
from loba.api.schemas.requests import ADJUDICATION, AdjudicationAsked
from loba.cli.statuses import Status
from loba.i18n import command_text


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to a file."""

    status: Status
    """The exit status that goes with it."""
    as_json: str
    lines: tuple[str, ...]
    """For people."""


def judge(raw: bytes, name: str, limit: int, language: str) -> Judgement:
    """Judge the adjudication request in a file."""
    if len(raw) > limit:
        return refused(Problem("body-too-large", limit=limit), name, language)
    try:
        asked, answer = asked_and_answered(ADJUDICATION, adjudications, raw, limit, language)
    except Problem as problem:
        return refused(problem, name, language)
    status = Status.LEGAL if answer["legal"] else Status.ILLEGAL
    return Judgement(status, signed(asked, answer).decode(), tuple(_verdicts(asked, answer, language)))


def refused(problem: Problem, name: str, language: str) -> Judgement:
    """Return what is said of a request that cannot be answered."""
    document = problems.document(problem, language, name)
    lines = [f"{name}: {document['detail']}"]
    lines += [f"  {error['pointer']}: {error['detail']}" for error in document.get("errors", [])]
    return Judgement(Status.UNUSABLE, strict_json.write(document).decode(), tuple(lines))


def _verdicts(asked: AdjudicationAsked, answer: Answer, language: str) -> Iterator[str]:
    for number, verdict in enumerate(answer["verdicts"]):
        key = "move-legal" if verdict["legal"] else "move-illegal"
        name = type_of(asked, number)
        yield command_text(key, language, move=number + 1, name=name)
        for reason in verdict["reasons"]:
            yield f"  {reason['message']} [{reason['rule']}]"
        for violation in verdict["violations"]:
            yield f"  {violation['message']} [{violation['code']}]"


def type_of(asked: AdjudicationAsked, number: int) -> str:
    """Return what the type of a move is called in a request."""
    written = MOVE.write(asked.moves[number])
    kind: str = written["type"]
    return kind
