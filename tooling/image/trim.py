"""Take out of an environment what the service will never read: `python trim.py ENVIRONMENT`.

Most of it is Babel's knowledge of some hundred languages; what the service has texts in stays.
"""

import shutil
import sys
from pathlib import Path

COMMANDS = frozenset({"gunicorn", "loba", "python", "python3", "python3.13"})
"""The others come with libraries and are for those who develop with them."""


def trim(environment: Path) -> None:
    """Remove what is not needed."""
    for path in environment.glob("bin/*"):
        if path.name not in COMMANDS:
            path.unlink()
    (environment / ".gitignore").unlink(missing_ok=True)
    shutil.rmtree(environment / "include", ignore_errors=True)
    (packages,) = environment.glob("lib/python3.*/site-packages")
    languages = {path.name for path in packages.glob("loba/i18n/locale/*/")}
    if not languages:
        sys.exit("trim.py: no catalogue found, so no language can be told to be superfluous")
    for path in packages.glob("babel/locale-data/*.dat"):
        if path.stem.partition("_")[0] not in languages | {"root"}:
            path.unlink()


if __name__ == "__main__":
    trim(Path(sys.argv[1]))
