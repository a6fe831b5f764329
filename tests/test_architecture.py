"""Who may import whom, and what may be named where: the plan of the house, as tests."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from loba.rulesets import BASES, VARIANTS_BY_ID

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "service" / "loba"
SOURCES = sorted(PACKAGE.rglob("*.py"))

HTTP_LIBRARIES = {"flask", "werkzeug", "marshmallow"}
HTTP_MODULES = {"api", "wsgi", "cli"}


def floor(source: Path) -> str:
    """The part of the package a file belongs to: `api` for `api/schemas/moves.py`."""
    return source.relative_to(PACKAGE).parts[0].removesuffix(".py")


def name_of(source: Path) -> str:
    return source.relative_to(PACKAGE).as_posix()


def imported_packages(source: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def strings(source: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_the_imports_keep_to_the_plan():
    """The contracts in pyproject.toml hold, and every module has its place in them."""
    # A process of its own: the linter configures logging and would silence our loggers for other tests.
    lint = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"]
    seen = os.environ | {"PYTHONPATH": str(ROOT / "service")}
    linted = subprocess.run(
        [*lint, "--no-cache"], cwd=ROOT, env=seen, capture_output=True, text=True, check=False
    )
    assert linted.returncode == 0, linted.stdout + linted.stderr


@pytest.mark.parametrize("source", [s for s in SOURCES if floor(s) not in HTTP_MODULES], ids=name_of)
def test_the_core_has_never_heard_of_http(source):
    assert HTTP_LIBRARIES.isdisjoint(imported_packages(source))


RUNS_WHAT_IT_READS = {"eval", "exec", "compile", "__import__"}
READS_MORE_THAN_DATA = {"pickle", "marshal", "shelve", "dill", "ctypes", "code", "subprocess", "xml"}
"""Modules that make code, processes or objects of any kind out of bytes."""


@pytest.mark.parametrize("source", SOURCES, ids=name_of)
def test_nothing_that_comes_in_is_run(source):
    tree = ast.parse(source.read_text())
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called & RUNS_WHAT_IT_READS == set()
    assert READS_MORE_THAN_DATA.isdisjoint(imported_packages(source))
    unsafe = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & {
        "unsafe_load",
        "full_load",
    }
    assert unsafe == set()


def test_the_package_has_one_name():
    """A second name would load a second copy of every module, and nothing would equal anything."""
    second_name = "service" + ".loba"
    files = [*ROOT.glob("*.py"), *ROOT.glob("*.toml")]
    for folder in ("service", "tests", "benchmarks"):
        files += (ROOT / folder).rglob("*.py")
    files.remove(Path(__file__))
    offenders = [str(file) for file in files if second_name in file.read_text()]
    assert offenders == []


def test_the_source_root_is_not_a_package():
    assert not (ROOT / "service" / "__init__.py").exists()


@pytest.mark.parametrize("source", [s for s in SOURCES if floor(s) != "rulesets"], ids=name_of)
def test_a_ruleset_is_data_and_never_a_name_test(source):
    """Outside `rulesets/` no code knows a ruleset or a variant by name; it asks for an option.

    Chinchón is also the name of a hand that wins the game, and so of a field on score sheets.
    """
    names = {*BASES, *VARIANTS_BY_ID} - {"chinchon"}
    assert [f"line {line}: {text}" for line, text in strings(source) if text in names] == []


@pytest.mark.parametrize("source", [s for s in SOURCES if floor(s) != "rulesets"], ids=name_of)
def test_nothing_is_compared_with_a_ruleset_name(source):
    """No branch of the code depends on what a ruleset is called."""
    names = {*BASES, *VARIANTS_BY_ID}
    tree = ast.parse(source.read_text())
    compared = [
        part.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare | ast.MatchValue)
        for part in ast.walk(node)
        if isinstance(part, ast.Constant)
    ]
    assert [value for value in compared if isinstance(value, str) and value in names] == []
