"""What people do at the desk, done by a browser. Screenshots go to `build/desk`. Run by `make desk-test`."""

from hashlib import sha256

import pytest

from loba.api.desk import assets
from tests.api.serving import served

pytestmark = [pytest.mark.desk, pytest.mark.http]

SIZES = ["phone", "desktop"]
LANGUAGES = ["en", "es", "fr"]
everywhere = pytest.mark.parametrize(
    ("size", "language"), [(size, language) for size in SIZES for language in LANGUAGES]
)


# --- is this a combination? -------------------------------------------------------------------------


@everywhere
def test_a_run_with_a_joker_is_one_and_lies_as_it_would(visit, text_of, size, language):
    say = text_of(language)
    desk = visit(size, language).open()
    desk.pick("5D", "6D", "JOKER")

    desk.shown(".verdict.yes", say["combination.yes.escalera"])
    desk.shown(".felt .stands-for", "= 7♦")
    desk.check("combination")
    desk.tap("[data-key=flip]")
    desk.shown(".felt .stands-for", "= 4♦")


@pytest.mark.parametrize(
    ("cards", "turns"),
    [("5D.6D.JOKER", 1), ("AS.2S.JOKER", 0), ("QS.KS.JOKER", 1), ("5D.JOKER.7D", 0), ("5D.6D.7D", 0)],
)
def test_a_joker_is_put_at_the_other_end_where_it_may_stand(visit, cards, turns):
    desk = visit().open(f"#/combination?c={cards}")
    desk.shown(".verdict.yes")

    assert desk.page.locator("[data-key=flip]").count() == turns


def test_a_joker_of_a_pierna_has_no_end(visit):
    desk = visit().open("#/combination?r=loba-centroamericana&c=4S.4H.4S.JOKER")
    desk.shown(".verdict.yes", "pierna")

    assert desk.page.locator("[data-key=flip]").count() == 0


@everywhere
def test_a_fourth_suit_is_marked_and_the_rule_named(visit, text_of, size, language):
    say = text_of(language)
    desk = visit(size, language).open("#/combination?c=4S.4H.4C.4D")

    verdict = desk.shown(".verdict.no", say["combination.no"])
    assert "4♦" in verdict.inner_text()
    assert desk.page.locator(".felt .card.wrong").count() == 1
    desk.check("no-combination")
    desk.page.locator(".verdict .article").first.click()
    desk.shown(".articles .wanted", "Pierna")


@everywhere
def test_a_card_is_added_and_the_end_joker_moves(visit, text_of, size, language):
    say = text_of(language)
    desk = visit(size, language).open()
    desk.tap("[data-key='mode:true']")
    desk.pick("5D", "6D", "JOKER")
    desk.tap("[data-key='lit:added']")
    desk.pick("7D")

    desk.shown(".verdict.yes", say["combination.added-yes.one"])
    desk.shown(".felt .stands-for", "= 4♦")
    assert desk.page.locator(".felt .card.new").count() == 1
    desk.check("adding")
    desk.tap("[data-key='tray:added:0']")
    desk.pick("9D")
    desk.shown(".verdict.no", say["combination.added-no.one"])


@pytest.mark.parametrize("cards", ["5D.6D.7D", "AS.2S.3S.4S.5S.6S.7S.8S.9S.TS", "4S.4H.4C"])
@pytest.mark.parametrize("ruleset", ["loba-de-menos", "loba-de-mas", "loba-de-menos-casera"])
def test_adding_is_judged_whatever_lies_there(visit, ruleset, cards):
    desk = visit().open(f"#/combination?r={ruleset}&c={cards}&add=KH")

    desk.shown(".verdict.no .reasons", "K♥")


def test_two_taps_clear_everything(visit):
    desk = visit("phone").open("#/combination?c=5D.6D.7D&add=8D")
    desk.shown(".verdict.yes")
    desk.tap("[data-key='clear:laid']", "[data-key='clear:added']")

    desk.shown(".hint")
    assert desk.page.locator(".tray .card").count() == 0


def test_on_a_phone_the_verdict_shows_while_one_taps(visit):
    desk = visit("phone").open()
    desk.pick("4S", "4H", "4C")
    desk.shown(".verdict.yes")
    desk.page.evaluate("scrollTo(0, 0)")

    desk.shown(".glance.needed.yes", "pierna").click()
    desk.until("!document.querySelector('.glance').classList.contains('needed')")


