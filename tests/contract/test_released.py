"""The present contract keeps the promises of the last one that was released (`contracts/released`).

To release: `python -m tests.contract.test_released` writes the present contract there, without its examples.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from loba.__about__ import __version__
from tests.contract.compatibility import breaks
from tests.contract.document import Loader, Node, document

FOLDER = Path(__file__).parents[2] / "contracts" / "released"


def number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def released() -> list[str]:
    """List the released versions, the last one last."""
    return sorted((file.stem for file in FOLDER.glob("*.yaml")), key=number)


def contract(version: str) -> Node:
    loaded: Node = yaml.load((FOLDER / f"{version}.yaml").read_bytes(), Loader)
    return loaded


def test_what_the_last_release_promised_still_holds():
    """Within one major version; before 1.0 a minor version may break."""
    last, now = number(released()[-1]), number(__version__)
    kept = 1 if now[0] else 2
    if last[:kept] == now[:kept]:
        assert breaks(contract(released()[-1]), document()) == []


def test_what_was_added_has_a_version_of_its_own():
    """Contract and package are numbered together, and a release is never changed."""
    last = released()[-1]
    assert number(last) <= number(__version__)
    assert contract(last)["info"]["version"] == last
    if last == __version__:
        assert breaks(document(), contract(last)) == [], "something was added since: raise the version"


# --- the check itself --------------------------------------------------------------------------------

Change = Callable[[Node], Any]


def schemas(whole: Node) -> Node:
    found: Node = whole["components"]["schemas"]
    return found


BREAKING: dict[str, Change] = {
    "a path gone": lambda c: c["paths"].pop("/v1/meld-checks"),
    "another name": lambda c: c["paths"]["/livez"]["get"].update(operationId="ping"),
    "a status more": lambda c: c["paths"]["/livez"]["get"]["responses"].update({"404": {}}),
    "lines not taken": lambda c: c["paths"]["/v1/replays"]["post"]["requestBody"]["content"].popitem(),
    "a parameter gone": lambda c: c["paths"]["/v1/rulesets/{id}"]["get"]["parameters"].pop(1),
    "a header gone": lambda c: c["components"]["responses"]["MethodNotAllowed"]["headers"].pop("Allow"),
    "a member required": lambda c: schemas(c)["LegalMovesRequest"]["required"].append("limit"),
    "a member not known": lambda c: schemas(c)["AdjudicationRequest"]["properties"].pop("what_if"),
    "a word less": lambda c: schemas(c)["VariantId"]["enum"].pop(),
    "a kind of move less": lambda c: schemas(c)["Move"]["oneOf"].pop(),
    "a bound": lambda c: schemas(c)["AdjudicationRequest"]["properties"]["moves"].update(maxItems=499),
    "a longer text": lambda c: schemas(c)["Id"].update(minLength=2),
    "a pattern": lambda c: schemas(c)["Card"].update(pattern="^[A-Z]+$"),
    "null not taken": lambda c: schemas(c)["SheetDeal"]["properties"]["winner"]["anyOf"].pop(),
    "a stock to be told twice": lambda c: schemas(c)["GameState"]["not"]["anyOf"].pop(0),
    "fewer points": lambda c: schemas(c)["SheetDeal"]["properties"]["points"].update(maxProperties=4),
    "an answer without a member": lambda c: schemas(c)["Verdict"]["required"].remove("reasons"),
    "null in an answer": lambda c: schemas(c)["Verdict"]["properties"]["legal"].update(
        type=["boolean", "null"]
    ),
    "a closed list grown": lambda c: schemas(c)["Phase"]["enum"].append("end"),
    "another type": lambda c: schemas(c)["PlayerScore"]["properties"]["points"].update(type="string"),
    "another kind of move listed": lambda c: schemas(c)["MoveListed"]["oneOf"].append({"type": "object"}),
}

HARMLESS: dict[str, Change] = {
    "a path": lambda c: c["paths"].update({"/v1/more": {}}),
    "a text": lambda c: schemas(c)["Id"].update(description="Other words."),
    "a member of a request": lambda c: schemas(c)["LegalMovesRequest"]["properties"].update(more={}),
    "a member of an answer": lambda c: schemas(c)["Verdict"]["properties"].update(more={"type": "string"}),
    "a promise": lambda c: schemas(c)["StateAfter"]["required"].append("stock_size"),
    "a variant": lambda c: schemas(c)["VariantId"]["enum"].append("nueva"),
    "a code": lambda c: schemas(c)["ViolationCode"]["examples"].append("turn.other"),
    "a wider bound": lambda c: schemas(c)["AdjudicationRequest"]["properties"]["moves"].update(maxItems=501),
}


def changed(change: Change) -> Node:
    whole = deepcopy(document())
    change(whole)
    return whole


@pytest.mark.parametrize("change", BREAKING.values(), ids=list(BREAKING))
def test_a_breach_is_found(change):
    assert breaks(document(), changed(change))


@pytest.mark.parametrize("change", HARMLESS.values(), ids=list(HARMLESS))
def test_what_may_grow_may_grow(change):
    assert breaks(document(), changed(change)) == []


def without_examples(text: str) -> str:
    """Return a contract without its examples."""
    text = (
        text[text.index("openapi:") : text.index("  # --- what is sent and what comes back")].rstrip() + "\n"
    )
    text = re.sub(r"\n( +)examples:(?=\n)(\n\1 .*)+", "", text)
    return f"# What loba {__version__} promised, without examples. It is never changed again.\n{text}"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = (Path(__file__).parents[2] / "openapi.yaml").read_text(encoding="utf-8")
    (FOLDER / f"{__version__}.yaml").write_text(without_examples(text), encoding="utf-8")
    sys.stdout.write(f"contracts/released/{__version__}.yaml\n")
