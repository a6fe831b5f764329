"""What all schemas share: one reading, strict and quick."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Final, cast

from marshmallow import Schema

from loba.api.schemas.fields import Row, Strict


class StrictSchema(Schema):
    """A schema of an object in a request. Unknown members are refused.

    It says what a body is made of as any schema does, and reads it as one `Row`: what marshmallow does around
    each field costs as much as the fields.
    """

    def __init__(self) -> None:
        """Make the row, once and for all."""
        super().__init__()
        members = cast("Mapping[str, Strict[Any]]", self.fields)  # there are no others
        self._row: Final[Row[Any]] = Row(self.as_asked, members)

    @abstractmethod
    def as_asked(self, **members: Any) -> Any:  # noqa: ANN401 - whatever a question is
        """Make the question of the members that were there. Raises Refused where they do not fit together."""

    def load(self, data: Any, **_: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return the question that a body asks. Raises Refused."""
        return self._row.read(data)
