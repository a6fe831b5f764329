"""What the service costs over HTTP: processor time of the whole server, beside the floor in the same run."""

from __future__ import annotations

import json
from collections.abc import Callable
from statistics import median

from benchmarks.figures import Figure
from benchmarks.ordinary import QUESTION, spoilt, written
from benchmarks.servers import Server, echo, loba
from tests.support.questions import question

ROUNDS = 60
REQUESTS = 50
LINES = 100
QUESTIONS, FEW_ROUNDS = 60, 5
PATHS = tuple(
    f"/v1/{name}"
    for name in (
        "adjudications",
        "legal-moves",
        "meld-checks",
        "hand-arrangements",
        "state-checks",
        "deal-scores",
        "scoresheets",
        "replays",
    )
)
_JSON = {"Content-Type": "application/json"}
_NDJSON = {"Content-Type": "application/x-ndjson"}
_PATH = "/v1/adjudications"


def figures() -> list[Figure]:
    """Measure."""
    body, wrong = written(QUESTION), written(spoilt(QUESTION))
    batch = b"".join(body + b"\n" for _ in range(LINES))
    taken: dict[str, list[float]] = {"floor": [], "one": [], "wrong": [], "line": []}
    with echo() as floor, loba() as server:

        def one_round(requests: int) -> dict[str, float]:
            return {
                "floor": _each(floor, requests, lambda: _ask(floor, "/", body, 200)),
                "one": _each(server, requests, lambda: _ask(server, _PATH, body, 200)),
                "wrong": _each(server, requests, lambda: _ask(server, _PATH, wrong, 422)),
                "line": _each(server, 1, lambda: _ask_batch(server, batch)) / LINES,
            }

        one_round(5 * REQUESTS)  # to warm up
        for _ in range(ROUNDS):
            for name, seconds in one_round(REQUESTS).items():
                taken[name].append(seconds)

        others = {path: _mean(server, path) for path in PATHS}

    def times(name: str, reference: str = "floor") -> float:
        return median(a / b for a, b in zip(taken[name], taken[reference], strict=True))

    return [
        Figure("floor: a Flask route that echoes the same body", median(taken["floor"]) * 1e6, "µs"),
        Figure("one move adjudicated, full answer", median(taken["one"]) * 1e6, "µs"),
        Figure("one move adjudicated, full answer, × floor", times("one"), "×", 1.6, 1.3),
        Figure("a line of an NDJSON batch, × floor", times("line"), "×", 0.5, 0.3),
        Figure("a body wrong all over, × the accepted one", times("wrong", "one"), "×", 1.5, 1.1),
        *[Figure(f"{path}, an ordinary question", seconds * 1e6, "µs") for path, seconds in others.items()],
    ]


def _mean(server: Server, path: str) -> float:
    """Return what ordinary questions to an endpoint cost on average, some of them answered with a problem."""
    bodies = [json.dumps(question(path, seed)).encode() for seed in range(QUESTIONS)]

    def ask_all() -> None:
        for body in bodies:
            server.ask(path, body, _JSON)

    ask_all()
    return median(_each(server, 1, ask_all) for _ in range(FEW_ROUNDS)) / len(bodies)


def _each(server: Server, times: int, ask: Callable[[], None]) -> float:
    """Return how busy the server is with something, in seconds each time."""
    before = server.busy()
    for _ in range(times):
        ask()
    return (server.busy() - before) / times


def _ask(server: Server, path: str, body: bytes, wanted: int) -> None:
    status, answer = server.ask(path, body, _JSON)
    if status != wanted:
        raise RuntimeError(f"{status}: {answer[:200]!r}")


def _ask_batch(server: Server, batch: bytes) -> None:
    status, answer = server.ask(_PATH, batch, _NDJSON)
    if status != 200 or answer.count(b'{"legal":true') != LINES:
        raise RuntimeError(f"{status}: {answer[:200]!r}")
