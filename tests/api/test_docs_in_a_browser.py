"""The page at /docs in a real Chromium that reaches nothing but the service. Run by `make browser-test`."""

import json
from pathlib import Path

import pytest

from tests.api.serving import served

pytestmark = [pytest.mark.browser, pytest.mark.http]

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--window-size=1280,1600",
    # No name leads anywhere: what the page may want from elsewhere it does not get.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


@pytest.fixture(scope="module")
def port():
    with served() as (port, _):
        yield port


@pytest.fixture
def browser(tmp_path):
    from selenium import webdriver  # noqa: PLC0415 - only `make browser-test` has it

    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in (*FLAGS, f"--user-data-dir={tmp_path / 'profile'}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    with webdriver.Chrome(options, webdriver.ChromeService("/usr/bin/chromedriver")) as browser:
        yield browser


def shown(browser, selector, text="", seconds=20):
    """Wait for an element that holds a text, and return it."""
    from selenium.webdriver.support.wait import WebDriverWait  # noqa: PLC0415 - see above

    def find(browser):
        elements = browser.find_elements("css selector", selector)
        return next((element for element in elements if text in element.text), None)

    return WebDriverWait(browser, seconds).until(find, f"no {selector} with {text!r}")


def addresses_asked(browser):
    """Everything that was asked for over a network."""
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [event["params"] for event in events if event["method"] == "Network.requestWillBeSent"]
    addresses = [params["request"]["url"] for params in sent]
    return [address for address in addresses if not address.startswith(("chrome:", "data:"))]


def complaints(browser):
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] != "INFO"]


def keep_picture(browser, name):
    """Leave a screenshot beside the other things that are made here, for people to look at."""
    folder = Path("build") / "browser"
    folder.mkdir(parents=True, exist_ok=True)
    browser.save_screenshot(str(folder / f"{name}.png"))


def test_an_example_is_tried_out_and_the_verdict_appears(browser, port):
    home = f"http://127.0.0.1:{port}"
    browser.get(f"{home}/docs#/judging/adjudicate")
    shown(browser, ".info .title", "loba")
    shown(browser, "#operations-judging-adjudicate .execute").click()
    answer = shown(browser, "#operations-judging-adjudicate .live-responses-table .response", '"verdicts"')

    assert "200" in answer.text
    assert '"legal"' in answer.text
    browser.execute_script("arguments[0].scrollIntoView()", answer)
    keep_picture(browser, "docs")

    asked = addresses_asked(browser)
    assert f"{home}/v1/adjudications" in asked
    assert [address for address in asked if not address.startswith(f"{home}/")] == []
    assert complaints(browser) == []
