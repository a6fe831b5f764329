"""What becomes known about a request while it is answered; the metrics and the log are told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

from flask import Flask, Response, g
from flask.globals import request_ctx

from loba.api.metrics import Metrics, metrics_of
from loba.api.request_ids import HEADER, request_id
from loba.api.traces import HEADER as TRACE_HEADER
from loba.api.traces import Trace
from loba.rulesets import Resolved

_TRACE: Final = "HTTP_" + TRACE_HEADER.upper()
"""Where WSGI keeps that header."""


@dataclass(slots=True)
class Observed:
    """A request that is being answered, or has been. Nothing in it is what was asked."""

    request_id: str
    method: str
    route: str | None
    """The template of the path, None where nothing is served."""
    trace: Trace | None
    started: float
    metrics: Metrics
    """Where it is counted."""
    client: str | None = None
    """Whose API key came with it, where keys are asked for."""
    status: int = 0
    answers: int = 0
    ruleset: str | None = None
    legal: bool | None = None
    """Ruleset and verdict of the last answer, where there is one for each line of a batch."""
    seconds: float = 0.0

    def answered(self, ruleset: Resolved, answer: Mapping[str, Any]) -> None:
        """Take notice of an answer."""
        self.answers += 1
        self.ruleset = ruleset.id
        self.legal = _legal(answer)
        self.metrics.judged(ruleset.id, self.legal, answer)


Watcher = Callable[[Observed], None]
"""Told about each request once its answer has been sent, to the last line of a batch."""


def observed() -> Observed:
    """Return what is known about the current request."""
    known: Observed = g.observed
    return known


def register(app: Flask, *watchers: Watcher) -> None:
    """Observe each request of an application, and send back its ids.

    To be registered before anything else but the metrics: so it comes first at the start of a request, and
    last at its end. The watchers are told one after the other.
    """
    metrics = metrics_of(app)

    def start() -> None:
        started = perf_counter()
        metrics.began()
        asked = request_ctx.request  # `request` would look it up each time
        rule = asked.url_rule
        trace = asked.environ.get(_TRACE)
        g.observed = Observed(
            request_id=request_id(),
            method=asked.method,
            route=None if rule is None else rule.rule,
            trace=Trace.told_by(trace) if trace else None,
            started=started,
            metrics=metrics,
        )

    def finish(response: Response) -> Response:
        known = observed()
        known.status = response.status_code
        response.headers[HEADER] = known.request_id
        if known.trace is not None:
            response.headers[TRACE_HEADER] = str(known.trace)

        def end() -> None:
            known.seconds = perf_counter() - known.started
            metrics.ended(known.route, known.method, known.status, known.seconds)
            for watch in watchers:
                watch(known)

        response.call_on_close(end)
        return response

    app.before_request(start)
    app.after_request(finish)


def _legal(answer: Mapping[str, Any]) -> bool | None:
    """Return the verdict of an answer in one word, None where it is not about legality."""
    if "legal" in answer:
        return bool(answer["legal"])
    if "consistent" in answer:
        return bool(answer["consistent"])
    if "verdicts" in answer:
        return all(verdict["legal"] for verdict in answer["verdicts"])
    return None
