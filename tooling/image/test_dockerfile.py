"""What can be said of the Dockerfile without building it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
INSTRUCTIONS = re.sub(r"\\\n", " ", DOCKERFILE).splitlines()
REQUIREMENTS = ("requirements.txt", "tooling/otel/requirements.txt")
"""What a build may be told to install."""


def copied() -> set[str]:
    """Return what is copied out of the repository."""
    lines = [line.split()[1:-1] for line in INSTRUCTIONS if line.startswith("COPY ") and "--from" not in line]
    found = {path for paths in lines for path in paths}
    return found - {"${REQUIREMENTS}"} | set(REQUIREMENTS)


def test_whatever_is_installed_is_pinned_by_digest() -> None:
    assert f"ARG REQUIREMENTS={REQUIREMENTS[0]}" in INSTRUCTIONS
    for path in REQUIREMENTS:
        pinned = re.findall(r"^[a-z0-9-]+==", (ROOT / path).read_text(), re.MULTILINE)
        assert len(pinned) > 10
        assert (ROOT / path).read_text().count("--hash=sha256:") >= len(pinned)


def test_the_base_is_pinned() -> None:
    (base,) = re.findall(r"^ARG PYTHON_IMAGE=(.+)$", DOCKERFILE, re.MULTILINE)
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-[a-z]+@sha256:[0-9a-f]{64}", base)
    assert re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE) == ["${PYTHON_IMAGE}"] * 2


def test_the_stand_in_is_of_the_same_releases() -> None:
    python, debian = re.findall(r"python:(3\.\d+)\.\d+-slim-([a-z]+)@", DOCKERFILE)[0]
    stand_in = (ROOT / "tooling/image/stand_in.sh").read_text()
    assert f",python{python}," in stand_in
    assert f"\n  {debian} " in stand_in


def test_everything_the_package_is_made_of_is_copied() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    for wanted in (*build["packages"], *build["force-include"]):
        assert any(wanted == path or wanted.startswith(f"{path}/") for path in copied()), wanted


def test_what_is_copied_is_let_through_and_nothing_else() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    let_through = {line[1:] for line in lines if line.startswith("!")}
    assert "*" in lines
    for path in copied():
        assert any(allowed == path or allowed.startswith(f"{path}/") for allowed in let_through), path
    for allowed in let_through:
        assert (ROOT / allowed).exists(), allowed
        assert any(allowed == path or allowed.startswith(f"{path}/") for path in copied()), allowed
