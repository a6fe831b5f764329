"""`loba judge`: the answer of the service, or the same in sentences."""

import json

import pytest

from loba.api import create_app
from tests.cli.conftest import ROOT, Ran

FIRST_MOVE = ROOT / "examples" / "first-move.json"


def test_a_turn_in_sentences(loba):
    ran = loba("judge", FIRST_MOVE)
    assert ran == Ran(
        1,
        "Move 1, draw_discard: legal.\n"
        "  ana takes 8♦, the top discard, and has to meld it or lay it off in the very next move."
        " [taking-the-discard]\n"
        "Move 2, discard: ILLEGAL.\n"
        "  ana took 8♦ from the discard pile and has to meld it or lay it off before this move can be made."
        " [turn.must-meld-first]\n",
        "",
    )


def test_a_legal_move(loba):
    question = json.loads(FIRST_MOVE.read_text())
    del question["moves"][1]
    ran = loba("judge", "-", stdin=json.dumps(question).encode())
    assert (ran.status, len(ran.lines)) == (0, 2)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_answer_of_the_service_to_the_byte(loba, language):
    answer = (
        create_app()
        .test_client()
        .post(
            "/v1/adjudications",
            data=FIRST_MOVE.read_bytes(),
            content_type="application/json",
            headers={"Accept-Language": language},
        )
    )
    ran = loba("judge", FIRST_MOVE, "--format", "json", "--language", language)
    assert ran.out == answer.text + "\n"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{", "-: The body is not valid JSON"),
        (b'{"ruleset": {"id": "poker"}, "moves": []}', "  /ruleset/id: "),
        (b" " * 300_000, "-: "),
    ],
)
def test_what_cannot_be_judged(loba, body, words):
    ran = loba("judge", "-", stdin=body)
    assert (ran.status, ran.out) == (2, "")
    assert words.replace("-:", "stdin:") in ran.err
    told = json.loads(loba("judge", "-", "--format", "json", stdin=body).out)
    assert told["type"].startswith("/problems/")


def test_a_file_that_is_not_there(loba, tmp_path):
    ran = loba("judge", tmp_path / "gone.json")
    assert ran.status == 2
    assert "gone.json" in ran.err
