"""What all schemas share: unknown members are refused, and errors are faults."""

from __future__ import annotations

from marshmallow import Schema

from loba.api.faults import Fault


class StrictSchema(Schema):
    """A schema of an object in a request."""

    error_messages = {  # noqa: RUF012 - marshmallow's way of setting them, and nobody changes them
        "type": Fault("type", (), {"wanted": "object"}),  # type: ignore[dict-item]  # not prose
        "unknown": Fault("unknown-field"),  # type: ignore[dict-item]
    }
