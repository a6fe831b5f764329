"""The page, walked through once: the service and a mock of it running, clients made, everything asked."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from tests.clients.page import ROOT, Folder, steps


@dataclass
class Walk:
    """What became of the page."""

    folder: Folder
    service: str
    mock: str
    results: dict[int, tuple[int, str, str]] = field(default_factory=dict)
    """What became of each step, by the line it stands in: what it returned, printed and complained of."""


@pytest.fixture(scope="session")
def walk() -> Iterator[Walk]:
    """Follow the page from top to bottom: later steps rest on earlier ones. The folder is left to look at."""
    with socket.create_server(("", 0)) as one, socket.create_server(("", 0)) as other:
        ports = {"8080": one.getsockname()[1], "4010": other.getsockname()[1]}
    folder = Folder.made(ROOT / "build" / "integrating", ports)
    service, mock = (f"http://localhost:{port}" for port in ports.values())
    settings = {"LOBA_PORT": str(ports["8080"]), "LOBA_WORKERS": "1", "LOBA_DRAIN_SECONDS": "0"}
    starting = iter([(f"{service}/readyz", ROOT, settings), (f"{mock}/livez", folder.at, {})])
    followed = Walk(folder, service, mock)
    with ExitStack() as running:
        for step in steps():
            for file in step.files:
                folder.save(file)
            if step.stays:
                url, where, environ = next(starting)
                running.enter_context(folder.running(step.commands.text, url, where, **environ))
            else:
                ran = folder.run(step.commands.text)
                followed.results[step.commands.line] = ran.returncode, ran.stdout, ran.stderr
        yield followed
