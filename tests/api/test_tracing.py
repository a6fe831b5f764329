"""Spans for OpenTelemetry: what a collector gets (`make otel-test`); none of it where it is off."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module

import pytest

from loba.api import BadSetting, Settings, create_app
from tests.api.bodies import MELD_CHECK
from tests.api.serving import ask, environment, served, workers

GOOD = json.dumps(MELD_CHECK).encode()
JSON = {"Content-Type": "application/json"}
TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"

USED = """
import sys
from loba.wsgi import app
from tests.api.bodies import MELD_CHECK
assert app.test_client().post("/v1/meld-checks", json=MELD_CHECK).status_code == 200
print(*(name for name in sys.modules if name.startswith("opentelemetry")))
"""


def test_unless_it_is_switched_on_nothing_of_it_is_even_imported():
    done = subprocess.run(
        [sys.executable, "-c", USED], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


def test_where_it_is_not_installed_it_cannot_be_switched_on(monkeypatch):
    monkeypatch.setitem(sys.modules, "opentelemetry.trace", None)
    with pytest.raises(BadSetting, match="LOBA_TRACING must be off where the extra `otel` is not installed"):
        create_app(Settings(tracing="on"))


# --- where it is installed -------------------------------------------------------------------------


class Collector:
    """As much of a collector as takes spans: an address, and what arrived there."""

    def __init__(self, answer=200):
        collector = self
        self.spans = []
        self.resources = []

        class Taking(BaseHTTPRequestHandler):
            def do_POST(self):
                content = self.rfile.read(int(self.headers["Content-Length"]))
                collector.take(self.path, content)
                self.send_response(answer)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def take(self, path, content):
        messages = import_module("opentelemetry.proto.collector.trace.v1.trace_service_pb2")
        assert path == "/v1/traces"
        for batch in messages.ExportTraceServiceRequest.FromString(content).resource_spans:
            self.resources.append(values(batch.resource.attributes))
            for scope in batch.scope_spans:
                self.spans.extend(scope.spans)

    def wait_for(self, number):
        """Return the spans once there are so many."""
        for _ in range(200):
            if len(self.spans) >= number:
                break
            time.sleep(0.1)
        assert len(self.spans) == number
        return self.spans


def values(attributes):
    """Attributes as a plain dictionary."""
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in attributes}


@contextmanager
def collecting(**options):
    pytest.importorskip("opentelemetry.sdk")
    collector = Collector(**options)
    threading.Thread(target=collector.server.serve_forever, daemon=True).start()
    try:
        yield collector
    finally:
        collector.server.shutdown()
        collector.server.server_close()


def traced(collector, **settings):
    """A server of two workers that sends its spans to a collector, soon."""
    return served(
        **{
            "LOBA_WORKERS": "2",
            "LOBA_TRACING": "on",
            "OTEL_EXPORTER_OTLP_ENDPOINT": collector.address,
            "OTEL_BSP_SCHEDULE_DELAY": "100",
            **settings,
        }
    )


@pytest.mark.otel
def test_a_request_is_a_span_within_the_trace_it_came_with():
    with (
        collecting() as collector,
        traced(collector, OTEL_RESOURCE_ATTRIBUTES="deployment.environment=test") as (port, _),
    ):
        begun = time.time_ns()
        headers = {**JSON, "traceparent": f"00-{TRACE}-{PARENT}-01", "X-Request-Id": "table-7"}
        answer, _ = ask(port, "POST", "/v1/meld-checks", GOOD, headers)
        (span,) = collector.wait_for(1)

    assert answer.getheader("traceparent") == f"00-{TRACE}-{PARENT}-01"
    assert (span.trace_id.hex(), span.parent_span_id.hex()) == (TRACE, PARENT)
    assert (span.name, span.kind) == ("POST /v1/meld-checks", span.SPAN_KIND_SERVER)
    assert begun <= span.start_time_unix_nano < span.end_time_unix_nano <= time.time_ns()
    assert values(span.attributes) == {
        "http.request.method": "POST",
        "http.route": "/v1/meld-checks",
        "http.response.status_code": 200,
        "loba.request_id": "table-7",
        "loba.ruleset": "loba-de-menos",
        "loba.legal": True,
        "loba.answers": 1,
    }
    about = collector.resources[0]
    assert (about["service.name"], about["deployment.environment"]) == ("loba", "test")


@pytest.mark.otel
def test_every_worker_sends_its_spans_the_last_of_them_at_its_end():
    """Both were forked from a process that had the libraries loaded; the spans wait for more to come."""
    with collecting() as collector, traced(collector, OTEL_BSP_SCHEDULE_DELAY="600000") as (port, server):
        for worker in workers(server):
            os.kill(worker, signal.SIGSTOP)  # the other one has to answer
            for _ in range(5):
                assert ask(port, "POST", "/v1/meld-checks", GOOD, JSON)[0].status == 200
            os.kill(worker, signal.SIGCONT)
        assert collector.spans == []
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0
        spans = collector.wait_for(10)

    assert len(collector.resources) == 2  # each worker sent its own, in one go
    assert len({span.trace_id for span in spans}) == 10
    assert not any(span.parent_span_id for span in spans)


@pytest.mark.otel
def test_its_log_line_names_the_trace_that_a_request_began():
    with collecting() as collector, traced(collector) as (port, server):
        ask(port, "POST", "/v1/meld-checks", GOOD, JSON)
        (span,) = collector.wait_for(1)
        server.send_signal(signal.SIGTERM)
        server.wait(20)
        lines = [json.loads(line) for line in server.stdout.read().splitlines()]

    assert [line["trace_id"] for line in lines if line.get("route")] == [span.trace_id.hex()]


@pytest.mark.otel
def test_what_is_not_sampled_is_not_sent_and_probes_never_are():
    with collecting() as collector, traced(collector) as (port, _):
        for path in ("/livez", "/readyz", "/metrics"):
            ask(port, "GET", path)
        ask(port, "POST", "/v1/meld-checks", GOOD, {**JSON, "traceparent": f"00-{TRACE}-{PARENT}-00"})
        ask(port, "GET", "/v1/rulesets/a-secret")
        (span,) = collector.wait_for(1)

    assert span.name == "GET /v1/rulesets/<id>"
    assert "secret" not in str(span)


@pytest.mark.otel
@pytest.mark.parametrize("address", ["http://127.0.0.1:9", None], ids=["nobody there", "errors only"])
def test_a_collector_that_fails_holds_nobody_up(address):
    with collecting(answer=503) as collector:
        settings = {"OTEL_EXPORTER_OTLP_ENDPOINT": address or collector.address}
        with traced(collector, **settings) as (port, server):
            for _ in range(20):
                assert ask(port, "POST", "/v1/meld-checks", GOOD, JSON)[0].status == 200
            server.send_signal(signal.SIGTERM)
            assert server.wait(20) == 0
