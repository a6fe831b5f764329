"""API keys: who is let in, what the others are told, and what is never told to anybody."""

import json
import logging
from hashlib import sha256

import pytest

from loba.api import BadSetting, Settings, create_app
from loba.api.access import BadLine, KeyFile, read_keys
from loba.api.logs import JsonLines
from tests.api.bodies import ADJUDICATION, MELD_CHECK
from tests.api.conftest import Client

ANA, ANA_NEW, BETO, STRANGER = ("k" * 42 + letter for letter in "1234")
"""Keys as clients hold them."""
OPEN = ["/livez", "/readyz", "/metrics", "/openapi.yaml", "/openapi.json", "/docs"]


def line(client, key, *routes):
    digest = sha256(key.encode()).hexdigest()
    return ":".join([client, digest, ",".join(routes)] if routes else [client, digest])


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "keys"
    only = ("/v1/meld-checks", "/v1/rulesets")
    lines = ["# who may ask", "", line("ana", ANA), line("ana", ANA_NEW).upper().replace("ANA", "ana")]
    file.write_text("\n".join([*lines, line("beto-2.x", BETO, *only), ""]))
    return file


@pytest.fixture
def client(file):
    app = create_app(Settings(api_keys_file=str(file)))
    app.test_client_class = Client
    return app.test_client()


def ask(client, **headers):
    return client.post("/v1/meld-checks", json=MELD_CHECK, headers=headers)


@pytest.mark.parametrize("key", [ANA, ANA_NEW, BETO])
def test_every_key_of_the_file_is_let_in(client, key):
    assert ask(client, Authorization=f"Bearer {key}").status_code == 200
    assert ask(client, Authorization=f"bearer  {key}").status_code == 200
    assert ask(client, **{"X-Api-Key": key}).status_code == 200


def test_without_a_key_nothing_is_answered(client):
    answer = ask(client, **{"X-Request-Id": "r-1", "Accept-Language": "es"})

    assert (answer.status_code, answer.json["type"]) == (401, "/problems/unauthorized")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="loba API"'
    assert (answer.json["instance"], answer.headers["Content-Language"]) == ("r-1", "es")


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": f"Bearer {STRANGER}"},
        {"Authorization": f"Bearer {ANA} {ANA}"},
        {"Authorization": "Bearer ñandú"},
        {"X-Api-Key": STRANGER},
        {"X-Api-Key": sha256(ANA.encode()).hexdigest()},
        {"Authorization": f"Bearer {STRANGER}", "X-Api-Key": ANA},
    ],
)
def test_a_wrong_key_is_called_wrong(client, headers):
    answer = ask(client, **headers)

    assert answer.status_code == 401
    assert "invalid_token" in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", f"Basic {ANA}", ANA])
def test_what_is_no_key_at_all_is_as_good_as_none(client, header):
    answer = ask(client, Authorization=header)

    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="loba API"'


def test_a_key_may_come_beside_other_credentials(client):
    assert ask(client, **{"Authorization": "Basic eDp5", "X-Api-Key": ANA}).status_code == 200


def test_a_key_may_be_good_for_some_routes_only(client):
    beto = {"X-Api-Key": BETO}
    assert ask(client, **beto).status_code == 200
    assert client.get("/v1/rulesets", headers=beto).status_code == 200
    answer = client.post("/v1/adjudications", json=ADJUDICATION, headers=beto)
    assert (answer.status_code, answer.json["type"]) == (403, "/problems/forbidden")
    assert client.get("/v1/rulesets/loba-de-menos", headers=beto).status_code == 403


def test_what_is_not_served_needs_a_key_all_the_same(client):
    assert client.get("/v1/nothing").status_code == 401
    assert client.get("/v1/meld-checks").status_code == 401
    assert client.get("/v1/nothing", headers={"X-Api-Key": BETO}).status_code == 404
    assert client.get("/v1/meld-checks", headers={"X-Api-Key": BETO}).status_code == 405


@pytest.mark.parametrize("path", OPEN)
def test_operations_and_the_contract_are_open(client, path):
    assert client.get(path).status_code == 200


