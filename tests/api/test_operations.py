"""What an orchestrator and an operator see."""

import json
import logging
import logging.config

import pytest

from loba.api import Settings, create_app
from loba.api.logs import JsonLines, TextLines, configuration
from loba.api.readiness import drain
from tests.api.bodies import ADJUDICATION, MELD_CHECK


def test_alive_and_ready(client):
    for path in ("/livez", "/readyz"):
        answer = client.get(path)
        assert (answer.status_code, answer.json) == (200, {"status": "ok"})
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_draining_process_is_alive_and_answers_but_is_not_ready():
    app = create_app(Settings())
    client = app.test_client()
    drain(app)

    assert client.get("/livez").status_code == 200
    assert client.post("/v1/meld-checks", json=MELD_CHECK).status_code == 200
    ready = client.get("/readyz")
    assert (ready.status_code, ready.json["type"]) == (503, "/problems/shutting-down")


def logged(caplog):
    return [record.fields for record in caplog.records if record.name == "loba.requests"]


def test_one_line_for_each_request(client, caplog):
    caplog.set_level(logging.INFO)
    client.post("/v1/adjudications", json=ADJUDICATION, headers={"X-Request-Id": "r-1"})
    line = logged(caplog)[0]

    assert line.pop("duration_ms") > 0
    assert line == {
        "request_id": "r-1",
        "method": "POST",
        "route": "/v1/adjudications",
        "status": 200,
        "ruleset": "loba-de-menos",
        "legal": True,
    }


def test_a_line_never_holds_what_was_asked(client, caplog):
    caplog.set_level(logging.DEBUG)
    client.post("/v1/adjudications", json=ADJUDICATION)
    client.get("/v1/rulesets/a-secret?variants=another")
    text = "\n".join(JsonLines().format(record) for record in caplog.records)

    assert not any(word in text for word in ("8D", "ana", "secret", "another"))


def test_a_batch_is_one_line(client, caplog):
    caplog.set_level(logging.INFO)
    raw = "\n".join([json.dumps(MELD_CHECK)] * 3)
    client.post("/v1/meld-checks", data=raw, content_type="application/x-ndjson")

    assert [(line["answers"], line["status"]) for line in logged(caplog)] == [(3, 200)]


def test_probes_are_not_worth_a_line(client, caplog):
    caplog.set_level(logging.INFO)
    client.get("/livez")

    assert logged(caplog) == []


@pytest.mark.parametrize("log_format", ["json", "text"])
def test_the_configuration_is_one_that_logging_takes(log_format):
    wanted = configuration(Settings(log_format=log_format, log_level="warning"))

    logging.config.DictConfigurator(wanted)
    assert wanted["root"]["level"] == "WARNING"


def test_lines_for_machines_and_for_people():
    record = logging.makeLogRecord({"name": "x", "levelname": "INFO", "msg": "a %s", "args": ("\n\ud800",)})
    record.fields = {"status": 200}
    line = JsonLines().format(record)

    assert "\n" not in line
    assert json.loads(line)["status"] == 200
    assert TextLines("%(name)s: %(message)s").format(record).endswith("status=200")
