"""API keys: who may ask questions, where keys are asked for at all.

The keys stand in a file, one a line, as `client:digest` or `client:digest:routes`: a name of letters,
digits, dots, dashes and underscores for the log; the SHA-256 of the key in hexadecimal digits; and, for a key
that is not good for everything, the routes it is good for, separated by commas. A client may have several
lines, so that a new key can be handed out before the old one goes. Empty lines and lines that begin with `#`
say nothing.

As the file holds no key, nobody who reads it can ask anything. A key has to be long and random, though, as
`SHA-256` is quick: short ones could be guessed.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Final

from flask import Flask, request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Unauthorized

from loba.api.observation import observed
from loba.api.problems import Problem
from loba.api.settings import BadSetting, Settings

HEADER: Final = "X-Api-Key"
_GUARDED: Final = "/v1/"
"""What keys are asked for; probes, metrics, the contract and its page are open."""
_LINE: Final = re.compile(
    r"(?P<client>[A-Za-z0-9._-]{1,64}):(?P<digest>[0-9A-Fa-f]{64})(:(?P<routes>[^\s:]+))?", re.ASCII
)
_LOG: Final = logging.getLogger("loba.access")


class BadLine(Exception):
    """A line of the file is not one of a key. What it says is not repeated."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key that is let in."""

    client: str
    digest: bytes
    routes: frozenset[str] | None
    """The routes it is good for, None for all."""

    def opens(self, route: str | None) -> bool:
        """Say whether the key is good for a route; with any key it may be told that there is none."""
        return self.routes is None or route is None or route in self.routes


def read_keys(text: str, routes: Collection[str]) -> Iterator[Key]:
    """Yield the keys of a file. Raises BadLine, also where a line names a route that there is not."""
    seen: set[bytes] = set()
    for number, line in enumerate(text.splitlines(), start=1):
        entry = line.strip()
        if not entry or entry.startswith("#"):
            continue
        found = _LINE.fullmatch(entry)
        if found is None:
            raise BadLine(f"line {number} is not client:sha256 or client:sha256:routes")
        digest = bytes.fromhex(found["digest"])
        if digest in seen:
            raise BadLine(f"line {number} holds a key for the second time")
        seen.add(digest)
        good_for = frozenset(found["routes"].split(",")) if found["routes"] else None
        if good_for and not good_for.issubset(routes):
            raise BadLine(f"line {number} names a route that there is not")
        yield Key(found["client"], digest, good_for)


class KeyFile:
    """The file with the keys. It is read again as soon as it changes, without a restart.

    Where it cannot be read any more, the keys read last stay good: a slip of the pen locks nobody out.
    """

    def __init__(self, path: Path, routes: Collection[str]) -> None:
        """Read the file. Raises OSError, UnicodeDecodeError or BadLine."""
        self._path = path
        self._routes = routes
        self._stamp = self._look()
        self._keys = self._read()

    def key(self, shown: str) -> Key | None:
        """Return the key that was shown, if it is let in. It takes as long whichever it is, or none."""
        digest = sha256(shown.encode()).digest()
        found = None
        for key in self._current():
            if compare_digest(key.digest, digest):
                found = key
        return found

    def _current(self) -> tuple[Key, ...]:
        stamp = self._look()
        if stamp != self._stamp:
            self._stamp = stamp  # first: what is wrong with a file is said once, not with each request
            try:
                self._keys = self._read()
            except (OSError, UnicodeDecodeError, BadLine) as error:
                _LOG.error("the API keys read before stay good: %s", error)
        return self._keys

    def _look(self) -> tuple[int, ...] | None:
        """Return what changes with the file: another one in its place, another size, another time."""
        try:
            seen = self._path.stat()
        except OSError:
            return None
        return seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns

    def _read(self) -> tuple[Key, ...]:
        keys = tuple(read_keys(self._path.read_text(encoding="utf-8"), self._routes))
        _LOG.info("read %d API keys of %d clients", len(keys), len({key.client for key in keys}))
        return keys


def register(app: Flask, settings: Settings) -> None:
    """Have an application ask for a key, if the settings want it. Once all its routes are known."""
    if not settings.api_keys_file:
        return
    routes = {rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith(_GUARDED)}
    try:
        keys = KeyFile(Path(settings.api_keys_file), routes)
    except (OSError, UnicodeDecodeError, BadLine) as error:
        trouble = str(error) if isinstance(error, BadLine) else "it cannot be read"
        raise BadSetting("LOBA_API_KEYS_FILE", f"a file of API keys; {trouble}") from None
    app.before_request(lambda: _check(keys))


def _check(keys: KeyFile) -> None:
    if not request.path.startswith(_GUARDED):
        return
    shown = _shown()
    key = keys.key(shown) if shown else None
    if key is None:
        raise Unauthorized(www_authenticate=_challenge(wrong=bool(shown)))
    observed().client = key.client
    rule = request.url_rule
    if not key.opens(None if rule is None else rule.rule):
        raise Problem("forbidden")


def _shown() -> str:
    """Return the key that came with the request, an empty text where none did."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return request.headers.get(HEADER, "").strip()


def _challenge(*, wrong: bool) -> WWWAuthenticate:
    """Return what to send instead (RFC 6750)."""
    told: dict[str, str | None] = {"realm": "loba API"}
    if wrong:
        told["error"] = "invalid_token"
    return WWWAuthenticate("bearer", told)
