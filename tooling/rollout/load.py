"""A steady, bounded load: questions with a known answer, sent to one address on this machine."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Self

QUESTION = json.dumps(
    {
        "ruleset": {"id": "loba-de-menos"},
        "melds": [{"cards": ["4S", "4H", "4C"]}, {"cards": ["4S", "4H", "JOKER"]}],
    }
)
ANSWER = [True, False]
HEADERS = {"Content-Type": "application/json"}
LONGEST = 120.0
"""Seconds after which a load ends by itself."""


@dataclass
class Load:
    """Clients that ask at a given rate until they are told to stop, and what became of each request.

    Half of them open a connection for each request, half keep theirs as browsers and proxies do. None of them
    asks a second time: what goes wrong is counted.
    """

    port: int
    rate: float
    clients: int = 16
    outcomes: dict[str, Counter[str]] = field(default_factory=lambda: {"fresh": Counter(), "kept": Counter()})
    failures: list[tuple[float, str, str]] = field(default_factory=list)
    durations: list[float] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def __enter__(self) -> Self:
        self.begun = time.monotonic()
        for number in range(self.clients):
            kind = ("fresh", "kept")[number % 2]
            thread = threading.Thread(target=self._ask_on, args=(kind, number), daemon=True)
            thread.start()
            self._threads.append(thread)
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=15)

    @property
    def sent(self) -> int:
        """How many requests there were."""
        return sum(sum(counter.values()) for counter in self.outcomes.values())

    @property
    def failed(self) -> int:
        """How many of them did not get the answer they should have got."""
        return len(self.failures)

    def told(self) -> dict[str, object]:
        """Return the figures."""
        ordered = sorted(self.durations)
        return {
            "requests": self.sent,
            "failed": self.failed,
            "outcomes": {kind: dict(counter) for kind, counter in self.outcomes.items()},
            "ms": {
                f"p{share}": round(ordered[int(len(ordered) * share / 100)] * 1000, 1) for share in (50, 99)
            },
        }

    def _ask_on(self, kind: str, number: int) -> None:
        pause = self.clients / self.rate
        due = time.monotonic() + pause * number / self.clients
        connection: http.client.HTTPConnection | None = None
        while (
            not self._stop.wait(max(0.0, due - time.monotonic())) and time.monotonic() - self.begun < LONGEST
        ):
            due = max(due + pause, time.monotonic() - pause)
            if connection is None:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            started = time.monotonic()
            outcome, again = self._ask(connection)
            self.durations.append(time.monotonic() - started)
            self.outcomes[kind][outcome] += 1
            if outcome != "answered":
                self.failures.append((started - self.begun, kind, outcome))
            if kind == "fresh" or not again:
                connection.close()
                connection = None
        if connection is not None:
            connection.close()

    def _ask(self, connection: http.client.HTTPConnection) -> tuple[str, bool]:
        """Return what became of a request, and whether the connection can be used again."""
        try:
            connection.request("POST", "/v1/meld-checks", QUESTION, HEADERS)
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            return type(error).__name__, False
        if answer.status != 200:
            return str(answer.status), not answer.will_close
        if [verdict["legal"] for verdict in json.loads(body)["verdicts"]] != ANSWER:
            return "wrong answer", not answer.will_close
        return "answered", not answer.will_close
