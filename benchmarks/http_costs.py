"""What the service costs over HTTP: processor time of the whole server, beside the floor in the same run."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

from benchmarks.figures import Figure
from benchmarks.ordinary import QUESTION, spoilt, written
from benchmarks.servers import Server, echo, loba

ROUNDS = 15
REQUESTS = 200
LINES = 200
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

        one_round(REQUESTS)  # to warm up
        for _ in range(ROUNDS):
            for name, seconds in one_round(REQUESTS).items():
                taken[name].append(seconds)

    def times(name: str, reference: str = "floor") -> float:
        return median(a / b for a, b in zip(taken[name], taken[reference], strict=True))

    return [
        Figure("floor: a Flask route that echoes the same body", median(taken["floor"]) * 1e6, "µs"),
        Figure("one move adjudicated, full answer", median(taken["one"]) * 1e6, "µs"),
        Figure("one move adjudicated, full answer, × floor", times("one"), "×", 1.6, 1.3),
        Figure("a line of an NDJSON batch, × floor", times("line"), "×", 0.5, 0.3),
        Figure("a body wrong all over, × the accepted one", times("wrong", "one"), "×", 1.5, 1.1),
    ]


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
