"""When the alerts speak up and when they do not, as Prometheus' own tool works it out."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from chart.charts import ROOT, TOOLS

RULES = ROOT / "deploy" / "alert-rules.yaml"
DASHBOARD = ROOT / "deploy" / "grafana-dashboard.json"
UP = {"series": 'up{job="loba",instance="a"}', "values": "1x60"}
ALERTS = {"LobaDown": "critical", "LobaErrors": "critical", "LobaSlow": "warning", "LobaBusy": "warning"}


def promtool(*arguments: str | Path) -> None:
    tool = TOOLS / "promtool"
    if not tool.exists():
        pytest.skip("promtool is not there: see tooling/chart/prometheus.sh")
    done = subprocess.run([tool, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def speaks_up(folder: Path, name: str, series: list[dict[str, str]], minute: int, *, expected: bool) -> None:
    """Check whether an alert fires, given what Prometheus has seen, a value a minute."""
    rules = yaml.safe_load(RULES.read_text())
    (rule,) = (each for group in rules["groups"] for each in group["rules"] if each["alert"] == name)
    del rule["annotations"]  # they carry figures, which are not what is tested
    (folder / "rules.yaml").write_text(yaml.safe_dump({"groups": [{"name": "one", "rules": [rule]}]}))
    alert = {"exp_labels": {"severity": ALERTS[name]}}
    test = {
        "interval": "1m",
        "input_series": series,
        "alert_rule_test": [
            {"eval_time": f"{minute}m", "alertname": name, "exp_alerts": [alert] if expected else []}
        ],
    }
    (folder / "test.yaml").write_text(yaml.safe_dump({"rule_files": ["rules.yaml"], "tests": [test]}))
    promtool("test", "rules", folder / "test.yaml")


def requests(status: str, a_minute: int, route: str = "/v1/meld-checks") -> dict[str, str]:
    labels = f'job="loba",instance="a",route="{route}",method="POST",status="{status}"'
    return {"series": f"loba_http_requests_total{{{labels}}}", "values": f"0+{a_minute}x60"}


def durations(bound: str, a_minute: int, route: str = "/v1/meld-checks") -> dict[str, str]:
    labels = f'job="loba",instance="a",route="{route}",method="POST",le="{bound}"'
    return {"series": f"loba_http_request_duration_seconds_bucket{{{labels}}}", "values": f"0+{a_minute}x60"}


def busy(threads: int) -> dict[str, str]:
    return {"series": 'loba_http_requests_in_flight{job="loba",instance="a"}', "values": f"{threads}x60"}


def test_the_rules_are_rules() -> None:
    promtool("check", "rules", RULES)
    named = {
        rule["alert"] for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]
    }
    assert named == set(ALERTS)


@pytest.mark.parametrize(
    ("name", "series", "minute", "expected"),
    [
        ("LobaDown", [UP], 30, False),
        ("LobaDown", [UP | {"values": "1x10 0x50"}], 30, True),
        ("LobaDown", [UP | {"values": "1x10 0x50"}], 11, False),
        ("LobaDown", [], 30, True),
        ("LobaErrors", [requests("200", 995), requests("500", 5)], 30, False),
        ("LobaErrors", [requests("200", 985), requests("500", 15)], 30, True),
        ("LobaErrors", [requests("200", 985), requests("500", 15)], 3, False),
        ("LobaErrors", [requests("200", 900), requests("422", 100)], 30, False),
        ("LobaErrors", [requests("200", 900), requests("503", 100, "/readyz")], 30, False),
        ("LobaSlow", [durations("0.5", 995), durations("1.0", 1000), durations("+Inf", 1000)], 30, False),
        ("LobaSlow", [durations("0.5", 980), durations("1.0", 1000), durations("+Inf", 1000)], 30, True),
        ("LobaSlow", [durations("0.5", 980), durations("1.0", 1000), durations("+Inf", 1000)], 9, False),
        ("LobaSlow", [durations("0.5", 0, "/v1/replays"), durations("+Inf", 99, "/v1/replays")], 30, False),
        ("LobaBusy", [UP, busy(12)], 30, False),
        ("LobaBusy", [UP, busy(14)], 30, True),
        ("LobaBusy", [UP, UP | {"series": 'up{job="loba",instance="b"}'}, busy(14)], 30, False),
    ],
)
def test_an_alert_speaks_up_when_it_should(
    tmp_path: Path, name: str, series: list[dict[str, str]], minute: int, expected: bool
) -> None:
    speaks_up(tmp_path, name, series, minute, expected=expected)


def test_every_query_of_the_dashboard_can_be_read(tmp_path: Path) -> None:
    dashboard = json.loads(DASHBOARD.read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    assert len(queries) > 10
    rules = [{"record": f"panel:{n}", "expr": readable(query)} for n, query in enumerate(queries)]
    (tmp_path / "rules.yaml").write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]}))
    promtool("check", "rules", tmp_path / "rules.yaml")


def readable(query: str) -> str:
    """Return a query of the dashboard as Grafana would send it."""
    return re.sub(r"\$__(rate_interval|range)", "5m", query).replace("$job", ".+")


def test_no_panel_lies_upon_another() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken, panel["title"]
        assert max(x for x, _ in cells) < 24
        taken |= cells
