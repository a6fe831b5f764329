"""Whether this process still wants requests."""

from __future__ import annotations

from threading import Event
from typing import Final

from flask import Flask, current_app

_KEY: Final = "loba.draining"


def register(app: Flask) -> None:
    """Start out ready."""
    app.extensions[_KEY] = Event()


def drain(app: Flask) -> None:
    """Say from now on that requests had better go elsewhere; those that come are answered."""
    app.extensions[_KEY].set()


def draining() -> bool:
    """Say whether the process is on its way out."""
    event: Event = current_app.extensions[_KEY]
    return event.is_set()
