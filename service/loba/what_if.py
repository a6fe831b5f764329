"""Which single options a verdict hinges on: "illegal here, but legal at a table where …"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from loba.engine import adjudicate
from loba.rules.possible import examine
from loba.ruleset import OPTIONS, Choice, ContractList, Range, ValueTable
from loba.rulesets import BASES, with_option
from loba.rulesets.variants import VARIANTS
from loba.violations import Unjudgeable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loba.candidates import Budget
    from loba.moves import Move
    from loba.ruleset import Ruleset
    from loba.rulesets import Resolved
    from loba.state import Deal


@dataclass(frozen=True, slots=True)
class Hinge:
    """An option, and another value of it under which the verdict would be the opposite."""

    option: str
    value: Any
    other_value: Any
    legal: bool
    """What the verdict would be."""


def hinges(
    resolved: Resolved, deal: Deal, moves: Sequence[Move], budget: Budget, *, legal: bool
) -> Iterator[Hinge]:
    """Yield every single option, and every other value, that would turn the verdict on all the moves.

    `legal` is the verdict as it stands. A value that makes the ruleset or the state impossible, or a move
    unjudgeable, is no hinge. In the order of the ruleset's page; numbers upwards. Raises TooComplex where
    looking ahead for all of them together costs more than the budget.
    """
    for name in OPTIONS:
        if name in resolved.rules.applicable:
            current = getattr(resolved.rules, name)
            for other in other_values(name, current):
                rules = with_option(resolved, name, other)
                if rules and _verdict(rules, deal, moves, budget) is (not legal):
                    yield Hinge(name, current, other, not legal)


def _verdict(rules: Ruleset, deal: Deal, moves: Sequence[Move], budget: Budget) -> bool | None:
    """Return whether the moves would be legal, None where they could not be judged."""
    examined = examine(rules, deal)
    if examined.findings:
        return None
    try:
        return adjudicate(rules, examined.deal, moves, budget).legal
    except Unjudgeable:
        return None


def other_values(name: str, current: object) -> list[Any]:
    """List the values to try: those agreed on somewhere in the family, and for numbers the next steps."""
    match OPTIONS[name]:
        case Choice(values):
            others: list[Any] = list(values)
        case Range(least, most):
            assert isinstance(current, int)
            near = {current - 1, current + 1, *_used(name)}
            others = sorted(n for n in near if least <= n <= most)
        case ValueTable():
            others = list(dict.fromkeys(base.options[name] for base in BASES.values()))
        case ContractList():
            others = list(dict.fromkeys([(), *(c for c in _used(name) if c)]))
    return [other for other in others if other != current]


def _used(name: str) -> list[Any]:
    """List the values of an option in the bases and variants."""
    tables = [*(base.options for base in BASES.values()), *(variant.changes for variant in VARIANTS)]
    return [table[name] for table in tables if name in table]
