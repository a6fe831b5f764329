"""More clients than can be answered at a time, and what becomes of them.

As a program it prints the table of docs/reliability.md: ``python -m tests.faults.load`` (`make overload`).
"""

from __future__ import annotations

import http.client
import json
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tests.api.bodies import ADJUDICATION
from tests.api.serving import served

BODY = json.dumps(ADJUDICATION).encode()
THREADS = 8


@dataclass
class Load:
    """What came back, and how long it took, in seconds."""

    statuses: Counter[int]
    times: list[float]
    took: float


def load(port: int, clients: int, requests: int) -> Load:
    """Let so many clients ask, each over a connection of its own, as soon as they are answered."""

    def client(_: int) -> list[tuple[int, float]]:
        told = []
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for _ in range(requests):
            begun = time.monotonic()
            connection.request("POST", "/v1/adjudications", BODY, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            told.append((answer.status, time.monotonic() - begun))
        connection.close()
        return told

    begun = time.monotonic()
    with ThreadPoolExecutor(clients) as pool:
        told = [pair for pairs in pool.map(client, range(clients)) for pair in pairs]
    return Load(Counter(s for s, _ in told), sorted(t for _, t in told), time.monotonic() - begun)


def table() -> Iterator[str]:
    """Yield what becomes of one, two and eight times as many clients as there are threads."""
    yield "| clients | in hand | answered | refused (429) | errors | a second | half within | 99 % within |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for in_hand in (0, THREADS // 2):
        with served(LOBA_WORKERS="1", LOBA_MAX_IN_FLIGHT=str(in_hand)) as (port, _):
            load(port, THREADS, 20)
            for clients in (THREADS, 2 * THREADS, 8 * THREADS):
                found = load(port, clients, 3000 // clients)
                good, refused = found.statuses[200], found.statuses[429]
                errors = found.statuses.total() - good - refused
                half, nearly_all = (1000 * found.times[int(len(found.times) * part)] for part in (0.5, 0.99))
                columns = [clients, in_hand or "any", good, refused, errors, f"{good / found.took:.0f}"]
                yield "| " + " | ".join(map(str, [*columns, f"{half:.0f} ms", f"{nearly_all:.0f} ms"])) + " |"


if __name__ == "__main__":
    for row in table():
        print(row, flush=True)  # noqa: T201 - it is a program
