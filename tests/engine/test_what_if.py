"""Which other values of an option are tried, when a verdict may hinge on it."""

import pytest

from loba.rulesets import BASES
from loba.what_if import other_values


@pytest.mark.parametrize(
    ("option", "value", "others"),
    [
        ("ace", "low", ["high-or-low"]),
        ("wild_twos", True, [False]),
        ("limit", 102, [6, 100, 101, 103, 150]),
        ("limit", 1, [2, 6, 100, 101, 150]),
        ("hand_size", 13, [7, 9, 11, 12]),
    ],
)
def test_other_values_are_those_of_the_family_and_the_next_numbers(option, value, others):
    """Numbers upwards, none beyond what the option allows."""
    assert other_values(option, value) == others


def test_contracts_and_card_values_are_those_of_the_family():
    contracts = BASES["loba-centroamericana"].options["contracts"]
    assert other_values("contracts", ())[0] == contracts
    assert () in other_values("contracts", contracts)
    tables = [base.options["card_values"] for base in BASES.values()]
    assert all((table in other_values("card_values", tables[0])) is (table != tables[0]) for table in tables)
