"""Where files are: on this machine, or behind an address such as ``s3://bucket/folder``.

Both kinds read alike: a folder is gone through, a pattern is matched, a file is a file. Addresses are read by
fsspec, which comes with the extra ``loba[ray]``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from glob import glob, has_magic
from importlib import import_module
from io import BufferedReader
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final, Protocol
from weakref import finalize

ENDINGS: Final = tuple(
    f"{ending}{packed}" for ending in (".json", ".ndjson", ".jsonl") for packed in ("", ".gz")
)
"""How the names of game logs end, in folders; a file that is named may be called anything."""
REPORT: Final = ".report.ndjson"
"""How the names of our own reports end. Reports are no game logs, wherever they lie."""


class ExtraNeeded(Exception):
    """Something was asked for that needs an extra, and the extra is not installed."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file that was asked for."""

    path: str
    """How to get at it."""
    name: str
    """What to call it: the path below the folder or the pattern that was asked for."""
    size: int
    """In bytes."""
    changed: datetime
    """When it was last changed."""


class Draft(Protocol):
    """A file being written; nobody sees it before it is kept."""

    def write(self, piece: bytes) -> None:
        """Add to the file."""

    def keep(self) -> None:
        """Put the file in its place, whole, in the place of an older one."""

    def drop(self) -> None:
        """Forget the file."""


class Storage(Protocol):
    """A place for files."""

    def find(self, path: str) -> Iterator[Found]:
        """Yield the files of a path in a stable order: itself, those below a folder, those of a pattern."""

    def open(self, path: str) -> IO[bytes]:
        """Open a file for reading; what is returned can `peek`."""

    def draft(self, path: str) -> Draft:
        """Begin a file."""


def storage_of(path: str) -> Storage:
    """Return the storage a path belongs to. Raises ExtraNeeded."""
    return Distant(path) if "://" in path else LOCAL


def fitting(path: str) -> bool:
    """Say whether a file found in a folder is taken for a game log: by its name, and not hidden."""
    name = path.rpartition("/")[2]
    return name.endswith(ENDINGS) and not name.endswith(REPORT) and not name.startswith(".")


def steady(pattern: str) -> str:
    """Return the folder a pattern begins with."""
    parts = pattern.split("/")
    first = next(index for index, part in enumerate(parts) if has_magic(part))
    return "/".join(parts[:first])


class Local:
    """The files of this machine."""

    def find(self, path: str) -> Iterator[Found]:
        """Yield the files of a path."""
        if Path(path).is_dir():
            below = sorted(str(p) for p in Path(path).rglob("*") if p.is_file() and fitting(p.as_posix()))
            yield from (_here(p, Path(p).relative_to(path).as_posix()) for p in below)
        elif has_magic(path) and not Path(path).exists():
            above = steady(Path(path).as_posix())
            for found in sorted(glob(path, recursive=True)):  # noqa: PTH207 - the pattern may be absolute
                if Path(found).is_file() and not found.endswith(REPORT):
                    yield _here(found, os.path.relpath(found, above or "."))
        elif Path(path).exists():
            yield _here(path, Path(path).name)

    def open(self, path: str) -> IO[bytes]:
        """Open a file for reading."""
        return Path(path).open("rb")

    def draft(self, path: str) -> Draft:
        """Begin a file."""
        return _LocalDraft(Path(path))


LOCAL: Final = Local()


def _here(path: str, name: str) -> Found:
    status = Path(path).stat()
    return Found(path, Path(name).as_posix(), status.st_size, datetime.fromtimestamp(status.st_mtime, UTC))


class _LocalDraft:
    """Written beside its place, and put there in one step."""

    def __init__(self, place: Path) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        self._place = place
        self._beside = place.with_name(f".{place.name}.{os.getpid()}.partial")
        # A signal may end the process between any two lines: what was begun goes with it.
        self._drop = finalize(self, self._beside.unlink, missing_ok=True)
        self._file = self._beside.open("wb")

    def write(self, piece: bytes) -> None:
        self._file.write(piece)

    def keep(self) -> None:
        self._file.close()
        self._beside.replace(self._place)
        self._drop.detach()

    def drop(self) -> None:
        self._file.close()
        self._drop()


class Distant:
    """The files behind an address, whatever fsspec reads."""

    def __init__(self, path: str) -> None:
        """Find out who answers for the address. Raises ExtraNeeded."""
        try:
            core: Any = import_module("fsspec.core")
            self._files, _ = core.url_to_fs(path)
        except ImportError as error:  # of fsspec itself, or of what it reads this kind of address with
            raise ExtraNeeded(
                "loba[ray]" if error.name in {"fsspec", "fsspec.core"} else str(error)
            ) from None

    def find(self, path: str) -> Iterator[Found]:
        """Yield the files of a path."""
        root = str(self._files._strip_protocol(path))  # noqa: SLF001 - there is no other way to ask
        if self._files.isdir(root):
            yield from (self._there(p, root) for p in sorted(self._files.find(root)) if fitting(p))
        elif self._files.exists(root):
            yield self._there(root, root.rpartition("/")[0])
        elif has_magic(root):
            for found in sorted(self._files.glob(root)):
                if self._files.isfile(found) and not found.endswith(REPORT):
                    yield self._there(found, steady(root))

    def open(self, path: str) -> IO[bytes]:
        """Open a file for reading."""
        return BufferedReader(self._files.open(path, "rb"))

    def draft(self, path: str) -> Draft:
        """Begin a file."""
        return _DistantDraft(self._files, path)

    def _there(self, path: str, root: str) -> Found:
        size = int(self._files.size(path) or 0)
        changed: datetime = self._files.modified(path)
        if changed.tzinfo is None:
            changed = changed.replace(tzinfo=UTC)
        name = PurePosixPath(path).relative_to(root).as_posix()
        return Found(self._files.unstrip_protocol(path), name, size, changed)


class _DistantDraft:
    """Sent as it is written, and made visible in one step."""

    def __init__(self, files: Any, path: str) -> None:  # noqa: ANN401 - fsspec has no types
        files.makedirs(path.rpartition("/")[0], exist_ok=True)
        self._file = files.open(path, "wb", autocommit=False)

    def write(self, piece: bytes) -> None:
        self._file.write(piece)

    def keep(self) -> None:
        self._file.close()
        self._file.commit()

    def drop(self) -> None:
        self._file.close()
        self._file.discard()
