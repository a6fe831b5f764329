"""The image, looked at from outside and from inside. IMAGE names it; `make image` builds it first."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from containers import HARDENED, Container, inspected, podman, until
from image import inside

ROOT = Path(__file__).parents[2]
IMAGE = os.environ.get("IMAGE", "localhost/loba:dev")
OUT = ROOT / os.environ.get("OUT", "build/image")
MEMORY = ("/dev/shm", "/dev/mqueue")  # noqa: S108 - where else
SERVICE_MB = 30
"""What the service may add to its base."""

FOURTH_SUIT = {"ruleset": {"id": "loba-de-menos"}, "melds": [{"cards": ["4S", "4H", "4C", "4D"]}]}

_numbers = count(1)


def running(*options: str, hardened: bool = True, image: str = IMAGE) -> Container:
    """Start the image without any network and wait until it answers."""
    flags = (*(HARDENED if hardened else ()), "--network=none", *options)
    container = Container.start(f"loba-image-{os.getpid()}-{next(_numbers)}", image, flags)
    try:
        until(container.healthy, f"the service answers; it says:\n{container.logs()}", 30)
    except BaseException:
        print(container.logs())
        container.remove()
        raise
    return container


def asked(container: Container, path: str, *more: object) -> tuple[str, str]:
    """Ask the service from inside; return status and body."""
    status, _, body = container.call(inside.ask, path, *more).partition(" ")
    return status, body


@pytest.fixture(scope="module")
def config() -> dict[str, Any]:
    found: dict[str, Any] = inspected(IMAGE)
    return found


@pytest.fixture(scope="module")
def service() -> Iterator[Container]:
    """The image as a careful host runs it: nothing writable, no capabilities, no network but its own."""
    with running() as container:
        yield container


# --- From outside ------------------------------------------------------------------------------


def test_it_runs_as_a_number_that_is_not_root(config: dict[str, Any]) -> None:
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", config["Config"]["User"])


def test_its_first_process_is_the_server_itself(config: dict[str, Any]) -> None:
    assert config["Config"]["Entrypoint"][0] == "gunicorn"
    assert config["Config"]["StopSignal"] == "SIGTERM"
    assert list(config["Config"]["ExposedPorts"]) == ["8080/tcp"]


def test_its_labels_say_what_it_is(config: dict[str, Any]) -> None:
    about = (ROOT / "service/loba/__about__.py").read_text()
    labels = {name.rpartition(".")[2]: value for name, value in config["Labels"].items()}
    assert f'"{labels["version"]}"' in about
    assert labels["title"] == "loba"
    assert labels["licenses"] == "MIT"
    assert re.fullmatch(r"[0-9a-f]{40}|unknown", labels["revision"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", labels["created"])


def test_it_adds_little_to_its_base(config: dict[str, Any]) -> None:
    base = inspected(config["Labels"]["org.opencontainers.image.base.name"])
    added = (config["Size"] - base["Size"]) / 1e6
    print(f"{config['Size'] / 1e6:.0f} MB, of which {added:.0f} MB are the service")
    assert added < SERVICE_MB


def test_the_bill_of_materials_lists_what_was_pinned() -> None:
    bill = OUT / "sbom.cyclonedx.json"
    components = json.loads(bill.read_text())["components"]
    listed = {
        c["name"].lower().replace("_", "-"): c["version"]
        for c in components
        if "pkg:pypi/" in c.get("purl", "")
    }
    assert listed.pop("loba")
    assert listed == _pinned(set(listed))


# --- From inside -------------------------------------------------------------------------------


def test_nothing_is_in_it_but_the_service_and_what_it_needs(service: Container) -> None:
    top = service.python("import os; print(*sorted(os.listdir('/opt/loba')))").split()
    assert top == ["bin", "gunicorn.conf.py", "healthcheck.py", "lib", "lib64", "pyvenv.cfg"]
    installed = json.loads(service.call(inside.installed))
    assert installed.pop("loba")
    assert installed == _pinned(set(installed))
    for absent in ("pip", "setuptools", "hatchling", "pytest"):
        assert service.run("python", "-c", f"import {absent}", check=False).returncode == 1
    for absent in ("curl", "wget", "gcc", "pip", "git"):
        assert service.run("sh", "-c", f"command -v {absent}", check=False).returncode


def test_all_of_it_is_compiled_and_belongs_to_root(service: Container) -> None:
    assert not service.call(inside.loose)


def test_it_has_no_privileges_of_any_kind(service: Container) -> None:
    status = dict(
        line.split(":\t", 1) for line in service.python("print(open('/proc/1/status').read())").splitlines()
    )
    assert status["Name"] == "gunicorn"
    assert set(status["Uid"].split()) == set(status["Gid"].split()) == {"65532"}
    assert {int(status[kind], 16) for kind in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {0}
    assert status["NoNewPrivs"] == "1"
    assert status["Seccomp"] == "2"


def test_it_can_write_nowhere_but_to_memory(service: Container) -> None:
    written = service.call(inside.writable).split()
    assert [folder for folder in written if not folder.startswith(MEMORY)] == []


def test_it_gives_a_verdict_in_each_language(service: Container) -> None:
    told = set()
    for language in ("en", "es", "fr"):
        status, body = asked(service, "/v1/meld-checks", FOURTH_SUIT, {"Accept-Language": language})
        verdict = json.loads(body)["verdicts"][0]
        assert status == "200"
        assert verdict["legal"] is False
        told |= {v["message"] for v in verdict["violations"] if v["code"] == "pierna.fourth-suit"}
    assert len(told) == 3


def test_it_ends_when_it_is_told_to_and_says_so_first() -> None:
    with running("--env=LOBA_DRAIN_SECONDS=3") as container:
        assert asked(container, "/readyz")[0] == "200"
        container.signal("TERM")
        until(lambda: asked(container, "/readyz")[0] == "503", "unready", 3)
        assert asked(container, "/v1/rulesets")[0] == "200"
        until(lambda: not container.state()["Running"], "the end", 10)
        assert container.state()["ExitCode"] == 0


def test_it_ends_at_once_where_it_need_not_wait() -> None:
    with running("--env=LOBA_DRAIN_SECONDS=0") as container:
        begun = time.monotonic()
        assert container.stop(10) == 0
        assert time.monotonic() - begun < 5


def test_it_takes_any_other_user_as_well() -> None:
    with running("--user=1000680000:0") as container:
        assert container.python("import os; print(os.getuid())") == "1000680000"


def test_it_runs_with_nothing_said_at_all() -> None:
    with running(hardened=False) as container:
        assert asked(container, "/readyz")[0] == "200"


def test_the_health_check_follows_the_port() -> None:
    with running("--env=LOBA_PORT=9090") as container:
        container.python("import socket; socket.create_connection(('127.0.0.1', 9090)).close()")


def test_the_health_check_notices_that_nobody_answers() -> None:
    with running() as container:
        assert container.call(inside.signal_workers, "SIGSTOP") == "2"
        assert not container.healthy()


def test_a_setting_it_cannot_use_is_named_and_not_repeated() -> None:
    done = podman("run", "--rm", "--network=none", *HARDENED, "--env=LOBA_THREADS=plenty", IMAGE, check=False)
    assert done.returncode not in {0, 125}
    assert "LOBA_THREADS" in done.stdout + done.stderr
    assert "plenty" not in done.stdout + done.stderr


def _pinned(installed: set[str]) -> dict[str, str]:
    """Return the pinned requirements, less those that are for other systems and so need not be there."""
    pins: dict[str, str] = {}
    for line in (ROOT / "requirements.txt").read_text().splitlines():
        if match := re.match(r"([a-z0-9.-]+)==([^ ;]+) *(;)?", line):
            name, version, condition = match.groups()
            if name in installed or not condition:
                pins[name] = version
    return pins


# --- With tracing ------------------------------------------------------------------------------


def test_as_it_is_it_makes_no_spans_and_says_so() -> None:
    flags = (*HARDENED, "--network=none", "--no-healthcheck", "--env=LOBA_TRACING=on")
    done = podman("run", "--rm", *flags, IMAGE, check=False)
    assert done.returncode != 0
    assert done.stderr.strip() == "loba: LOBA_TRACING must be off where the extra `otel` is not installed"


def test_with_the_extra_it_makes_spans_with_nothing_to_write_to_either() -> None:
    image = "localhost/loba:with-otel"
    told = os.environ | {"IMAGE": image, "OUT": "build/image-with-otel", "SYFT": ""}
    told["REQUIREMENTS"] = "tooling/otel/requirements.txt"
    subprocess.run([ROOT / "tooling/image/build.sh"], env=told, check=True)
    try:
        with running("--env=LOBA_TRACING=on", image=image) as container:
            status, _ = asked(container, "/v1/meld-checks", FOURTH_SUIT)
            assert status == "200"
            assert container.stop(20) == 0
    finally:
        podman("rmi", image, check=False)
