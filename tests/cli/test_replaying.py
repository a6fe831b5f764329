"""`loba replay`: what it says and how it ends, for all the ways games come in."""

import gzip
import json

import pytest

from tests.cli.conftest import EXAMPLES, line, lines, spoilt

TOURNAMENT, HOME = EXAMPLES / "tournament.json", EXAMPLES / "home.json"


# --- how it ends ----------------------------------------------------------------------------------


def test_both_example_games_are_legal(loba):
    ran = loba("replay", TOURNAMENT, HOME)
    assert ran.status == 0
    assert ran.lines == [
        f"{TOURNAMENT}:1: Legal. ana won after 5 deals (227 moves).",
        f"{HOME}:1: Legal. caro won after 4 deals (229 moves).",
        "2 games in 2 files: 2 legal, 0 illegal, 0 not judged (456 moves).",
    ]
    assert ran.err == ""


def test_something_illegal(loba, tmp_path, games):
    (tmp_path / "wrong.json").write_bytes(line(spoilt(games[0])))
    ran = loba("replay", tmp_path, TOURNAMENT)
    assert ran.status == 1
    first, second, total = ran.lines
    assert first.startswith(f"{tmp_path}/wrong.json:1: ILLEGAL in deal 1, move ")
    assert "turn" in first
    assert second.startswith(f"{TOURNAMENT}:1: Legal.")
    assert total.startswith("2 games in 2 files: 1 legal, 1 illegal, 0 not judged")


def test_what_cannot_be_judged_weighs_more_than_what_is_illegal(loba, tmp_path, games):
    (tmp_path / "wrong.json").write_bytes(line(spoilt(games[0])))
    (tmp_path / "strange.json").write_text('{"players": 7}')
    ran = loba("replay", tmp_path)
    assert ran.status == 2
    assert [text.partition(": ")[2].split(".")[0][:11] for text in ran.lines[:2]] == [
        "NOT JUDGED",
        "ILLEGAL in ",
    ]


def test_a_deal_that_is_wrong_as_a_whole(loba):
    game = json.loads(HOME.read_text())
    game["deals"][1]["dealer"] = "beto"
    ran = loba("replay", "-", stdin=line(game))
    assert ran.status == 1
    assert ran.lines[0].startswith("-:1: ILLEGAL in deal 2. ")


def test_a_game_that_is_not_over(loba):
    game = json.loads(TOURNAMENT.read_text())
    del game["deals"][2:]
    game["deals"][1]["moves"].pop()
    ran = loba("replay", "-", stdin=line(game))
    assert ran.status == 0
    assert ran.lines[0].startswith("-:1: Legal so far. Nobody has won yet; 1 deal finished (")


def test_nothing_to_judge_is_not_a_clean_bill(loba, tmp_path):
    assert loba("replay", tmp_path).status == 2
    assert loba("replay").status == 2


def test_a_bug_is_not_taken_for_a_verdict(loba, monkeypatch, caplog):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("loba.cli.games.asked_and_answered", broken)
    ran = loba("replay", TOURNAMENT)
    assert ran.status == 2
    assert "ZeroDivisionError" in caplog.text
    monkeypatch.setattr("loba.cli.commands.replay_all", broken)
    assert loba("replay", TOURNAMENT).status == 70


# --- bad lines ------------------------------------------------------------------------------------


def test_a_bad_line_is_told_in_its_place_and_stops_nothing(loba, tmp_path, games):
    path = tmp_path / "evening.ndjson"
    path.write_bytes(
        line(games[0]) + b"no json\n\n" + line({"ruleset": {"id": "poker"}}) + b"   \n" + line(games[1])
    )
    ran = loba("replay", path)
    assert ran.status == 2
    assert [text.split(": ")[0] for text in ran.lines[:-1]] == [f"{path}:{n}" for n in (1, 2, 4, 6)]
    assert "NOT JUDGED. The body is not valid JSON" in ran.lines[1]
    assert "NOT JUDGED. /ruleset/id: " in ran.lines[2]
    assert ran.lines[-1].startswith("4 games in 1 file: 2 legal, 0 illegal, 2 not judged")


