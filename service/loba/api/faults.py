"""What is wrong with a request, without words: a code, where, and what would have been right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from loba import limits

Step = str | int
Path = tuple[Step, ...]
"""Where something stands in a body: ``("state", "players", 0, "hand", 3)``."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a body."""

    code: str
    """One of the codes of ``invalid-request`` in the contract."""
    at: Path = ()
    """Where, seen from what was read; whoever read it puts its own path in front."""
    params: Mapping[str, Any] = field(default_factory=dict)
    """The facts of the sentence about it, e.g. the bounds that were broken."""

    def under(self, *steps: Step) -> Fault:
        """Return the same fault seen from further out."""
        return Fault(self.code, steps + self.at, self.params)


def pointer(path: Iterable[Step]) -> str:
    """Return a path as a JSON pointer (RFC 6901).

    A name of a member that is longer than any name we know is cut, so that no answer repeats long input.
    """
    return "".join(f"/{_escaped(step) if isinstance(step, str) else step}" for step in path)


def _escaped(name: str) -> str:
    if len(name) > limits.ID_LENGTH:
        name = name[: limits.ID_LENGTH] + "…"
    return name.replace("~", "~0").replace("/", "~1")


def in_order_of(body: object, faults: Sequence[Fault]) -> list[Fault]:
    """Sort faults as the members they point at stand in the body, missing members last in their object."""
    if len(faults) < 2:
        return list(faults)
    named = {step for fault in faults for step in fault.at}
    places: dict[int, dict[str, int]] = {}

    def place(fault: Fault) -> list[int]:
        steps: list[int] = []
        value = body
        for step in fault.at:
            if isinstance(value, dict):
                order = places.setdefault(id(value), {})
                if not order:
                    order.update((name, index) for index, name in enumerate(value) if name in named)
                steps.append(order.get(str(step), len(value)))
                value = value.get(step)
            else:
                steps.append(step if isinstance(step, int) else 0)
                value = value[step] if isinstance(value, list) and isinstance(step, int) else None
        return steps

    return sorted(faults, key=place)
