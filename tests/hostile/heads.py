"""Requests whose shape is wrong, or could be taken for two: framing, heads, targets."""

from __future__ import annotations

import json

from tests.api.bodies import MELD_CHECK
from tests.hostile.attempts import Attempt

GOOD = json.dumps(MELD_CHECK).encode()
SIZE = len(GOOD)
HEAD = b"POST /v1/meld-checks HTTP/1.1\r\nHost: loba\r\nContent-Type: application/json\r\n"
SECOND = b"GET /v1/rulesets/smuggled HTTP/1.1\r\nHost: loba\r\nConnection: close\r\n\r\n"
"""Follows each request. Who answers it once, and after the first, has seen the same two requests as we."""
LENGTH = b"Content-Length: %d\r\n" % SIZE
CHUNKED = b"Transfer-Encoding: chunked\r\n"
CHUNKS = b"%x\r\n%b\r\n0\r\n\r\n" % (SIZE, GOOD)
SMUGGLED = b"0\r\n\r\n" + SECOND
"""A body that ends early for who believes in chunks, and holds another request for who does not."""


def framed(told: str, answer: str, headers: bytes, body: bytes) -> Attempt:
    return Attempt("Where a request ends", told, answer, HEAD + headers + b"\r\n" + body + SECOND)


def chunked(told: str, answer: str, body: bytes) -> Attempt:
    return framed(told, answer, CHUNKED, body)


def plain(told: str, answer: str, request: bytes) -> Attempt:
    return Attempt("Heads", told, answer, request)


def posted(*headers: bytes, head: bytes = HEAD) -> bytes:
    return head + b"Connection: close\r\n" + b"".join(h + b"\r\n" for h in headers) + LENGTH + b"\r\n" + GOOD


def get(target: bytes, *headers: bytes, method: bytes = b"GET") -> bytes:
    lines = [b"%b %b HTTP/1.1" % (method, target), b"Host: loba", b"Connection: close", *headers]
    return b"\r\n".join(lines) + b"\r\n\r\n"


TWICE = "200, 404 not-found"
"""Both requests are seen, one after the other."""
NO_JSON = "400 malformed-json"

