"""What replaying costs: game logs on disk, read as `loba replay` reads them.

Times are processor times, so that other work on the machine does not count; figures are medians over rounds.
"""

from __future__ import annotations

import json
import resource
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.figures import Figure
from loba.cli.batches import batches
from loba.cli.engines import Engine, here, pool
from loba.cli.games import Entry, Judged, judge
from loba.cli.reading import Layout
from loba.cli.sources import Reader, sources
from loba.limits import REPLAY_BODY_BYTES
from loba.rulesets import BASES, Resolved, resolve
from tests.support.selfplay import play_game

ROUNDS = 5
COPIES = 8
"""How often each game stands in the file."""
WORKERS = 2
PLAYERS = ("ana", "beto", "caro")


def figures() -> list[Figure]:
    """Measure."""
    with TemporaryDirectory() as folder:
        return list(_figures(Path(folder)))


def _figures(folder: Path) -> Iterator[Figure]:
    rows = [_row(resolve(base, (), {}), seed, 5) for base in BASES for seed in (1, 2)]
    once, twice = folder / "once.ndjson", folder / "twice.ndjson"
    once.write_bytes(b"".join(row + b"\n" for row in rows * COPIES))
    twice.write_bytes(once.read_bytes() * 2)
    moves = _replayed(here(), once)

    alone, shared, doubled = [], [], []
    for _ in range(ROUNDS):
        alone.append(_busy(lambda: _replayed(here(), once)))
        shared.append(_busy(lambda: _replayed(pool(WORKERS), once)))
        doubled.append(_busy(lambda: _replayed(here(), twice)))
    yield Figure("a game / its JSON, read and written", _times_json(rows), "×", 3, 2)
    yield Figure("one process", moves / median(alone), "moves/s")
    yield Figure(f"processor time, {WORKERS} workers / one process", _ratio(shared, alone), "×", 1.15)
    yield Figure("games, twice as many", _ratio(doubled, alone), "×", 2.2)
    yield Figure("a game twice as long", _twice_as_long(), "×", 2.2)


def _row(resolved: Resolved, seed: int, deals: int) -> bytes:
    return json.dumps(play_game(resolved, PLAYERS, seed, deals), separators=(",", ":")).encode()


def _replayed(engine: AbstractContextManager[Engine], path: Path) -> int:
    """Replay a file from disk; return how many moves were checked."""
    reader = Reader("en", Layout.NDJSON, REPLAY_BODY_BYTES, None)
    items = reader.items(list(sources([str(path)], "en")))
    with engine as run:
        results = [item for result in run(batches(items, "en")) for item in result]
    return sum(item.brief.moves_checked for item in results if isinstance(item, Judged))


def _busy(work: Callable[[], object]) -> float:
    """Return how long processors were busy with something, in this process and in those it started."""

    def so_far() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return process_time() + children.ru_utime + children.ru_stime

    start = so_far()
    work()
    return so_far() - start


def _ratio(those: Sequence[float], these: Sequence[float]) -> float:
    return median(a / b for a, b in zip(those, these, strict=True))


def _judged(row: bytes) -> int:
    return judge(Entry(0, "row", 1, row, REPLAY_BODY_BYTES), "en").brief.moves_checked


def _times_json(rows: Sequence[bytes]) -> float:
    """Return what judging costs, times what reading and writing the same rows as JSON costs."""
    judging, reading = [], []
    for _ in range(ROUNDS):
        reading.append(_busy(lambda: [json.dumps(json.loads(row)) for row in rows for _ in range(10)]) / 10)
        judging.append(_busy(lambda: [_judged(row) for row in rows]))
    return _ratio(judging, reading)


def _twice_as_long() -> float:
    """Compare games of ten and of twenty deals, move by move."""
    endless = resolve("loba-de-menos", (), {"game_end": "deals", "limit": 1000})
    short, long = _row(endless, 1, 10), _row(endless, 2, 20)
    moves = _judged(short), _judged(long)
    times = [(_busy(lambda: _judged(short)), _busy(lambda: _judged(long))) for _ in range(3 * ROUNDS)]
    return median(2 * (b / moves[1]) / (a / moves[0]) for a, b in times)
