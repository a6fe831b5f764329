"""What a scanner has to say against chart and Dockerfile, and why that is as it should be."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from chart.charts import CHART, CI_VALUES, ROOT, helm

CHECKOV = Path(os.environ.get("CHECKOV", ROOT / "build" / "deploy" / "policy" / "bin" / "checkov"))

ACCEPTED = {
    "CKV_K8S_11": "a limit of CPU only makes answers slower; requests are set",
    "CKV_K8S_8": "the pod of the test runs once, and nobody asks whether it lives",
    "CKV_K8S_9": "nor whether it is ready",
    "CKV_DOCKER_7": "the tag and the digest stand in an ARG, which the scanner does not read",
}
WITHOUT_A_DIGEST = {
    "CKV_K8S_15": "as long as the image is named by its tag",
    "CKV_K8S_43": "only whoever installs the chart knows the digest of what they have built",
}


def complaints(file: Path, framework: str) -> dict[str, str]:
    if not CHECKOV.exists():
        pytest.skip("the scanner is not installed")
    command = [CHECKOV, "--file", file, "--framework", framework, "--output", "json", "--compact"]
    done = subprocess.run(
        [*command, "--quiet", "--skip-download"], capture_output=True, text=True, check=False
    )
    report = json.loads(done.stdout)
    summary = report["summary"]
    print(f"\n{file.name}: {summary['passed']} checks passed, {summary['failed']} failed")
    assert summary["parsing_errors"] == 0
    assert summary["passed"] > 50
    return {failed["check_id"]: failed["resource"] for failed in report["results"]["failed_checks"]}


# What somebody adds or switches off, as two of the files do, is theirs to answer for.
SAFE = [path for path in CI_VALUES if not path.stem.startswith(("everything", "minimal"))]


@pytest.mark.parametrize("values", SAFE, ids=lambda path: path.stem)
def test_the_scanner_says_of_the_chart_what_is_accepted(values: Path, tmp_path: Path) -> None:
    file = tmp_path / f"{values.stem}.yaml"
    file.write_text(helm("template", "loba", str(CHART), "--namespace", "games", "--values", str(values)))
    accepted = ACCEPTED if values.stem.startswith("production") else ACCEPTED | WITHOUT_A_DIGEST
    found = complaints(file, "kubernetes")
    assert found.keys() <= accepted.keys(), found


def test_the_scanner_says_of_the_dockerfile_what_is_accepted() -> None:
    assert complaints(ROOT / "Dockerfile", "dockerfile").keys() <= ACCEPTED.keys()
