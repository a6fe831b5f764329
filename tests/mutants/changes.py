"""Small changes to the referee as mutmut leaves them, and the list of those that change nothing.

A change is known by its function and by the lines before and after, so that the list outlives other edits.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple


class Change(NamedTuple):
    """One small change."""

    where: str
    """Module and function: ``scoring.next_dealer``."""
    was: str
    """The lines of the function that are no longer there, without their indentation."""
    now: str
    """The lines that stand there instead."""


class Fate(StrEnum):
    """What became of a change."""

    UNTRIED = "not tried"
    MISFIT = "does not fit its types"
    NOTICED = "noticed"
    UNNOTICED = "not noticed"


def fate(exit_code: int | None) -> Fate:
    """Read how the tests of a change ended; a change that never comes to an end is noticed, too."""
    match exit_code:
        case None | 2:
            return Fate.UNTRIED
        case 37:
            return Fate.MISFIT
        case 0 | 5 | 33:
            return Fate.UNNOTICED
        case _:
            return Fate.NOTICED


@dataclass(frozen=True)
class Tried:
    """The changes to one module and what became of each."""

    module: str
    fates: dict[str, Fate]
    """By the name mutmut gives the change."""
    unnoticed: dict[str, Change]

    @property
    def settled(self) -> set[str]:
        """The functions of which every change has been tried."""
        functions = {_function(name) for name in self.fates}
        return functions - {_function(name) for name, fate in self.fates.items() if fate is Fate.UNTRIED}


def tried(folder: Path) -> Iterator[Tried]:
    """Read what mutmut left in a folder, module by module."""
    for meta in sorted(folder.rglob("*.py.meta")):
        source = meta.with_suffix("")
        codes: dict[str, int | None] = json.loads(meta.read_text())["exit_code_by_key"]
        if not codes:  # data, nothing else
            continue
        fates = {name: fate(code) for name, code in codes.items()}
        module = str(source.relative_to(folder).with_suffix("")).removesuffix("/__init__").replace("/", ".")
        missed = [name for name, end in fates.items() if end is Fate.UNNOTICED]
        yield Tried(module, fates, dict(zip(missed, _changes(source, missed), strict=True)))


def _function(name: str) -> str:
    """Return the function of a change: ``scoring.next_dealer``, ``ruleset.Contract.cards``."""
    module, _, mangled = name.partition("__mutmut_")[0].rpartition(".")
    return f"{module.removeprefix('loba.')}.{mangled[2:].replace('ǁ', '.')}"  # after x_, or xǁ for a method


def _changes(source: Path, names: list[str]) -> Iterator[Change]:
    """Find the lines in which a changed function differs from what it was."""
    spans: dict[str, tuple[int, int]] = json.loads(Path(f"{source}.spans").read_text())["spans"]
    lines = source.read_text().splitlines()

    def body(function: str) -> list[str]:
        first, last = spans[function]
        return [line.strip().replace(function, "_") for line in lines[first - 1 : last]]

    for name in names:
        changed = name.rpartition(".")[2]
        was, now = body(changed.partition("__mutmut_")[0] + "__mutmut_orig"), body(changed)
        edits = [
            edit
            for edit in SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
            if edit[0] != "equal"
        ]
        yield Change(
            _function(name),
            "\n".join(line for _, a, b, _, _ in edits for line in was[a:b]),
            "\n".join(line for _, _, _, a, b in edits for line in now[a:b]),
        )


def listed(text: str) -> dict[Change, str]:
    """Read the list of changes that change nothing, each with the reason."""
    reasons = tomllib.loads(text)["reason"]
    return {Change(*change): reason["why"] for reason in reasons for change in reason["changes"]}


def amiss(modules: Iterable[Tried], known: Iterable[Change]) -> tuple[dict[str, Change], list[Change]]:
    """Return what was not noticed and is not listed; and what is listed but noticed now, or gone."""
    modules, known = list(modules), list(known)
    unnoticed = {name: change for each in modules for name, change in each.unnoticed.items()}
    settled = {function for each in modules for function in each.settled}
    begun = {_function(name) for each in modules for name in each.fates}
    stale = [
        change
        for change in known
        if change not in unnoticed.values() and (change.where in settled or change.where not in begun)
    ]
    return {name: change for name, change in unnoticed.items() if change not in known}, stale


def table(modules: Iterable[Tried], known: Iterable[Change]) -> Iterator[str]:
    """Write what became of the changes, a line per module."""
    known = set(known)
    heads = ["module", "changes", *Fate, "listed", "noticed of what counts"]
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"
    together: Counter[str] = Counter()
    for each in modules:
        counts = Counter(each.fates.values())
        alike = sum(change in known for change in each.unnoticed.values())
        row: Counter[str] = Counter({"changes": len(each.fates), "listed": alike})
        row.update(counts)
        row[Fate.UNNOTICED] -= alike
        together += row
        yield _row(each.module, row)
    yield _row("together", together)


def _row(name: str, row: Counter[str]) -> str:
    counts = row[Fate.NOTICED] + row[Fate.UNNOTICED]
    share = f"{row[Fate.NOTICED] / counts:.1%}" if counts else ""
    cells = [row["changes"], *(row[end] for end in Fate), row["listed"], share]
    return f"| `{name}` | {' | '.join(map(str, cells))} |"
