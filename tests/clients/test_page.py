"""Whoever follows `docs/integrating.md` gets what it shows. For `make clients`."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256

import pytest

from tests.api.serving import served
from tests.clients.moody import moody
from tests.clients.page import PAGE, ROOT, blocks, fits, steps

pytestmark = pytest.mark.clients

PACTS = ROOT / "contracts" / "pacts"
TSC = "--strict --module nodenext --target es2022"
STEPS = [step for step in steps() if not step.stays]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: str(step.commands))
def test_a_step_does_what_the_page_says(walk, step):
    returned, printed, complaints = walk.results[step.commands.line]
    assert returned == 0, complaints + printed
    if step.shown is None:
        return
    if step.shown.language == "json":
        assert fits(json.loads(step.shown.text), json.loads(printed)), printed
    else:
        assert printed == step.shown.text


def test_both_clients_get_the_examples_from_the_mock(walk):
    """Told nothing else, it answers with the first example: a legal move and what follows."""
    from_python = walk.folder.run("python judge.py", LOBA=walk.mock)
    from_node = walk.folder.run("node judge.mjs", LOBA=walk.mock)
    assert from_python.stdout == from_node.stdout
    assert from_python.stdout.startswith("0: yes, ines takes 8♦")


@pytest.mark.parametrize("mood", ["drops", "429", "503"])
@pytest.mark.parametrize("command", ["python patient.py", "node patient.mjs"])
def test_patience_is_rewarded(walk, command, mood):
    """What fails twice is asked a third time, and then answered as ever."""
    with moody(walk.service, mood, times=2) as (url, asked):
        patient = walk.folder.run(command, LOBA=url)
    calm = walk.folder.run(command, LOBA=walk.service)
    assert patient.returncode == 0, patient.stderr
    assert patient.stdout == calm.stdout
    assert len(asked) == 3
    assert len(set(asked)) == 1


@pytest.mark.parametrize("command", ["python patient.py", "node patient.mjs"])
def test_patience_has_an_end(walk, command):
    with moody(walk.service, "429", times=99) as (url, asked):
        assert walk.folder.run(command, LOBA=url).returncode != 0
    assert len(asked) == 4


@pytest.mark.parametrize("command", ["python patient.py", "node patient.mjs"])
def test_an_answer_is_not_asked_for_again(walk, command):
    with moody(walk.service, "500", times=99) as (url, asked):
        assert walk.folder.run(command, LOBA=url).returncode != 0
    assert len(asked) == 1


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """A service that asks for a key, and the key."""
    key = "a-long-and-random-key-that-is-good-for-little"
    file = tmp_path_factory.mktemp("keys") / "keys"
    file.write_text(f"table:{sha256(key.encode()).hexdigest()}\n")
    with served(LOBA_API_KEYS_FILE=str(file)) as (port, _):
        yield f"http://127.0.0.1:{port}", key


KEYED = {
    "judge.py": ("timeout=", 'headers={"X-Api-Key": key}', "key =", "python judge.py"),
    "judge.mts": ("baseUrl:", 'headers: { "X-Api-Key": key }', "const key =", "node judge.mjs"),
}


@pytest.mark.parametrize("file", KEYED)
def test_a_key_is_given_as_the_page_says(walk, guarded, file):
    before, words, named, command = KEYED[file]
    assert f"`{words}`" in PAGE.read_text(encoding="utf-8")
    url, key = guarded
    keyless = walk.folder.run(command, LOBA=url)
    assert keyless.returncode != 0
    assert "API key" in keyless.stderr

    told = (walk.folder.at / file).read_text()
    assert told.count(before) == 1
    keyed = told.replace(before, f"{words}, {before}")
    (walk.folder.at / f"keyed_{file}").write_text(f'{named} "{key}"\n{keyed}')
    compiled = "" if file.endswith(".py") else f"npx tsc {TSC} keyed_{file}; "
    ran = walk.folder.run(compiled + command.replace("judge", "keyed_judge"), LOBA=url)
    assert ran.stdout.startswith("0: yes, ana takes 8♦"), ran.stdout + ran.stderr


def test_the_code_on_the_page_is_typed(walk):
    """Strictly, upon the types of the client that was generated; what that does inside is not ours."""
    files = [block.file for block in blocks() if block.language == "python"]
    assert len(files) >= 5
    checked = walk.folder.run(f"python -m mypy --strict --follow-imports=silent {' '.join(files)}")
    assert checked.returncode == 0, checked.stdout


def test_typescript_refuses_what_the_contract_refuses(walk):
    """A misspelt member and a move without its player do not compile: the types are more than `any`."""
    right = (walk.folder.at / "judge.mts").read_text()
    faults = {
        "misspelt.mts": right.replace("discard_pile:", "discards:"),
        "missing.mts": right.replace('{ type: "draw_discard", player: "ana" }', '{ type: "draw_discard" }'),
        "unknown.mts": right.replace('phase: "draw"', 'phase: "drew"'),
    }
    for name, wrong in faults.items():
        assert wrong != right
        (walk.folder.at / name).write_text(wrong)
    checked = walk.folder.run(f"npx tsc {TSC} --noEmit {' '.join(faults)}")
    assert checked.returncode != 0
    assert {line.partition("(")[0] for line in checked.stdout.splitlines() if line[0] != " "} == set(faults)


def test_the_service_keeps_every_pact(walk):
    """Those in `contracts/pacts`, one of each team that gave us one."""
    shutil.copytree(PACTS, walk.folder.at / "given")
    verify = (walk.folder.at / "verify.py").read_text().replace('"pacts"', '"given"')
    (walk.folder.at / "verify_given.py").write_text(verify)
    verified = walk.folder.run("python verify_given.py", LOBA=walk.service)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    for pact in PACTS.glob("*.json"):
        for interaction in json.loads(pact.read_text())["interactions"]:
            assert interaction["description"] in verified.stdout


def test_the_pact_of_the_page_is_among_them(walk):
    written, kept = (
        json.loads((folder / "table-loba.json").read_text()) for folder in (walk.folder.at / "pacts", PACTS)
    )
    assert written["interactions"] == kept["interactions"]


def test_a_pact_that_the_service_breaks_is_noticed(walk):
    """The verification is more than a formality."""
    (walk.folder.at / "broken").mkdir()
    told = (walk.folder.at / "pacts" / "table-loba.json").read_text()
    broken = told.replace("pierna.wild-not-allowed", "pierna.jokers-welcome")
    assert broken != told
    (walk.folder.at / "broken" / "table-loba.json").write_text(broken)
    verify = (walk.folder.at / "verify.py").read_text().replace('"pacts"', '"broken"')
    (walk.folder.at / "verify_broken.py").write_text(verify)
    verified = walk.folder.run("python verify_broken.py", LOBA=walk.service)
    assert verified.returncode != 0
    assert "pierna.jokers-welcome" in verified.stdout + verified.stderr
