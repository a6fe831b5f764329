"""The catalogues: every text there is in one language there is in all, with the same blanks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.core import Locale

from loba import i18n
from loba.api.problems import STATUS
from loba.i18n import LANGUAGES
from loba.i18n.catalogues import read
from loba.i18n.facts import COMBINATIONS, COMMANDS, FORMS, NOUNS, REQUESTS, RULES, TABLES
from loba.i18n.rule_sheet import ARTICLES
from loba.i18n.sentences import BLANK
from loba.ruleset import OPTIONS
from loba.rulesets import BASES, VARIANTS_BY_ID
from loba.violations import Article, Code
from tests.i18n.said import REASONS, VIOLATIONS, key

PACKAGE = Path(i18n.__file__).parents[1]
CATALOGUES = {language: read(language) for language in LANGUAGES}
KEYS = {language: set(catalogue.forms) for language, catalogue in CATALOGUES.items()}
OTHERS = LANGUAGES[1:]

REQUEST_ERRORS = {
    "required",
    "unknown-field",
    "type",
    "enum",
    "range",
    "length",
    "pattern",
    "duplicate",
    "exclusive",
    "not-applicable",
    "unknown-ruleset",
    "unknown-variant",
    "variant-not-applicable",
    "unknown-option",
    "option-not-applicable",
    "conflicting-options",
    "state.mover-hand-hidden",
}


def blanks(text: str) -> set[str]:
    return {blank[0] for blank in BLANK.finditer(text)}


def keys_with(prefix: str, suffix: str = "") -> set[str]:
    found = (k for k in KEYS["en"] if k.startswith(prefix) and k.endswith(suffix))
    return {k.removeprefix(prefix).removesuffix(suffix) for k in found}


def plain(keys: set[str]) -> set[str]:
    return {k.partition("/")[0] for k in keys}


def test_the_languages():
    assert LANGUAGES == ("en", "es", "fr")


def test_there_is_a_catalogue_for_each_language_and_no_other():
    places = (PACKAGE / "i18n" / "locale").glob("*/LC_MESSAGES/*")
    assert {place.relative_to(PACKAGE / "i18n" / "locale").as_posix() for place in places} == {
        f"{language}/LC_MESSAGES/loba.po" for language in LANGUAGES
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_texts(language):
    assert KEYS[language] == KEYS["en"]


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_has_the_same_blanks_in_every_language(language):
    mismatches = {
        k: (forms, CATALOGUES[language].forms[k])
        for k, forms in CATALOGUES["en"].forms.items()
        if blanks(" ".join(forms)) != blanks(" ".join(CATALOGUES[language].forms[k]))
    }
    assert mismatches == {}


@pytest.mark.parametrize("language", OTHERS)
def test_the_other_languages_are_translated(language):
    """No sentence was left in English."""
    same = {
        k
        for k, forms in CATALOGUES["en"].forms.items()
        if forms == CATALOGUES[language].forms[k] and not k.startswith("count:") and len(forms[0]) > 20
    }
    assert same == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plural_rule_is_that_of_the_language(language):
    """Numbers up to 200 choose between one and other as the Unicode consortium has it."""
    rule = Locale.parse(language).plural_form
    for number in range(200):
        assert (CATALOGUES[language].plural(number) == 0) is (rule(number) == "one"), number


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_clean(language):
    """No stray spaces, straight quotes, percent signs for blanks, or braces that are no blanks."""
    for k, forms in CATALOGUES[language].forms.items():
        for text in forms:
            assert text == text.strip(), k
            assert "  " not in text, k
            assert not re.search(r"""['"]|%\(|%s|\.\.""", text), k
            assert not re.search(r"[{}]", BLANK.sub("", text)), k


def test_french_puts_no_breaking_space_before_its_marks():
    for k, forms in CATALOGUES["fr"].forms.items():
        assert not re.search(r"\w[;:?!»]|«\w| [;:?!»]|« ", BLANK.sub("x", " ".join(forms))), k


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_end_like_sentences(language):
    families = ("violation:", "reason:", "error:")
    for k, forms in CATALOGUES[language].forms.items():
        sentence = k.startswith(families) or k.endswith((":text", ":example", ":summary")) or ":detail" in k
        if sentence and not k.startswith("violation:state.bad-meld"):
            assert all(text.endswith(".") for text in forms), k


# --- everything has its text ----------------------------------------------------------------------


def test_every_code_has_a_plain_sentence():
    """So that a detail without a sentence of its own still has one."""
    assert plain(keys_with("violation:")) == set(Code)
    assert set(Code) <= keys_with("violation:")


def test_every_code_has_a_title_a_text_and_an_example():
    for part in ("title", "text", "example"):
        assert keys_with("code:", f":{part}") == set(Code)


def test_what_can_be_said_is_what_there_are_sentences_for():
    """The samples of the other tests are complete, and no sentence is left over."""
    said = {key(what) for what in (*VIOLATIONS, *REASONS)}
    fallbacks = {f"violation:{code}" for code in Code}
    assert {k for k in KEYS["en"] if k.startswith(("violation:", "reason:"))} == said | fallbacks


def details_in(source: Path) -> Iterator[str]:
    """The words a file may give a violation as its detail, whatever variable they come by."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    assigned: dict[str, list[ast.expr]] = {}
    waiting: list[ast.expr] = []
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], value):
                assigned.setdefault(name, []).append(value)
            case ast.Call(ast.Name("_bad_turn"), [detail, *_]):
                waiting.append(detail)
            case ast.Call(keywords=words):
                waiting += [word.value for word in words if word.arg == "detail"]
    while waiting:
        match waiting.pop():
            case ast.IfExp(_, body, orelse):
                waiting += [body, orelse]
            case ast.Constant(str(word)):
                yield word
            case ast.Name(name):
                waiting += assigned.pop(name, [])


def test_every_detail_in_the_rules_has_a_sentence():
    sources = [*PACKAGE.glob("*.py"), *(PACKAGE / "rules").glob("*.py")]
    said = {detail for source in sources for detail in details_in(source)} - {""}
    assert len(said) > 30
    assert said <= {k.partition("/")[2] for k in keys_with("violation:") if "/" in k}


def test_every_reason_in_the_rules_has_a_sentence():
    source = (PACKAGE / "rules" / "reasons.py").read_text(encoding="utf-8")
    keys = set(re.findall(r'"([a-z-]+\.[a-z-]+)"', source))
    assert len(keys) > 20
    assert keys <= keys_with("reason:")


def test_every_problem_and_every_error_has_its_text():
    assert keys_with("problem:", ":title") == set(STATUS)
    assert plain({k.replace(":detail", "") for k in keys_with("problem:") if ":detail" in k}) == set(STATUS)
    assert plain(keys_with("error:")) == REQUEST_ERRORS
    assert keys_with("error:") >= REQUEST_ERRORS


@pytest.mark.parametrize(
    ("family", "parts", "names"),
    [
        ("ruleset", ("name", "summary"), set(BASES)),
        ("variant", ("name", "summary"), set(VARIANTS_BY_ID)),
        ("option", ("title", "text"), set(OPTIONS)),
    ],
)
def test_everything_that_is_listed_has_its_texts(family, parts, names):
    for part in parts:
        assert keys_with(f"{family}:", f":{part}") == names


def test_every_article_has_a_title_and_the_lines_it_is_made_of():
    lines = {f"{article}:{line.key}" for article, made_of in ARTICLES.items() for line in made_of}
    assert keys_with("article:") == lines | {f"{article}:title" for article in Article}


def test_every_noun_and_every_rank_has_its_words():
    assert keys_with("count:") == set(NOUNS)
    assert keys_with("rank:") == keys_with("a-rank:")
    assert keys_with("json:") == {"array", "boolean", "integer", "object", "string"}


# --- the vocabulary is closed ---------------------------------------------------------------------


def test_what_the_rules_say_is_known_by_name():
    """A fact is printed by the kind its name has, so every name has to have one."""
    names = {name for what in (*VIOLATIONS, *REASONS) for name in what.params}
    assert names <= set(RULES)


def used(*families: str) -> set[tuple[str, str]]:
    """The blanks in the texts of some families: name and form."""
    texts = [
        text
        for catalogue in CATALOGUES.values()
        for k, forms in catalogue.forms.items()
        for text in forms
        if k.startswith(families)
    ]
    return {blank for text in texts for blank in BLANK.findall(text)}


@pytest.mark.parametrize(
    ("families", "vocabulary", "silent"),
    [
        (("violation:", "reason:"), RULES, {name for pair in COMBINATIONS.values() for name in pair}),
        (("problem:", "error:"), REQUESTS, set()),
        (("command:",), COMMANDS, {"count"}),  # it chooses the form
        (("article:",), TABLES, set(OPTIONS) & set(TABLES)),
    ],
)
def test_a_word_nobody_says_is_not_in_the_vocabulary(families, vocabulary, silent):
    names = {name for name, _ in used(*families)} - set(COMBINATIONS)
    assert names <= set(vocabulary)
    assert set(vocabulary) - names <= silent


def test_a_form_nobody_needs_is_not_offered():
    inside = {"piernas", "escaleras"}  # of a contract
    assert {form for forms in FORMS.values() for form in forms} == {f for _, f in used("") if f} | inside
