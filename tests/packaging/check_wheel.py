"""Asks the installed package for a verdict, far from its source tree.

Run by `make package` with the Python of a new environment that holds the wheel and what it needs.
"""

import re
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

import loba
from loba.wsgi import app

MELD_CHECK = {
    "ruleset": {"id": "loba-de-menos"},
    "melds": [
        {"kind": "pierna", "cards": ["7S", "7H", "7D"]},
        {"kind": "pierna", "cards": ["7S", "7S", "7D"]},
    ],
}


def explain_no(language):
    """Send one good and one bad pierna; return what the service says against the bad one."""
    answer = client.post("/v1/meld-checks", json=MELD_CHECK, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Language"] == language
    good, bad = answer.json["verdicts"]
    assert good["legal"] is True, good
    assert bad["legal"] is False, bad
    return bad["violations"][0]["message"]


site_packages = Path(sysconfig.get_path("purelib")).resolve()
package = Path(loba.__file__).resolve().parent
assert package == site_packages / "loba", f"the source tree was imported: {package}"
assert (package / "py.typed").is_file(), "py.typed is not in the wheel"

client = app.test_client()

assert client.get("/livez").status_code == 200

contract = client.get("/openapi.json")
assert contract.status_code == 200, contract.text
assert "/v1/meld-checks" in contract.json["paths"]

for path in ("/", "/docs"):
    page = client.get(path)
    assert page.status_code == 200, page.text
    for address in re.findall(r'(?:src|href)="([^"]+)"', page.text):
        assert client.get("/" + address).status_code == 200, f"{address} is not in the wheel"

texts = {language: explain_no(language) for language in ("en", "es", "fr")}
assert len(set(texts.values())) == len(texts), f"a catalogue is not in the wheel: {texts}"

sys.stdout.write(f"loba {version('loba')} works as installed\n")
