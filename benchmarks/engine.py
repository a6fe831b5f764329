"""One move judged on a loaded state, beside the JSON round trip of a question."""

from __future__ import annotations

import json
from functools import partial

from benchmarks.figures import Figure
from benchmarks.measuring import side_by_side
from benchmarks.positions import QUESTIONS
from loba.api.schemas.requests import ADJUDICATION
from loba.engine import judge
from loba.rules.possible import examine

TARGET, STRETCH = 20, 8
"""In microseconds, for one move."""


def figures() -> list[Figure]:
    """Measure each kind of move, and the JSON round trip of a question to tell how fast the machine is."""
    subjects = {}
    for name, question in QUESTIONS.items():
        asked = ADJUDICATION.load(question)
        rules = asked.ruleset.rules
        subjects[name] = partial(judge, rules, examine(rules, asked.state).deal, asked.moves[0])
    body = json.dumps(QUESTIONS["lay a pierna"])
    reference, *timings = side_by_side(lambda: json.dumps(json.loads(body)), subjects)
    return [
        *[Figure(timing.name, timing.microseconds, "µs", TARGET, STRETCH) for timing in timings],
        Figure("for comparison: JSON of a question, read and written", reference.microseconds, "µs"),
    ]
