"""What all schemas share: unknown members are refused, and errors are faults."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, pre_load

from loba.api.faults import Fault
from loba.api.schemas.fields import strangers


class StrictSchema(Schema):
    """A schema of an object in a request."""

    error_messages = {  # noqa: RUF012 - marshmallow's way of setting them, and nobody changes them
        "type": Fault("type", (), {"wanted": "object"}),  # type: ignore[dict-item]  # not prose
        "unknown": Fault("unknown-field"),  # type: ignore[dict-item]
    }

    @pre_load
    def with_few_strangers(self, body: Any, **_: object) -> Any:  # noqa: ANN401 - any JSON value
        """Leave unknown members out beyond those that are worth telling: marshmallow would tell them all."""
        if not isinstance(body, dict) or len(body) <= len(self.load_fields):
            return body
        wanted = {*self.load_fields, *strangers(body, self.load_fields)}
        return {name: value for name, value in body.items() if name in wanted}
