"""How the cost of a question grows: twice as many cards, combinations, moves or lines."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from statistics import median
from time import thread_time_ns
from typing import Any

from flask.testing import FlaskClient

from benchmarks import long_games
from benchmarks.figures import Figure
from loba.api import create_app

Body = dict[str, Any]

ROUNDS = 9
LEAST_NS = 20_000_000
"""How long something is repeated to be measured once."""
MOST = 2.2
_RULES = {"id": "loba-de-menos"}


def figures() -> list[Figure]:
    """Measure. What doubling costs is taken from the two largest: what does not grow matters least there."""
    client = create_app().test_client()
    return [
        Figure(f"{what}, twice as many", _doubled(lambda size, ask=ask: ask(client, size), sizes), "×", MOST)
        for what, (ask, sizes) in _CURVES.items()
    ]


def _doubled(ask: Callable[[int], Callable[[], object]], sizes: tuple[int, ...]) -> float:
    """Return the most that it costs to go from one size to the next, which is twice as large."""
    asking = [ask(size) for size in sizes]
    for each in asking:
        each()
    rounds = [[_nanoseconds(each) for each in asking] for _ in range(ROUNDS)]
    return max(median(costs[at + 1] / costs[at] for costs in rounds) for at, _ in enumerate(pairwise(sizes)))


def _nanoseconds(work: Callable[[], object]) -> float:
    gc.collect()
    start = thread_time_ns()
    times = 0
    while thread_time_ns() - start < LEAST_NS:
        work()
        times += 1
    return (thread_time_ns() - start) / times


def _asked(client: FlaskClient, path: str, body: Body) -> Callable[[], object]:
    raw = json.dumps(body).encode()

    def ask() -> None:
        answer = client.post(path, data=raw, content_type="application/json")
        assert answer.status_code == 200, answer.text
        assert b'"legal":false' not in answer.data

    return ask


def _cards(client: FlaskClient, number: int) -> Callable[[], object]:
    """Ask about combinations of 13 cards: as many cards as that makes."""
    run = [rank + "H" for rank in "A23456789TJQK"]
    melds = [{"kind": "escalera", "cards": run} for _ in range(number // len(run))]
    return _asked(client, "/v1/meld-checks", {"ruleset": _RULES, "melds": melds})


def _combinations(client: FlaskClient, number: int) -> Callable[[], object]:
    melds = [{"cards": ["4S", "4H", "4C"]} for _ in range(number)]
    return _asked(client, "/v1/meld-checks", {"ruleset": _RULES, "melds": melds})


def _moves(client: FlaskClient, number: int) -> Callable[[], object]:
    return _asked(client, "/v1/adjudications", long_games.question(number))


def _lines(_: FlaskClient, number: int) -> Callable[[], object]:
    body = json.dumps({"ruleset": _RULES, "melds": [{"cards": ["4S", "4H", "4C"]}]}).encode() + b"\n"
    app, raw = create_app(), body * number

    def ask() -> None:
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": "/v1/meld-checks",
            "CONTENT_TYPE": "application/x-ndjson",
            "SERVER_NAME": "bench",
            "SERVER_PORT": "80",
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(raw),
            "wsgi.input_terminated": True,
        }
        answers = app(environ, lambda *_: lambda _: None)
        assert b"".join(answers).count(b"\n") == number
        answers.close()

    return ask


_CURVES = {
    "cards": (_cards, (130, 260, 520)),
    "combinations": (_combinations, (12, 24, 48)),
    "moves": (_moves, (125, 250, 500)),
    "lines of a batch": (_lines, (100, 200, 400)),
}
