"""How much a body may hold: what keeps to the contract passes, however dense, and the rest stays cheap."""

import json
import threading
import time
import tracemalloc

import pytest

from benchmarks.bodies import NESTED, QUESTIONS, filled, length, melds, of_moves, of_names, stock
from loba import limits
from loba.api import Settings, create_app
from loba.api.turns import turn

MIB = 2**20
DENSE = {
    "combinations of one card": of_moves(melds('{"cards":["AS"]}')),
    "stocks": of_moves(stock('"AS"')),
    "short moves": of_moves('{"type":"draw_stock","player":"a"}'),
    "ids of brackets and commas": of_moves(
        json.dumps({"type": "lay_off", "player": "[{,:" * 16, "meld": '{",\\' * 16, "cards": ["AS"]})
    ),
}
"""Game logs of 2 MiB that keep to the contract, except that their deck has no cards."""


def post(client, endpoint, body):
    return client.post(f"/v1/{endpoint}", data=body, content_type="application/json")


@pytest.mark.parametrize("body", DENSE.values(), ids=DENSE)
def test_what_keeps_to_the_contract_is_read(client, body):
    answer = post(client, "replays", body)

    assert answer.json["type"] == "/problems/inconsistent-state"
    assert answer.json["errors"][0]["code"] == "state.total"


def test_a_score_sheet_of_short_ids_is_read(client):
    ids = "abcdefghijklmnopqrst"
    deal = {"winner": "a", "points": dict.fromkeys(ids, 0), "reentries": list("abcde")}
    sheet = {"ruleset": {"id": "chinchon"}, "players": list("abcde"), "deals": [deal] * 100}

    assert post(client, "scoresheets", json.dumps(sheet, separators=(",", ":"))).status_code == 200


@pytest.mark.parametrize("limit", [1024, limits.BODY_BYTES])
def test_a_body_as_long_as_a_small_limit_allows_is_read(limit):
    client = create_app(Settings(body_bytes=limit)).test_client()
    deals = '{"winner":null,"points":{}}'
    body = filled('{"ruleset":{"id":"chinchon"},"players":["a","b"],"deals":[', deals, "]}", min(limit, 2800))

    assert post(client, "scoresheets", body).status_code == 200


def bulky(endpoint):
    """Bodies that hold far more than any question of an endpoint."""
    begun, room = "{" + QUESTIONS[endpoint], length(endpoint)
    return {
        "empty objects": filled(f'{begun},"x":[', "{}", "]}", room),
        "empty lists": filled(f'{begun},"x":[', "[]", "]}", room),
        "lists in lists": filled(f'{begun},"x":[', NESTED, "]}", room),
        "objects in objects": filled(f'{begun},"x":[', '{"a":' * 14 + "1" + "}" * 14, "]}", room),
        "empty strings": filled(f'{begun},"x":[', '""', "]}", room),
        "small numbers": filled(f'{begun},"x":[', "1", "]}", room),
        "short names": of_names(f'{begun},"x":{{', "1", "}}", room, 4),
        "unknown members": of_names(f"{begun},", "[]", "}", room, 4),
    }


BULKY = [
    pytest.param(endpoint, body, id=f"{endpoint}-{what.replace(' ', '-')}")
    for endpoint in ("meld-checks", "adjudications", "replays")
    for what, body in bulky(endpoint).items()
]


@pytest.mark.parametrize(("endpoint", "body"), BULKY)
def test_what_holds_more_than_a_question_needs_is_refused_unread(client, monkeypatch, endpoint, body):
    monkeypatch.setattr("loba.api.strict_json.read", None)
    answer = post(client, endpoint, body)

    assert (answer.status_code, answer.json["type"]) == (413, "/problems/body-too-large")
    assert "objects and values" in answer.json["detail"]


