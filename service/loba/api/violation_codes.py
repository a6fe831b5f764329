"""`GET /v1/violation-codes`: every code a verdict may hold, explained."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response

from loba.api import media_types
from loba.api.documents import page
from loba.api.languages import language
from loba.api.problems import Problem
from loba.api.queries import require_known
from loba.i18n import code_text
from loba.violations import ARTICLE, Code

blueprint: Final = Blueprint("violation_codes", __name__)


@blueprint.get("/v1/violation-codes")
def list_violation_codes() -> Response:
    """List all codes."""
    media_types.require_acceptable(media_types.JSON)
    require_known()
    return page({"codes": [_entry(code, language()) for code in Code]})


@blueprint.get("/v1/violation-codes/<code>")
def show_violation_code(code: str) -> Response:
    """Show one code."""
    media_types.require_acceptable(media_types.JSON)
    require_known()
    if code not in set(Code):
        raise Problem("not-found")
    return page(_entry(Code(code), language()))


def _entry(code: Code, language: str) -> dict[str, object]:
    title, text, example = code_text(code, language)
    return {"code": code.value, "rule": ARTICLE[code].value, "title": title, "text": text, "example": example}
