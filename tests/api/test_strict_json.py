"""What counts as JSON, byte by byte."""

import json

import pytest

from loba.api.strict_json import MalformedJson, read, write

REFUSED = {
    "empty": b"",
    "only spaces": b" \n",
    "cut off": b'{"a": [1, 2',
    "two values": b"{} {}",
    "trailing comma": b"[1,]",
    "single quotes": b"{'a': 1}",
    "comment": b"{} // yes",
    "same key twice": b'{"a": 1, "a": 1}',
    "same key twice, deep down": b'[{"b": {"a": 1, "\\u0061": 2}}]',
    "NaN": b"[NaN]",
    "Infinity": b"[Infinity]",
    "-Infinity": b"[-Infinity]",
    "beyond a double": b"[1e400]",
    "beyond a double, below": b"[-1e400]",
    "number of 5000 digits": b"[" + b"9" * 5000 + b"]",
    "leading zero": b"[01]",
    "bare plus": b"[+1]",
    "no digits after the point": b"[1.]",
    "hexadecimal": b"[0x1]",
    "raw line feed in a string": b'["a\nb"]',
    "unknown escape": b'["\\x41"]',
    "byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": "{}".encode("utf-16"),
    "UTF-16 without mark": "{}".encode("utf-16-le"),
    "UTF-32": "{}".encode("utf-32"),
    "Latin-1": '["ñ"]'.encode("latin-1"),
    "overlong encoding": b'["\xc0\xaf"]',
    "surrogate in UTF-8": b'["\xed\xa0\x80"]',
    "lone high surrogate": b'["\\ud83c"]',
    "lone low surrogate": b'["\\uDF0D"]',
    "surrogates in the wrong order": b'["\\udf0d\\ud83c"]',
    "lone surrogate in a key": b'{"\\ud83c": 1}',
    "33 deep": b"[" * 33 + b"]" * 33,
    "33 deep, mixed": b'{"a":[' * 16 + b"{}" + b"]}" * 16,
    "far too deep": b"[" * 100_000 + b"]" * 100_000,
    "far too deep and cut off": b"[" * 200_000,
    "far too deep, objects": b'{"a":' * 40_000 + b"1" + b"}" * 40_000,
}

ACCEPTED = {
    "object": (b'{"a": 1}', {"a": 1}),
    "32 deep": (b"[" * 32 + b"]" * 32, None),
    "brackets in a string": (b'["' + b"[" * 100 + b'"]', ["[" * 100]),
    "many brackets side by side": (b"[" + b",".join([b"[]"] * 100) + b"]", [[]] * 100),
    "pair of surrogates": (b'["\\ud83c\\udf0d"]', ["🌍"]),
    "escaped backslash before a u": (b'["\\\\ud83c"]', ["\\ud83c"]),
    "raw text": ('["ñandú"]'.encode(), ["ñandú"]),
    "whole number with a point": (b"[1.0]", [1.0]),
    "number of 30 digits": (b"[123456789012345678901234567890]", [123456789012345678901234567890]),
    "spaces around": (b" \r\n\t[] \r\n\t", []),
    "null character": (b'["\\u0000"]', ["\0"]),
}


@pytest.mark.parametrize("raw", REFUSED.values(), ids=REFUSED)
def test_what_two_readers_could_understand_differently_is_refused(raw):
    with pytest.raises(MalformedJson):
        read(raw)


@pytest.mark.parametrize(("raw", "value"), ACCEPTED.values(), ids=ACCEPTED)
def test_json_is_read(raw, value):
    assert read(raw) == (json.loads(raw) if value is None else value)


def test_a_fault_is_shown_where_it_is():
    with pytest.raises(MalformedJson) as caught:
        read(b'{"a": 1,\n "b" 2}')

    assert (caught.value.line, caught.value.column) == (2, 6)


def test_writing_is_compact_and_keeps_the_order():
    assert write({"b": "ñ", "a": [1, None, True]}) == '{"b":"ñ","a":[1,null,true]}'.encode()


@pytest.mark.parametrize("raw", REFUSED.values(), ids=REFUSED)
def test_the_service_answers_with_a_problem(client, raw):
    answer = client.post("/v1/meld-checks", data=raw, content_type="application/json")

    assert (answer.status_code, answer.json["type"]) == (400, "/problems/malformed-json")