# --- what does this hand cost? ----------------------------------------------------------------------


@everywhere
def test_a_hand_is_priced_and_put_to_its_best_use(visit, size, language):
    desk = visit(size, language).open("#/hand")
    desk.pick("9S", "AH", "4S", "4H", "4C", "KC")

    desk.shown(".verdict h2", "41")
    assert desk.page.locator(".priced .price").all_inner_texts() == ["9", "10", "4", "4", "4", "10"]
    desk.shown(".left-over h3", "29")
    assert desk.page.locator(".felt .card").count() == 3
    desk.check("hand")


@everywhere
def test_a_hand_of_the_spanish_pack(visit, size, language):
    desk = visit(size, language, "dark").open("#/hand?r=chinchon&c=1o.2o.3o.5c.6c.7c.2b")

    desk.shown(".good")
    assert desk.page.locator(".pack .tile").count() == 40
    desk.check("hand-spanish")


def test_who_has_opened_may_lay_less(visit):
    desk = visit().open("#/hand?r=loba-de-menos&v=con-bazas&c=4S.4H.4C.9S.KC")
    desk.shown(".verdict h2", "Nothing to lay down yet")
    desk.tap("[data-key=opened]")

    desk.shown(".verdict h2", "At its best, 19 points are left")


@everywhere
def test_the_best_use_reaches_to_the_table(visit, text_of, size, language):
    say = text_of(language)
    desk = visit(size, language).open("#/hand?c=7D.4H.KS.QH")
    desk.shown(".verdict h2", say["hand.nothing"])
    desk.tap("[data-key=add-meld]")
    desk.pick("5D", "6D", "JOKER")
    desk.shown(".felt .laid", say["hand.add.escalera"])
    desk.tap("[data-key=add-meld]")
    desk.page.select_option("[data-key='owner:1']", label=say["hand.whose.rival"])
    desk.pick("4S", "4H", "4C")

    desk.shown(".felt .laid", say["hand.add.pierna"])
    assert desk.page.locator(".felt .card.new").count() == 2
    desk.shown(".felt .stands-for", "= 4♦")
    desk.shown(".left-over h3", "20")
    desk.check("hand-and-table")
    desk.until("location.hash.endsWith('t=5D.6D.JOKER,*4S.4H.4C')")
    desk.tap("[data-key='clear:meld:0']")
    desk.shown("[data-key=opened]")
    desk.shown(".verdict h2", say["hand.nothing"])


def test_what_is_added_to_is_a_combination(visit):
    desk = visit().open("#/hand?c=7D&t=5D.6D.9S")

    desk.shown(".verdict.no h2", "no combination")
    desk.shown(".verdict h2", "As it stands: 7 points")


def test_a_hand_and_a_table_come_by_address(visit):
    desk = visit().open("#/hand?c=7D.KS&t=*5D.6D.JOKER&opened=1")

    desk.shown(".felt .laid", "another player")
    desk.tap("[data-key=opened]")
    desk.shown(".verdict h2", "Nothing to lay down yet")


# --- judge a turn -----------------------------------------------------------------------------------


@everywhere
def test_an_illegal_move_is_marked_and_the_house_rule_it_hinges_on_named(visit, text_of, size, language):
    say = text_of(language)
    desk = visit(size, language).open("#/turn")
    desk.check("turn-start")
    desk.tap("[data-key=example]")

    desk.shown(".verdict.no", say["turn.illegal"])
    desk.shown(".hinges", say["hinges.legal-where"])
    assert say["value.pierna_suits.all-different"] in desk.page.locator(".hinges").inner_text()
    assert desk.page.locator(".hand .card.wrong").count() == 1
    assert desk.page.locator(".tried .card.wrong").count() == 1
    assert desk.page.locator(".laid.wrong").count() == 1
    desk.check("turn")
    desk.tap("[data-key='step.back']")
    desk.shown(".verdict.yes", say["turn.legal"])
    assert desk.page.locator(".moves [aria-current=step]").count() == 1
    desk.tap("[data-key='step.first']")
    desk.shown(".hint")