def test_a_line_that_is_too_long(loba, tmp_path, games, monkeypatch):
    monkeypatch.setenv("LOBA_REPLAY_BODY_BYTES", "20000")
    path = tmp_path / "evening.ndjson"
    too_long = b'{"x": "' + b"y" * 100_000 + b'"}\n'
    blanks = b"{}" + b" " * 30_000 + b"{}\n"
    path.write_bytes(line(games[0]) + too_long + blanks + line(games[1]))
    ran = loba("replay", path)
    assert [text.split(": ")[0] for text in ran.lines[:-1]] == [f"{path}:{n}" for n in (1, 2, 3, 4)]
    assert ["NOT JUDGED" in text for text in ran.lines[:-1]] == [False, True, True, False]
    assert "20000" in ran.lines[1]


def test_a_last_line_without_an_end(loba, games):
    assert loba("replay", "-", stdin=lines(games[:2]).rstrip()).lines[-1].startswith("2 games in 1 file")


# --- where games come from ------------------------------------------------------------------------


def test_all_bases_in_all_shapes(loba, games):
    ran = loba("replay", "-", stdin=lines(games))
    assert ran.status == 0
    assert ran.lines[-1].startswith(f"{len(games)} games in 1 file: {len(games)} legal")


def test_gzip_is_seen_whatever_the_name(loba, tmp_path, games):
    (tmp_path / "a.ndjson.gz").write_bytes(gzip.compress(lines(games[:2])))
    (tmp_path / "b.json").write_bytes(gzip.compress(TOURNAMENT.read_bytes()))
    ran = loba("replay", tmp_path)
    assert ran.status == 0
    assert ran.lines[-1].startswith("3 games in 2 files: 3 legal")
    assert loba("replay", "-", stdin=gzip.compress(lines(games[:3]))).lines[-1].startswith("3 games")


