"""Nothing is forgotten: every rule stands in the book, every code is said, and said by who may say it."""

import ast
import importlib
import inspect
import pkgutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path

import pytest

import loba.rules
from loba import engine
from loba.rules import possible
from loba.rules.book import ALL, BOOK
from loba.rules.reading import Book
from loba.ruleset import OPTIONS, Contract, Ruleset
from loba.violations import ARTICLE, Article, Code
from loba.what_if import other_values
from tests.support.chapters import PAGES, came_out, every_example

PACKAGE = Path(loba.rules.__file__).parents[1]
EXAMPLES = every_example()
NOT_READ_BY_THE_ENGINE = {"api", "cli", "i18n", "rulesets"}


def rule_functions() -> Iterator[object]:
    """Every function of a chapter that judges a case."""
    for module in pkgutil.iter_modules(loba.rules.__path__, "loba.rules."):
        for _, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
            signature = inspect.signature(function)
            of_a_case = list(signature.parameters) == ["case"] and signature.return_annotation == "Violations"
            if function.__module__ == module.name and of_a_case and not function.__name__.startswith("_"):
                yield function


@pytest.mark.interpreted
def test_every_rule_stands_in_the_book():
    """Once, and nothing else stands there."""
    assert sorted(rule.check.__name__ for rule in BOOK) == sorted(f.__name__ for f in rule_functions())


@pytest.mark.interpreted
def test_every_rule_says_in_one_sentence_what_it_is():
    """The docstring is the rule as a player would say it."""
    assert [rule.check.__name__ for rule in BOOK if not (rule.check.__doc__ or "").strip()] == []


def test_every_kind_of_move_is_judged():
    """Each kind of move has rules that look at it, and there are no others."""
    assert {move for rule in BOOK for move in rule.moves} == set(ALL)


def test_every_code_rests_on_an_article():
    """No code without an article."""
    assert set(ARTICLE) == set(Code)
    assert set(ARTICLE.values()) <= set(Article)


@pytest.fixture(scope="module")
def said() -> dict[str, set[Code]]:
    """By the name of each rule what it said while all the examples were judged."""
    heard: dict[str, set[Code]] = defaultdict(set)

    def overheard(rule):
        def check(case):
            for violation in rule.check(case):
                heard[rule.check.__name__].add(violation.code)
                yield violation

        return replace(rule, check=check)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "BOOK", Book(tuple(map(overheard, BOOK))))
        for example in EXAMPLES:
            with suppress(AssertionError):  # an example that does not hold is told where it stands
                came_out(example)
    return heard


@pytest.mark.interpreted
def test_a_rule_says_only_what_it_may(said):
    """While all the examples are judged, looking ahead included."""
    declared = {rule.check.__name__: rule.codes for rule in BOOK}
    assert {name: codes - declared[name] for name, codes in said.items() if codes - declared[name]} == {}


@pytest.mark.interpreted
def test_every_rule_objects_to_something(said):
    """Each rule of the book is provoked by an example, but for those that only ask for what is missing."""
    assert [rule.check.__name__ for rule in BOOK if rule.codes and not said[rule.check.__name__]] == []


def test_what_makes_a_move_unjudgeable_is_provoked_too():
    """What is missing, what means nothing here, and a hand that is hidden and needed."""
    missing = {out.split()[1] for example in EXAMPLES for out in example.expected if "unjudgeable" in out}
    assert missing == {"required", "not-applicable", "state.mover-hand-hidden"}


def test_every_code_is_provoked():
    """By an example on the pages: all that a rule of the book or a finding about a position may say."""
    may_be_said = possible.CODES.union(*(rule.codes for rule in BOOK))
    written = {out.split()[0] for example in EXAMPLES for out in example.expected}
    assert sorted(may_be_said - written) == []
    assert {code for code in Code if code.startswith("score.")}.isdisjoint(may_be_said)


def test_a_code_nobody_may_say_is_of_the_score_sheet_or_the_hidden_hand():
    """What no rule says is about scores, or about what is not known."""
    may_be_said = possible.CODES.union(*(rule.codes for rule in BOOK))
    left = {code for code in Code if code not in may_be_said and not code.startswith("score.")}
    assert left == {Code.MOVER_HAND_HIDDEN}


def _sentence(told: str) -> str:
    """The sentence that a violation chooses, from how a page tells it: its code, and which of several."""
    code, _, facts = told.partition(" ")
    first = facts.partition("{")[2].rstrip("}").partition(";")[0]
    return code if " " in first else f"{code}/{first}"


def test_the_facts_of_every_sentence_are_proved():
    """Whatever the examples provoke is told by one of them with the facts that stand in it."""
    wanting_facts = [replace(example, expected=("}",) * 20) for example in EXAMPLES]
    provoked = {_sentence(told) for example in wanting_facts for told in came_out(example) if "{" in told}
    proved = {_sentence(told) for example in EXAMPLES for told in example.expected if "{" in told}
    assert sorted(provoked - proved) == []


def test_every_sentence_has_its_cases():
    """A page proves what it says: no sentence without a case, no case without an outcome."""
    assert [str(example) for example in EXAMPLES if not example.expected] == []
    proved = {(example.page, example.sentence) for example in EXAMPLES}
    sentences = {
        (page.stem, line.strip())
        for page in PAGES.glob("*.md")
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith(("#", "    "))
    }
    assert sentences == proved


def _attributes(source: Path) -> set[str]:
    return {node.attr for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.Attribute)}


def _options_behind() -> dict[str, set[str]]:
    """For each thing that a ruleset works out, or answers, the options that it comes from."""
    behind = defaultdict(set)
    every = Ruleset()
    worked_out = [
        entry.name for entry in fields(Ruleset) if not entry.init and not entry.name.startswith("_")
    ]
    for option in OPTIONS:
        for other in other_values(option, getattr(every, option)):
            changed = replace(every, **{option: other})
            for name in worked_out:
                if getattr(changed, name) != getattr(every, name):
                    behind[name].add(option)
    behind["contract"] = {"contracts"} if replace(every, contracts=(Contract(1, 0),)).contract(1) else set()
    return behind


def test_every_option_is_read():
    """By a rule, by scoring or by what either of them asks the ruleset: no option is only for show."""
    sources = [
        source
        for source in PACKAGE.rglob("*.py")
        if source.relative_to(PACKAGE).parts[0] not in NOT_READ_BY_THE_ENGINE and source.stem != "ruleset"
    ]
    read = set().union(*map(_attributes, sources))
    for name, options in _options_behind().items():
        read |= options if name in read else set()
    assert sorted(set(OPTIONS) - read) == []
