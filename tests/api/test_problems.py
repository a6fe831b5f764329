"""Every error is a problem document, and none says more than it should."""

import json

import pytest

from loba.api import problems
from loba.api.faults import Fault, in_order_of, pointer
from tests.api.bodies import ADJUDICATION, MELD_CHECK, spoilt

MEMBERS = ["type", "title", "status", "detail", "instance"]


def test_a_problem_has_the_members_of_the_standard(client):
    answer = client.post("/v1/meld-checks", json={}, headers={"X-Request-Id": "abc-1"})

    assert answer.content_type == "application/problem+json"
    assert list(answer.json) == [*MEMBERS, "errors"]
    assert answer.json["status"] == 422
    assert answer.json["instance"] == "abc-1"
    assert all(list(error) == ["pointer", "code", "detail"] for error in answer.json["errors"])


@pytest.mark.parametrize(
    ("method", "path", "status", "slug"),
    [
        ("GET", "/nowhere", 404, "not-found"),
        ("GET", "/v1/rulesets/poker", 404, "not-found"),
        ("GET", "/v1/rulesets/", 404, "not-found"),
        ("GET", "//v1/rulesets", 404, "not-found"),
        ("GET", "/v1/rulesets/%ff", 404, "not-found"),
        ("GET", "/v1/violation-codes/pierna.fifth-suit", 404, "not-found"),
        ("GET", "/v1/adjudications", 405, "method-not-allowed"),
        ("OPTIONS", "/v1/adjudications", 405, "method-not-allowed"),
        ("QUERY", "/v1/adjudications", 405, "method-not-allowed"),
        ("POST", "/v1/rulesets", 405, "method-not-allowed"),
        ("DELETE", "/livez", 405, "method-not-allowed"),
    ],
)
def test_what_is_not_there(client, method, path, status, slug):
    answer = client.open(path, method=method)

    assert (answer.status_code, answer.json["type"]) == (status, f"/problems/{slug}")


@pytest.mark.parametrize(
    ("path", "allowed"), [("/v1/adjudications", {"POST"}), ("/v1/rulesets", {"GET", "HEAD"})]
)
def test_a_wrong_method_is_told_the_right_ones(client, path, allowed):
    assert set(client.patch(path).headers["Allow"].split(", ")) == allowed


def test_at_most_twenty_errors_are_listed(client):
    few = client.post("/v1/meld-checks", json=spoilt(MELD_CHECK, ("melds", [1] * 20))).json
    many = client.post("/v1/meld-checks", json=spoilt(MELD_CHECK, ("melds", [1] * 21))).json

    assert (len(few["errors"]), few.get("more")) == (20, None)
    assert (len(many["errors"]), many.get("more")) == (20, True)
    assert many["errors"][19]["pointer"] == "/melds/19"


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "body",
    [
        {LONG: 1},
        spoilt(MELD_CHECK, ("ruleset.id", LONG)),
        spoilt(MELD_CHECK, ("ruleset.variants", [LONG])),
        spoilt(MELD_CHECK, ("ruleset.options", {LONG: 1})),
        spoilt(MELD_CHECK, ("ruleset.options", {"ace": LONG})),
        spoilt(MELD_CHECK, ("melds.0.cards.0", LONG)),
        spoilt(MELD_CHECK, ("melds.0.kind", LONG)),
        spoilt(ADJUDICATION, ("moves.0.type", LONG)),
        spoilt(ADJUDICATION, ("state.dealer", LONG)),
        spoilt(ADJUDICATION, ("state.stock_size", 10**4000)),
        LONG,
    ],
    ids=str,
)
def test_no_answer_repeats_long_input(client, body):
    path = "/v1/adjudications" if "moves" in body else "/v1/meld-checks"
    answer = client.post(path, json=body)

    assert answer.status_code == 422
    assert len(answer.data) < 2000


def test_a_broken_body_is_not_repeated(client):
    answer = client.post("/v1/meld-checks", data='{"' + LONG, content_type="application/json")

    assert answer.status_code == 400
    assert LONG[:50] not in answer.text


def test_pointers_are_escaped():
    assert pointer(("a/b", "c~d", 0, "~1", "")) == "/a~1b/c~0d/0/~01/"
    assert pointer(()) == ""


def test_faults_stand_in_the_order_of_the_body():
    body = {"b": [1, 2], "a": {}}
    faults = [Fault("x", at) for at in [("c",), ("a", "z"), ("a",), ("b", 1), ("b", 0), ("b",)]]

    assert [fault.at for fault in in_order_of(body, faults)] == [
        ("b",),
        ("b", 0),
        ("b", 1),
        ("a",),
        ("a", "z"),
        ("c",),
    ]


def test_an_impossible_state_is_told_why(client):
    answer = client.post("/v1/adjudications", json=spoilt(ADJUDICATION, ("state.stock_size", 3)))

    assert (answer.status_code, answer.json["type"]) == (422, "/problems/inconsistent-state")
    assert "state.total" in [error["code"] for error in answer.json["errors"]]
    assert all(error["pointer"].startswith("/state/") for error in answer.json["errors"])


def test_a_card_that_has_to_be_named_is_required(client):
    body = spoilt(ADJUDICATION, ("moves.0", {"type": "draw_stock", "player": "ana"}))
    answer = client.post("/v1/adjudications", json=body)

    assert answer.json["type"] == "/problems/invalid-request"
    assert [(e["pointer"], e["code"]) for e in answer.json["errors"]] == [("/moves/0/card", "required")]


def test_a_hand_that_has_to_be_known_is_pointed_at_by_the_player(client):
    body = spoilt(ADJUDICATION, ("state.turn.player", "beto"), ("moves.0.player", "beto"))
    body["moves"].append({"type": "discard", "player": "beto", "card": "2S"})
    answer = client.post("/v1/adjudications", json=body)

    assert answer.json["type"] == "/problems/inconsistent-state"
    assert answer.json["errors"][0]["code"] == "state.mover-hand-hidden"
    assert answer.json["errors"][0]["pointer"].endswith("/player")


@pytest.fixture
def broken(monkeypatch):
    """A bug in the middle of an answer."""

    def fail(*_: object) -> None:
        message = "secret: 4S 4H"
        raise RuntimeError(message)

    monkeypatch.setattr("loba.api.meld_checks.check", fail)


@pytest.mark.usefixtures("broken")
def test_a_bug_tells_the_client_nothing_but_an_id(client, caplog):
    answer = client.post("/v1/meld-checks", json=MELD_CHECK, headers={"X-Request-Id": "abc"})

    assert (answer.status_code, answer.json["type"]) == (500, "/problems/internal-error")
    assert list(answer.json) == MEMBERS
    assert "secret" not in answer.text
    assert [r.fields["request_id"] for r in caplog.records if r.name == "loba.errors"] == ["abc"]


@pytest.mark.usefixtures("broken")
def test_a_bug_in_one_line_does_not_stop_the_batch(client):
    lines = [json.dumps(MELD_CHECK), "{", json.dumps(MELD_CHECK)]
    answer = client.post("/v1/meld-checks", data="\n".join(lines), content_type="application/x-ndjson")

    assert [json.loads(line)["status"] for line in answer.data.splitlines()] == [500, 400, 500]


def test_every_status_of_the_contract_is_there():
    assert set(problems.STATUS.values()) == {400, 401, 403, 404, 405, 406, 413, 415, 422, 429, 500, 503}
