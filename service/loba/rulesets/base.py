"""What a base and a variant are: data, nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from loba.ruleset import OPTIONS


@dataclass(frozen=True, slots=True)
class Base:
    """One game of the family as the sources describe it."""

    id: str
    options: Mapping[str, Any]
    """The value of every option that means something to this game."""
    closing: bool = False
    """Whether a deal ends by closing, with nothing melded during play."""

    def __post_init__(self) -> None:
        """Refuse a misspelt option at import time."""
        _only_known(self.options)


@dataclass(frozen=True, slots=True)
class Variant:
    """A difference that may be added to some bases."""

    id: str
    fits: tuple[str, ...]
    """Ids of the bases it may be added to."""
    changes: Mapping[str, Any]
    """The options it sets. Card values are merged, everything else is replaced whole."""
    insists: frozenset[str] = field(default=frozenset())
    """Those of its options that a single option may not undo."""

    def __post_init__(self) -> None:
        """Refuse a misspelt option at import time."""
        _only_known(self.changes)


def _only_known(options: Mapping[str, Any]) -> None:
    strangers = set(options) - set(OPTIONS)
    if strangers:
        message = f"no such options: {sorted(strangers)}"
        raise ValueError(message)
