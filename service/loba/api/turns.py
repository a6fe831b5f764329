"""Long bodies take turns.

Answering keeps a processor busy, and a process has the use of one: two at a time are not done any sooner than
one after the other. But while a whole game is judged it takes up memory, twenty times the length of its text
if need be, so a process works on one such body at a time. Shorter ones, as most questions have, go past.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from threading import Lock
from typing import Final

from loba import limits

_TURN: Final = Lock()
_PAST: Final = nullcontext()


def turn(length: int) -> AbstractContextManager[object]:
    """Wait until a body of this length may be worked on, and let the next one go on afterwards."""
    return _PAST if length <= limits.BODY_BYTES else _TURN
