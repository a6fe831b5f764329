"""What both versions of helm make of the chart, with each file of values beside it; and its documentation."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from chart import document, pod_security
from chart.charts import CHART, CI_VALUES, ROOT, helm, objects, pods, rendered

PROGRAMS = ("helm", "helm3")
each_program = pytest.mark.parametrize("program", PROGRAMS)
each_values = pytest.mark.parametrize("values", CI_VALUES, ids=lambda path: path.stem)

OPEN = {"kubernetes", "labels", "annotations", "amounts"}
"""Definitions of the schema that are maps, or objects which Kubernetes checks itself."""


@each_program
@each_values
def test_helm_finds_nothing_to_complain_of(program: str, values: Path) -> None:
    helm("lint", str(CHART), "--strict", "--values", str(values), program=program)


@each_values
def test_both_versions_of_helm_make_the_same_of_it(values: Path) -> None:
    four, three = (rendered(values, program=program) for program in PROGRAMS)
    assert four == three


@each_values
def test_every_pod_is_restricted(values: Path) -> None:
    found = {name: list(pod_security.violations(pod)) for name, pod in pods(rendered(values))}
    assert found
    assert not any(found.values()), found


@each_program
def test_an_old_cluster_is_refused(program: str) -> None:
    with pytest.raises(Exception, match=r"incompatible with Kubernetes"):
        rendered({}, "--kube-version", "1.29.9", program=program)
    rendered({}, "--kube-version", "1.30.0-eks-1", program=program)


def test_it_can_be_packaged(tmp_path: Path) -> None:
    helm("package", str(CHART), "--destination", str(tmp_path))
    (package,) = tmp_path.glob("loba-*.tgz")
    assert objects(helm("template", "loba", str(package))) == objects(helm("template", "loba", str(CHART)))


def test_its_version_is_that_of_the_service() -> None:
    about = (ROOT / "service/loba/__about__.py").read_text()
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text())
    assert f'"{chart["appVersion"]}"' in about
    assert f"loba:{chart['appVersion']}\n" in chart["annotations"]["artifacthub.io/images"]


# --- The schema --------------------------------------------------------------------------------


def test_the_schema_is_a_schema() -> None:
    checker = Path(sys.executable).with_name("check-jsonschema")
    subprocess.run([checker, "--check-metaschema", CHART / "values.schema.json"], check=True)


def test_the_schema_is_closed_everywhere() -> None:
    schema = json.loads((CHART / "values.schema.json").read_text())
    opened = [path for path, part in _objects(schema) if part.get("additionalProperties") is not False]
    assert [path for path in opened if path.split("/")[-1] not in OPEN | {"global", "alertLabels"}] == []


def test_the_schema_knows_each_value_and_no_other() -> None:
    schema = json.loads((CHART / "values.schema.json").read_text())
    values = yaml.safe_load((CHART / "values.yaml").read_text())
    known = {path.removeprefix("/") for path, _ in _leaves(schema)}
    given = {"/".join(value.path) for value in document.documented()}
    assert known - {"global"} == given
    for path in given:
        place: Any = values
        for key in path.split("/"):
            place = place[key]


def test_every_setting_of_the_service_can_be_set() -> None:
    source = (ROOT / "service/loba/api/settings.py").read_text()
    fields = source[source.index("class Settings") : source.index("def from_env")]
    names = set(re.findall(r"^    ([a-z_]+): .+ = ", fields, re.MULTILINE))
    by_the_chart = {"host", "port", "drain_seconds", "graceful_seconds", "metrics_dir", "api_keys_file"}
    settings = yaml.safe_load((CHART / "values.yaml").read_text())["settings"]
    as_settings = {"".join(f"_{c.lower()}" if c.isupper() else c for c in name) for name in settings}
    assert as_settings | by_the_chart == names


def test_the_documentation_of_the_values_is_theirs() -> None:
    assert document.main("--check") == 0


def test_a_misspelt_value_is_refused_wherever_it_stands() -> None:
    values = yaml.safe_load((CHART / "values.yaml").read_text())
    places = [()] + [(key,) for key, value in values.items() if isinstance(value, dict)]
    opened = {"commonLabels", "commonAnnotations", "podLabels", "podAnnotations", "nodeSelector"}
    for place in places:
        if place and place[0] in opened:
            continue
        wrong: Any = {"mispelt": 1}
        for key in place:
            wrong = {key: wrong}
        with pytest.raises(Exception, match="mispelt"):
            rendered(wrong)


def _objects(schema: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if schema.get("type") == "object":
        yield path, schema
    for where in ("properties", "definitions"):
        for name, part in schema.get(where, {}).items():
            yield from _objects(part, f"{path}/{name}")
    if isinstance(schema.get("items"), dict):
        yield from _objects(schema["items"], f"{path}/items")


def _leaves(schema: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what is documented: a property that has a description, or else those within it."""
    for name, part in schema["properties"].items():
        if "description" in part:
            yield f"{path}/{name}", part
        else:
            assert part.get("type") == "object", f"{path}/{name} is not documented"
            yield from _leaves(part, f"{path}/{name}")
