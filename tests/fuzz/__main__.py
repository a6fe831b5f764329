"""Fuzz one target, guided by coverage: ``python -m tests.fuzz TARGET SECONDS`` (see `make fuzz`).

What is found lies in build/fuzz/findings; each belongs into tests/fuzz/findings, together with the fix.
"""

from __future__ import annotations

import json
import logging
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["loba", "json"]):
    from tests.fuzz.targets import PATHS, TARGETS

from tests.fuzz.mutations import changed
from tests.fuzz.seeds import seeds

FOLDER = Path("build/fuzz")


def main(target: str, seconds: str) -> None:
    """Start from the seeds and what earlier runs have found worth keeping."""
    corpus, findings = FOLDER / target, FOLDER / "findings"
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    others = []
    for number, seed in enumerate(seeds(target)):
        (corpus / f"seed-{number}").write_bytes(seed)
        with suppress(ValueError, RecursionError):
            others.append(json.loads(seed))

    def mutated(raw: bytes, longest: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < 0.3:
            return atheris.Mutate(raw, longest)
        return changed(raw, random, others)[:longest]

    logging.disable()
    options = [f"-max_total_time={seconds}", "-max_len=65536", "-timeout=60", "-rss_limit_mb=4096"]
    places = [f"-artifact_prefix={findings}/{target}-", str(corpus)]
    structured = {"custom_mutator": mutated} if target in PATHS else {}
    atheris.Setup([sys.argv[0], *options, *places], TARGETS[target], **structured)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
