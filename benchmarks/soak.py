"""Two workers, as busy as they can be, for as long as is wanted: `python -m benchmarks.soak 600`.

Asked are questions of every endpoint, legal, illegal and wrong, single and in batches, the same mix again and
again. Nothing may fail, and once everything has been asked for some time memory has no reason to grow.
"""

from __future__ import annotations

import http.client
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from statistics import median

from benchmarks.figures import HEAD, Figure, table
from benchmarks.ordinary import QUESTION, spoilt, written
from benchmarks.servers import Server, loba
from tests.support.questions import question

WORKERS = 2
CLIENTS = 12
"""More than the workers can answer at a time: somebody always waits."""
SEEDS = 40
WARM_UP = 0.25
"""The part of the time after which memory is expected to stay as it is."""
PATHS = ("adjudications", "legal-moves", "meld-checks", "hand-arrangements", "state-checks")
PATHS += ("deal-scores", "scoresheets", "replays")

Asking = tuple[str, bytes, str]
"""Path, body and its media type."""


@dataclass
class Seen:
    """What came of it all."""

    statuses: Counter[int] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)


def main(wanted: list[str]) -> int:
    """Run for so many seconds, ten minutes unless told otherwise; return 1 where something failed."""
    seconds = float(wanted[0]) if wanted else 600.0
    seen = Seen()
    with loba(LOBA_WORKERS=str(WORKERS)) as server:
        asked = list(_mix())
        until = time.monotonic() + seconds
        clients = [
            threading.Thread(target=_ask_on, args=(server.port, asked, number, until, seen))
            for number in range(CLIENTS)
        ]
        begun = server.busy()
        for client in clients:
            client.start()
        _watch(server, until, seen)
        for client in clients:
            client.join()
        busy = server.busy() - begun
    failed = seen.failures.total() + sum(n for status, n in seen.statuses.items() if status >= 500)
    print(f"soak: {WORKERS} workers, {CLIENTS} clients, {seconds:.0f} s")
    print(HEAD)
    print("\n".join(table(_figures(seen, seconds, busy, failed))))
    print("  statuses:", dict(sorted(seen.statuses.items())), *seen.failures.items())
    return 1 if failed else 0


def _figures(seen: Seen, seconds: float, busy: float, failed: int) -> list[Figure]:
    ordered = sorted(seen.seconds)
    warm = seen.memory[int(len(seen.memory) * WARM_UP) :]
    part = max(1, len(warm) // 5)
    before, after = median(warm[:part]), median(warm[-part:])
    return [
        Figure("requests", len(ordered), ""),
        Figure("requests a second", len(ordered) / seconds, ""),
        Figure("processors kept busy by the server", busy / seconds, ""),
        Figure("answers with a status of 500 or more, or none", failed, "", 0),
        Figure("half of the answers come within", 1000 * ordered[len(ordered) // 2], "ms"),
        Figure("99 of 100 answers come within", 1000 * ordered[len(ordered) * 99 // 100], "ms"),
        Figure("memory of the server after warming up", before, "MiB"),
        Figure("memory of the server at the end", after, "MiB"),
        Figure("memory at the end / after warming up", after / before, "×", 1.05),
    ]


def _mix() -> Iterator[Asking]:
    for name in PATHS:
        bodies = [json.dumps(question(f"/v1/{name}", seed)).encode() for seed in range(SEEDS)]
        for body in bodies:
            yield f"/v1/{name}", body, "application/json"
        yield f"/v1/{name}", b"\n".join(bodies[:10]), "application/x-ndjson"
    for body in (written(QUESTION), written(spoilt(QUESTION)), b"{"):
        yield "/v1/adjudications", body, "application/json"


def _watch(server: Server, until: float, seen: Seen) -> None:
    """Look at the memory of the server every now and then."""
    while (left := until - time.monotonic()) > 0:
        time.sleep(min(left, 1.0))
        seen.memory.append(server.memory() / 2**20)


def _ask_on(port: int, asked: list[Asking], number: int, until: float, seen: Seen) -> None:
    """Ask one question after the other over one connection, in an order of one's own."""
    mine = asked[:]
    Random(number).shuffle(mine)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for path, body, media_type in cycle(mine):
        if time.monotonic() > until:
            break
        begun = time.monotonic()
        try:
            connection.request("POST", path, body, {"Content-Type": media_type})
            answer = connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException) as error:
            seen.failures[type(error).__name__] += 1
            connection.close()
        else:
            seen.statuses[answer.status] += 1
            seen.seconds.append(time.monotonic() - begun)
    connection.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
