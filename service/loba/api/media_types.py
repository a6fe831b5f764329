"""Which media types are read and written, and the refusals of everything else."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flask import request
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header, parse_options_header

from loba.api.problems import Problem

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
YAML: Final = "application/yaml"


def content_type() -> str:
    """Return the media type of the current body: JSON or NDJSON. Raises Problem."""
    sent = request.environ
    encoding = sent.get("HTTP_CONTENT_ENCODING", "").strip().lower()
    name = _readable(sent.get("CONTENT_TYPE", ""))
    if name is None or encoding not in {"", "identity"}:
        raise Problem("unsupported-media-type")
    return name


def require_acceptable(media_type: str) -> None:
    """Refuse a request that does not accept the only thing it could be answered with."""
    accepted = request.environ.get("HTTP_ACCEPT", "").strip()
    if accepted and not _accepts(accepted, media_type):
        raise Problem("not-acceptable", offered=media_type)


@lru_cache(256)
def _readable(header: str) -> str | None:
    name, params = parse_options_header(header)
    charset = params.pop("charset", "utf-8").lower()
    known = name.lower() in {JSON, NDJSON} and not params and charset in {"utf-8", "utf8"}
    return name.lower() if known else None


@lru_cache(256)
def _accepts(header: str, media_type: str) -> bool:
    """Say whether a media type is accepted; parameters like a charset make no difference."""
    ranges = parse_accept_header(header, MIMEAccept)
    plain = MIMEAccept([(name.partition(";")[0].strip(), quality) for name, quality in ranges])
    return plain.quality(media_type) > 0
