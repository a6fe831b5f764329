"""CORS: off unless wanted, and then for the listed pages only."""

import pytest

from loba.api import BadSetting, Settings, create_app
from tests.api.bodies import MELD_CHECK
from tests.api.conftest import Client

OURS, THEIRS = "https://play.example.org", "https://evil.example.org"
PREFLIGHT = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}


def client_of(setting, **more):
    app = create_app(Settings(cors_origins=setting, **more))
    app.test_client_class = Client
    return app.test_client()


@pytest.fixture(scope="module")
def listed():
    return client_of(f"{OURS}, http://localhost:3000")


def told(answer):
    return {name for name in answer.headers.keys() if name.startswith("Access-Control")}  # noqa: SIM118


def test_off_by_default(client):
    asked = client.post("/v1/meld-checks", json=MELD_CHECK, headers={"Origin": OURS})
    before = client.options("/v1/meld-checks", headers={"Origin": OURS, **PREFLIGHT})

    assert (asked.status_code, before.status_code) == (200, 405)
    assert told(asked) | told(before) == set()


@pytest.mark.parametrize("origin", [OURS, "http://localhost:3000"])
def test_a_listed_page_may_ask(listed, origin):
    answer = listed.post("/v1/meld-checks", json=MELD_CHECK, headers={"Origin": origin})

    assert answer.headers["Access-Control-Allow-Origin"] == origin
    assert "X-Request-Id" in answer.headers["Access-Control-Expose-Headers"]
    assert {"Origin", "Accept-Language"} <= set(answer.vary)
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_a_listed_page_may_read_errors_too(listed):
    answer = listed.post("/v1/meld-checks", json={}, headers={"Origin": OURS})

    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (422, OURS)


def test_a_browser_may_ask_beforehand(listed):
    answer = listed.options("/v1/meld-checks", headers={"Origin": OURS, **PREFLIGHT})

    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == OURS
    assert answer.headers["Access-Control-Allow-Methods"] == "POST"
    assert {"Content-Type", "Authorization", "X-Api-Key"} <= set(
        answer.headers["Access-Control-Allow-Headers"].split(", ")
    )
    assert int(answer.headers["Access-Control-Max-Age"]) > 0


@pytest.mark.parametrize("origin", [THEIRS, "null", "", OURS + ".evil.org", OURS.upper(), OURS + ":443"])
def test_no_other_page_is_told_anything(listed, origin):
    asked = listed.post("/v1/meld-checks", json=MELD_CHECK, headers={"Origin": origin})
    before = listed.options("/v1/meld-checks", headers={"Origin": origin, **PREFLIGHT})

    assert before.status_code == 405
    assert told(asked) | told(before) == set()
    assert "Origin" in asked.vary


def test_who_is_no_browser_gets_no_answer_to_options(listed):
    assert listed.options("/v1/meld-checks").status_code == 405
    assert listed.options("/v1/meld-checks", headers={"Origin": OURS}).status_code == 405
    assert listed.options("/nowhere", headers={"Origin": OURS, **PREFLIGHT}).status_code == 404


def test_all_pages_may_be_let_in():
    answer = client_of("*").post("/v1/meld-checks", json=MELD_CHECK, headers={"Origin": THEIRS})

    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Origin" not in answer.vary


def test_a_browser_asks_beforehand_without_a_key(tmp_path):
    keys = tmp_path / "keys"
    keys.write_text("ana:" + "0" * 64)
    client = client_of(OURS, api_keys_file=str(keys))
    before = client.options("/v1/meld-checks", headers={"Origin": OURS, **PREFLIGHT})
    asked = client.post("/v1/meld-checks", json=MELD_CHECK, headers={"Origin": OURS})

    assert (before.status_code, asked.status_code) == (204, 401)
    assert asked.headers["Access-Control-Allow-Origin"] == OURS


@pytest.mark.parametrize(
    "setting",
    ["play.example.org", "https://play.example.org/", "https://a b", "null", "ftp://x", "https://*.x"],
)
def test_what_is_no_origin_stops_the_start(setting):
    with pytest.raises(BadSetting, match="LOBA_CORS_ORIGINS must be"):
        create_app(Settings(cors_origins=setting))
