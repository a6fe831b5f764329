"""The page of verdicts says what is really said."""

from __future__ import annotations

from tests.i18n.verdicts import PAGE, VERDICTS, page


def test_there_are_twenty_different_verdicts():
    assert len(VERDICTS) == len({played.verdict("en") for played in VERDICTS}) == 20


def test_the_page_is_up_to_date():
    """Where not: python -m tests.i18n.verdicts."""
    assert PAGE.read_text(encoding="utf-8").splitlines() == list(page())
