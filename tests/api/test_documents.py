"""What can be read: rulesets, codes, the contract."""

import json

import pytest
import yaml

from loba.rulesets import BASES
from loba.violations import Code

DOCUMENTS = [
    "/v1/rulesets",
    "/v1/rulesets/loba-de-menos",
    "/v1/rulesets/loba-de-menos?variants=con-picos,con-bazas",
    "/v1/violation-codes",
    "/v1/violation-codes/pierna.fourth-suit",
    "/openapi.yaml",
    "/openapi.json",
]


@pytest.mark.parametrize("path", DOCUMENTS)
def test_a_document_is_sent_once(client, path):
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    other = client.get(path, headers={"If-None-Match": '"something-else"'})

    assert first.headers["ETag"].startswith('"')
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert (other.status_code, other.data) == (200, first.data)


@pytest.mark.parametrize("path", DOCUMENTS)
def test_the_head_of_a_document_is_the_same(client, path):
    whole, head = client.get(path), client.head(path)

    assert head.data == b""
    assert (head.status_code, head.headers["ETag"]) == (200, whole.headers["ETag"])
    assert head.headers["Content-Length"] == str(len(whole.data))


def test_another_language_is_another_document(client):
    english = client.get("/v1/rulesets")
    spanish = client.get("/v1/rulesets", headers={"Accept-Language": "es"})

    assert english.headers["ETag"] != spanish.headers["ETag"]


def test_the_contract_is_served_as_it_was_written(client):
    text = client.get("/openapi.yaml")

    assert text.content_type == "application/yaml"
    assert client.get("/openapi.json").json == json.loads(json.dumps(yaml.safe_load(text.data)))


def test_every_ruleset_is_listed_and_has_a_page(client):
    listed = client.get("/v1/rulesets").json["rulesets"]

    assert [entry["id"] for entry in listed] == list(BASES)
    for entry in listed:
        for variant in entry["variants"]:
            page = client.get(f"/v1/rulesets/{entry['id']}?variants={variant['id']}").json
            assert page["variants"] == [variant["id"]]
            assert variant["id"] in {option["from"] for option in page["options"]}


@pytest.mark.parametrize("base", BASES)
def test_the_page_and_a_verdict_speak_of_the_same_rules(client, base):
    page = client.get(f"/v1/rulesets/{base}").json
    body = {"ruleset": {"id": base}, "melds": [{"cards": ["4S"]}]}
    named = client.post("/v1/meld-checks", json=body).json["ruleset"]

    assert page["digest"] == named["digest"]
    assert {option["name"]: option["value"] for option in page["options"]} == named["options"]
    assert all(option["value"] == option["default"] for option in page["options"])


@pytest.mark.parametrize(
    ("query", "pointer", "code"),
    [
        ("variants=uruguaya", "/variants/0", "variant-not-applicable"),
        ("variants=con-picos,nope", "/variants/1", "unknown-variant"),
        ("variants=con-picos,con-picos", "/variants/1", "duplicate"),
        ("variants=con-picos&variants=con-picos", "/variants/1", "duplicate"),
        ("variants=con-picos,", "/variants/1", "unknown-variant"),
        ("variants=a,b,c,d,e,f,g,h,i", "/variants", "length"),
        ("variant=con-picos", "/variant", "unknown-field"),
        ('options={"jockers":2}', "/options/jockers", "unknown-option"),
        ('options={"close_max_loose":2}', "/options/close_max_loose", "option-not-applicable"),
        ('options={"jokers":9}', "/options/jokers", "range"),
        ('variants=sin-jokers&options={"jokers":2}', "/options/jokers", "conflicting-options"),
        ('options={"jokers":2', "/options", "type"),
        ('options={"jokers":2,"jokers":3}', "/options", "type"),
        ("options=[]", "/options", "type"),
        ("options=null", "/options", "type"),
        ('options={"jokers":2}&options={"jokers":3}', "/options", "duplicate"),
    ],
)
def test_what_is_wrong_with_a_query_is_pointed_at(client, query, pointer, code):
    answer = client.get("/v1/rulesets/loba-de-menos?" + query)

    assert answer.status_code == 422
    error = answer.json["errors"][0]
    assert (error["pointer"], error["code"]) == (pointer, code)


def test_no_variants_are_no_variants(client):
    assert client.get("/v1/rulesets/loba-de-menos?variants=").json["variants"] == []


def test_a_page_is_written_from_the_options_of_a_table(client):
    page = client.get('/v1/rulesets/loba-de-menos?variants=con-picos&options={"jokers":2}').json
    body = {
        "ruleset": {"id": "loba-de-menos", "variants": ["con-picos"], "options": {"jokers": 2}},
        "melds": [{"cards": ["4S"]}],
    }
    named = client.post("/v1/meld-checks", json=body).json["ruleset"]

    assert page["digest"] == named["digest"]
    assert {option["name"]: option["value"] for option in page["options"]} == named["options"]
    assert [option["name"] for option in page["options"] if option["from"] == "options"] == ["jokers"]
    assert "106 cards" in page["articles"][0]["text"]
    assert client.get("/v1/rulesets/loba-de-menos?options=").json["digest"] != page["digest"]


def test_every_code_is_explained(client):
    codes = client.get("/v1/violation-codes").json["codes"]

    assert [entry["code"] for entry in codes] == [code.value for code in Code]
    for entry in codes:
        assert client.get("/v1/violation-codes/" + entry["code"]).json == entry
