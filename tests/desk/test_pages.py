"""The referee's desk as it is served: whole, allowed no more than it needs, in three languages."""

import gzip
import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from loba.api import Settings, create_app
from loba.api.desk import assets, digest
from loba.ruleset import CARD_VALUE_NAMES, OPTIONS, Choice
from tests.api.bodies import MELD_CHECK

ROOT = Path(__file__).parents[2]
DESK = files("loba") / "desk"
LANGUAGES = ("en", "es", "fr")
SCRIPTS = {name: asset.plain.decode() for name, asset in assets().items() if name.endswith(".js")}
PAGES = "".join(text for name, text in SCRIPTS.items() if not name.startswith("words/"))


@pytest.fixture(scope="module")
def client():
    return create_app(Settings()).test_client()


def words(language):
    """The catalogue of a language; a key named twice would show."""
    lines = re.findall(r'^  ("[^"]+"): (".*"),$', SCRIPTS[f"words/{language}.js"], re.MULTILINE)
    read = [(json.loads(key), json.loads(text)) for key, text in lines]
    assert len(dict(read)) == len(read)
    return dict(read)


# --- the page and its files -------------------------------------------------------------------------


def test_the_page_is_there(client):
    answer = client.get("/", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})

    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert answer.headers["ETag"]
    assert client.get("/", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_a_link_may_have_picked_something_up(client):
    assert client.get("/?utm_source=chat").status_code == 200


def test_everything_it_loads_is_there(client):
    loaded = re.findall(r'(?:src|href)="([^"]+)"', client.get("/").text)

    assert len(loaded) > 20
    assert not any(address.startswith(("/", "http")) for address in loaded)  # it works behind a prefix
    for address in loaded:
        answer = client.get("/" + address)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "public, immutable, max-age=31536000"


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_module_imports_what_there_is(script):
    folder = script.rpartition("/")[0]
    for name in re.findall(r'^import .* from "\./([^"]+)";$|^import "\./', SCRIPTS[script], re.MULTILINE):
        assert f"{folder}/{name}".lstrip("/") in SCRIPTS


def test_every_file_of_the_folder_is_served_and_the_page_is_none_of_them(client):
    there = {path.name for path in DESK.iterdir() if path.is_file()}

    assert {name for name in assets() if "/" not in name} == there - {"index.html"}
    assert client.get(f"/desk/{digest()}/index.html").status_code == 404


def test_another_release_of_the_page_gets_files_it_does_not_keep(client):
    answer = client.get("/desk/another/main.js")

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"
    again = client.get("/desk/another/main.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_files_are_packed_for_who_can_unpack_them(client):
    plain = client.get(f"/desk/{digest()}/desk.css")
    packed = client.get(f"/desk/{digest()}/desk.css", headers={"Accept-Encoding": "gzip, br"})

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"


def test_every_file_is_part_of_the_wheel():
    packed = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}

    assert {f"loba/desk/{name}" for name in (*assets(), "index.html")} - packed == set()


def test_it_is_small():
    assert sum(len(asset.packed) for asset in assets().values()) < 100_000


def test_nothing_inline_and_nothing_from_elsewhere(client):
    page = client.get("/").text
    for path in ("/", f"/desk/{digest()}/main.js", f"/desk/{digest()}/desk.css"):
        answer = client.get(path)
        policy = answer.headers["Content-Security-Policy"]
        rules = dict(part.split(" ", 1) for part in policy.split("; "))
        assert rules["default-src"] == "'none'"
        assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=", page)


def test_it_keeps_nothing_about_anybody():
    assert not re.search(r"document\.cookie|localStorage|sessionStorage|indexedDB|sendBeacon", PAGES)


@pytest.mark.parametrize(
    "path", ["/desk", "/desk/", "/desk/main.js", "/desk/x/..%2f..%2fcards.py", "/index.html"]
)
def test_nothing_else_is_served(client, path):
    assert client.get(path).status_code == 404


def test_only_as_a_page(client):
    assert client.get("/", headers={"Accept": "application/json"}).status_code == 406


def test_it_can_be_left_out():
    client = create_app(Settings(desk="off")).test_client()

    assert client.get("/").status_code == 404
    assert client.get(f"/desk/{digest()}/main.js").status_code == 404
    assert client.post("/v1/meld-checks", json=MELD_CHECK).status_code == 200


# --- what it says -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_catalogues_say_the_same_things(language):
    english, other = words("en"), words(language)

    assert other.keys() == english.keys()
    blanks = {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in english.items()}
    assert {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in other.items()} == blanks
    assert all(other.values())


def test_no_line_begins_with_the_punctuation_of_the_french():
    assert [text for text in words("fr").values() if re.search(" [:;?!»]|« ", text)] == []


def test_what_the_page_wants_to_say_it_can():
    known = {key.removesuffix(".one").removesuffix(".other") for key in words("en")} | {"rank.A"}
    calls = re.findall(r"\bsay\(((?:[^()]|\([^()]*\))*)\)", PAGES)
    wanted = {
        key
        for call in calls
        for key in re.findall(r'"([a-z-]+(?:\.[A-Za-z0-9-]+)*)"', call.partition("{")[0])
    }

    assert wanted - known - {"draw", "play"} == set()


def test_nothing_in_the_catalogues_is_never_said():
    made = tuple(re.findall(r"`([a-z.-]+\.)\$\{", PAGES))  # the beginnings of keys that are put together
    keys = {key.removesuffix(".one").removesuffix(".other") for key in words("en")}

    assert {key for key in keys if f'"{key}"' not in PAGES and not key.startswith(made)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_option_has_a_name(language):
    named = {
        f"value.{option}.{value}"
        for option, allowed in OPTIONS.items()
        if isinstance(allowed, Choice)
        for value in allowed.values
        if isinstance(value, str)
    }
    named |= {f"value.card.{name}" for name in CARD_VALUE_NAMES}

    assert named - words(language).keys() == set()


def test_every_move_can_be_told(client):
    moves = client.get("/openapi.json").json["components"]["schemas"]["Move"]["discriminator"]["mapping"]

    assert {f"move.{name}" for name in moves} - words("en").keys() == set()


# --- the examples -----------------------------------------------------------------------------------


def example(name):
    return json.loads(assets()[f"examples/{name}.json"].plain)


def test_the_example_of_a_turn_hinges_on_a_house_rule(client):
    answer = client.post("/v1/adjudications", json={**example("turn"), "what_if": True}).json

    assert [verdict["legal"] for verdict in answer["verdicts"]] == [True, True, False]
    assert {hinge["option"] for hinge in answer["hinges_on"]} == {"pierna_suits"}


def test_the_example_of_a_game_has_an_illegal_move_in_its_second_deal(client):
    answer = client.post("/v1/replays", json=example("game")).json

    assert (answer["legal"], answer["first_illegal"]["deal"]) == (False, 1)


def test_the_example_of_a_score_sheet_has_points_for_somebody_who_is_out(client):
    answer = client.post("/v1/scoresheets", json=example("sheet")).json

    assert [violation["pointer"] for violation in answer["violations"]] == ["/deals/3/points/caro"]
