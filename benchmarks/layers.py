"""Where the time of one answer goes, in process: reading, judging, explaining, writing."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import pairwise

from benchmarks.figures import Figure
from benchmarks.measuring import side_by_side
from benchmarks.ordinary import QUESTION, written
from loba import limits
from loba.api import strict_json
from loba.api.adjudications import adjudications
from loba.api.possibility import possible
from loba.api.questions import asked_and_answered, signed
from loba.api.schemas.judgements import written_verdict
from loba.api.schemas.requests import ADJUDICATION
from loba.api.schemas.state import STATE
from loba.api.strict_json import Json
from loba.engine import adjudicate

Work = Callable[[], object]


def figures() -> list[Figure]:
    """Measure. A layer is what an answer costs more with it than without: alone each would seem cheaper."""
    body = written(QUESTION)
    answer = json.loads(_whole(body))

    def exchanged() -> None:
        json.loads(body)
        json.dumps(answer)

    steps = _steps(body)
    floor, *reached, whole = side_by_side(exchanged, {**steps, "all": lambda: _whole(body)})
    spent = [0.0, *(timing.microseconds for timing in reached)]
    return [
        Figure("json.loads + json.dumps of question and answer", floor.microseconds, "µs"),
        *(
            Figure(f"… {name}", after - before, "µs")
            for name, (before, after) in zip(steps, pairwise(spent), strict=True)
        ),
        Figure("load + judge + explain + dump", whole.microseconds, "µs"),
        Figure("load + judge + explain + dump, × JSON", whole.ratio, "×", 6, 4),
    ]


def _whole(body: bytes) -> bytes:
    return signed(*asked_and_answered(ADJUDICATION, adjudications, body, limits.BODY_BYTES, "en"))


def _steps(body: bytes) -> dict[str, Work]:
    """Return what an answer takes, each step with those before it."""

    def up_to(last: int) -> None:
        value = strict_json.read(body)
        if last == 0:
            return
        asked = ADJUDICATION.load(value)
        if last == 1:
            return
        rules = asked.ruleset.rules
        deal = possible(rules, asked.state)
        if last == 2:
            return
        judged = adjudicate(rules, deal, asked.moves)
        if last == 3:
            return
        verdicts = [written_verdict(at, verdict, rules, "en") for at, verdict in enumerate(judged.verdicts)]
        if last == 4:
            return
        state = Json(STATE.text(judged.deal))
        if last == 5:
            return
        signed(asked, {"legal": judged.legal, "verdicts": verdicts, "state": state, "deal_result": None})

    names = ("reading JSON", "loading by the schema", "examining the state", "judging the move")
    names += ("explaining the verdict", "dumping the state", "writing JSON")
    return {name: partial(up_to, last) for last, name in enumerate(names)}