def test_a_folder_is_gone_through_in_order(loba, tmp_path, games):
    for name in ("b/2.json", "b/1.jsonl", "a.ndjson", "c.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(line(games[0]))
    for name in ("notes.txt", ".hidden.json", "old.json.report.ndjson"):
        (tmp_path / name).write_text("not for us")
    ran = loba("replay", tmp_path)
    assert [text.split(":")[0].removeprefix(f"{tmp_path}/") for text in ran.lines[:-1]] == [
        "a.ndjson",
        "b/1.jsonl",
        "b/2.json",
        "c.json",
    ]


def test_patterns_and_files_named_twice(loba, tmp_path, games):
    for name in ("one/1.json", "two/2.json", "two/deep/3.json", "[odd].json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(line(games[0]))
    assert loba("replay", f"{tmp_path}/*/*.json").lines[-1].startswith("2 games in 2 files")
    assert loba("replay", f"{tmp_path}/**/*.json").lines[-1].startswith("4 games in 4 files")
    assert loba("replay", tmp_path / "[odd].json").status == 0
    twice = loba("replay", tmp_path / "one", tmp_path / "one" / "1.json")
    assert twice.lines[-1].startswith("1 game in 1 file")


def test_paths_that_lead_nowhere(loba, tmp_path, games):
    (tmp_path / "here.json").write_bytes(line(games[0]))
    ran = loba("replay", tmp_path / "gone.json", tmp_path / "*.jsonl", tmp_path / "here.json")
    assert ran.status == 2
    assert ran.lines[0] == f"{tmp_path}/gone.json: NOT JUDGED. There is no such file or folder."
    assert ran.lines[1] == f"{tmp_path}/*.jsonl: NOT JUDGED. There are no game logs there."
    assert ran.lines[2].startswith(f"{tmp_path}/here.json:1: Legal")


def test_files_that_cannot_be_read(loba, tmp_path, games):
    packed = gzip.compress(lines(games[:3]))
    (tmp_path / "a.ndjson.gz").write_bytes(packed[: len(packed) // 2])
    (tmp_path / "b.ndjson").write_bytes(b"\n  \n")
    (tmp_path / "c.json").write_bytes(b"")
    (tmp_path / "d.json").write_bytes(line(games[0]))
    ran = loba("replay", tmp_path)
    assert ran.status == 2
    told = {text.removeprefix(f"{tmp_path}/") for text in ran.lines}
    assert "b.ndjson: NOT JUDGED. There is no game in it." in told
    assert "c.json: NOT JUDGED. There is no game in it." in told
    assert any(text.startswith("a.ndjson.gz: NOT JUDGED. It cannot be read to its end: ") for text in told)
    assert any(text.startswith("d.json:1: Legal") for text in told)


def test_the_first_line_tells_whether_it_is_a_game(loba, games):
    """Only where the name does not: on standard input, and in files called anything."""
    pretty = json.dumps(games[0], indent=2).encode()
    assert loba("replay", "-", stdin=pretty).lines[-1].startswith("1 game in 1 file: 1 legal")
    assert loba("replay", "-", stdin=b"\n\n" + pretty).lines[0].startswith("-:3: Legal")
    assert loba("replay", "-", stdin=lines(games[:2])).lines[-1].startswith("2 games")
    assert loba("replay", "-", stdin=b"{\n" + lines(games[:2])).lines[-1].startswith("1 game ")
    told = loba("replay", "-", "--layout", "ndjson", stdin=b"{\n" + lines(games[:2]))
    assert told.lines[-1].startswith("3 games in 1 file: 2 legal, 0 illegal, 1 not judged")


# --- what it says ---------------------------------------------------------------------------------


def test_for_machines(loba, tmp_path, games):
    path = tmp_path / "evening.ndjson"
    path.write_bytes(line(games[0]) + line(spoilt(games[1])) + b"{}\n")
    ran = loba("replay", path, TOURNAMENT, "--format", "json")
    assert ran.status == 2
    answer = json.loads(ran.out)
    legal, illegal, unusable, tournament = answer["games"]
    assert legal["outcome"] == "legal"
    assert (illegal["input"], illegal["line"], illegal["outcome"]) == (str(path), 2, "illegal")
    assert illegal["deal"] == 0
    assert illegal["pointer"] == f"/deals/0/moves/{illegal['move']}" or illegal["pointer"].startswith(
        f"/deals/0/moves/{illegal['move']}/"
    )
    assert unusable["code"] == "invalid-request"
    assert unusable["pointer"] == "/ruleset"
    assert (tournament["game_over"], tournament["winners"]) == (True, ["ana"])
    assert answer["summary"] == {
        "files": 2,
        "files_known": 0,
        "games": 4,
        "legal": 2,
        "illegal": 1,
        "unusable": 1,
        "moves_checked": sum(game["moves_checked"] for game in answer["games"]),
    }


def test_nothing_but_bad_news(loba, tmp_path, games):
    path = tmp_path / "evening.ndjson"
    path.write_bytes(line(games[0]) + line(spoilt(games[1])))
    assert [text.split(": ")[0] for text in loba("replay", path, "-q").lines] == [
        f"{path}:2",
        "2 games in 1 file",
    ]
    assert len(json.loads(loba("replay", path, "-q", "--format", "json").out)["games"]) == 1


@pytest.mark.parametrize(
    ("language", "opening"),
    [("en", "Legal. ana won"), ("es", "Correcta. Ganó ana"), ("fr", "Correcte. ana a gagné")],
)
def test_in_the_language_of_the_user(loba, monkeypatch, language, opening):
    assert opening in loba("replay", TOURNAMENT, "--language", language).out
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    assert opening in loba("replay", TOURNAMENT).out


def test_addresses_need_an_extra_and_say_so(loba, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "fsspec.core", None)
    ran = loba("replay", "memory://logs")
    assert ran.status == 2
    assert "loba[ray]" in ran.err


def test_ray_needs_an_extra_and_says_so(loba, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    ran = loba("replay", TOURNAMENT, "--engine", "ray")
    assert ran.status == 2
    assert "loba[ray]" in ran.err


def test_an_address_of_a_cluster_goes_with_ray(loba):
    assert loba("replay", TOURNAMENT, "--address", "auto").status == 2


def test_bad_settings_are_told(loba, monkeypatch):
    monkeypatch.setenv("LOBA_REPLAY_BODY_BYTES", "much")
    ran = loba("replay", TOURNAMENT)
    assert ran.status == 2
    assert "LOBA_REPLAY_BODY_BYTES" in ran.err
