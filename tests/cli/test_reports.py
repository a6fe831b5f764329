"""Reports: what is in them, and when one need not be written again."""

import gzip
import json
import os

import pytest

from loba.api.replays import replays
from loba.api.schemas.games import REPLAY
from tests.cli.conftest import EXAMPLES, line, lines, spoilt

NAMES = ("a.ndjson", "below/b.json", "c.jsonl")


@pytest.fixture
def logs(tmp_path, games):
    """A folder with three files: games of all kinds, one wrong game, one bad line."""
    folder = tmp_path / "logs"
    (folder / "below").mkdir(parents=True)
    (folder / "a.ndjson").write_bytes(lines(games[:3]))
    (folder / "below" / "b.json").write_bytes(line(spoilt(games[3])))
    (folder / "c.jsonl").write_bytes(line(games[4]) + b"oops\n")
    return folder


def report(folder, name):
    return folder / f"{name}.report.ndjson"


def test_there_is_a_report_on_each_file(loba, logs, tmp_path):
    out = tmp_path / "out"
    ran = loba("replay", logs, "--out", out)
    assert ran.status == 2
    assert sorted(p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()) == sorted(
        f"{name}.report.ndjson" for name in NAMES
    )
    rows = [json.loads(row) for row in report(out, "c.jsonl").read_text().splitlines()]
    good, bad, end = rows
    assert (good["input"], good["line"], good["legal"]) == ("c.jsonl", 1, True)
    assert (bad["input"], bad["line"], bad["type"]) == ("c.jsonl", 2, "/problems/malformed-json")
    assert bad["instance"] == "c.jsonl:2"
    assert end == {
        "complete": True,
        "input": "c.jsonl",
        "bytes": (logs / "c.jsonl").stat().st_size,
        "language": "en",
        "engine": good["engine"],
        "games": 2,
        "legal": 1,
        "illegal": 0,
        "unusable": 1,
        "moves_checked": good["moves_checked"],
    }


def test_a_row_is_the_answer_of_the_service(loba, tmp_path):
    out = tmp_path / "out"
    loba("replay", EXAMPLES / "home.json", "--out", out, "--language", "fr")
    row = json.loads(report(out, "home.json").read_text().splitlines()[0])
    asked = REPLAY.load(json.loads((EXAMPLES / "home.json").read_text()))
    answer = replays(asked, "fr")
    assert {name: row[name] for name in answer} == json.loads(json.dumps(answer))
    assert row["ruleset"]["digest"] == asked.ruleset.rules.digest
    assert set(row) - set(answer) == {"input", "line", "ruleset", "engine"}


def test_a_second_run_says_the_same_without_judging_again(loba, logs, tmp_path, monkeypatch):
    out = tmp_path / "out"
    first = loba("replay", logs, "--out", out)
    before = {name: report(out, name).stat().st_ino for name in NAMES}
    monkeypatch.setattr("loba.cli.batches.judge", None)
    second = loba("replay", logs, "--out", out)
    assert second.status == first.status
    assert second.lines == [*first.lines, "3 files had a complete report already."]
    assert {name: report(out, name).stat().st_ino for name in NAMES} == before


def touch(path, seconds):
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime + seconds))


def test_what_has_changed_is_judged_again(loba, logs, tmp_path, games):
    out = tmp_path / "out"
    loba("replay", logs, "--out", out)
    (logs / "below" / "b.json").write_bytes(line(games[3]))
    touch(logs / "below" / "b.json", 60)
    ran = loba("replay", logs, "--out", out)
    assert ran.lines[-1] == "2 files had a complete report already."
    assert json.loads(report(out, "below/b.json").read_text().splitlines()[0])["legal"] is True


def test_a_file_put_back_from_a_copy_is_judged_again(loba, logs, tmp_path, games):
    """An older time does not hide another length."""
    out = tmp_path / "out"
    loba("replay", logs, "--out", out)
    (logs / "a.ndjson").write_bytes(lines(games[:2]))
    touch(logs / "a.ndjson", -86_400)
    assert loba("replay", logs, "--out", out).lines[-1].startswith("2 files")


def test_another_language_is_another_report(loba, logs, tmp_path):
    out = tmp_path / "out"
    loba("replay", logs, "--out", out)
    assert "informe" not in loba("replay", logs, "--out", out, "--language", "es").out


@pytest.mark.parametrize("damage", [b"", b'{"half', b"[]\n"])
def test_a_report_without_its_end_does_not_count(loba, logs, tmp_path, damage):
    out = tmp_path / "out"
    loba("replay", logs, "--out", out)
    whole = report(out, "a.ndjson").read_bytes()
    report(out, "a.ndjson").write_bytes(damage)
    assert loba("replay", logs, "--out", out).lines[-1].startswith("2 files")
    assert report(out, "a.ndjson").read_bytes() == whole


def test_what_cannot_be_read_to_its_end_gets_no_report(loba, logs, tmp_path):
    out = tmp_path / "out"
    packed = gzip.compress((logs / "a.ndjson").read_bytes() * 50)
    (logs / "a.ndjson").write_bytes(packed[:-20])
    assert loba("replay", logs, "--out", out).status == 2
    assert not report(out, "a.ndjson").exists()
    assert [p for p in out.rglob("*") if p.name.endswith(".partial")] == []


def test_standard_input_gets_a_report_every_time(loba, tmp_path, games):
    for count in (2, 1):
        loba("replay", "-", "--out", tmp_path, stdin=lines(games[:count]))
        end = json.loads(report(tmp_path, "stdin").read_text().splitlines()[-1])
        assert end["games"] == count


def test_two_reports_of_one_name_are_refused(loba, tmp_path, games):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "game.json").write_bytes(line(games[0]))
    ran = loba("replay", tmp_path / "one", tmp_path / "two", "--out", tmp_path / "out")
    assert ran.status == 2
    assert "would have the same report" in ran.err
    assert not (tmp_path / "out").exists()
    assert loba("replay", tmp_path, "--out", tmp_path / "out").status == 0


def test_the_folder_of_reports_may_lie_among_the_logs(loba, logs):
    first = loba("replay", logs, "--out", logs)
    assert loba("replay", logs, "--out", logs).lines[:-1] == first.lines
