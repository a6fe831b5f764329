"""The table of the rule book: what it says of a rule of which nothing is said, and its order."""

from dataclasses import fields

import pytest

from loba.rules import turns
from loba.rules.book import ALL, BOOK, _rule
from loba.rules.reading import Asked
from loba.violations import Article, Code


def test_a_rule_is_asked_always_and_everywhere_unless_something_else_is_said():
    """And with nothing said, it forbids no type of move, ends nothing, is not the last and reads nothing."""
    check, article = turns.the_deal_is_not_over, Article.GOING_OUT
    plain = (None, False, False, False, None, False, Asked.OF_EACH_MOVE)
    assert _values(_rule(check, article, ALL)) == (check, article, ALL, frozenset(), *plain)

    def of_each(_):
        return True

    said = _rule(
        check,
        article,
        ALL,
        Code.DEAL_OVER,
        where=of_each,
        forbids=True,
        ends=True,
        last=True,
        when=of_each,
        reads=True,
        asked=Asked.NEVER,
    )
    everything = (of_each, True, True, True, of_each, True, Asked.NEVER)
    assert _values(said) == (check, article, ALL, {Code.DEAL_OVER}, *everything)


def _values(rule):
    return tuple(getattr(rule, entry.name) for entry in fields(rule))


def test_the_book_is_read_in_the_order_of_the_table():
    assert tuple(BOOK) == BOOK.rules


@pytest.mark.parametrize("move", ALL, ids=lambda move: move.__name__)
def test_what_is_asked_where_nothing_else_was_found_is_asked_last(move):
    last = [rule.last for rule in BOOK if move in rule.moves]
    assert last == sorted(last)
