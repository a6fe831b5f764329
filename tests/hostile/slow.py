"""Clients that begin something and do not go on. Each returns what came back in the end."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial

from tests.hostile.heads import CHUNKED, GOOD, HEAD, LENGTH
from tests.hostile.wire import CLOSED, told

WHOLE = HEAD + b"Connection: close\r\n" + LENGTH + b"\r\n" + GOOD
BATCH = HEAD.replace(b"application/json", b"application/x-ndjson") + b"Connection: close\r\n"
LINE = BATCH + b"Content-Length: 9999\r\n\r\n" + GOOD + b"\n"
TEN_MB = HEAD + b"Content-Length: 10000000\r\n\r\n"
_A_WHILE = 0.1
"""How long it takes a client that drips to send the next byte, in seconds."""


@dataclass(frozen=True)
class Slow:
    """A kind of client."""

    told: str
    answer: str
    behave: Callable[[int, Callable[[], None]], str]
    """Given the port and whom to tell once everybody else should suffer; returns what came back."""


@contextmanager
def connected(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), 120) as connection:
        yield connection


def rest(connection: socket.socket) -> bytes:
    received = b""
    with suppress(ConnectionError):
        while piece := connection.recv(65536):
            received += piece
    return received


def stops(sent: bytes, port: int, begun: Callable[[], None]) -> str:
    """Send something, and nothing more."""
    with connected(port) as connection:
        connection.sendall(sent)
        begun()
        return told(rest(connection))


def hangs_up(sent: bytes, port: int, begun: Callable[[], None]) -> str:
    """Send something, say that nothing more will come, and listen."""
    with connected(port) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        begun()
        return told(rest(connection))


def drips(sent: bytes, dripped: bytes, port: int, begun: Callable[[], None]) -> str:
    """Send something, and then for ever a byte now and then."""
    with connected(port) as connection:
        connection.sendall(sent)
        begun()
        connection.settimeout(_A_WHILE)
        received = b""
        while True:
            try:
                connection.sendall(dripped)
                piece = connection.recv(65536)
            except TimeoutError:
                continue
            except ConnectionError:
                break
            if not piece:
                break
            received += piece
        return told(received)


def vanishes(sent: bytes, port: int, begun: Callable[[], None]) -> str:
    """Send something and tear the connection down, twenty times over."""
    for _ in range(20):
        with connected(port) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(sent)
    begun()
    return CLOSED


def stays(sent: bytes, port: int, begun: Callable[[], None]) -> str:
    """Send a request after which both close, take the answer, and close only when nobody is left."""
    with connected(port) as connection:
        connection.sendall(sent)
        received = rest(connection)
        begun()
        with suppress(ConnectionError):
            while True:
                connection.sendall(b"x")
                time.sleep(_A_WHILE)
        return told(received)


SLOW = (
    Slow("a connection, and nothing", CLOSED, partial(stops, b"")),
    Slow("half a head", CLOSED, partial(stops, HEAD)),
    Slow("a head, a byte now and then", CLOSED, partial(drips, HEAD + b"X: ", b"y")),
    Slow("half a body", "400 malformed-json", partial(stops, WHOLE[:-20])),
    Slow(
        "a body, a byte now and then",
        "400 malformed-json",
        partial(drips, HEAD + b"Content-Length: 100000\r\n\r\n", b" "),
    ),
    Slow("a chunk that does not end", "400 malformed-json", partial(stops, HEAD + CHUNKED + b"\r\nff\r\n{")),
    Slow("10 MB announced, and nothing", "413 body-too-large", partial(stops, TEN_MB)),
    Slow("half a line of a batch", "200", partial(stops, LINE + b"{")),
    Slow("a line of a batch, a byte now and then", "200", partial(drips, LINE, b" ")),
    Slow("a whole request, and no goodbye", "200", partial(stays, WHOLE)),
    Slow("half a head, then half-closed", CLOSED, partial(hangs_up, HEAD)),
    Slow("half a body, then half-closed", "400 malformed-json", partial(hangs_up, WHOLE[:-20])),
    Slow("a whole request, then half-closed", "200", partial(hangs_up, WHOLE)),
    Slow("half a head, then torn down", CLOSED, partial(vanishes, HEAD)),
    Slow("half a body, then torn down", CLOSED, partial(vanishes, WHOLE[:-20])),
    Slow("a whole request, then torn down", CLOSED, partial(vanishes, WHOLE)),
)
