"""`loba serve`: the service, as `make run` and the container start it."""

from __future__ import annotations

import os
import sys
from importlib.resources import files
from pathlib import Path
from typing import NoReturn

from loba.api import Settings


def configuration() -> Path:
    """Return gunicorn's configuration: part of an installed package, or beside the package in a checkout."""
    packaged = Path(str(files("loba") / "gunicorn.conf.py"))
    return packaged if packaged.is_file() else Path(__file__).parents[2] / "gunicorn.conf.py"


def serve() -> NoReturn:
    """Become gunicorn, so that signals reach it and nothing stands between. Raises BadSetting."""
    Settings.from_env()  # a bad one is told in a sentence, before anything is started
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "--config", str(configuration())])  # noqa: S606
