"""Files that people bring to the desk: games, score sheets, and what is neither. For `make desk-test`."""

import json

import pytest

from loba.api.desk import assets

pytestmark = [pytest.mark.desk, pytest.mark.http]

GAME = json.loads(assets()["examples/game.json"].plain)
SHEET = json.loads(assets()["examples/sheet.json"].plain)
SIZES = ["phone", "desktop"]


def bring(desk, *files):
    """Choose files: names and what is in them."""
    given = [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in files]
    desk.page.set_input_files("#log-file", given)


@pytest.mark.parametrize("size", SIZES)
def test_several_games_in_one_file_are_judged_one_by_one(visit, size):
    desk = visit(size).open("#/log")
    short = {**GAME, "deals": GAME["deals"][:1]}
    lines = [json.dumps(game) for game in (short, GAME, SHEET, {"deals": [{}]})]
    bring(desk, ("round.ndjson", "\n".join([*lines, "{oops"])))

    desk.shown(".games p", "4 of them have something wrong")
    signs = desk.page.locator(".games-found .sign").all_inner_texts()
    assert signs == ["✓", "✗", "✗", "?", "?"]
    assert "deal 2, move 41" in desk.page.locator(".games-found li").nth(1).inner_text()
    desk.check("games")
    desk.tap("[data-key='game:1']")
    desk.shown(".hand .card.wrong")
    desk.tap("[data-key=all-games]")
    desk.shown(".games p", "something wrong")
    desk.tap("[data-key='game:4']")
    desk.shown(".verdict.problem", "line 1, column 2")


def test_several_files_are_told_by_their_names(visit):
    desk = visit(language="es").open("#/log")
    bring(desk, ("mesa 1.csv", "ana;beto\n0*;12\n"), ("mesa 2.json", json.dumps([GAME, SHEET])))

    desk.shown(".games p", "En 2 hay algo")
    names = desk.page.locator(".games-found strong").all_inner_texts()
    assert names == ["mesa 1.csv", "mesa 2.json · partida 1", "mesa 2.json · partida 2"]


def test_a_file_is_dropped_anywhere(visit):
    desk = visit().open("#/hand")
    desk.page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "sheet.csv"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }""",
        "ana,beto\n0*,12\n",
    )

    desk.shown(".verdict.yes", "The sheet is right")


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffana;beto;caro\r\n0*;34;52\r\n27;0*;49\r\n",
        '"ana"\t"beto"\t"caro"\n0 *\t34\t52\n27\t0*\t49\n',
        "Mano,ana,beto,caro,\n1,0*,34,52,\n2,27,0*,49,\nTotal,27,34,101,\n",
    ],
)
def test_spreadsheets_save_tables_in_many_ways(visit, text):
    desk = visit().open("#/log")
    bring(desk, ("sheet.csv", text))

    desk.shown(".verdict.yes", "The sheet is right")
    heads = desk.page.locator(".score-grid thead input")
    assert [heads.nth(at).input_value() for at in range(heads.count())] == ["ana", "beto", "caro"]
    assert desk.page.locator(".won[aria-pressed=true]").count() == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "no game and no score sheet"),
        ("", "no game and no score sheet"),
        ("ana;beto\nhello;world\n", "no game and no score sheet"),
        ("[]", "no game and no score sheet"),
        ('{"state": 1, "moves": []}', "state: "),
        ('{"players": ["ana", "beto"], "deals": [', "line 1, column"),
        ('{"deals": [{"points": {"ana": 1}}]}', "players: This is missing"),
        ('{"players": ["ana", "beto"], "deals": [{"hands": {}, "moves": 3}]}', "deal 1, dealer: "),
        (json.dumps({**GAME, "ruleset": {"id": "poker"}}), "no ruleset of this name"),
        (json.dumps({**GAME, "ruleset": {"id": "chinchon", "variants": ["con-picos"]}}), "con-picos"),
        (json.dumps({**GAME, "ruleset": {"id": "loba-de-menos", "options": {"jockers": 2}}}), "jockers: "),
    ],
)
def test_what_is_wrong_with_a_file_is_said_and_where(visit, text, said):
    desk = visit().open("#/log")
    bring(desk, ("x", text))

    assert said in desk.shown(".stage .verdict.problem").inner_text()


def test_a_file_that_is_far_too_large_is_not_even_read(visit):
    desk = visit(language="fr").open("#/log")
    desk.page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(20_000_001)], "huge.json"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }"""
    )

    desk.shown(".verdict.problem", "Trop grand")
    assert not [url for url in desk.asked if url.endswith("/v1/replays")]


def test_a_turn_of_a_game_is_looked_at_by_itself(visit, text_of):
    desk = visit().open("#/log")
    desk.tap("[data-key=example-game]")
    desk.shown(".hand .card.wrong")
    desk.tap("[data-key=to-turn]")

    desk.shown("h1", "Judge a turn")
    desk.shown(".hinges", text_of("en")["hinges.legal-where"])
    assert desk.page.locator(".moves li").all_inner_texts()[-1].endswith("beto adds 5♦ to ana’s pierna")
    assert desk.page.locator(".moves li").count() == 2


def test_what_a_long_turn_hinges_on_is_asked_of_its_last_moves(visit, text_of):
    turn = json.loads(assets()["examples/turn.json"].plain)
    moves, players = [], ["caro", "ana", "beto"]
    for at in range(24):
        drawn = {"type": "draw_stock", "player": players[at % 3]}
        moves += [drawn, {**drawn, "type": "discard", "card": turn["state"]["stock"][at]}]
    wrong = {"type": "lay_off", "player": "caro", "meld": "m4", "cards": ["2S"]}
    desk = visit().open("#/log")
    bring(desk, ("turn.json", json.dumps({**turn, "moves": [*moves, moves[0], wrong]})))

    desk.shown(".hinges", text_of("en")["hinges.legal-where"])