def test_a_house_rule_turns_the_verdict_round(visit):
    desk = visit().open("#/turn")
    desk.tap("[data-key=example]")
    desk.shown(".hinges")
    seal = desk.page.locator(".seal").inner_text()
    desk.tap("[data-key=house-rules]", "summary[data-key=single]")
    desk.page.select_option("#option-pierna_suits", label="all different")

    desk.shown(".verdict.yes", "Legal")
    desk.shown(".chips li", "all different")
    assert desk.page.locator(".seal").inner_text() != seal
    desk.tap("[data-key='chip:o:pierna_suits']")
    desk.shown(".verdict.no")


@pytest.mark.parametrize("size", SIZES)
def test_a_fresh_deal_is_played_by_touch(visit, size):
    desk = visit(size).open("#/turn")
    desk.tap("[data-key=deal]", "[data-key='action:draw']")
    desk.shown(".verdict.yes", "Legal")
    assert desk.page.locator(".hand .card").count() == 10
    desk.page.locator(".hand button.card").first.click()
    desk.check("turn-dealt")
    desk.tap("[data-key='action:discard']")
    desk.until("document.querySelectorAll('.moves li').length === 2")
    desk.tap("[data-key='take-back']")
    desk.until("document.querySelectorAll('.moves li').length === 1")


def test_a_turn_is_stepped_through_by_the_arrow_keys(visit):
    desk = visit().open("#/turn")
    desk.tap("[data-key=example]")
    desk.shown(".verdict.no")
    desk.page.locator("[data-key='move:2']").focus()
    desk.page.keyboard.press("Home")
    desk.shown(".hint")
    desk.page.keyboard.press("ArrowRight")
    desk.shown(".verdict.yes")


def test_what_may_be_played_is_listed_and_can_be_played(visit):
    desk = visit().open("#/turn")
    desk.tap("[data-key=deal]", "[data-key='action:possible']")
    desk.shown(".moves-possible button", "draws from the stock")
    desk.check("possible")
    desk.page.locator(".moves-possible button").first.click()
    desk.shown(".verdict.yes")


@pytest.mark.parametrize("size", SIZES)
def test_a_position_is_entered_by_hand(visit, size):
    desk = visit(size).open("#/turn")
    desk.tap("[data-key=edit]")
    desk.shown(".verdict .reasons")
    desk.pick("6D", "7D", "KC", "AS", "3H", "4C", "5S", "TC", "QH")
    desk.tap("[data-key='lit:discards']")
    desk.pick("8D")
    desk.check("position")
    desk.shown(".verdict.yes [data-key=play]").click()
    desk.tap("[data-key='action:take']")
    desk.shown(".verdict.yes .reasons", "8♦")
    for rank in "678":
        desk.page.get_by_role("button", name=f"{rank} of diamonds").click()
    desk.tap("[data-key='action:meld']")
    desk.until("document.querySelectorAll('.moves li').length === 2")
    desk.shown(".laid.fresh", "ana")
    desk.page.locator(".hand button.card").first.click()
    desk.tap(".meld-button")
    desk.shown(".verdict.no")


def test_a_position_says_at_a_glance_what_is_missing(visit):
    desk = visit("phone").open("#/turn")
    desk.tap("[data-key=example]")
    desk.shown(".glance.needed", "Not legal")
    desk.tap("[data-key=edit]")
    desk.shown(".glance.needed", "This position is possible")

    assert desk.page.locator(".glance.needed").count() == 1


def test_a_hidden_stock_asks_for_the_card(visit):
    desk = visit().open("#/turn")
    desk.tap("[data-key=edit]")
    desk.pick("6D", "7D", "KC", "AS", "3H", "4C", "5S", "TC", "QH")
    desk.tap("[data-key='lit:discards']")
    desk.pick("8D")
    desk.shown(".verdict.yes [data-key=play]").click()
    desk.tap("[data-key='action:draw']")
    desk.check("which-card")
    desk.pick("2S")

    desk.shown(".verdict.yes .reasons")
    assert desk.page.locator(".hand .card").count() == 10


