"""The Makefile sets up what its targets need, on a machine that has none of it."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TARGETS = {
    "browser": "browser-test",
    "compiled": "compiled",
    "desk": "desk-test",
    "fuzz": "fuzz",
    "mutants": "mutants",
    "otel": "otel-test",
    "ray": "ray-test",
}
"""By their directory under `tooling` the tools that one target wants and no other."""


def test_no_tools_are_forgotten_here():
    wanted = {path.parent.name for path in (ROOT / "tooling").glob("*/requirements.txt")}
    assert wanted - {"clients"} == set(TARGETS)  # clients live in an environment of their own


@pytest.mark.skipif(not shutil.which("make"), reason="there is no make to ask")
@pytest.mark.parametrize(("tools", "target"), TARGETS.items())
def test_a_target_installs_its_tools(tools, target, tmp_path):
    """In an empty environment."""
    told = subprocess.run(
        ["make", "--dry-run", target, f"VENV={tmp_path}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert f"--require-hashes -r tooling/{tools}/requirements.txt" in told.stdout
