"""The numbers behind `/metrics`: what is counted, and that all workers count together."""

import json
import os
import signal
import socket
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from loba.api import Settings, create_app
from loba.rulesets import BASES
from loba.violations import Code
from tests.api.bodies import ADJUDICATION, MELD_CHECK, spoilt
from tests.api.serving import ask, served

GOOD = json.dumps(MELD_CHECK).encode()
JSON = {"Content-Type": "application/json"}
NAMES = {
    "loba_http_requests_total",
    "loba_http_request_duration_seconds",
    "loba_verdicts_total",
    "loba_violations_total",
    "loba_http_requests_in_flight",
}


@pytest.fixture
def client():
    """A client of an application that has counted nothing yet."""
    return create_app(Settings()).test_client()


def parsed(text):
    """Every number by its name and labels."""
    return {
        (sample.name, *(f"{name}={value}" for name, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def numbers(client):
    answer = client.get("/metrics", buffered=True)
    assert answer.status_code == 200
    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    return parsed(answer.text)


def ask_all(client, *asked):
    for path, body in asked:
        client.post(path, json=body, buffered=True)


def test_requests_are_counted_by_route_method_and_status(client):
    ask_all(client, ("/v1/meld-checks", MELD_CHECK), ("/v1/meld-checks", MELD_CHECK), ("/v1/meld-checks", {}))
    client.get("/v1/rulesets/loba-de-menos", buffered=True)
    client.get("/nowhere", buffered=True)
    client.open("/livez", method="BREW", buffered=True)
    found = numbers(client)

    assert {key[1:]: value for key, value in found.items() if key[0] == "loba_http_requests_total"} == {
        ("method=POST", "route=/v1/meld-checks", "status=200"): 2,
        ("method=POST", "route=/v1/meld-checks", "status=422"): 1,
        ("method=GET", "route=/v1/rulesets/<id>", "status=200"): 1,
        ("method=GET", "route=other", "status=404"): 1,
        ("method=other", "route=other", "status=405"): 1,
    }


def test_how_long_they_take(client):
    ask_all(client, ("/v1/meld-checks", MELD_CHECK))
    found = numbers(client)
    name, labels = "loba_http_request_duration_seconds", ("method=POST", "route=/v1/meld-checks")

    assert found[f"{name}_count", *labels] == 1
    assert 0 < found[f"{name}_sum", *labels] < 10
    assert found[f"{name}_bucket", "le=10.0", *labels] == 1


def test_a_request_is_in_flight_until_it_is_answered(client):
    assert numbers(client)["loba_http_requests_in_flight",] == 1  # the question how many there are
    assert numbers(client)["loba_http_requests_in_flight",] == 1


def test_verdicts_by_ruleset_and_legality(client):
    illegal = spoilt(ADJUDICATION, ("moves.0.player", "beto"))
    ask_all(client, ("/v1/adjudications", ADJUDICATION), ("/v1/adjudications", illegal))
    ask_all(client, ("/v1/state-checks", spoilt(illegal, ("state.stock_size", 1))))
    ask_all(client, ("/v1/adjudications", {}))
    found = numbers(client)

    assert found["loba_verdicts_total", "legal=true", "ruleset=loba-de-menos"] == 1
    assert found["loba_verdicts_total", "legal=false", "ruleset=loba-de-menos"] == 1
    assert found["loba_violations_total", "code=turn.not-your-turn"] == 1


def test_violations_are_found_wherever_they_stand(client):
    position = {name: ADJUDICATION[name] for name in ("ruleset", "state")}
    ask_all(
        client,
        ("/v1/state-checks", spoilt(position, ("state.stock_size", 1))),
        ("/v1/meld-checks", spoilt(MELD_CHECK, ("melds.0.kind", "pierna"), ("melds.0.cards", ["4S", "4H"]))),
    )
    found = numbers(client)

    assert found["loba_violations_total", "code=state.total"] == 1
    assert found["loba_violations_total", "code=pierna.too-short"] == 1


def test_each_line_of_a_batch_counts(client):
    raw = b"\n".join([GOOD] * 3)
    client.post("/v1/meld-checks", data=raw, content_type="application/x-ndjson", buffered=True)
    found = numbers(client)

    assert found["loba_verdicts_total", "legal=true", "ruleset=loba-de-menos"] == 3
    assert found["loba_http_requests_total", "method=POST", "route=/v1/meld-checks", "status=200"] == 1


def test_every_series_with_few_labels_is_there_from_the_start(client):
    found = numbers(client)

    assert {key[1] for key in found if key[0] == "loba_violations_total"} == {f"code={code}" for code in Code}
    assert {key[1:] for key in found if key[0] == "loba_verdicts_total"} == {
        (f"legal={legal}", f"ruleset={base}") for base in BASES for legal in ("true", "false")
    }


def test_nothing_a_client_sends_becomes_a_label(client):
    for odd in ("/v1/rulesets/a-secret", "/a-secret", "/v1/violation-codes/a-secret?a-secret=1"):
        client.get(odd, headers={"X-Request-Id": "a-secret", "Accept-Language": "a-secret"}, buffered=True)
    client.open("/livez", method="A-SECRET", buffered=True)
    ask_all(client, ("/v1/meld-checks", spoilt(MELD_CHECK, ("ruleset.id", "a-secret"))))

    assert "secret" not in client.get("/metrics").text.lower()


def test_no_other_names(client):
    ask_all(client, ("/v1/meld-checks", MELD_CHECK))
    families = text_string_to_metric_families(client.get("/metrics").text)
    suffix = {"counter": "_total"}

    assert {family.name + suffix.get(family.type, "") for family in families} == NAMES


# --- several workers ---------------------------------------------------------------------------------


def counted(port):
    answer, content = ask(port, "GET", "/metrics")
    assert answer.status == 200
    return parsed(content.decode())


@contextmanager
def half_sent(port, count):
    """So many questions of which the second half does not come."""
    head = f"POST /v1/meld-checks HTTP/1.1\r\nHost: x\r\nContent-Length: {len(GOOD)}\r\n".encode()
    with ExitStack() as open_ones:
        for _ in range(count):
            connection = open_ones.enter_context(socket.create_connection(("127.0.0.1", port), 10))
            connection.sendall(head + b"Content-Type: application/json\r\n\r\n" + GOOD[:20])
        yield


def eventually(true):
    for _ in range(100):
        if true():
            return True
        time.sleep(0.1)
    return False


def children_of(process):
    return {int(pid) for pid in Path(f"/proc/{process}/task/{process}/children").read_text().split()}


@pytest.mark.http
def test_all_workers_count_together_and_a_killed_one_is_replaced():
    """What a killed worker has counted stays counted; what it was doing at the time does not."""
    answered = ("loba_http_requests_total", "method=POST", "route=/v1/meld-checks", "status=200")
    in_flight = ("loba_http_requests_in_flight",)
    with served(LOBA_WORKERS="2") as (port, server):
        for _ in range(30):
            ask(port, "POST", "/v1/meld-checks", GOOD, JSON)
        assert eventually(lambda: {counted(port)[answered] for _ in range(10)} == {30})

        workers = children_of(server.pid)
        with half_sent(port, 3):
            assert eventually(lambda: counted(port)[in_flight] == 4)
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
        assert eventually(lambda: len(children_of(server.pid) - workers) == 2)

        for _ in range(30):
            ask(port, "POST", "/v1/meld-checks", GOOD, JSON)
        assert eventually(lambda: {counted(port)[answered] for _ in range(10)} == {60})
        assert eventually(lambda: {counted(port)[in_flight] for _ in range(10)} == {1})