def test_so_is_a_line_of_a_batch_and_the_rest_goes_on(client):
    good = json.dumps({"ruleset": {"id": "loba-de-menos"}, "melds": [{"cards": ["4S", "4H", "4C"]}]}).encode()
    lines = [good, bulky("meld-checks")["empty objects"], good]
    answer = client.post(
        "/v1/meld-checks", data=b"\n".join(lines), content_type="application/x-ndjson"
    ).data.splitlines()

    assert [json.loads(line).get("status", 200) for line in answer] == [200, 413, 200]


@pytest.mark.parametrize("body", [b"[" * 200_000, b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 40_000])
def test_what_is_nested_too_deep_is_called_that(client, body):
    assert post(client, "meld-checks", body).json["type"] == "/problems/malformed-json"


@pytest.mark.parametrize("body", [b'"' * 200_000, b'["\\"' + b"{}," * 80_000, b"{}" * 100_000])
def test_what_is_no_json_either_may_be_called_too_much(client, body):
    assert post(client, "meld-checks", body).status_code in {400, 413}


WRONG = {
    "stocks of numbers": of_moves(stock("1234")),
    "stocks of strangers": of_moves(stock('"xx"')),
    "combinations of numbers": of_moves(melds('{"cards":[1]}')),
    "empty moves": of_moves("{}"),
    "unknown members": of_names("{" + QUESTIONS["replays"] + ",", "[]", "}", length("replays"), 7),
    "unknown options": of_names(
        '{"ruleset":{"id":"loba-de-menos","options":{', "[]", "}}}", length("replays"), 7
    ),
    "unknown members of an option": of_names(
        '{"ruleset":{"id":"loba-de-menos","options":{"card_values":{', "1", "}}}}", length("replays"), 7
    ),
    "unknown members of a contract": of_names(
        '{"ruleset":{"id":"loba-de-menos","options":{"contracts":[{', "1", "}]}}}", length("replays"), 7
    ),
    "hands of strangers": of_names(
        '{"ruleset":{"id":"chinchon"},"players":["a","b"],"deals":[{"dealer":"a","hands":{',
        "[]",
        '},"upcard":"1o","moves":[]}]}',
        length("replays"),
        7,
    ),
}
"""Bodies in which hundreds of thousands of things are wrong."""


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG)
def test_of_what_is_wrong_no_more_is_kept_than_is_told(client, body):
    tracemalloc.start()
    try:
        answer = post(client, "replays", body)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert answer.json["type"] == "/problems/invalid-request"
    assert len(answer.data) < 10_000
    assert peak < 56 * MIB


def test_the_first_errors_are_told_in_the_order_of_the_body(client):
    """Also where a list ends early for its many errors, and members stand in an order of their own."""
    many = [{"type": "discard", "player": "a", "card": 1}] * 30
    body = {
        "z": 1,
        "deals": [
            {"moves": [{"card": 2, "type": "discard"}, *many], "deck": ["xx"] * 30, "dealer": 0},
            {"moves": many},
        ],
        "players": ["a", "a"],
        "ruleset": {"options": {f"o{n}": n for n in range(30)}, "id": "loba-de-menos"},
        "y": 1,
    }
    answer = post(client, "replays", json.dumps(body))
    told = [error["pointer"] for error in answer.json["errors"]]

    moves = "/deals/0/moves"
    assert told == [
        "/z",
        f"{moves}/0/card",
        f"{moves}/0/player",
        *(f"{moves}/{n}/card" for n in range(1, 18)),
    ]
    assert answer.json["more"]


def test_long_bodies_take_turns():
    at_work, together = [], []

    def work():
        with turn(limits.BODY_BYTES + 1):
            at_work.append(1)
            together.append(len(at_work))
            time.sleep(0.01)  # without turns the others would begin meanwhile
            at_work.pop()

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(10)

    assert together == [1] * 8


def test_short_ones_go_past():
    with turn(limits.BODY_BYTES + 1), turn(limits.BODY_BYTES):
        pass


@pytest.mark.parametrize("body", [DENSE["stocks"], WRONG["empty moves"], b"[" * MIB], ids=len)
def test_a_turn_ends_however_it_goes(client, body):
    for _ in range(2):
        assert post(client, "replays", body).status_code in {400, 422}
