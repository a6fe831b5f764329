"""What bodies cost that were made to cost as much as they can: processor time, memory beyond what there was.

Most are as long as their endpoint lets them be; some are short, and hard.
"""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from itertools import product
from string import ascii_letters
from time import process_time

from flask.testing import FlaskClient

from loba import limits
from loba.api import create_app
from tests.api.test_costs import HARD

Figures = tuple[int, str, float, float]
"""Status and kind of the answer, seconds of a processor, MiB."""

_MIB = 2**20
_RULES = '"ruleset":{"id":"loba-de-menos"}'
_STATE = (
    '"state":{"players":[{"id":"a","hand":["AS","3H","4C","5S","7H","8D","9S","TC","QH"]},'
    '{"id":"b","hand_size":9}],"dealer":"b","turn":{"player":"a","phase":"draw"},"table":[],'
    '"discard_pile":["JC"],"stock_size":89}'
)
QUESTIONS = {
    "adjudications": f'{_RULES},{_STATE},"moves":[{{"type":"draw_stock","player":"a"}}]',
    "legal-moves": f"{_RULES},{_STATE}",
    "meld-checks": f'{_RULES},"melds":[{{"cards":["4S","4H","4C"]}}]',
    "hand-arrangements": f'{_RULES},"hand":["4S","4H","4C"]',
    "state-checks": f"{_RULES},{_STATE}",
    "deal-scores": f'{_RULES},"players":[{{"id":"a","hand":[]}},{{"id":"b","hand":["4S"]}}],"winner":"a"',
    "scoresheets": f'{_RULES},"players":["a","b"],"deals":[{{"winner":"a","points":{{"a":0,"b":3}}}}]',
    "replays": f'{_RULES},"players":["a","b"],"deals":[{{"dealer":"a","deck":[],"moves":[]}}]',
}
"""A question of each endpoint, without its braces, to which something is added."""

NESTED = "[" * 28 + "]" * 28
ESCAPE = r"\u0000"
ITEMS = ("{}", "[]", '""', '"ab"', "1", "1.5", "[1]", '{"a":1}', NESTED, '{"a":' * 14 + "1" + "}" * 14)


def length(endpoint: str) -> int:
    """Return how long a body may be there."""
    return limits.REPLAY_BODY_BYTES if endpoint == "replays" else limits.BODY_BYTES


def filled(head: str, item: str, tail: str, room: int) -> bytes:
    """Return a text with as many copies of an item in its middle as there is room for."""
    number = (room - len(head) - len(tail)) // (len(item) + 1)
    return (head + ",".join([item] * number) + tail).encode()


def of_names(head: str, value: str, tail: str, room: int, size: int) -> bytes:
    """Return a text with as many members in its middle, each with a name of its own, as there is room for."""
    number = (room - len(head) - len(tail)) // (size + len(value) + 4)
    names = ("".join(letters) for letters in product(ascii_letters, repeat=size))
    return (head + ",".join(f'"{next(names)}":{value}' for _ in range(number)) + tail).encode()


def of_moves(move: str) -> bytes:
    """Return a game log that consists of nothing but one move, again and again."""
    head, room = f'{{{_RULES},"players":["a","b"],"deals":[', limits.REPLAY_BODY_BYTES - 2
    deals: list[str] = []
    for _ in range(limits.DEALS):
        begun = '{"dealer":"a","deck":[],"moves":['
        left = room - len(head) - sum(map(len, deals)) - len(deals) - len(begun) - 3
        if left < len(move):
            break
        number = min(limits.MOVES_A_DEAL, left // (len(move) + 1))
        deals.append(begun + ",".join([move] * number) + "]}")
    return (head + ",".join(deals) + "]}").encode()


def stock(card: str) -> str:
    """Return a move with as many cards, or what is given for cards, as a move may have."""
    return f'{{"type":"replenish","player":"a","stock":[{",".join([card] * limits.PACK_CARDS)}]}}'


def melds(meld: str) -> str:
    """Return a move with as many combinations as a move may have."""
    return f'{{"type":"meld","player":"a","melds":[{",".join([meld] * limits.MELDS_A_MOVE)}]}}'


def bodies(endpoint: str) -> Iterator[tuple[str, bytes]]:
    """Yield bodies by what they are made of. Few of them, all game logs, keep to the contract."""
    begun, room = "{" + QUESTIONS[endpoint], length(endpoint)
    for item in ITEMS:
        yield f"{item[:8]}, …", filled(f'{begun},"x":[', item, "]}", room)
    for value, size in product(("1", "{}", "[]"), (4, 7, 8)):
        what = f"names of {size} letters and {value}"
        yield what, of_names(f'{begun},"x":{{', value, "}}", room, size)
        yield f"{what}, at the top", of_names(f"{begun},", value, "}", room, size)
        options = begun.replace('"loba-de-menos"', '"loba-de-menos","options":{', 1)
        at = options.index("{", options.index("options")) + 1
        yield f"{what}, as options", of_names(options[:at], value, "}" + options[at:] + "}", room, size)
    rest = room - len(begun) - 20
    yield "one wide letter", f'{begun},"x":"\U0001f0a1{"a" * (rest - 4)}"}}'.encode()
    yield "escapes", f'{begun},"x":"{ESCAPE * (rest // len(ESCAPE))}"}}'.encode()
    yield "digits", f'{begun},"x":0.{"1" * rest}}}'.encode()
    yield "a long name", f'{begun},"{"x" * rest}":1}}'.encode()
    yield "brackets", b"[" * room
    if endpoint == "replays":
        for what in ("1", '""', '"AS"'):
            yield f"stocks of {what}", of_moves(stock(what))
        for what in ("{}", '{"cards":[1]}', '{"cards":["AS"]}'):
            yield f"combinations {what}", of_moves(melds(what))
        yield "moves {}", of_moves("{}")
        yield "short moves", of_moves('{"type":"draw_stock","player":"a"}')


def answered(client: FlaskClient, path: str, body: bytes) -> Figures:
    """Have a body answered twice: once to see how long it takes, once to see how much memory."""
    begun = process_time()
    client.post(path, data=body, content_type="application/json")
    seconds = process_time() - begun
    tracemalloc.start()
    answer = client.post(path, data=body, content_type="application/json")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    kind = (answer.json or {}).get("type", "").rpartition("/")[2]
    return answer.status_code, kind, seconds, peak / _MIB


def measured() -> Iterator[tuple[str, str, Figures]]:
    """Yield what each body costs, endpoint by endpoint."""
    client = create_app().test_client()
    for endpoint in QUESTIONS:
        for what, body in bodies(endpoint):
            assert len(body) <= length(endpoint), what
            yield endpoint, what, answered(client, f"/v1/{endpoint}", body)
    for what, (path, question) in HARD.items():
        yield path.rpartition("/")[2], what, answered(client, path, json.dumps(question).encode())


def report(worst: int = 1) -> str:
    """Measure and return the figures of the worst bodies of each endpoint."""
    lines = ["bodies: the most that one body costs", f"  {'':70} {'s':>8} {'MiB':>8}"]
    found = list(measured())
    for endpoint in QUESTIONS:
        mine = [(what, figures) for where, what, figures in found if where == endpoint]
        for by in (2, 3):
            for what, (status, kind, seconds, more) in sorted(mine, key=lambda one: -one[1][by])[:worst]:
                name = f"{endpoint}: {what}: {status} {kind}"
                lines.append(f"  {name:70} {seconds:8.2f} {more:8.1f}")
    return "\n".join(dict.fromkeys(lines))
