"""The command line, run in this process where it can be and in one of its own where it must be."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from loba.cli import main
from loba.rulesets import BASES, resolve
from tests.support.selfplay import play_game

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "games"
COMMAND = [sys.executable, "-c", "from loba.cli import main; main()"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "service"), "LC_ALL": "C", "PYTHONUTF8": "1"}


PATIENCE = 240
"""How long a command may take, in seconds: Ray alone takes half a minute to start on a busy machine."""


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@pytest.fixture(autouse=True)
def nobody_in_particular(monkeypatch):
    """A user without a language or settings."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", *[n for n in os.environ if n.startswith("LOBA_")]):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def loba(monkeypatch, capsys) -> Callable[..., Ran]:
    """Run a command here, with one worker unless it says otherwise."""

    def run(*arguments: str | Path, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin))))
        given = [str(argument) for argument in arguments]
        if given[0] == "replay" and "--jobs" not in given:
            given += ["--jobs", "1"]
        with pytest.raises(SystemExit) as end:
            main(given)
        said = capsys.readouterr()
        return Ran(int(end.value.code or 0), said.out, said.err)

    return run


def started(*arguments: str | Path, **options: Any) -> subprocess.Popen[bytes]:
    """Start a command in a process of its own."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": ENVIRONMENT} | options
    return subprocess.Popen([*COMMAND, *map(str, arguments)], **options)


def ran(*arguments: str | Path, stdin: bytes = b"", **options: Any) -> Ran:
    """Run a command in a process of its own."""
    with started(*arguments, stdin=subprocess.PIPE, **options) as process:
        out, err = process.communicate(stdin, timeout=PATIENCE)
    return Ran(process.returncode, out.decode(), err.decode())


@pytest.fixture(scope="session")
def games() -> list[dict[str, Any]]:
    """Short games, one or more of every base: all of them legal."""
    return [
        play_game(resolve(base, (), {}), ["ana", "beto", "caro"], seed, deals=1, written=written)
        for seed, base in enumerate(BASES)
        for written in ("deck", "hands")
    ]


def line(game: Any) -> bytes:
    return json.dumps(game, separators=(",", ":")).encode() + b"\n"


def lines(games: Sequence[Any]) -> bytes:
    return b"".join(map(line, games))


def spoilt(game: dict[str, Any]) -> dict[str, Any]:
    """The same game, in which the first discard of the first deal is missing."""
    copy = json.loads(json.dumps(game))
    moves = copy["deals"][0]["moves"]
    moves.remove(next(move for move in moves if move["type"] == "discard"))
    return copy
