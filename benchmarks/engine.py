"""One move judged on a loaded state, beside the JSON round trip of a question."""

from __future__ import annotations

import json
from functools import partial

from benchmarks.measuring import printed, side_by_side
from benchmarks.positions import QUESTIONS
from loba.api.schemas.requests import ADJUDICATION
from loba.engine import judge
from loba.rules.possible import examine


def report() -> str:
    """Measure and return the table."""
    subjects = {}
    for name, question in QUESTIONS.items():
        asked = ADJUDICATION.load(question)
        rules = asked.ruleset.rules
        subjects[name] = partial(judge, rules, examine(rules, asked.state).deal, asked.moves[0])
    body = json.dumps(QUESTIONS["lay a pierna"])
    timings = side_by_side(lambda: json.dumps(json.loads(body)), subjects)
    return printed(
        "engine: one move judged on a loaded state", "json.loads + json.dumps of a question", timings
    )
