"""`POST /v1/scoresheets`: is this score sheet right?"""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from loba.api.questions import Answer, question
from loba.api.schemas.games import SCORESHEET, ScoresheetAsked
from loba.api.schemas.judgements import written_violations
from loba.api.schemas.results import written_returns, written_standings
from loba.scoresheet import Row, check_sheet

blueprint: Final = Blueprint("scoresheets", __name__)


@question(blueprint, "/v1/scoresheets", SCORESHEET)
def scoresheets(asked: ScoresheetAsked, language: str) -> Answer:
    """Work the sheet out, up to the first deal that cannot be."""
    sheet = check_sheet(asked.ruleset.rules, asked.players, asked.dealer, asked.deals)
    return {
        "legal": sheet.legal,
        "rows": [_row(row) for row in sheet.rows],
        "standings": written_standings(sheet.standings),
        "violations": written_violations(sheet.violations, language),
    }


def _row(row: Row) -> Answer:
    return {
        "deal": row.deal,
        "dealer": row.dealer,
        "points": dict(row.points),
        "totals": dict(row.totals),
        "eliminated": list(row.eliminated),
        "reentered": written_returns(row.reentered),
    }