FRAMING = (
    framed("`Content-Length` and `Transfer-Encoding` (CL.TE)", "400", LENGTH + CHUNKED, CHUNKS),
    framed("`Transfer-Encoding` and `Content-Length` (TE.CL)", "400", CHUNKED + LENGTH, CHUNKS),
    framed(
        "a second request inside a body with both",
        "400",
        b"Content-Length: %d\r\n" % len(SMUGGLED) + CHUNKED,
        SMUGGLED,
    ),
    framed("two equal `Content-Length`", "400", LENGTH + LENGTH, GOOD),
    framed("two different `Content-Length`", "400", LENGTH + b"Content-Length: 1\r\n", GOOD),
    framed("a list of lengths", "400", b"Content-Length: %d, %d\r\n" % (SIZE, SIZE), GOOD),
    framed("a negative length", "400", b"Content-Length: -1\r\n", GOOD),
    framed("a length with a plus", "400", b"Content-Length: +%d\r\n" % SIZE, GOOD),
    framed("a length in hexadecimal", "400", b"Content-Length: 0x%x\r\n" % SIZE, GOOD),
    framed("a length in Arabic digits", "400", "Content-Length: ٣\r\n".encode(), GOOD),
    framed("a length with an underscore", "400", b"Content-Length: 1_0\r\n", GOOD),
    framed("an empty length", "400", b"Content-Length: \r\n", GOOD),
    framed("a length of 21 digits", "413 body-too-large", b"Content-Length: " + b"9" * 21 + b"\r\n", GOOD),
    framed(
        "a length of 3000 digits", "413 body-too-large", b"Content-Length: " + b"9" * 3000 + b"\r\n", GOOD
    ),
    framed("a blank before the colon", "400", b"Content-Length : %d\r\n" % SIZE, GOOD),
    framed("`Content_Length` beside the true one", TWICE, b"Content_Length: 1\r\n" + LENGTH, GOOD),
    framed("a length shorter than the body", "400 malformed-json, 400", b"Content-Length: 10\r\n", GOOD),
    framed("a folded line (obs-fold)", "400", b"X-A: b\r\n c\r\n" + LENGTH, GOOD),
    framed("`Transfer-Encoding` on a folded line", "400", b"Transfer-Encoding:\r\n chunked\r\n", CHUNKS),
    framed("a bare line feed in the head", "400", b"X-A: b\n" + LENGTH, GOOD),
    framed("a bare carriage return in the head", "400", b"X-A: b\r" + CHUNKED + LENGTH, GOOD),
    framed("a null character in the head", "400", b"X-A: b\0c\r\n" + LENGTH, GOOD),
    framed("`Transfer-Encoding: xchunked`", "501", b"Transfer-Encoding: xchunked\r\n", CHUNKS),
    framed("`Transfer-Encoding: chunked`, twice", "400", CHUNKED + CHUNKED, CHUNKS),
    framed(
        "`Transfer-Encoding: chunked, identity`", "400", b"Transfer-Encoding: chunked, identity\r\n", CHUNKS
    ),
    framed("`Transfer-Encoding: identity`", "400", b"Transfer-Encoding: identity\r\n" + LENGTH, GOOD),
    framed("`Transfer-Encoding` with a vertical tab", "400", b"Transfer-Encoding: \x0bchunked\r\n", CHUNKS),
    framed("`Transfer-Encoding: CHUNKED`", TWICE, b"Transfer-Encoding: CHUNKED\r\n", CHUNKS),
    framed("`Transfer-Encoding: gzip, chunked`", "200", b"Transfer-Encoding: gzip, chunked\r\n", CHUNKS),
    chunked("chunk extensions", TWICE, b'%x;a=b;c="d"\r\n%b\r\n0;e\r\n\r\n' % (SIZE, GOOD)),
    chunked("a chunk extension over two lines", NO_JSON, b'%x;a="\r\nb"\r\n%b\r\n0\r\n\r\n' % (SIZE, GOOD)),
    chunked("a chunk extension with a bare line feed", NO_JSON, b"%x;a\n\r\n%b\r\n0\r\n\r\n" % (SIZE, GOOD)),
    chunked(
        "a chunk extension of 100 KB", NO_JSON, b"%x;%b\r\n%b\r\n0\r\n\r\n" % (SIZE, b"a" * 100_000, GOOD)
    ),
    chunked("a negative chunk", NO_JSON, b"-1\r\n" + CHUNKS),
    chunked("a chunk size with 0x", NO_JSON, b"0x" + CHUNKS),
    chunked("a chunk size with an underscore", NO_JSON, b"1_0\r\n" + CHUNKS),
    chunked("a blank behind a chunk size", NO_JSON, b"%x \r\n%b\r\n0\r\n\r\n" % (SIZE, GOOD)),
    chunked("a chunk of 2^68 bytes", NO_JSON, b"f" * 17 + b"\r\n" + GOOD),
    chunked("a chunk size of a million zeros", NO_JSON, b"0" * 1_000_000 + b"\r\n\r\n"),
    chunked("chunks that end in bare line feeds", NO_JSON, b"%x\n%b\n0\n\n" % (SIZE, GOOD)),
    chunked("a chunk longer than its size", NO_JSON, b"%x\r\n%bXX\r\n0\r\n\r\n" % (SIZE, GOOD)),
    chunked("a trailer", TWICE, b"%x\r\n%b\r\n0\r\nX-A: b\r\n\r\n" % (SIZE, GOOD)),
    chunked("a length in the trailer", NO_JSON, b"%x\r\n%b\r\n0\r\nContent-Length: 5\r\n\r\n" % (SIZE, GOOD)),
    chunked("20,000 trailers", NO_JSON, b"%x\r\n%b\r\n0\r\n" % (SIZE, GOOD) + b"X: y\r\n" * 20_000 + b"\r\n"),
    chunked("a trailer of a megabyte", NO_JSON, b"%x\r\n%b\r\n0\r\nX: " % (SIZE, GOOD) + b"y" * 1_000_000),
    Attempt(
        "Where a request ends",
        "chunks under HTTP/1.0",
        "400",
        HEAD.replace(b"1.1", b"1.0") + CHUNKED + b"\r\n" + CHUNKS + SECOND,
    ),
    Attempt(
        "Where a request ends",
        "a head of bare line feeds",
        "400",
        (HEAD + LENGTH + b"\r\n").replace(b"\r\n", b"\n") + GOOD + SECOND,
    ),
    Attempt(
        "Where a request ends",
        "a body that comes with `GET`",
        "200, 404 not-found",
        b"GET /livez HTTP/1.1\r\nHost: loba\r\n" + LENGTH + b"\r\n" + GOOD + SECOND,
    ),
    Attempt(
        "Where a request ends",
        "four requests at once",
        "200, 200, 200, 404 not-found",
        b"GET /livez HTTP/1.1\r\nHost: loba\r\n\r\n" * 3 + SECOND,
    ),
)

