"""Tell what `make mutants` found: ``python -m tests.mutants FOLDER``, where mutmut left what it tried."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.mutants.changes import Change, amiss, listed, table, tried

LIST = Path(__file__).with_name("equivalent.toml")


def _show(name: str, change: Change) -> None:
    lines = [name, f"in {change.where}", f"- {change.was}", f"+ {change.now}"]
    print("\n    ".join(line.replace("\n", "\n      ") for line in lines))


def main(folder: str) -> int:
    """Print the table and what is amiss; fail if a change was neither noticed nor listed."""
    modules, known = list(tried(Path(folder))), listed(LIST.read_text())
    print("\n".join(table(modules, known)))
    unnoticed, stale = amiss(modules, known)
    for change in stale:
        _show("listed, but noticed now, or gone:", change)
    for name, change in unnoticed.items():
        _show(f"not noticed: {name}", change)
    return bool(unnoticed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