def test_chinchon_is_closed_with_combinations_put_aside(visit):
    desk = visit().open("#/turn?r=chinchon")
    desk.tap("[data-key=edit]")
    desk.page.select_option("[data-key=phase]", "play")
    desk.pick("1o", "2o", "3o", "5c", "6c", "7c", "1b", "12e")
    desk.tap("[data-key='lit:discards']")
    desk.pick("11e")
    desk.shown(".verdict.yes [data-key=play]").click()
    hand = desk.page.locator(".hand button.card")
    for aside in (3, 6):
        for place in range(3):
            hand.nth(place).click()
        desk.tap("[data-key='action:apart']")
        assert desk.page.locator(".hand .card.aside").count() == aside
    assert desk.page.locator(".apart .card").count() == 6
    desk.check("closing")
    hand.nth(1).click()
    desk.tap("[data-key='action:close']")

    desk.shown(".verdict.yes", "Legal")


# --- check a game or a score sheet ------------------------------------------------------------------


@everywhere
def test_a_game_is_dropped_and_stepped_through(visit, text_of, size, language):
    say = text_of(language)
    desk = visit(size, language).open("#/log")
    desk.check("log-start")
    game = assets()["examples/game.json"].plain
    desk.page.set_input_files("#log-file", {"name": "g.json", "mimeType": "application/json", "buffer": game})

    desk.shown(".verdict.no", say["replay.wrong-move"].format(deal=2, move=41))
    desk.shown(".hand .card.wrong")
    desk.shown(".standings", "caro")
    desk.check("replay")
    desk.tap("[data-key='deal:0']")
    desk.shown(".verdict", say["replay.start"])
    for _ in range(3):
        desk.tap("[data-key='step.next']")
    desk.shown(".stepper .number", "3 / ")
    desk.tap("[data-key='step.back']")
    desk.shown(".stepper .number", "2 / ")
    desk.tap("[data-key='step.last']")
    desk.shown(".replay table", "ana")
    desk.check("replay-end")


def test_the_viewer_is_driven_by_the_arrow_keys(visit):
    desk = visit().open("#/log")
    desk.tap("[data-key=example-game]")
    desk.shown(".hand .card.wrong")
    desk.page.locator("[data-key='step.back']").focus()
    desk.page.keyboard.press("Home")
    desk.shown(".stepper .number", "0 / ")
    desk.page.locator("[data-key='step.next']").focus()
    desk.page.keyboard.press("ArrowRight")
    desk.shown(".stepper .number", "1 / ")


def test_a_replay_and_the_viewer_agree_on_every_deal(visit):
    """The page deals the cards of a log itself; the service would refuse a move that did not fit them."""
    desk = visit().open("#/log")
    desk.tap("[data-key=example-game]")
    desk.shown(".hand .card.wrong")
    desk.tap("[data-key='deal:0']")
    desk.shown(".verdict", "have been dealt")
    assert desk.page.locator(".moves li.illegal, .moves li.unjudged").count() == 0


def test_a_file_is_really_dropped(visit):
    desk = visit().open("#/log")
    drop = """text => {
      const data = new DataTransfer();
      data.items.add(new File([text], "sheet.csv", { type: "text/csv" }));
      const dropped = new DragEvent("drop", { dataTransfer: data, bubbles: true });
      document.querySelector(".drop").dispatchEvent(dropped);
    }"""
    desk.page.evaluate(drop, "ana;beto;caro\n0*;34;52\n27;0*;49\n")

    desk.shown(".verdict.yes", "The sheet is right")
    assert desk.page.locator(".won[aria-pressed=true]").count() == 2


@everywhere
def test_a_score_sheet_is_checked(visit, size, language):
    desk = visit(size, language, "dark").open("#/log")
    desk.tap("[data-key=example-sheet]")

    desk.shown(".verdict.no .reasons", "caro")
    assert desk.page.locator("td.wrong").count() == 1
    desk.check("sheet")


def test_a_score_sheet_is_written(visit):
    desk = visit("phone").open("#/log?r=loba-de-menos-casera")
    desk.tap("[data-key=new-sheet]")
    for place, points in enumerate(("0", "60", "70")):
        desk.page.fill(f"[data-key='points:0:{place}']", points)
        desk.page.keyboard.press("Tab")
    desk.tap("[data-key='won:0:0']")
    desk.shown(".verdict.yes")
    for place, points in enumerate(("0", "12", "40")):
        desk.page.fill(f"[data-key='points:1:{place}']", points)
        desk.page.keyboard.press("Tab")
    desk.tap("[data-key='won:1:0']")
    desk.shown(".score-grid", "out")
    desk.tap("[data-key='back:1:caro']")

    desk.shown(".score-grid .tag", "→ 72")
    desk.shown(".verdict.yes")
    desk.page.select_option("[data-key=first-dealer]", "beto")
    desk.shown(".score-grid tbody tr:first-child th", "beto deals")
    desk.shown(".standings", "ana deals next")
    desk.check("sheet-written")


