"""The trace a request belongs to (W3C Trace Context), so that its log line can be found from there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

HEADER: Final = "traceparent"
_FORM: Final = re.compile(
    r"(?P<version>(?!ff)[0-9a-f]{2})"
    r"-(?P<trace>(?!0{32})[0-9a-f]{32})"
    r"-(?P<parent>(?!0{16})[0-9a-f]{16})"
    r"-(?P<flags>[0-9a-f]{2})"
    r"(?P<more>-.*)?"
)


@dataclass(frozen=True, slots=True)
class Trace:
    """What a `traceparent` header says."""

    id: str
    parent: str
    flags: str

    @classmethod
    def told_by(cls, header: str) -> Self | None:
        """Read a header, None where it makes no sense; then the request is treated as if it had none.

        Of a later version than ours what we know is read, as the standard wants it.
        """
        found = _FORM.fullmatch(header)
        if found is None or (found["version"] == "00" and found["more"]):
            return None
        return cls(found["trace"], found["parent"], found["flags"])

    def __str__(self) -> str:
        """Return the header as our version writes it."""
        return f"00-{self.id}-{self.parent}-{self.flags}"
