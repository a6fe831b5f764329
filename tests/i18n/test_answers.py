"""What the service really says: every sentence in the answers to the vectors, in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from loba.api import create_app
from loba.i18n import LANGUAGES
from loba.i18n.facts import RULES
from loba.i18n.tongue import Tongue
from loba.violations import Reason, Violation
from tests.i18n.said import SAID, key
from tests.i18n.test_sentences import LEFTOVERS

FILES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
SENTENCES = {"message", "detail", "title"}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


@pytest.fixture
def said(monkeypatch) -> list[Violation | Reason]:
    """Everything that was put into words."""
    heard: list[Violation | Reason] = []
    explain = Tongue.explain

    def listening(self: Tongue, what: Violation | Reason) -> str:
        heard.append(what)
        return explain(self, what)

    monkeypatch.setattr(Tongue, "explain", listening)
    return heard


def questions(file: Path) -> Iterator[tuple[str, Any]]:
    for vector in json.loads(file.read_text(encoding="utf-8")):
        if "json" in vector["request"]:
            yield vector["request"]["path"], vector["request"]["json"]


def sentences(answer: Any) -> Iterator[str]:
    if isinstance(answer, dict):
        for name, value in answer.items():
            if name in SENTENCES and isinstance(value, str):
                yield value
            yield from sentences(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from sentences(value)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_every_sentence_is_fit_to_be_read(file, client, said):
    for path, body in questions(file):
        told = []
        for language in LANGUAGES:
            answer = client.post(path, json=body, headers={"Accept-Language": language})
            assert answer.status_code != 500, answer.text
            told.append(list(sentences(answer.json)))
        for versions in zip(*told, strict=True):
            assert not any(map(LEFTOVERS.search, versions)), versions
            assert len(set(versions)) == len(LANGUAGES), versions
    known = {key(what) for what in SAID}
    for what in said:
        assert key(what) in known
        assert set(what.params) <= set(RULES), what
