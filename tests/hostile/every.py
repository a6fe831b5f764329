"""All attempts, and how docs/security.md tells of them."""

from __future__ import annotations

from typing import Final

from tests.hostile.bodies import JSON, QUESTIONS, TEXT
from tests.hostile.heads import FRAMING, HEADS
from tests.hostile.slow import SLOW

ATTEMPTS: Final = (*JSON, *TEXT, *QUESTIONS, *FRAMING, *HEADS)
SLOWLY: Final = "Clients that do not go on"


def tables() -> str:
    """Return a table for each chapter, in Markdown."""
    rows: dict[str, list[str]] = {}
    for attempt in ATTEMPTS:
        rows.setdefault(attempt.chapter, []).append(f"| {attempt.told} | {attempt.answer} |")
    rows[SLOWLY] = [f"| {slow.told} | {slow.answer} |" for slow in SLOW]
    return "\n".join(
        "\n".join([f"\n### {chapter}\n", "| sent | answered |", "| --- | --- |", *table])
        for chapter, table in rows.items()
    )