def test_a_file_that_is_neither_is_turned_down_kindly(visit):
    desk = visit().open("#/log")
    desk.page.set_input_files("#log-file", {"name": "x.txt", "mimeType": "text/plain", "buffer": b"hello"})

    desk.shown(".verdict.problem", "no game and no score sheet")


def test_a_question_in_a_file_opens_at_the_table(visit):
    desk = visit().open("#/log")
    turn = assets()["examples/turn.json"].plain
    desk.page.set_input_files("#log-file", {"name": "t.json", "mimeType": "application/json", "buffer": turn})

    desk.shown(".verdict.no", "Not legal")


# --- the rule sheet ---------------------------------------------------------------------------------


@everywhere
def test_the_rule_sheet_is_read_and_printed(visit, size, language):
    desk = visit(size, language).open("#/rules?r=loba-de-mas&v=con-picos")

    assert desk.page.locator(".articles section").count() > 15
    desk.check("rules")
    desk.tap("[data-key=house-rules]", "summary[data-key=single]")
    desk.check("house-rules")
    desk.page.emulate_media(media="print")
    assert not desk.page.locator("nav.views").is_visible()
    assert not desk.page.locator(".rules-bar").is_visible()
    desk.picture("rules-on-paper")


@everywhere
def test_the_rule_sheet_is_the_one_of_this_table(visit, size, language):
    desk = visit(size, language).open('#/rules?r=loba-de-menos&o={"jokers":2,"pierna_suits":"any"}')

    desk.shown("#article-pack", "106")
    assert desk.page.locator(".own-rules li").count() == 2
    desk.check("rules-of-a-table")


def test_what_excludes_each_other_is_said(visit):
    desk = visit().open('#/combination?v=sin-jokers&r=loba-de-menos&o={"jokers":2}')

    desk.shown(".rules-bar .verdict.problem")
    desk.tap("[data-key='chip:o:jokers']")
    desk.shown(".seal")


@pytest.mark.parametrize("sought", ["discard", "DÉFAUSSE"])
def test_a_single_rule_is_found(visit, sought):
    desk = visit("phone", "fr" if sought.isupper() else "en").open("#/hand")
    desk.tap("[data-key=house-rules]", "summary[data-key=single]")
    desk.page.fill("[data-key=find-rule]", sought)

    desk.shown("#option-discard_take")
    assert "use-at-once" not in desk.page.locator("#hint-discard_take").inner_text()
    assert not desk.page.locator("#option-jokers").is_visible()


# --- the desk itself --------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", ["combination", "hand", "turn", "log", "rules"])
def test_nothing_stands_in_anybodys_way(visit, view, scheme):
    visit("desktop", "en", scheme).open(f"#/{view}").check(view)


@pytest.mark.parametrize("size", SIZES)
def test_a_game_is_looked_at_by_night(visit, size):
    desk = visit(size, "es", "dark").open("#/log")
    desk.tap("[data-key=example-game]")
    desk.shown(".hand .card.wrong")
    desk.check("replay")
    desk.tap("[data-key=to-turn]")
    desk.shown(".hinges")
    desk.check("turn")
    desk.tap("[data-key=edit]")
    desk.shown(".position .verdict")
    desk.check("position")
    desk.open("#/combination?c=4S.4H.4C.4D").shown(".verdict.no")
    desk.check("no-combination")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wider_than_the_smallest_screen(visit, language):
    """320 pixels are what is left of a laptop that shows everything four times as large."""
    desk = visit("smallest", language)
    for address in (
        "#/combination?c=5D.6D.JOKER&add=7D",
        "#/hand?r=loba-centroamericana&v=sin-jokers&c=9S.AH.4S.4H.4C.KC&t=5D.6D.7D,*2S.2H.2C",
        "#/turn",
        "#/log",
        "#/rules?r=loba-de-menos-casera&v=con-picos,con-bazas",
    ):
        desk.open(address)
        desk.check_width(address)
    for view, key in (
        ("turn", "example"),
        ("turn", "edit"),
        ("log", "example-game"),
        ("log", "example-sheet"),
    ):
        desk.open(f"#/{view}").tap(f"[data-key={key}]")
        desk.shown(".verdict")
        desk.check_width(key)


