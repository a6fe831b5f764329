"""The README tells the truth: its commands give the printed answer, its tables match the code."""

from __future__ import annotations

import ast
import inspect
import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from loba.api.application import create_app
from loba.api.settings import PREFIX, Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def documented_settings() -> dict[str, tuple[str, str]]:
    """Return default and meaning of each setting, from the docstrings below the fields."""
    body = ast.parse(inspect.getsource(Settings)).body[0]
    assert isinstance(body, ast.ClassDef)
    texts = {}
    for field, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
            texts[ast.unparse(field.target)] = inspect.cleandoc(ast.literal_eval(text.value))
    return {
        PREFIX + field.name.upper(): (str(field.default), texts[field.name].replace("\n", " "))
        for field in fields(Settings)
    }


def test_the_first_question_gets_the_printed_answer():
    """The curl of the first screen, sent as it stands there."""
    (command,) = [block for block in blocks("") if "curl" in block]
    assert "localhost:8080/v1/adjudications" in command
    (body,) = re.findall(r"-d @(\S+)", command)
    answer = (
        create_app()
        .test_client()
        .post("/v1/adjudications", data=(ROOT / body).read_bytes(), content_type="application/json")
    )
    printed, *_ = blocks("json")
    assert answer.status_code == 200
    assert json.dumps(answer.json["verdicts"], indent=2, ensure_ascii=False) + "\n" == printed


def test_every_setting_is_listed_with_its_default():
    rows = re.findall(r"^\| `(LOBA_\w+)` \| `?(.*?)`? \| (.*) \|$", README, re.MULTILINE)
    assert {name: (default, text) for name, default, text in rows} == documented_settings()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`make ([a-z-]+)`", README)) | {"run"}))
def test_every_make_target_of_the_readme_exists(target):
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_every_link_leads_somewhere(link):
    assert (ROOT / link).exists()


def test_all_that_is_served_is_listed():
    routes = {rule.rule for rule in create_app().url_map.iter_rules() if rule.endpoint != "static"}
    listed = set(re.findall(r"`(?:GET|POST) (/[^`]*)`", README)) | {"/"}
    shown = {re.sub(r"<(?:\w+:)?\w+>", "{}", route) for route in routes}
    served = {r for r in shown if not r.startswith(("/docs/", "/desk/", "/static"))}
    assert served == {re.sub(r"{\w+}", "{}", route) for route in listed}
