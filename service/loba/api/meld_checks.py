"""`POST /v1/meld-checks`: do these cards form a combination?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from flask import Blueprint

from loba.api.questions import Answer, question
from loba.api.schemas.judgements import written_cards, written_reasons, written_violations, written_wilds
from loba.api.schemas.requests import MELD_CHECK, MeldCheckAsked
from loba.melds import Meld, points
from loba.moves import LaidMeld
from loba.rules.combinations import check, no_more_copies_than_the_pack
from loba.rules.reasons import combination_reason, wild_reasons
from loba.ruleset import Ruleset
from loba.violations import Reason

blueprint: Final = Blueprint("meld_checks", __name__)


@question(blueprint, "/v1/meld-checks", MELD_CHECK)
def meld_checks(asked: MeldCheckAsked, language: str) -> Answer:
    """Judge each combination by itself."""
    rules = asked.ruleset.rules
    return {"verdicts": [_verdict(index, laid, rules, language) for index, laid in enumerate(asked.melds)]}


def _verdict(index: int, laid: LaidMeld, rules: Ruleset, language: str) -> Answer:
    found = check(laid.cards, laid.kind, rules)
    against = [*no_more_copies_than_the_pack(laid.cards, rules), *found.violations]
    meld = None if against else found.meld
    kind = laid.kind if meld is None else meld.kind
    return {
        "legal": meld is not None,
        "kind": kind and kind.value,
        "cards": written_cards(laid.cards if meld is None else meld.cards),
        "wilds": written_wilds(meld, rules),
        "points": None if meld is None else points(meld.cards, rules),
        "reasons": [] if meld is None else written_reasons(_reasons(meld, rules), language),
        "violations": written_violations((v.under("melds", index) for v in against), language),
    }


def _reasons(meld: Meld, rules: Ruleset) -> Iterator[Reason]:
    yield combination_reason(meld)
    yield from wild_reasons(meld, rules)
