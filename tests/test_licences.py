"""The licences that docs/licences.md lists are those of what is locked."""

from __future__ import annotations

import re
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCKED = re.findall(r"^([\w.-]+)==", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
LISTED = dict(
    re.findall(
        r"^\| ([\w.-]+) \| ([\w. -]+) \| ",
        (ROOT / "docs/licences.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
)
del LISTED["package"], LISTED["---"]
PERMISSIVE = {"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "MIT", "MPL-2.0"}
"""What may go into a closed product, if its text goes along (and, MPL-2.0, changes to its own files)."""


def stated(package: PackageMetadata) -> str:
    """What a package says of itself, in the words of SPDX where it uses them."""
    classified = [c.rpartition(" :: ")[2] for c in package.get_all("Classifier", []) if "License ::" in c]
    return package.get("License-Expression") or package.get("License") or classified[0]


def test_every_locked_package_is_listed():
    assert sorted(LISTED) == sorted(LOCKED)


@pytest.mark.parametrize("name", LOCKED)
def test_a_licence_is_the_one_listed_and_lets_everybody_use_it(name):
    licences = set(LISTED[name].split(" AND "))
    assert licences <= PERMISSIVE
    try:
        says = stated(metadata(name))
    except PackageNotFoundError:
        pytest.skip("not for this system")
    family = {re.sub(r"-[\d.]+(-Clause)?$", "", licence) for licence in licences}
    assert says == LISTED[name] or {says.removesuffix(" License")} == family
