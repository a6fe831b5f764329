"""What `helm test` runs: ask the service about two moves of Loba de Menos, and look at what it says.

Ana takes a card from the discard pile, which is legal, and then discards another one. That is not, as these
rules oblige her to meld the card she took.
"""

import json
import os
import sys
from http.client import HTTPConnection
from pathlib import Path

QUESTION = {
    "ruleset": {"id": "loba-de-menos"},
    "state": {
        "players": [
            {"id": "ana", "hand": ["6D", "7D", "KC", "AS", "3H", "4C", "5S", "TC", "QH"]},
            {"id": "beto", "hand_size": 9},
        ],
        "dealer": "beto",
        "turn": {"player": "ana", "phase": "draw"},
        "table": [],
        "discard_pile": ["JC", "8D"],
        "stock_size": 88,
    },
    "moves": [{"type": "draw_discard", "player": "ana"}, {"type": "discard", "player": "ana", "card": "KC"}],
}


def main() -> int | str:
    """Ask, and return what is wrong, 0 for nothing."""
    key_file = os.environ.get("LOBA_API_KEY_FILE")
    key = Path(key_file).read_text(encoding="utf-8").strip() if key_file else ""
    headers = {"Content-Type": "application/json"} | ({"X-Api-Key": key} if key else {})
    connection = HTTPConnection(os.environ["LOBA_ADDRESS"], timeout=10)
    connection.request("POST", "/v1/adjudications", json.dumps(QUESTION), headers)
    response = connection.getresponse()
    body = response.read().decode()
    if os.environ["LOBA_GUARDED"] == "true" and not key:
        print("without a key:", response.status, response.headers["WWW-Authenticate"])
        return 0 if response.status == 401 else "an answer was given to somebody without a key"
    if response.status != 200:
        return f"{response.status} {body}"
    first, second = json.loads(body)["verdicts"]
    codes = [violation["code"] for violation in second["violations"]]
    print("taking the card is legal:", first["legal"])
    print("discarding another one is legal:", second["legal"], codes)
    right = first["legal"] and not second["legal"] and "turn.must-meld-first" in codes
    return 0 if right else "these are not the verdicts that were expected"


if __name__ == "__main__":
    sys.exit(main())
