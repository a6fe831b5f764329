"""`loba rules`: a sheet for any table, in four forms."""

import json
from xml.etree import ElementTree as ET

import pytest

from loba.api import create_app
from loba.i18n import articles, ruleset_text
from loba.rulesets import BASES, fitting, resolve


def test_the_games_there_are(loba):
    ran = loba("rules")
    assert ran.status == 0
    for base_id in BASES:
        assert f"{base_id}: {ruleset_text(base_id, 'en')[0]}" in ran.lines
        assert all(f"+ {variant.id}: " in ran.out for variant in fitting(base_id))


@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize("base_id", BASES)
def test_every_article_is_on_the_sheet(loba, base_id, language):
    ran = loba("rules", base_id, "--language", language)
    assert ran.status == 0
    on_one_line = " ".join(ran.out.split())
    for article in articles(resolve(base_id, (), {}), language):
        assert article.title in on_one_line
        assert " ".join(article.text.split()) in on_one_line
    assert max(map(len, ran.lines)) <= 80


def test_a_table_with_rules_of_its_own(loba):
    ran = loba(
        "rules", "loba-de-menos", "--variants", "con-picos,sin-jokers", "--option", "limit=51",
        "--option", "going_out=discard-required", "--option", 'card_values={"ace": 11}', "--format", "json",
    )  # fmt: skip
    page = json.loads(ran.out)
    values = {option["name"]: (option["value"], option["from"]) for option in page["options"]}
    assert page["variants"] == ["con-picos", "sin-jokers"]
    assert values["wild_twos"] == (True, "con-picos")
    assert values["limit"] == (51, "options")
    assert values["going_out"] == ("discard-required", "options")
    assert values["card_values"][0]["ace"] == 11
    text = loba("rules", "loba-de-menos", "--variants", "con-picos", "--variants", "sin-jokers").out
    assert page["digest"] not in text
    assert "51" in loba("rules", "loba-de-menos", "--option", "limit=51").out


def test_the_page_of_the_service(loba):
    page = create_app().test_client().get("/v1/rulesets/loba-de-mas?variants=con-bazas").json
    ran = loba("rules", "loba-de-mas", "--variants", "con-bazas", "--format", "json")
    assert json.loads(ran.out) == page


def test_markdown(loba):
    found = articles(resolve("chinchon", (), {}), "en")
    lines = loba("rules", "chinchon", "--format", "markdown").lines
    assert lines[0] == "# " + ruleset_text("chinchon", "en")[0]
    assert [line.removeprefix("## ") for line in lines if line.startswith("## ")] == [a.title for a in found]


def test_html(loba):
    out = loba("rules", "chinchon", "--format", "html", "--language", "fr").out
    page = out.removeprefix("<!doctype html>\n").replace('charset="utf-8">', 'charset="utf-8"/>')
    tree = ET.fromstring(page.replace('width=device-width">', 'width=device-width"/>'))
    assert tree.get("lang") == "fr"
    assert [h.get("id") for h in tree.findall("h2")] == [
        article.id for article in articles(resolve("chinchon", (), {}), "fr")
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["poker"], "loba-de-menos, "),
        (["loba-de-menos", "--variants", "uruguaya"], "/variants/0: "),
        (["loba-de-menos", "--option", "limit=0"], "/options/limit: "),
        (["loba-de-menos", "--option", "lmit=1"], "/options/lmit: "),
        (["loba-de-menos", "--option", "limit"], "/options/limit: "),
    ],
)
def test_rules_that_cannot_be(loba, arguments, told):
    ran = loba("rules", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
