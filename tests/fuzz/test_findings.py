"""What fuzzing starts from and what it has found: without the fuzzer, once each."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.mutations import changed
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import PATHS, TARGETS

FINDINGS = sorted((Path(__file__).parent / "findings").glob("*-*"))
"""Named like the target they belong to."""


def test_what_was_found_is_mended():
    for finding in FINDINGS:
        [target] = [name for name in TARGETS if finding.name.startswith(f"{name}-")]
        TARGETS[target](finding.read_bytes())


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_is_found_in_the_seeds(target):
    for seed in seeds(target):
        TARGETS[target](seed)


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_found_in_what_comes_of_a_few_changes(path):
    random = Random(path)
    bodies = list(seeds(path))
    others = [json.loads(body) for body in bodies if body.startswith(b"{") and body.endswith(b"}")]
    for _ in range(40):
        TARGETS[path](changed(random.choice(bodies), random, others))
