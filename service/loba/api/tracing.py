"""Spans for OpenTelemetry, one a request, where that is switched on; needs the extra `otel`.

A span is made once its answer has been sent, of what was observed meanwhile: nobody waits for it. Where spans
go, how many of them, and what the service is called in them, the standard `OTEL_*` variables say.
"""

from __future__ import annotations

from importlib import import_module
from threading import Thread
from time import time_ns
from typing import Any, Final

from flask import Flask

from loba.__about__ import __version__
from loba.api.metrics import METHODS
from loba.api.observation import Observed
from loba.api.request_log import QUIET
from loba.api.settings import BadSetting
from loba.api.traces import Trace

_KEY: Final = "loba.tracing"
_PATIENCE_SECONDS: Final = 2.0
"""How long the last spans may take to get away. A pod has five seconds to spare when it ends."""


class Tracing:
    """The spans of this process."""

    def __init__(self) -> None:
        """Find the libraries, which nothing else needs. Raises BadSetting."""
        try:
            self._api: Any = import_module("opentelemetry.trace")
            self._sdk: Any = import_module("opentelemetry.sdk.trace")
            self._export: Any = import_module("opentelemetry.sdk.trace.export")
            self._resources: Any = import_module("opentelemetry.sdk.resources")
            self._otlp: Any = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
        except ImportError:
            raise BadSetting("LOBA_TRACING", "off where the extra `otel` is not installed") from None
        self._provider: Any = None
        self._tracer: Any = None

    def start(self) -> None:
        """Begin to send. To be called in each worker: what sends is a thread, and threads are not forked."""
        given = self._resources.OTELResourceDetector().detect().attributes
        about = {"service.name": "loba", "service.version": __version__, **given}
        self._provider = self._sdk.TracerProvider(
            resource=self._resources.Resource.create(about), shutdown_on_exit=False
        )
        self._provider.add_span_processor(self._export.BatchSpanProcessor(self._otlp.OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("loba", __version__)

    def stop(self) -> None:
        """Send what is left. A collector that does not answer holds nobody up."""
        if self._provider is not None:
            last = Thread(target=self._provider.shutdown, daemon=True)
            last.start()
            last.join(_PATIENCE_SECONDS)

    def write(self, observed: Observed) -> None:
        """Make the span of a request. Without a `traceparent` it begins a trace, which the log names."""
        if self._tracer is None or observed.route in QUIET:
            return
        ended = time_ns()
        method = observed.method if observed.method in METHODS else "_OTHER"
        span = self._tracer.start_span(
            f"{method} {observed.route}" if observed.route else method,
            context=self._within(observed.trace),
            kind=self._api.SpanKind.SERVER,
            attributes=_attributes(observed, method),
            start_time=ended - int(observed.seconds * 1e9),
        )
        if observed.status >= 500:
            span.set_status(self._api.StatusCode.ERROR)
        span.end(ended)
        if observed.trace is None:
            made = span.get_span_context()
            observed.trace = Trace(f"{made.trace_id:032x}", f"{made.span_id:016x}", f"{made.trace_flags:02x}")

    def _within(self, trace: Trace | None) -> Any:  # noqa: ANN401 - a type of a library that may be absent
        if trace is None:
            return None
        parent = self._api.SpanContext(
            int(trace.id, 16),
            int(trace.parent, 16),
            is_remote=True,
            trace_flags=self._api.TraceFlags(int(trace.flags, 16)),
        )
        return self._api.set_span_in_context(self._api.NonRecordingSpan(parent))


def _attributes(observed: Observed, method: str) -> dict[str, str | int | bool]:
    """Return what a span says, by the standard's names where it has any. Nothing of it is what was asked."""
    told: dict[str, str | int | bool | None] = {
        "http.request.method": method,
        "http.route": observed.route,
        "http.response.status_code": observed.status,
        "error.type": str(observed.status) if observed.status >= 500 else None,
        "loba.request_id": observed.request_id,
        "loba.client": observed.client,
        "loba.ruleset": observed.ruleset,
        "loba.legal": observed.legal,
        "loba.answers": observed.answers,
    }
    return {name: value for name, value in told.items() if value is not None}


def prepare(app: Flask) -> Tracing:
    """Return the spans of an application. Raises BadSetting."""
    tracing: Tracing = app.extensions.setdefault(_KEY, Tracing())
    return tracing


def start(app: Flask) -> None:
    """Begin to send spans in this process, if the application makes any."""
    if _KEY in app.extensions:
        app.extensions[_KEY].start()


def stop(app: Flask) -> None:
    """Send the last of them."""
    if _KEY in app.extensions:
        app.extensions[_KEY].stop()
