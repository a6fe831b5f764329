"""When something goes wrong on the way: said kindly, and asked again. For `make desk-test`."""

import base64
import json
import zlib

import pytest

from tests.api.serving import served

pytestmark = [pytest.mark.desk, pytest.mark.http]


def packed(value):
    """What an address holds."""
    raw = zlib.compress(json.dumps(value).encode(), wbits=-15)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def answering(desk, path, *answers):
    """Have these answers given in place of the service, one after the other, then the service's own."""
    left = list(answers)
    desk.page.route(path, lambda route: route.fulfill(**left.pop(0)) if left else route.continue_())


BUSY = {"status": 429, "headers": {"Retry-After": "0"}, "body": "<h1>Too Many Requests</h1>"}
AWAY = {"status": 502, "body": "<h1>Bad Gateway</h1>"}
PORTAL = {"status": 200, "body": "<h1>Log in to the network</h1>"}
OFFLINE = "net::ERR"
HANDS = "#/hand?c=4S.4H.4C"


def test_a_busy_service_is_asked_again(visit):
    desk = visit()
    answering(desk, "**/v1/hand-arrangements", BUSY, BUSY)
    desk.open(HANDS)

    desk.shown(".good")


@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize(
    ("answers", "said"), [([BUSY] * 4, "busy"), ([AWAY], "away"), ([PORTAL], "unreadable")]
)
def test_trouble_on_the_way_is_said_in_words(visit, text_of, language, answers, said):
    desk = visit("phone", language).forgive("status of 5")
    answering(desk, "**/v1/hand-arrangements", *answers)
    desk.open(HANDS)

    desk.shown(".verdict.problem", text_of(language)[f"problem.{said}"])
    desk.check(f"problem-{said}")
    desk.tap(".verdict [data-key=again]")
    desk.shown(".good")


@pytest.mark.parametrize("view", ["combination?c=4S", "hand?c=4S", "turn", "log"])
def test_without_a_network_it_says_so_and_goes_on_when_there_is_one(visit, view):
    desk = visit().forgive(OFFLINE).open(f"#/{view}")
    desk.shown(".verdict, .hint")
    desk.page.context.set_offline(True)
    desk.tap({"turn": "[data-key=example]", "log": "[data-key=example-game]"}.get(view, "[data-card='4H']"))
    desk.shown(".verdict.problem", "No answer")
    desk.page.context.set_offline(False)  # it notices that by itself

    desk.shown(".verdict:not(.problem)")


def test_without_a_network_at_the_start(visit):
    desk = visit().forgive(OFFLINE)
    desk.page.route("**/v1/rulesets", lambda route: route.abort())
    desk.page.goto(desk.home)
    desk.shown(".verdict.problem", "No answer")
    desk.page.unroute("**/v1/rulesets")
    desk.page.get_by_role("button", name="Try again").click()

    desk.shown("h1", "Is this a combination?")


def test_what_is_too_much_for_the_service(visit):
    with served(LOBA_REPLAY_BODY_BYTES="1024", LOBA_LOG_LEVEL="error") as (port, _):
        desk = visit(at=f"http://127.0.0.1:{port}/").open("#/log")
        desk.tap("[data-key=example-game]")

        desk.shown(".verdict.problem", "Too large")


def test_too_many_cards(visit):
    many = ".".join(["4S"] * 16)
    for view in ("hand", "combination"):
        desk = visit().open(f"#/{view}?c={many}")
        desk.shown(".answer")
        assert "many" in desk.shown(".answer > *").inner_text()


@pytest.mark.parametrize(
    "address",
    [
        "turn?p=" + packed({"s": {}, "m": []}),
        "turn?p=" + packed({"s": {"players": [], "table": []}, "m": 3}),
        "turn?p=" + packed({"s": {"players": [{"id": "a"}], "table": [{}]}, "m": [{"type": "fly"}]}),
        "turn?p=" + packed([1, 2]),
    ],
)
def test_a_position_that_is_none_is_turned_down_and_can_be_entered_anew(visit, address):
    desk = visit().open(f"#/{address}")
    desk.shown(".verdict.problem, .hint")
    desk.page.locator("[data-key=edit]").first.click()

    desk.shown(".position .tray")


@pytest.mark.parametrize(
    "address",
    [
        "log?p=" + packed({"k": "replay", "b": {"players": [1], "deals": [None]}}),
        "log?p=" + packed({"k": "sheet", "b": {"players": ["ana", "beto"], "deals": [3]}}),
        "log?p=" + packed({"k": "sheet", "b": {"players": {}, "deals": []}}),
        "log?p=" + packed({"k": 4, "b": {"players": [], "deals": []}}),
        "hand?o=3",
        "hand?o=null",
        'hand?o={"contracts":3}',
        'hand?o={"contracts":[null]}',
        'hand?o={"card_values":3,"pack":null}',
        "hand?c=4S&t=,*,XX,*4S",
        "rules?a=%22%5D",
    ],
)
def test_an_address_may_hold_anything(visit, address):
    desk = visit().open(f"#/{address}")
    desk.shown("h1")
    desk.tap("[data-key=house-rules]")
    desk.shown("[data-key=find-rule], summary[data-key=single]")


def test_an_answer_does_not_take_away_what_is_being_written(visit):
    held = []
    desk = visit().open("#/log")
    desk.tap("[data-key=new-sheet]")
    desk.page.route("**/v1/scoresheets", lambda route: route.continue_() if held else held.append(route))
    desk.page.locator("[data-key='points:0:0']").press_sequentially("12")
    desk.page.keyboard.press("Tab")  # to the star
    desk.page.keyboard.press("Tab")  # to the next player
    desk.page.keyboard.type("4")
    desk.until_here(lambda: held)
    held[0].continue_()
    desk.shown(".verdict")
    before = desk.page.url
    desk.page.keyboard.type("5")
    desk.page.keyboard.press("Tab")

    desk.until("document.querySelector(\"[data-key='points:0:1']\").value === '45'")
    desk.until_here(lambda: desk.page.url != before)
    desk.page.reload()
    desk.until("document.querySelector(\"[data-key='points:0:1']\")?.value === '45'")


def test_no_points_are_no_points(visit):
    desk = visit().open("#/log")
    desk.tap("[data-key=new-sheet]")
    desk.page.locator("[data-key='points:0:0']").press_sequentially("twelve")
    desk.page.keyboard.press("Tab")

    desk.shown("[data-key='points:0:0'][aria-invalid=true]")


def test_a_late_verdict_does_not_come_down_on_something_else(visit):
    held = []
    desk = visit().open("#/turn")
    desk.page.route("**/v1/adjudications", lambda route: route.continue_() if held else held.append(route))
    desk.tap("[data-key=example]")
    desk.until_here(lambda: held)
    desk.tap("[data-key=edit]")
    desk.shown(".position .verdict", "This position is possible")
    held[0].continue_()  # nobody waits for it any more
    with desk.page.expect_response("**/v1/state-checks"):
        desk.page.select_option("[data-key=dealer]", "ana")

    desk.shown(".position .verdict", "This position is possible")
