"""Random requests once more, over sockets to the server as it is deployed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from schemathesis import Case

from tests.contract.trials import CHECKS, LONG, config, contract

pytestmark = pytest.mark.http

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    """Start the service on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environ = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "service"),
        "LOBA_HOST": "127.0.0.1",
        "LOBA_PORT": str(port),
        "LOBA_WORKERS": "2",
        "LOBA_DRAIN_SECONDS": "0",
        "LOBA_LOG_LEVEL": "error",
    }
    command = [sys.executable, "-m", "gunicorn", "-c", str(ROOT / "service" / "gunicorn.conf.py")]
    with subprocess.Popen(command, cwd=ROOT, env=environ) as server:
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def wait_for(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server did not start")


schema = schemathesis.openapi.from_dict(contract(), config=config(examples=50 if LONG else 5))


@schema.parametrize()
def test_the_server_keeps_the_contract(case: Case, base_url: str):
    case.call_and_validate(base_url=base_url, additional_checks=CHECKS)
