"""The command line as a whole."""

import signal
import socket
import time
import urllib.request

import pytest

from loba.__about__ import __version__
from loba.cli.language import of_user
from tests.cli.conftest import ENVIRONMENT, started


def test_version(loba):
    assert loba("--version").out == f"loba {__version__}\n"


@pytest.mark.parametrize("command", [[], ["judge"], ["replay"], ["rules"], ["serve"]])
def test_help(loba, command):
    ran = loba(*command, "--help")
    assert ran.status == 0
    assert ran.out.startswith("Usage: loba")


@pytest.mark.parametrize("mistake", [["reply"], ["replay", "--job", "2"], ["rules", "--format", "pdf"]])
def test_a_mistake_in_typing(loba, mistake):
    ran = loba(*mistake)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_AR.UTF-8"}, "es"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
        ({"LANG": "es_AR", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "es_AR", "LC_MESSAGES": "fr_FR", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "es_AR", "LC_ALL": ""}, "es"),
        ({"LANG": "es@euro"}, "es"),
    ],
)
def test_the_language_of_the_user(environ, language):
    assert of_user(environ) == language


def test_serving_needs_sensible_settings(loba, monkeypatch):
    monkeypatch.setenv("LOBA_PORT", "eighty")
    ran = loba("serve")
    assert ran.status == 2
    assert "LOBA_PORT" in ran.err


@pytest.mark.http
def test_serving():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {
        "LOBA_HOST": "127.0.0.1",
        "LOBA_PORT": str(port),
        "LOBA_WORKERS": "1",
        "LOBA_DRAIN_SECONDS": "0",
    }
    with started("serve", env=ENVIRONMENT | settings) as process:
        try:
            deadline = time.monotonic() + 60
            while True:
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/livez", timeout=5) as answer:
                        assert answer.status == 200
                    break
                except OSError:
                    assert process.poll() is None
                    assert time.monotonic() < deadline
                    time.sleep(0.1)
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=30)
    assert process.returncode == 0
