"""How log lines look: one JSON object a line, or plain text for people."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any, Final

from loba.api.settings import Settings

_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), default=str)


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object; what the caller gave as `fields` stands in it as it is."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, in ASCII so that nothing a client sent can break it."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return _ENCODER.encode(line)


class TextLines(logging.Formatter):
    """Formats a record for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with the fields after the message."""
        line = super().format(record)
        fields = getattr(record, "fields", {})
        return " ".join([line, *(f"{name}={value}" for name, value in fields.items())])


def configuration(settings: Settings) -> dict[str, Any]:
    """Return the configuration for `logging.config.dictConfig`, which gunicorn takes as well."""
    lines: dict[str, dict[str, object]] = {
        "json": {"()": JsonLines},
        "text": {"()": TextLines, "format": "%(asctime)s %(levelname)-7s %(name)s: %(message)s"},
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": lines[settings.log_format]},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "lines"}
        },
        "root": {"level": settings.log_level.upper(), "handlers": ["console"]},
        # gunicorn gives its logger a handler of its own unless it is told otherwise.
        "loggers": {
            "gunicorn.error": {"level": settings.log_level.upper(), "handlers": [], "propagate": True}
        },
    }
