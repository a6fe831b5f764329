"""What `make mutants` reads and tells, from a folder such as mutmut leaves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import loba
from tests.mutants.changes import Change, Fate, amiss, fate, listed, table, tried

LIST = Path(__file__).with_name("equivalent.toml")
CHANGED = """\
def x_dealt__mutmut_orig(cards):
    return cards[:7]
def x_dealt__mutmut_1(cards):
    return cards[:8]
def x_dealt__mutmut_2(cards):
    return None
class Pack:
    def xǁPackǁdeal__mutmut_orig(self, n=7):
        return self.cards[:n]
    def xǁPackǁdeal__mutmut_1(self, n=8):
        return self.cards[:n]
"""
SPANS = {
    "x_dealt__mutmut_orig": (1, 2),
    "x_dealt__mutmut_1": (3, 4),
    "x_dealt__mutmut_2": (5, 6),
    "xǁPackǁdeal__mutmut_orig": (8, 9),
    "xǁPackǁdeal__mutmut_1": (10, 11),
}
EIGHT = Change("rules.dealing.dealt", "return cards[:7]", "return cards[:8]")
DEFAULT = Change("rules.dealing.Pack.deal", "def _(self, n=7):", "def _(self, n=8):")


@pytest.fixture
def left(tmp_path):
    """A folder with one module, of which the exit codes are given."""

    def write(*codes):
        source = tmp_path / "rules" / "dealing.py"
        source.parent.mkdir(exist_ok=True)
        names = ["x_dealt__mutmut_1", "x_dealt__mutmut_2", "xǁPackǁdeal__mutmut_1"]
        by_name = {f"loba.rules.dealing.{name}": code for name, code in zip(names, codes, strict=True)}
        source.write_text(CHANGED)
        Path(f"{source}.spans").write_text(json.dumps({"version": 1, "spans": SPANS}))
        Path(f"{source}.meta").write_text(json.dumps({"exit_code_by_key": by_name}))
        return list(tried(tmp_path))

    return write


def test_a_change_is_known_by_the_lines_before_and_after(left):
    (module,) = left(0, 1, 33)
    assert module.module == "rules.dealing"
    assert list(module.unnoticed.values()) == [EIGHT, DEFAULT]


def test_what_is_neither_noticed_nor_listed_is_amiss(left):
    modules = left(0, 1, 0)
    unnoticed, stale = amiss(modules, [EIGHT])
    assert unnoticed == {"loba.rules.dealing.xǁPackǁdeal__mutmut_1": DEFAULT}
    assert stale == []


@pytest.mark.parametrize(("codes", "stale"), [((1, 1, 1), True), ((1, None, 1), False)], ids=["all", "some"])
def test_what_is_listed_but_noticed_now_is_told_once_all_has_been_tried(left, codes, stale):
    assert amiss(left(*codes), [EIGHT]) == ({}, [EIGHT] if stale else [])


def test_what_is_listed_but_gone_is_told(left):
    gone = Change("rules.dealing.shuffled", "random.shuffle(cards)", "random.shuffle(None)")
    assert amiss(left(None, None, None), [gone]) == ({}, [gone])


def test_the_table_counts_each_change_once(left):
    heads, _, row, together = table(left(0, 37, 1), [EIGHT])
    assert heads.split(" | ")[1:] == [
        "changes",
        "not tried",
        "does not fit its types",
        "noticed",
        "not noticed",
        "listed",
        "noticed of what counts |",
    ]
    assert row == "| `rules.dealing` | 3 | 0 | 1 | 1 | 0 | 1 | 100.0% |"
    assert together == row.replace("rules.dealing", "together")


@pytest.mark.parametrize(
    ("code", "end"),
    [(None, Fate.UNTRIED), (0, Fate.UNNOTICED), (33, Fate.UNNOTICED), (1, Fate.NOTICED), (-24, Fate.NOTICED)],
)
def test_a_change_that_never_ends_is_noticed_and_one_without_a_test_is_not(code, end):
    assert fate(code) is end


def test_every_listed_change_is_of_a_line_that_is_still_there():
    """And has a reason, once."""
    package = Path(loba.__file__).parent
    reasons = listed(LIST.read_text())
    for change, why in reasons.items():
        assert why.endswith(".")
        module = change.where.split(".")
        files = [package.joinpath(*module[:n]) for n in range(len(module) - 1, 0, -1)]
        source = next(
            f for path in files for f in (path.with_suffix(".py"), path / "__init__.py") if f.is_file()
        )
        lines = {line.strip() for line in source.read_text().splitlines()}
        assert set(change.was.splitlines()) <= lines, change
