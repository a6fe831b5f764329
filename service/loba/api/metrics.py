"""The numbers behind `/metrics`. Labels come from closed lists only: routes, methods, bases, codes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from flask import Flask
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics import disable_created_metrics
from prometheus_client.multiprocess import MultiProcessCollector

from loba.api import worker_numbers
from loba.api.shared_numbers import SharedNumbers
from loba.rulesets import BASES
from loba.violations import Code

MEDIA_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
_KEY: Final = "loba.metrics"
_SHARED_IN: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where prometheus-client looks for the directory, in the environment."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_OTHER: Final = "other"
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""From a plain verdict to the most a whole game may take, in seconds."""

disable_created_metrics()


def share(directory: Path) -> None:
    """Keep all numbers in files there, a few for each process, so that any process can add them up.

    Holds for metrics that are made from now on.
    """
    os.environ[_SHARED_IN] = str(directory)
    values.MmapedDict = SharedNumbers  # type: ignore[attr-defined]  # it knows no other way
    values.ValueClass = values.MultiProcessValue(lambda: _PROCESS["id"])


_PROCESS: Final = {"id": os.getpid()}
"""Which process this is. The system need not be asked with each number, only after a fork."""

os.register_at_fork(after_in_child=lambda: _PROCESS.update(id=os.getpid()))


class Metrics:
    """The numbers of this process."""

    def __init__(self) -> None:
        """Start at zero. Where the possible labels are few, each has its number from the start."""
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "loba_http_requests", "Requests answered.", ["route", "method", "status"], registry=self._registry
        )
        self._durations = Histogram(
            "loba_http_request_duration_seconds",
            "Time from the head of a request to the end of its answer.",
            ["route", "method"],
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._in_flight = Gauge(
            "loba_http_requests_in_flight",
            "Requests being answered right now.",
            multiprocess_mode="livesum",
            registry=self._registry,
        )
        verdicts = Counter(
            "loba_verdicts",
            "Answers that say whether something is legal, or possible.",
            ["ruleset", "legal"],
            registry=self._registry,
        )
        violations = Counter(
            "loba_violations", "Violations and findings in answers.", ["code"], registry=self._registry
        )
        # `labels` takes a lock and makes texts each time; a dictionary does neither.
        self._answered: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._verdicts = {
            (base, legal): verdicts.labels(base, str(legal).lower())
            for base in BASES
            for legal in (True, False)
        }
        self._violations = {code.value: violations.labels(code.value) for code in Code}

    def began(self) -> None:
        """Count a request in."""
        self._in_flight.inc()

    def ended(self, route: str | None, method: str, status: int, seconds: float) -> None:
        """Count a request out."""
        self._in_flight.dec()
        key = (route or _OTHER, method if method in METHODS else _OTHER, status)
        if key not in self._answered:
            self._answered[key] = (self._requests.labels(*key), self._durations.labels(key[0], key[1]))
        requests, durations = self._answered[key]
        requests.inc()
        durations.observe(seconds)

    def judged(self, ruleset: str, legal: bool | None, answer: Mapping[str, Any]) -> None:  # noqa: FBT001
        """Count an answer and what it says."""
        if legal is None:
            return
        self._verdicts[ruleset, legal].inc()
        if not legal:
            for code in _codes(answer):
                self._violations[code].inc()

    def text(self) -> bytes:
        """Return all numbers as Prometheus reads them, those of the other processes added."""
        shared_in = os.environ.get(_SHARED_IN)
        if shared_in is None:
            return generate_latest(self._registry)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
        with worker_numbers.at_rest(Path(shared_in)):
            return generate_latest(registry)


def _codes(answer: Mapping[str, Any]) -> Iterator[str]:
    """Yield the codes of all violations in an answer, wherever it keeps them."""
    first = answer.get("first_illegal")
    for holder in (answer, *answer.get("verdicts", ()), *([first] if first else ())):
        for violation in (*holder.get("violations", ()), *holder.get("findings", ())):
            yield violation["code"]


def register(app: Flask) -> None:
    """Give an application its numbers."""
    app.extensions[_KEY] = Metrics()


def metrics_of(app: Flask) -> Metrics:
    """Return the numbers of an application."""
    metrics: Metrics = app.extensions[_KEY]
    return metrics
