"""The pages of the rule book beside this file: every sentence with the cases that prove it."""

import pytest

from tests.support.chapters import Example, came_out, every_example


@pytest.mark.parametrize("example", every_example(), ids=str)
def test_the_rule_book_holds(example: Example):
    """What stands behind the arrow comes out: all violations in order with their pointers, or the facts."""
    assert came_out(example) == list(example.expected), example.sentence
