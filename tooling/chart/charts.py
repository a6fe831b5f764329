"""The chart as the checks see it: rendered by helm, read as objects."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
CHART = ROOT / "helm" / "loba"
TOOLS = Path(os.environ.get("TOOLS", ROOT / "build" / "deploy" / "helm"))
CI_VALUES = sorted((CHART / "ci").glob("*-values.yaml"))
POD_KINDS = ("Deployment", "Pod")

Object = Mapping[str, Any]


class Refused(Exception):
    """helm would not render the chart."""


def helm(*arguments: str, program: str = "helm", stdin: str | None = None) -> str:
    """Run helm and return what it printed."""
    done = subprocess.run(
        [TOOLS / program, *arguments], capture_output=True, text=True, check=False, input=stdin
    )
    if done.returncode:
        raise Refused(done.stderr.strip() or done.stdout.strip())
    return done.stdout


def rendered(values: Object | Path | None = None, *more: str, program: str = "helm") -> list[Any]:
    """Return the objects of a release called `loba` in the namespace `games`."""
    given = values.read_text() if isinstance(values, Path) else json.dumps(values or {})
    command = ("template", "loba", str(CHART), "--namespace", "games", "--values", "-", *more)
    return objects(helm(*command, program=program, stdin=given))


def objects(text: str) -> list[Any]:
    """Return the objects in a text."""
    return [found for found in yaml.safe_load_all(text) if found]


def one(found: Iterable[Object], kind: str) -> Any:
    """Return the only object of a kind, but for what belongs to the test of the chart."""
    (only,) = (each for each in found if each["kind"] == kind and (kind == "Pod" or not of_the_test(each)))
    return only


def of_the_test(found: Object) -> bool:
    """Say whether an object is there for `helm test` only."""
    return "helm.sh/hook" in found["metadata"].get("annotations", {})


def kinds(found: Iterable[Object]) -> set[str]:
    """Return which kinds there are."""
    return {each["kind"] for each in found}


def pods(found: Iterable[Object]) -> Iterator[tuple[str, Any]]:
    """Yield the specification of each pod, with the name of what makes it."""
    for each in found:
        if each["kind"] in POD_KINDS:
            spec = each["spec"]["template"]["spec"] if each["kind"] == "Deployment" else each["spec"]
            yield f"{each['kind']}/{each['metadata']['name']}", spec


def service_container(found: Iterable[Object]) -> Any:
    """Return the container of the service."""
    (container,) = (
        each
        for each in one(found, "Deployment")["spec"]["template"]["spec"]["containers"]
        if each["name"] == "loba"
    )
    return container


def environment(container: Object) -> dict[str, str]:
    """Return the variables of a container that have a plain value."""
    return {each["name"]: each["value"] for each in container["env"] if "value" in each}
