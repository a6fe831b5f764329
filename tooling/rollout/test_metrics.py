"""What a real Prometheus sees of real pods: each query of the dashboard has an answer, no alert speaks up."""

from __future__ import annotations

import json
import os
import subprocess
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
import yaml

from chart.charts import ROOT, TOOLS, rendered
from chart.test_alerts import DASHBOARD, RULES, readable
from containers import until
from rollout.cluster import Cluster, free_ports
from rollout.load import Load
from rollout.test_rollout import RELEASE, note


@contextmanager
def prometheus(folder: Path, targets: list[str]) -> Iterator[int]:
    """Run Prometheus with the alert rules of the project, looking at some addresses each second."""
    program = TOOLS / "prometheus"
    if not program.exists():
        pytest.skip("prometheus is not there: see tooling/chart/prometheus.sh")
    (port,) = free_ports(1)
    config = {
        "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
        "rule_files": [str(RULES)],
        "scrape_configs": [{"job_name": "loba", "static_configs": [{"targets": targets}]}],
    }
    (folder / "prometheus.yaml").write_text(yaml.safe_dump(config))
    command = [
        program,
        f"--config.file={folder / 'prometheus.yaml'}",
        f"--storage.tsdb.path={folder / 'data'}",
    ]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [*command, f"--web.listen-address=127.0.0.1:{port}"], stderr=log, stdout=log
        )
    try:
        yield port
    finally:
        process.terminate()
        process.wait(10)


def queried(port: int, path: str, **parameters: str) -> Any:
    """Ask Prometheus something."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        connection.request("GET", f"/api/v1/{path}?{urllib.parse.urlencode(parameters)}")
        answer = json.loads(connection.getresponse().read())
    assert answer["status"] == "success", answer
    return answer["data"]


def value(port: int, query: str) -> float:
    (only,) = queried(port, "query", query=query)["result"]
    return float(only["value"][1])


def test_prometheus_sees_everything(tmp_path: Path) -> None:
    with Cluster(lag=0.5) as cluster:
        cluster.install(rendered(RELEASE))
        targets = [f"127.0.0.1:{pod.port}" for pod in cluster.pods]
        with prometheus(tmp_path, targets) as port:
            until(lambda: _ready(port), "Prometheus answers", 30)
            with Load(cluster.balancer.port, 60) as load:
                time.sleep(15)
            time.sleep(3)
            questions = 'loba_http_requests_total{route="/v1/meld-checks"}'
            counted = value(port, f"sum({questions})")
            legal = value(port, 'sum(loba_verdicts_total{legal="true"})')
            illegal = value(port, 'sum(loba_verdicts_total{legal="false"})')
            broken = value(port, 'sum(loba_violations_total{code="pierna.wild-not-allowed"})')
            busy = value(port, "sum(loba_http_requests_in_flight)")
            for query in _queries():
                assert queried(port, "query", query=readable(query))["result"], query
            rules = queried(port, "rules")["groups"][0]["rules"]
        workers = int(os.environ.get("WORKERS", "2")) * len(cluster.pods)
        note("metrics", requests=load.sent, counted=counted, legal=legal, illegal=illegal, workers=workers)
        assert load.failures == []
        assert counted == load.sent  # each once, whichever worker answered
        assert legal + illegal == broken == load.sent
        assert busy <= len(targets)  # the scrape itself, at most
        assert {rule["health"] for rule in rules} == {"ok"}
        assert {rule["state"] for rule in rules} == {"inactive"}


def _ready(port: int) -> bool:
    try:
        return queried(port, "query", query="count(up == 1)")["result"] != []
    except (OSError, ValueError):
        return False


def _queries() -> Iterator[str]:
    for panel in json.loads((ROOT / DASHBOARD).read_text())["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"]
