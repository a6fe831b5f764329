"""What the documents show of the command line is what it does."""

import json
import re
import shlex

import pytest

from tests.cli.conftest import ROOT

DOCUMENTS = ("README.md", "docs/game-logs.md")


def sessions():
    for document in DOCUMENTS:
        text = (ROOT / document).read_text(encoding="utf-8")
        for block in re.findall(r"^```\n(\$ loba .*?)^```$", text, re.MULTILINE | re.DOTALL):
            command, _, output = block.partition("\n")
            yield pytest.param(command.removeprefix("$ "), output, id=f"{document}: {command}")


@pytest.mark.parametrize(("command", "output"), list(sessions()))
def test_a_session(loba, monkeypatch, command, output):
    monkeypatch.chdir(ROOT)
    command, _, source = command.partition(" < ")
    program, *arguments = shlex.split(command)
    assert program == "loba"
    ran = loba(*arguments, stdin=(ROOT / source).read_bytes() if source else b"")
    assert ran.out == output
    assert ran.err == ""


def test_the_documents_show_something():
    shown = [parameters.id for parameters in sessions()]
    assert {entry.partition(":")[0] for entry in shown} == set(DOCUMENTS)


def test_every_option_of_replay_is_told_of(loba):
    text = (ROOT / "docs/game-logs.md").read_text(encoding="utf-8")
    options = set(re.findall(r"--[a-z]+", loba("replay", "--help").out)) - {"--help"}
    assert {option for option in options if f"{option}" not in text} == set()


def test_the_example_of_the_format_is_json():
    text = (ROOT / "docs/game-logs.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    home = json.loads((ROOT / "examples/games/home.json").read_text())
    shown = json.loads(example)
    assert shown["ruleset"] == home["ruleset"]
    assert shown["deals"][0]["moves"][:2] == home["deals"][0]["moves"][:2]
