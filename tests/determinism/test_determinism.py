"""The same request gets the same bytes: in another process, with other hashes, after other requests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random

from tests.api.serving import ROOT, environment
from tests.determinism.asked import Asked, requests

COUNT = int(os.environ.get("LOBA_TEST_REQUESTS", "600"))
"""How many requests; `make determinism` asks more."""


def answers(asked: Sequence[Asked], hash_seed: str) -> dict[int, tuple[str, str]]:
    """Ask a process of its own, in this order; return status and digest of each answer."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.determinism.answering"],
        input="\n".join(map(json.dumps, asked)),
        env=environment(PYTHONHASHSEED=hash_seed),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    told = [line.split() for line in ended.stdout.splitlines()]
    return {int(number): (status, digest) for number, status, digest in told}


def test_the_same_request_gets_the_same_bytes():
    asked = requests(COUNT)
    one = answers(asked, "1")
    other = answers(Random(1).sample(asked, len(asked)), "4242")
    assert len(one) == len(asked)
    assert [asked[number] for number in one if one[number] != other[number]] == []
    statuses = Counter(status for status, _ in one.values())
    assert statuses.keys() >= {"200", "400", "404", "422"}
    assert statuses.keys().isdisjoint({"500"})
    assert statuses["200"] > COUNT / 10
