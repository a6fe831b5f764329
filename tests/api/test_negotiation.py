"""Languages, media types and encodings: what is read, what is answered, what is refused."""

import json

import pytest

from loba.api.languages import negotiated
from tests.api.bodies import MELD_CHECK


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("es", "es"),
        ("ES", "es"),
        ("es-AR", "es"),
        ("fr-CA, en", "fr"),
        ("de, ja;q=0.5", "en"),
        ("de, en;q=0.3, fr;q=0.8", "fr"),
        ("fr, es", "fr"),
        ("es, fr", "es"),
        ("en;q=0.1, es;q=0.2", "es"),
        ("es;q=0.2, es-AR;q=0.9, fr;q=0.5", "es"),
        ("*", "en"),
        ("fr;q=0.5, *;q=0.8", "en"),
        ("en;q=0, *", "es"),
        ("en;q=0", "en"),
        ("es;q=0, fr;q=0.1", "fr"),
        ("es;q=2, fr;q=0.1", "fr"),
        ("es;q=x, fr;q=0.1", "fr"),
        ("es;q=nan, fr;q=0.1", "fr"),
        ("es ; q = 0.7 , fr;q=0.1", "es"),
        (",,;;q=1,", "en"),
        ("esperanto", "en"),
        ("zh-Hant-TW, es-419-x-private;q=0.1", "es"),
    ],
)
def test_the_language_liked_best_is_spoken(header, language):
    assert negotiated(header) == language


def test_a_wild_header_costs_little(client):
    header = ",".join(f"x{n};q=0.{n}" for n in range(100_000))
    answer = client.get("/v1/rulesets", headers={"Accept-Language": header})

    assert answer.headers["Content-Language"] == "en"


@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/violation-codes", "/nowhere"])
def test_every_sentence_says_its_language(client, path):
    answer = client.get(path, headers={"Accept-Language": "es"})

    assert answer.headers["Content-Language"] == "es"
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        'application/json;charset="UTF-8"',
    ],
)
def test_json_is_read(client, content_type):
    answer = client.post("/v1/meld-checks", data=json.dumps(MELD_CHECK), content_type=content_type)

    assert (answer.status_code, answer.content_type) == (200, "application/json")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Content-Type": ""},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/problem+json"},
        {"Content-Type": "application/json; charset=latin-1"},
        {"Content-Type": "application/json; charset=utf-16"},
        {"Content-Type": "application/json; version=2"},
        {"Content-Type": "application/json, application/json"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "multipart/form-data; boundary=x"},
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
        {"Content-Type": "application/json", "Content-Encoding": "identity, br"},
        {"Content-Type": "application/x-ndjson", "Content-Encoding": "gzip"},
    ],
    ids=str,
)
def test_nothing_else_is_read(client, headers):
    answer = client.post("/v1/meld-checks", data=json.dumps(MELD_CHECK), headers=headers)

    assert (answer.status_code, answer.json["type"]) == (415, "/problems/unsupported-media-type")


@pytest.mark.parametrize(
    "accept",
    [
        None,
        "",
        "*/*",
        "application/*",
        "application/json",
        "application/json; charset=utf-8",
        "text/html, application/json;q=0.1",
        "application/problem+json, application/json",
    ],
    ids=str,
)
def test_json_may_be_accepted_in_many_words(client, accept):
    headers = {} if accept is None else {"Accept": accept}

    assert client.post("/v1/meld-checks", json=MELD_CHECK, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "accept",
    ["text/html", "application/problem+json", "application/json;q=0", "application/x-ndjson", "text/*"],
)
def test_who_accepts_no_json_gets_a_problem(client, accept):
    answer = client.post("/v1/meld-checks", json=MELD_CHECK, headers={"Accept": accept})

    assert (answer.status_code, answer.json["type"]) == (406, "/problems/not-acceptable")


@pytest.mark.parametrize(
    ("accept", "status"), [("*/*", 200), ("application/x-ndjson", 200), ("application/json", 406)]
)
def test_a_batch_is_answered_by_a_batch(client, accept, status):
    answer = client.post(
        "/v1/meld-checks",
        data=json.dumps(MELD_CHECK),
        headers={"Accept": accept, "Content-Type": "application/x-ndjson"},
    )

    assert answer.status_code == status


@pytest.mark.parametrize(
    ("path", "accept", "status"),
    [
        ("/openapi.yaml", "application/yaml", 200),
        ("/openapi.yaml", "application/json", 406),
        ("/openapi.json", "application/json", 200),
        ("/v1/rulesets", "text/html", 406),
        ("/livez", "text/html", 200),
    ],
)
def test_documents_are_what_they_are(client, path, accept, status):
    assert client.get(path, headers={"Accept": accept}).status_code == status


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/v1/rulesets?lang=es"), ("POST", "/v1/meld-checks?kind=x"), ("GET", "/openapi.json?a")],
)
def test_a_misspelt_parameter_is_not_ignored(client, method, path):
    answer = client.open(path, method=method, json=MELD_CHECK if method == "POST" else None)

    assert answer.status_code == 422
    assert [error["code"] for error in answer.json["errors"]] == ["unknown-field"]
