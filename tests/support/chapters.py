"""Cases written as pages of a rule book: prose, and indented under each sentence the cases that prove it.

    Exactly three different suits, no more and no fewer.

        by loba-de-menos
        P 4S 4H 4C => P 4S 4H 4C
        P 4S 4S 4H => pierna.needs-three-suits /cards

Indented lines are, until the next of their kind:

* ``by loba-de-menos con-picos ace=low`` the rules: base, variants, options;
* ``at ana: 4S 4D | beto: #9 | turn ana play | …`` the position, in the notation of `tests.support.notation`;

and the cases, each with ``=>`` and what has to come out (a case may go on in further lines that begin so):

* ``P 4S 4H 4C``, ``E …``, ``? …`` cards laid as a pierna, an escalera, or with no kind named;
* ``ana adds 4D to m1`` a move in the position; of several, with ``;`` between, only the last may be illegal;
* ``possible`` asks whether the position is one.

What has to come out is ``legal``; or every violation, in full and in order, with its pointer; or facts about
the legal move, see `told`. A wild card is written with what it stands for: ``E 5D **(6D) 7D``. After a
violation its facts may follow, which are then compared too, the sentence it chooses first:
``hand.card-not-held /cards/1 {too-often; card 8D; count 1; player ana}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path

from loba.cards import Card
from loba.engine import Verdict, judge
from loba.melds import Meld, wilds
from loba.rules.combinations import check
from loba.rules.possible import examine
from loba.ruleset import Ruleset
from loba.state import Deal, Source
from loba.violations import ARTICLE, Params, Reason, Unjudgeable, Violation
from tests.support.notation import KINDS, deal, hand, moves, pointer, rules, show

PAGES = Path(__file__).parents[1] / "rules"


@dataclass(frozen=True)
class Example:
    """One case of a page."""

    page: str
    line: int
    sentence: str
    """The sentence it proves."""
    by: str
    at: str
    asked: str
    expected: tuple[str, ...]

    def __str__(self) -> str:
        """Show where it stands and what it asks."""
        return f"{self.page}:{self.line} {self.asked}"

    @property
    def rules(self) -> Ruleset:
        """The rules it is judged by."""
        base, *more = self.by.split()
        variants = [word for word in more if "=" not in word]
        options = dict(word.split("=", 1) for word in more if "=" in word)
        return rules(base, *variants, **{name: _value(text) for name, text in options.items()})


def _value(text: str) -> object:
    """Read the value of an option; contracts are written ``2P.1P1E``, none of them ``none``."""
    if text in ("true", "false"):
        return text == "true"
    if text.isdigit():
        return int(text)
    if text == "none":
        return []
    if text[0].isdigit():
        return [_contract(part) for part in text.split(".")]
    return text


def _contract(text: str) -> dict[str, int]:
    counts = {"P": 0, "E": 0} | {text[i + 1]: int(text[i]) for i in range(0, len(text), 2)}
    return {"piernas": counts["P"], "escaleras": counts["E"]}


def examples(page: Path) -> Iterator[Example]:
    """Read the cases of a page."""
    by = at = sentence = ""
    pending: tuple[int, str, list[str]] | None = None
    for number, line in enumerate([*page.read_text(encoding="utf-8").splitlines(), ""], 1):
        text = line.strip()
        if pending and not text.startswith("=>"):
            yield Example(page.stem, pending[0], sentence, by, at, pending[1], tuple(pending[2]))
            pending = None
        if not line.startswith("    "):
            sentence = text if text and not text.startswith("#") else sentence
        elif text.startswith("by "):
            by = text[3:]
        elif text.startswith("at "):
            at = text[3:]
        elif text.startswith("=>") and pending:
            pending[2].extend(_parts(text[2:]))
        elif text:
            asked, _, out = text.partition("=>")
            pending = (number, " ".join(asked.split()), _parts(out))


def _parts(text: str) -> list[str]:
    return [" ".join(part.split()) for part in text.split(",") if part.strip()]


def every_example() -> list[Example]:
    """Read the cases of all pages."""
    return [example for page in sorted(PAGES.glob("*.md")) for example in examples(page)]


# --- what comes out -------------------------------------------------------------------------------


def came_out(example: Example) -> list[str]:
    """Answer a case: violations in full, or what the case wants to know of a legal move."""
    by = example.rules
    if example.asked == "possible":
        findings = examine(by, deal(example.at, by)).findings
        return said(findings, example.expected) or ["legal"]
    if example.asked[:2] in ("P ", "E ", "? "):
        found = check(hand(example.asked[2:]), KINDS.get(example.asked[0]), by)
        if found.meld is None:
            return said(found.violations, example.expected)
        return ["legal"] if example.expected == ("legal",) else [written(found.meld, by)]
    try:
        verdict, after = last_verdict(example)
    except Unjudgeable as reason:
        return [f"unjudgeable {reason.code} " + "".join(f"/{step}" for step in reason.at)]
    if not verdict.legal:
        return said(verdict.violations, example.expected)
    facts = [told(fact, verdict, after, by) for fact in example.expected]
    return [said for said in facts if said] or ["legal"]


def said(violations: Iterable[Violation], expected: Sequence[str]) -> list[str]:
    """Write violations with their pointers, and with their facts where those are asked for."""
    told = []
    for violation, wanted in zip(violations, chain(expected, repeat("")), strict=False):
        more = f" {facts(violation)}" if wanted.endswith("}") else ""
        told.append(pointer(violation) + more)
    return told


def facts(violation: Violation) -> str:
    """Write which sentence a violation chooses, on which article if not on the usual one, and its facts."""
    by = "" if violation.rule is ARTICLE[violation.code] else f"by {violation.rule}"
    return _in_braces([violation.detail, by], violation.params)


def reason_with_facts(reason: Reason) -> str:
    """Write which sentence a reason chooses and what stands in it; it rests on the article it begins with."""
    assert reason.key.startswith(f"{reason.rule}.")
    return f"{reason.key} {_in_braces([], reason.params)}"


def _in_braces(chosen: list[str], params: Params) -> str:
    told = [f"{name} {_fact(value)}".strip() for name, value in sorted(params.items())]
    return "{" + "; ".join(filter(None, [*chosen, *told])) + "}"


def _fact(value: object) -> str:
    match value:
        case Violation():
            return pointer(value)
        case Card():
            return show([value])
        case tuple():
            return " ".join(map(_fact, value))
        case _:
            return str(value)


def last_verdict(example: Example) -> tuple[Verdict, Deal]:
    """Judge the moves of a case: all but the last have to be legal."""
    by = example.rules
    now = deal(example.at, by)
    *before, last = moves(example.asked)
    for move in before:
        verdict, now = judge(by, now, move)
        assert verdict.legal, (move, [pointer(violation) for violation in verdict.violations])
    return judge(by, now, last)


def told(fact: str, verdict: Verdict, after: Deal, by: Ruleset) -> str:
    """Say how it is with a fact: ``holds 6``, ``drew 9C``, ``out``, ``not concealed``, ``next beto``, …"""
    effects = verdict.effects
    assert effects
    pending = effects.must_meld
    word = fact.split(maxsplit=1)[0]
    match word:
        case "legal":
            return "legal"
        case "holds":
            return f"holds {effects.hand_size}"
        case "drew":
            return f"drew {show([effects.drawn]) if effects.drawn else 'nothing'}"
        case "next":
            return f"next {effects.next_player or 'nobody'}"
        case "pending":
            swapped = pending and pending.source is Source.JOKER_SWAP
            return f"pending {show([pending.card]) if pending else 'nothing'}{' swapped' if swapped else ''}"
        case "taken":
            return f"taken {show([after.turn.taken_discard]) if after.turn.taken_discard else 'nothing'}"
        case "out" | "concealed" | "over" | "ended" | "not":
            flags = {
                "out": effects.went_out,
                "concealed": effects.concealed,
                "over": effects.deal_over,
                "ended": effects.turn_ended,
            }
            name = fact.rsplit(maxsplit=1)[-1]
            return name if flags[name] else f"not {name}"
        case "pile":
            return f"pile {show(after.discard_pile)}".strip()
        case "stock":
            known = after.stock
            return f"stock {f'#{after.stock_size}' if known is None else show(known)}".strip()
        case _:
            changed = {meld.id: meld for meld in effects.melds}
            if word not in changed or changed[word].meld is None:
                return f"{word} not changed"
            meld = changed[word]
            return f"{word} {meld.owner} {written(meld.meld, by)}"


def written(meld: Meld | None, by: Ruleset) -> str:
    """Write a combination as it lies, wild cards with what they stand for."""
    assert meld
    stands_for = {wild.index: f"({wild.stands_for})" for wild in wilds(meld, by)}
    cards = [show([card]) + stands_for.get(i, "") for i, card in enumerate(meld.cards)]
    return f"{meld.kind[0].upper()} {' '.join(cards)}"