def test_the_log_names_the_client_and_never_the_key(client, caplog):
    caplog.set_level(logging.DEBUG)
    ask(client, Authorization=f"Bearer {ANA}")
    client.post("/v1/adjudications", json=ADJUDICATION, headers={"X-Api-Key": BETO})
    ask(client, Authorization=f"Bearer {STRANGER}")
    lines = [JsonLines().format(record) for record in caplog.records]

    assert [json.loads(line).get("client") for line in lines] == ["ana", "beto-2.x", None]
    assert [json.loads(line)["status"] for line in lines] == [200, 403, 401]
    secrets = [secret for key in (ANA, BETO, STRANGER) for secret in (key, sha256(key.encode()).hexdigest())]
    assert not any(secret in line for line in lines for secret in secrets)


def test_without_a_file_nobody_is_asked():
    client = create_app(Settings()).test_client()

    assert ask(client).status_code == 200
    assert ask(client, Authorization="Bearer whatever").status_code == 200


# --- the file ----------------------------------------------------------------------------------------


def change(file, text):
    """Write the file as a cluster does: another one takes its place."""
    new = file.with_suffix(".new")
    new.write_text(text)
    new.replace(file)


def test_a_change_counts_at_once(client, file, caplog):
    caplog.set_level(logging.INFO)
    change(file, line("carla", STRANGER))

    assert ask(client, **{"X-Api-Key": STRANGER}).status_code == 200
    assert ask(client, **{"X-Api-Key": ANA}).status_code == 401
    assert "read 1 API keys of 1 clients" in caplog.text


def test_a_change_in_place_counts_too(client, file):
    with file.open("a") as end:
        end.write(line("carla", STRANGER))

    assert ask(client, **{"X-Api-Key": STRANGER}).status_code == 200


@pytest.mark.parametrize("trouble", ["gone", "no keys but words", line("ana", ANA) + "\n" + line("eve", ANA)])
def test_a_file_that_went_wrong_locks_nobody_out_and_lets_nobody_in(client, file, caplog, trouble):
    if trouble == "gone":
        file.unlink()
    else:
        change(file, trouble)
    for _ in range(3):
        assert ask(client, **{"X-Api-Key": ANA}).status_code == 200
        assert ask(client, **{"X-Api-Key": STRANGER}).status_code == 401

    complaints = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(complaints) == 1
    assert "words" not in complaints[0]


def test_an_empty_file_lets_nobody_in(client, file):
    change(file, "# nobody\n")

    assert ask(client, **{"X-Api-Key": ANA}).status_code == 401


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("secret-key", "line 1 is not"),
        ("ana:secret-key", "line 1 is not"),
        ("# x\n\n" + line("an a", ANA), "line 3 is not"),
        (line("ana", ANA)[:-1], "line 1 is not"),
        (line("ana", ANA) + ":", "line 1 is not"),
        (line("ana", ANA, "/v1/nothing"), "line 1 names a route"),
        (line("ana", ANA, "/livez"), "line 1 names a route"),
        (line("ana", ANA) + "\n" + line("beto", ANA), "line 2 holds a key for the second time"),
    ],
)
def test_a_bad_line_is_pointed_at_and_not_repeated(tmp_path, text, said):
    file = tmp_path / "keys"
    file.write_text(text)
    with pytest.raises(BadSetting) as caught:
        create_app(Settings(api_keys_file=str(file)))

    assert str(caught.value).startswith(f"LOBA_API_KEYS_FILE must be a file of API keys; {said}")
    assert "secret" not in str(caught.value)
    assert sha256(ANA.encode()).hexdigest() not in str(caught.value)


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_stops_the_start(tmp_path, content):
    file = tmp_path / "keys"
    if content:
        file.write_bytes(content)
    with pytest.raises(BadSetting, match="it cannot be read"):
        create_app(Settings(api_keys_file=str(file)))


def test_every_key_is_compared_whichever_was_shown(file, monkeypatch):
    """The time it takes says nothing about how close a guess was, or where the key stands in the file."""
    keys = KeyFile(file, {"/v1/meld-checks", "/v1/rulesets"})
    compared = []
    monkeypatch.setattr("loba.api.access.compare_digest", lambda a, b: bool(compared.append(a) or a == b))
    for shown in (ANA, BETO, STRANGER):
        keys.key(shown)

    assert len(compared) == 9


def test_lines_of_any_system():
    text = "\r\n".join([line("ana", ANA), "  " + line("beto", BETO) + "  ", "  # carla", ""])

    assert [key.client for key in read_keys(text, ())] == ["ana", "beto"]
    with pytest.raises(BadLine):
        list(read_keys("\ufeff" + line("ana", ANA), ()))
