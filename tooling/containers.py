"""Containers, as far as the checks need them: podman, started with the settings beside the image."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

CONF = Path(__file__).parent / "image" / "containers.conf"
ENVIRONMENT = os.environ | {"CONTAINERS_CONF": str(CONF)}

HARDENED = (
    "--read-only",
    "--read-only-tmpfs=false",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    "--memory=256m",
    "--pids-limit=128",
)
"""A container that may do nothing but compute and answer."""


class Failed(Exception):
    """podman could not do what it was asked to."""


def podman(*arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run podman and return what it said."""
    done = subprocess.run(
        ["podman", *arguments], capture_output=True, text=True, check=False, env=ENVIRONMENT
    )
    if check and done.returncode:
        raise Failed(f"podman {' '.join(arguments[:3])}: {done.stderr.strip()[-600:]}")
    return done


def inspected(image: str) -> dict[str, Any]:
    """Return what is known about an image."""
    found: dict[str, Any] = json.loads(podman("image", "inspect", image).stdout)[0]
    return found


def until(holds: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds:g} s: {what}")
        time.sleep(0.1)


@dataclass(frozen=True)
class Container:
    """A running container; as a context manager it is gone at the end, whatever happened."""

    name: str

    @classmethod
    def start(cls, name: str, image: str, options: Iterable[str] = (), command: Iterable[str] = ()) -> Self:
        """Start a container in the background."""
        podman("run", "--detach", "--name", name, *options, image, *command)
        return cls(name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command inside, as the user of the container."""
        return podman("exec", self.name, *command, check=check)

    def python(self, code: str) -> str:
        """Run some lines of Python inside and return what they print."""
        return self.run("python", "-c", code).stdout.strip()

    def call(self, function: Callable[..., None], *arguments: object) -> str:
        """Call a function inside, sent there as text, and return what it prints."""
        call = f"{function.__name__}(*{arguments!r})"
        return self.python(f"from __future__ import annotations\n{inspect.getsource(function)}\n{call}")

    def healthy(self) -> bool:
        """Run the health check of the image, now."""
        return podman("healthcheck", "run", self.name, check=False).returncode == 0

    def state(self) -> dict[str, Any]:
        """Return whether it runs, and how it ended."""
        found: dict[str, Any] = json.loads(podman("inspect", self.name).stdout)[0]["State"]
        return found

    def signal(self, name: str) -> None:
        """Send a signal to the first process."""
        podman("kill", "--signal", name, self.name)

    def stop(self, seconds: int) -> int:
        """Ask it to end, make it end after so many seconds, and return its exit code."""
        podman("stop", "--time", str(seconds), self.name)
        return int(self.state()["ExitCode"])

    def logs(self) -> str:
        """Return everything it wrote."""
        done = podman("logs", self.name, check=False)
        return done.stdout + done.stderr

    def remove(self) -> None:
        """Remove it, running or not."""
        podman("rm", "--force", "--time", "0", self.name, check=False)
