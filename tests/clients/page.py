"""`docs/integrating.md` as something that can be done: its blocks, from top to bottom, in an empty folder."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "integrating.md"
TOOLS: Final = ROOT / "tooling" / "clients"
PYTHON: Final = ROOT / "build" / "clients" / "bin"

_FENCED: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SAVED_AS: Final = re.compile(r"\A(?:#|//) ([\w.]+\.(?:py|mts))\n")


@dataclass(frozen=True, slots=True)
class Block:
    """Something between fences: commands, a file, or what the commands before it print."""

    line: int
    language: str
    text: str

    @property
    def file(self) -> str | None:
        """The name to save it under, which its first line tells."""
        found = _SAVED_AS.match(self.text)
        return found[1] if found else None

    def __str__(self) -> str:
        first = next((line for line in self.text.splitlines() if line.strip()), "")
        return f"line {self.line}: {first}"


def blocks() -> list[Block]:
    """Return every block of the page."""
    text = PAGE.read_text(encoding="utf-8")
    return [Block(text.count("\n", 0, m.start()) + 2, m[1], m[2]) for m in _FENCED.finditer(text)]


@dataclass(frozen=True, slots=True)
class Step:
    """A block of commands, the files to be saved before it, and what it is to print."""

    commands: Block
    files: Sequence[Block]
    shown: Block | None

    @property
    def stays(self) -> bool:
        """Whether it starts something that goes on until it is stopped."""
        return re.search(r"^make run$|/prism mock ", self.commands.text, re.MULTILINE) is not None


def steps() -> list[Step]:
    """Return the page as steps."""
    found: list[Step] = []
    files: list[Block] = []
    for block in blocks():
        if block.file is not None:
            files.append(block)
        elif block.language == "sh":
            found.append(Step(block, files, None))
            files = []
        else:
            last = found.pop()
            assert last.shown is None, f"{block} shows what no command prints"
            found.append(Step(last.commands, last.files, block))
    assert not files, f"{files[0]} is never used"
    return found


def fits(shown: Any, answer: Any) -> bool:
    """Say whether JSON on the page is an answer from which some members were left out."""
    if isinstance(shown, dict):
        return isinstance(answer, dict) and all(
            key in answer and fits(value, answer[key]) for key, value in shown.items()
        )
    if isinstance(shown, list):
        return isinstance(answer, list) and len(shown) == len(answer) and all(map(fits, shown, answer))
    return type(shown) is type(answer) and shown == answer


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder in which the page is followed. What is installed is there already, so nothing is fetched."""

    at: Path
    ports: Mapping[str, int]
    """Where the ports of the page are in truth, so that nobody else's service is in the way."""

    @classmethod
    def made(cls, at: Path, ports: Mapping[str, int]) -> Folder:
        shutil.rmtree(at, ignore_errors=True)
        at.mkdir(parents=True)
        shutil.copytree(ROOT / "examples", at / "examples")
        for name in ("package.json", "package-lock.json"):
            shutil.copy(TOOLS / name, at)
        # Linked and not copied, as it is large, but for what npm writes into.
        shutil.copytree(
            TOOLS / "node_modules",
            at / "node_modules",
            symlinks=True,
            copy_function=lambda a, b: (shutil.copy2 if Path(a).name.startswith(".") else os.link)(a, b),
        )
        return cls(at, ports)

    def told(self, text: str) -> str:
        """Return a text of the page with the true ports."""
        for port, true in self.ports.items():
            text = re.sub(rf"\b{port}\b", str(true), text)
        return text

    def environment(self) -> dict[str, str]:
        """What commands find: the tools of a consumer, as fetched before, and nothing of ours."""
        kept = {name: os.environ[name] for name in ("HOME", "LANG", "TMPDIR") if name in os.environ}
        return {
            **kept,
            "PATH": os.pathsep.join([str(PYTHON), os.environ["PATH"]]),
            "PACT_DO_NOT_TRACK": "true",
            "PIP_NO_INDEX": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "npm_config_audit": "false",
            "npm_config_fund": "false",
            "npm_config_ignore_scripts": "true",
            "npm_config_prefer_offline": "true",
            "npm_config_update_notifier": "false",
        }

    def save(self, block: Block) -> None:
        """Save a file of the page."""
        assert block.file is not None
        (self.at / block.file).write_text(self.told(block.text), encoding="utf-8")

    def run(self, commands: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run commands as somebody would who copies them."""
        return subprocess.run(
            ["bash", "-e", "-u", "-o", "pipefail", "-c", self.told(commands)],
            cwd=self.at,
            env=self.environment() | more,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    @contextmanager
    def running(self, commands: str, url: str, cwd: Path, **more: str) -> Iterator[None]:
        """Run commands that go on, until it answers at an address; stop them at the end."""
        with (self.at / "running.log").open("ab") as log:
            server = subprocess.Popen(
                ["bash", "-e", "-c", self.told(commands)],
                cwd=cwd,
                env=self.environment() | more,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                _wait_for(url, server)
                yield
            finally:
                # The whole group: a shell or npm in between would pass nothing on.
                with suppress(ProcessLookupError):
                    os.killpg(server.pid, signal.SIGTERM)
                server.wait(30)


def _wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except urllib.error.HTTPError:
            return
        except OSError:
            assert server.poll() is None, f"{url} never came up"
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"{url} never came up")
