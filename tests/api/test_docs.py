"""The page at /docs: ours, whole, and allowed to do no more than it needs. `make browser-test` opens it."""

import re

import pytest

from loba.api import Settings, create_app
from tests.api.bodies import MELD_CHECK


def policy(answer):
    return dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))


def test_the_page_is_there(client):
    answer = client.get("/docs", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})

    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert answer.headers["ETag"]


def test_everything_it_loads_is_there(client):
    page = client.get("/docs").text
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page)

    assert len(loaded) == 6
    assert not any(address.startswith(("/", "http")) for address in loaded)  # it works behind a prefix
    for address in loaded:
        answer = client.get("/" + address)
        assert answer.status_code == 200
        assert answer.data


def test_nothing_inline_and_nothing_from_elsewhere(client):
    for path in ("/docs", "/docs/start.js", "/docs/swagger-ui-bundle.js"):
        answer = client.get(path)
        rules = policy(answer)
        assert rules["default-src"] == "'none'"
        assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    page = client.get("/docs").text
    assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=", page)


def test_what_the_browser_has_it_is_not_sent_again(client):
    tag = client.get("/docs/swagger-ui-bundle.js").headers["ETag"]
    again = client.get("/docs/swagger-ui-bundle.js", headers={"If-None-Match": tag})

    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", ["/docs/", "/docs/page.html", "/docs/__init__.py", "/docs/..%2fsettings.py"])
def test_nothing_else_is_served(client, path):
    assert client.get(path).status_code == 404


def test_only_as_a_page(client):
    assert client.get("/docs", headers={"Accept": "application/json"}).status_code == 406


def test_it_can_be_left_out():
    client = create_app(Settings(docs="off")).test_client()

    assert client.get("/docs").status_code == 404
    assert client.get("/docs/start.js").status_code == 404
    assert client.post("/v1/meld-checks", json=MELD_CHECK).status_code == 200
    assert client.get("/openapi.json").status_code == 200