HEADS = (
    plain("60 headers", "431", get(b"/livez", *[b"X-%d: y" % n for n in range(60)])),
    plain("100,000 headers", "431", get(b"/livez", *[b"X-%d: y" % n for n in range(100_000)])),
    plain("a header of 5 KB", "431", get(b"/livez", b"X: " + b"y" * 5000)),
    plain("a header of 5 MB", "431", get(b"/livez", b"X: " + b"y" * 5_000_000)),
    plain("an address of 5 KB", "414", get(b"/" + b"a" * 5000)),
    plain("an address of 5 MB", "414", get(b"/" + b"a" * 5_000_000)),
    plain("two hosts", "400", get(b"/livez", b"Host: other")),
    plain("no host", "200", b"GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n"),
    plain("two content types", "400", HEAD + b"Content-Type: text/plain\r\n" + LENGTH + b"\r\n" + GOOD),
    plain("HTTP/0.9", "400", b"GET /livez\r\n\r\n"),
    plain("HTTP/2.0 in the first line", "400", b"GET /livez HTTP/2.0\r\nHost: loba\r\n\r\n"),
    plain("the opening of HTTP/2", "400", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    plain("the opening of TLS", "closed", b"\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03" + b"\0" * 200),
    plain(
        "the opening of a proxy (PROXY TCP4)", "400", b"PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r\n" + get(b"/livez")
    ),
    plain("all bytes there are", "400", bytes(range(256)) + b"\r\n\r\n"),
    plain("an empty line first", "200", b"\r\n" + get(b"/livez")),
    plain("a method in lower case", "400", get(b"/livez", method=b"get")),
    plain("a method of 200 letters", "400", get(b"/livez", method=b"A" * 200)),
    plain("`TRACE`", "405 method-not-allowed", get(b"/livez", method=b"TRACE")),
    plain("`CONNECT`", "404 not-found", get(b"elsewhere:443", method=b"CONNECT")),
    plain("`OPTIONS *`", "404 not-found", get(b"*", method=b"OPTIONS")),
    plain("`Expect: 100-continue`, and the body at once", "200", posted(b"Expect: 100-continue")),
    plain("`Expect` something else", "417", posted(b"Expect: 200-ok")),
    plain("a path with dots", "404 not-found", get(b"/../../etc/passwd")),
    plain("a path with dots, escaped", "404 not-found", get(b"/docs/%2e%2e/%2e%2e/__about__.py")),
    plain("a path with slashes, escaped", "404 not-found", get(b"/desk/..%2f__about__.py")),
    plain("a null character in the path", "404 not-found", get(b"/docs/%00")),
    plain("a path that is no UTF-8", "404 not-found", get(b"/v1/rulesets/%ff%fe")),
    plain("a path of raw bytes", "400", get(b"/v1/rulesets/\xff\xfe")),
    plain("a query of raw bytes", "400", get(b"/v1/rulesets?\xff\xfe")),
    plain("a query that is no UTF-8", "422 invalid-request", get(b"/v1/rulesets/chinchon?variants=%ff%00")),
    plain("the address of another host", "404 not-found", get(b"http://user:word@elsewhere:99999/admin")),
    plain("another path in `PATH_INFO`", "404 not-found", get(b"/elsewhere", b"PATH_INFO: /metrics")),
    plain("another path in `SCRIPT_NAME`", "200", get(b"/livez", b"SCRIPT_NAME: /elsewhere")),
    plain(
        "contradicting schemes", "400", get(b"/livez", b"X-Forwarded-Proto: https", b"X-Forwarded-Ssl: off")
    ),
    plain("bytes in a header", "200", get(b"/livez", b"X-Request-Id: \xff\xfe", b"traceparent: \x80")),
    plain(
        "a request id with a line feed, escaped", "200", get(b"/livez", b"X-Request-Id: a%0d%0aSet-Cookie: b")
    ),
    plain("`Accept-Language` of 4 KB", "200", get(b"/v1/rulesets", b"Accept-Language: " + b"q;q=0.1," * 500)),
    plain("`Accept` of 4 KB", "200", get(b"/v1/rulesets", b"Accept: " + b"*/*;q=0.1," * 400)),
    plain(
        "1000 variants in a query",
        "422 invalid-request",
        get(b"/v1/rulesets/chinchon?variants=" + b"a," * 900),
    ),
    plain("a body packed with gzip", "415 unsupported-media-type", posted(b"Content-Encoding: gzip")),
    plain(
        "`charset=utf-16`",
        "415 unsupported-media-type",
        posted(head=HEAD.replace(b"json", b"json; charset=utf-16")),
    ),
    plain(
        "a form with files",
        "415 unsupported-media-type",
        posted(head=HEAD.replace(b"application/json", b"multipart/form-data; boundary=x")),
    ),
)
