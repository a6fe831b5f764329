"""What the rules say, as plain JSON with sentences in a language: violations, reasons, effects, melds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from loba.api.faults import pointer
from loba.cards import Card
from loba.engine import Effects, Verdict
from loba.i18n import explain
from loba.melds import Meld, wilds
from loba.ruleset import Ruleset
from loba.state import Pending, TableMeld
from loba.violations import Reason, Violation

Written = dict[str, Any]


def written_violations(found: Iterable[Violation], language: str) -> list[Written]:
    """Return violations whose paths are seen from the request."""
    return [
        {
            "code": violation.code.value,
            "rule": violation.rule.value,
            "message": explain(violation, language),
            "pointer": pointer(violation.at),
            "params": _params(violation.params, language),
        }
        for violation in found
    ]


def written_reasons(given: Iterable[Reason], language: str) -> list[Written]:
    """Return reasons with their sentences."""
    return [{"rule": reason.rule.value, "message": explain(reason, language)} for reason in given]


def written_verdict(index: int, verdict: Verdict, rules: Ruleset, language: str) -> Written:
    """Return the verdict on one move of several."""
    return {
        "index": index,
        "legal": verdict.legal,
        "reasons": written_reasons(verdict.reasons, language),
        "violations": written_violations(verdict.violations, language),
        "effects": None if verdict.effects is None else _effects(verdict.effects, rules),
    }


def written_cards(cards: Iterable[Card]) -> list[str]:
    """Return the tokens of cards."""
    return [card.token for card in cards]


def written_wilds(meld: Meld | None, rules: Ruleset) -> list[Written]:
    """Return the wild cards of a combination, each with what it stands for."""
    if meld is None or not meld.wild_at:
        return []
    return [
        {"index": wild.index, "card": wild.card.token, "stands_for": wild.stands_for}
        for wild in wilds(meld, rules)
    ]


def _effects(effects: Effects, rules: Ruleset) -> Written:
    return {
        "hand_size": effects.hand_size,
        "drawn": None if effects.drawn is None else effects.drawn.token,
        "must_meld": None if effects.must_meld is None else _pending(effects.must_meld),
        "melds": [_table_meld(meld, rules) for meld in effects.melds],
        "turn_ended": effects.turn_ended,
        "next_player": effects.next_player,
        "went_out": effects.went_out,
        "concealed": effects.concealed,
        "deal_over": effects.deal_over,
    }


def _pending(pending: Pending) -> Written:
    return {"card": pending.card.token, "source": pending.source.value}


def _table_meld(meld: TableMeld, rules: Ruleset) -> Written:
    return {
        "id": meld.id,
        "kind": meld.kind.value,
        "cards": written_cards(meld.cards),
        "wilds": written_wilds(meld.meld, rules),
    }


def _params(params: Mapping[str, Any], language: str) -> Written:
    return {name: _param(value, language) for name, value in params.items()}


def _param(value: Any, language: str) -> Any:  # noqa: ANN401 - one fact of a sentence
    match value:
        case Card():
            return value.token
        case tuple():
            return [_param(item, language) for item in value]
        case Violation():
            return {
                "code": value.code.value,
                "rule": value.rule.value,
                "message": explain(value, language),
                "params": _params(value.params, language),
            }
        case _:
            return value
