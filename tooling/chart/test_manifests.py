"""Whether what the chart makes would be taken: by each release of Kubernetes, and by two operators."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from kubernetes_validate import ValidationError

from chart import manifests
from chart.charts import CI_VALUES, one, rendered

NODE = Path(__file__).parent / "crds"
each_values = pytest.mark.parametrize("values", CI_VALUES, ids=lambda path: path.stem)


@pytest.mark.parametrize("release", manifests.SUPPORTED)
@each_values
def test_each_supported_release_takes_it(values: Path, release: str) -> None:
    for found in rendered(values, "--kube-version", release):
        manifests.check(found, release)


def test_a_misspelt_field_would_have_been_noticed() -> None:
    wrong = copy.deepcopy(one(rendered(), "Deployment"))
    probe = wrong["spec"]["template"]["spec"]["containers"][0]["readinessProbe"]
    probe["periodSecond"] = probe.pop("periodSeconds")
    with pytest.raises(ValidationError):
        manifests.check(wrong, manifests.SUPPORTED[-1])


def crds(found: list[object]) -> subprocess.CompletedProcess[str]:
    if not (NODE / "node_modules").is_dir():
        pytest.skip("the schemas of the custom objects are not installed; they want Node with npm")
    node = shutil.which("node")
    assert node
    return subprocess.run(
        [node, NODE / "check.mjs"], input=json.dumps(found), capture_output=True, text=True, check=False
    )


@each_values
def test_the_operators_take_their_objects(values: Path) -> None:
    found = [each for each in rendered(values) if each["kind"] in manifests.CUSTOM]
    done = crds(found)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == len(found)


def test_a_wrong_custom_object_would_have_been_noticed() -> None:
    route = {"enabled": True, "parentRefs": [{"name": "public"}]}
    wrong = copy.deepcopy(one(rendered({"httpRoute": route}), "HTTPRoute"))
    wrong["spec"]["rules"][0]["matches"][0]["path"]["type"] = "Prefix"
    assert crds([wrong]).returncode == 1
