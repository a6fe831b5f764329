"""Write the tables of docs/security.md anew: ``python -m tests.hostile.record``."""

from __future__ import annotations

from pathlib import Path

from tests.hostile.every import tables

DOCUMENT = Path(__file__).parents[2] / "docs" / "security.md"
BEGIN, END = "<!-- attempts -->", "<!-- end of attempts -->"

if __name__ == "__main__":
    before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    DOCUMENT.write_text(f"{before}{BEGIN}\n{tables()}\n\n{END}{after}", encoding="utf-8")
