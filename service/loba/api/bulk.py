"""How much a body may hold, beside how long it may be.

Once it is read, a body takes far more memory than its text: an empty object twenty times as much. What keeps
to the contract is made of names and cards, which take up room in the text too; what is made of brackets and
commas is refused before it is read. Nothing that keeps to the contract ever is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from loba import limits
from loba.api.problems import Problem

BYTES_A_VALUE: Final = 4
"""The least that a value takes up, on average: a letter as an id, ``"a",``. A card takes 5."""
BYTES_A_MEMBER: Final = 12
"""The least that an object takes up, or a member of one, on average. What a body may hold thousands of is
longer: a combination of one card, ``{"cards":["AS"]},``, has 17 bytes, a short move 43 with three members.
Shorter members than that are the points of a score sheet, ``"a":0,``, and there may be 2,000 of them."""

_PIECE: Final = 64 * 1024
_AS_SQUARE: Final = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_BETWEEN_BRACKETS: Final = ord("\\")
"""The square brackets stand on either side of it: a step down and a step up."""


def check(raw: bytes, limit: int) -> None:
    """Pass a body that holds no more than one of this limit, in bytes, can need. Raises Problem.

    What looks too much is counted again without its strings: ids may be made of brackets and commas.
    """
    limit = max(limit, limits.BODY_BYTES)  # what fits into less is harmless
    if len(raw) <= limit // BYTES_A_MEMBER:  # were every byte of it a value
        return
    if _within(raw, limit):
        return
    bare = b"".join(_without_strings(raw))
    if _within(bare, limit):
        return
    if _too_deep(bare):
        raise Problem("malformed-json", reason="too-deep")
    raise Problem("body-too-large", reason="parts")


def _within(raw: bytes, limit: int) -> bool:
    """Count values by what stands before them: a comma, or the bracket of a list or an object."""
    objects = raw.count(b"{")
    return (
        max(objects, raw.count(b":")) <= limit // BYTES_A_MEMBER
        and objects + raw.count(b"[") + raw.count(b",") <= limit // BYTES_A_VALUE
    )


def _without_strings(raw: bytes) -> Iterator[bytes]:
    """Yield what stands outside of strings, piece by piece: all strings at once would be many."""
    plain = raw.replace(rb"\\", b"").replace(rb"\"", b"")
    inside = 0
    for start in range(0, len(plain), _PIECE):
        parts = plain[start : start + _PIECE].split(b'"')
        yield b"".join(parts[inside::2])
        inside = (inside + len(parts) - 1) % 2


def _too_deep(bare: bytes) -> bool:
    brackets = bare.translate(_AS_SQUARE, _NO_BRACKETS)
    depths = accumulate(_BETWEEN_BRACKETS - bracket for bracket in brackets)
    return any(depth > limits.NESTING for depth in depths)