def test_an_address_holds_the_position(visit):
    first = visit().open("#/turn")
    first.tap("[data-key=example]")
    first.shown(".hinges")
    first.tap("[data-key='step.back']")
    first.shown(".verdict.yes")
    first.until("location.hash.includes('at=1')")
    address = first.page.url.removeprefix(first.home)
    other = visit("phone", "fr").open(address)

    other.shown(".verdict.yes", "Permis")
    assert other.page.locator(".moves li").count() == 3


def test_an_address_of_a_log_leads_to_the_very_move(visit):
    first = visit().open("#/log")
    first.tap("[data-key=example-game]")
    first.shown(".hand .card.wrong")
    first.tap("[data-key='deal:0']", "[data-key='step.next']", "[data-key='step.next']")
    first.until("location.hash.endsWith('deal=0&at=2')")
    other = visit().open(first.page.url.removeprefix(first.home))

    other.shown(".stepper .number", "2 / ")


def test_a_broken_address_is_an_empty_desk(visit):
    for address in (
        "#/turn?p=nonsense",
        "#/log?p=AAAA",
        "#/hand?c=XX.9S..",
        "#/nowhere",
        "#/hand?r=poker&o={",
    ):
        visit().open(address).shown("h1")


def test_the_way_back_is_the_way_back(visit):
    desk = visit().open("#/hand?c=4S.4H.4C")
    desk.tap("nav.views a[data-view=rules]")
    desk.shown(".rule-sheet")
    desk.page.go_back()
    desk.shown("h1", "What does this hand cost?")
    assert desk.page.locator(".tray .card").count() == 3


def test_the_language_is_chosen_and_what_lies_there_stays(visit):
    desk = visit().open("#/combination?c=4S.4H.4C")
    desk.shown(".verdict.yes", "Yes, a pierna")
    desk.page.select_option("[data-key=language]", "es")

    desk.shown(".verdict.yes", "Sí, es una pierna")
    assert desk.page.locator("html").get_attribute("lang") == "es"
    assert "l=es" in desk.page.url


def test_a_link_is_copied_without_the_language(visit):
    desk = visit().open("#/combination?l=fr&c=4S.4H.4C")
    desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.shown(".verdict.yes")
    desk.tap("[data-key=share]")
    desk.shown(".shared", "copié")
    copied = desk.page.evaluate("navigator.clipboard.readText()")

    assert copied.endswith("#/combination?r=loba-de-menos&c=4S.4H.4C")


def test_all_of_it_can_be_done_by_keyboard(visit):
    desk = visit().open()
    desk.page.locator("[data-card=AS]").focus()
    for _ in range(3):
        desk.page.keyboard.press("ArrowRight")
    desk.page.keyboard.press("Enter")  # 4♠
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("Enter")  # 4♥
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("Space")  # 4♣
    desk.shown(".verdict.yes", "Yes, a pierna")
    assert desk.page.evaluate("document.activeElement.dataset.card") == "4C"
    desk.page.keyboard.press("Shift+Tab")
    assert desk.page.evaluate("document.activeElement.dataset.key") == "tray:laid:2"


def test_a_key_is_asked_for_where_one_is_needed(visit, tmp_path):
    keys = tmp_path / "keys"
    shown = "a long and random key"
    keys.write_text(f"table:{sha256(shown.encode()).hexdigest()}\n")
    with served(LOBA_API_KEYS_FILE=str(keys), LOBA_LOG_LEVEL="error") as (port, _):
        desk = visit(at=f"http://127.0.0.1:{port}/").open()
        desk.shown("h1", "asks for a key")
        desk.check("key")
        desk.page.fill("#key", "not this one")
        desk.tap("button[type=submit]")
        desk.shown("[role=alert]", "not accepted")
        desk.page.fill("#key", shown)
        desk.tap("button[type=submit]")
        desk.pick("4S", "4H", "4C")
        desk.shown(".verdict.yes")
