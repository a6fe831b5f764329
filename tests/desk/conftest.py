"""The referee's desk in a real Chromium that reaches nothing but the service. For `make desk-test`."""

import json
import os
from pathlib import Path

import pytest

from tests.api.serving import served

ROOT = Path(__file__).parents[2]
AXE = ROOT / "tooling" / "desk" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = ROOT / "build" / "desk"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # No name leads anywhere: what the page may want from elsewhere it does not get.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
SIZES = {
    "smallest": {"width": 320, "height": 640},
    "phone": {"width": 360, "height": 740},
    "desktop": {"width": 1280, "height": 900},
}
LOCALES = {"en": "en-GB", "es": "es-AR", "fr": "fr-FR"}


@pytest.fixture(scope="session")
def home():
    with served(LOBA_LOG_LEVEL="error") as (port, _):
        yield f"http://127.0.0.1:{port}/"


@pytest.fixture(scope="session")
def chromium():
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only `make desk-test` has it

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Desk:
    """A page of the desk, and what went wrong on it."""

    def __init__(self, home, page, name):
        self.home, self.page, self._name = home, page, name
        self.asked, self.complaints = [], []
        # A question that cannot be judged is no fault of the page, but the console complains of the status.
        self._forgiven = ["status of 4"]
        page.set_default_timeout(30_000)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, message):
        forgiven = any(known in message.text for known in self._forgiven)
        if message.type in {"error", "warning"} and not forgiven:
            self.complaints.append(message.text)

    def forgive(self, *known):
        """Expect the browser to complain of this."""
        self._forgiven += known
        return self

    def open(self, address=""):
        self.page.goto(self.home + address)
        self.page.wait_for_selector("h1")
        return self

    def tap(self, *selectors):
        for selector in selectors:
            self.page.click(selector)

    def pick(self, *cards):
        """Tap cards in the pack."""
        self.tap(*(f"[data-card='{card}']" for card in cards))

    def shown(self, selector, text=""):
        """Wait for something that holds a text, and return it."""
        found = self.page.locator(selector).filter(has_text=text).first
        found.wait_for()
        return found

    def until(self, expression):
        """Wait until something is true. From outside: the page lets nobody wait inside it."""
        for _ in range(300):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(100)
        pytest.fail(f"it never came to {expression}")

    def until_here(self, happened):
        """Wait until something has happened on this side."""
        for _ in range(300):
            if happened():
                return
            self.page.wait_for_timeout(100)
        pytest.fail("it never happened")

    def picture(self, name):
        """Leave a screenshot beside the other things that are made here, for people to look at."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}-{self._name}.png", full_page=True)

    def check_width(self, name):
        """Nobody has to push the page to and fro to read it."""
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.page.evaluate(wide) <= 0, f"{name} is wider than the screen"

    def check(self, name):
        """Look the page over: nothing cut off, nothing in the way of anybody. Keeps a screenshot."""
        self.picture(name)
        self.check_width(name)
        # By the debugger: the page itself lets nobody put a script into it.
        debugger = self.page.context.new_cdp_session(self.page)
        debugger.send("Runtime.evaluate", {"expression": AXE.read_text(encoding="utf-8")})
        found = self.page.evaluate(
            "async () => (await axe.run()).violations.map(({id, impact, nodes}) =>"
            " ({id, impact, where: nodes.slice(0, 3).map(node => node.html.slice(0, 200))}))"
        )
        assert found == [], json.dumps(found, indent=1, ensure_ascii=False)


@pytest.fixture
def visit(home, chromium):
    """Come to the desk: with a screen, a language, by day or by night."""
    desks, contexts = [], []

    def come(size="desktop", language="en", scheme="light", at=home):
        context = chromium.new_context(
            viewport=SIZES[size], locale=LOCALES[language], color_scheme=scheme, accept_downloads=False
        )
        contexts.append(context)
        desk = Desk(at, context.new_page(), f"{size}-{language}-{scheme}")
        desks.append(desk)
        return desk

    yield come
    cookies = [cookie for context in contexts for cookie in context.cookies()]
    for context in contexts:
        context.close()
    assert cookies == []
    for desk in desks:
        assert desk.complaints == []
        assert [url for url in desk.asked if not url.startswith(desk.home)] == []


@pytest.fixture
def text_of():
    """The words of a language, as the page has them."""
    from tests.desk.test_pages import words  # noqa: PLC0415 - a helper of that module

    return words
