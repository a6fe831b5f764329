"""What the chart does with its values, one sentence a test."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chart.charts import CHART, Refused, environment, helm, kinds, one, rendered, service_container

WEB = {"client": "web", "sha256": "a" * 64}


def deployment(**values: Any) -> Any:
    return one(rendered(values), "Deployment")


def pod(**values: Any) -> Any:
    return deployment(**values)["spec"]["template"]["spec"]


def refused(values: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        rendered(values)


# --- The end of a pod --------------------------------------------------------------------------


@pytest.mark.parametrize(("sleep", "drain", "graceful"), [(10, 0, 20), (0, 0, 1), (0, 30, 5), (30, 10, 600)])
def test_the_grace_period_is_the_sum_of_its_steps_and_a_margin(sleep: int, drain: int, graceful: int) -> None:
    found = rendered(
        {"shutdown": {"preStopSeconds": sleep, "drainSeconds": drain, "gracefulSeconds": graceful}}
    )
    spec = one(found, "Deployment")["spec"]["template"]["spec"]
    container = service_container(found)
    slept = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
    told = environment(container)
    assert slept == sleep
    assert int(told["LOBA_DRAIN_SECONDS"]) == drain
    assert int(told["LOBA_GRACEFUL_SECONDS"]) == graceful
    assert spec["terminationGracePeriodSeconds"] == sleep + drain + graceful + 5


def test_a_grace_period_that_is_too_short_is_refused() -> None:
    refused({"shutdown": {"terminationGracePeriodSeconds": 29}}, "add up to 30")
    assert pod(shutdown={"terminationGracePeriodSeconds": 30})["terminationGracePeriodSeconds"] == 30


def test_an_update_takes_no_pod_away_before_there_is_another() -> None:
    strategy = deployment()["spec"]["strategy"]["rollingUpdate"]
    assert strategy == {"maxUnavailable": 0, "maxSurge": 1}
    refused({"updateStrategy": {"maxSurge": 0}}, "updateStrategy")


# --- The pod -----------------------------------------------------------------------------------


def test_a_digest_wins_over_a_tag() -> None:
    digest = f"sha256:{'0' * 64}"
    image = {"repository": "games/loba", "tag": "1.2.3", "digest": digest}
    assert service_container(rendered({"image": image}))["image"] == f"games/loba@{digest}"
    assert service_container(rendered({"image": image | {"digest": ""}}))["image"] == "games/loba:1.2.3"
    refused({"image": {"digest": "latest"}}, "digest")


def test_the_test_uses_the_same_image() -> None:
    found = rendered({"image": {"tag": "1.2.3"}})
    assert one(found, "Pod")["spec"]["containers"][0]["image"] == service_container(found)["image"]


def test_only_a_little_memory_can_be_written_to() -> None:
    found = rendered({"settings": {"workers": 4}})
    container = service_container(found)
    (volume,) = one(found, "Deployment")["spec"]["template"]["spec"]["volumes"]
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert volume["emptyDir"] == {"medium": "Memory", "sizeLimit": "48Mi"}
    assert environment(container)["LOBA_METRICS_DIR"] == container["volumeMounts"][0]["mountPath"]


def test_probes_ask_for_what_they_are_to_decide() -> None:
    container = service_container(rendered())
    asked = {"startup": "/livez", "readiness": "/readyz", "liveness": "/livez"}
    assert {kind: container[f"{kind}Probe"]["httpGet"]["path"] for kind in asked} == asked
    liveness = container["livenessProbe"]
    assert liveness["periodSeconds"] * liveness["failureThreshold"] >= 60


def test_a_pod_can_do_nothing_in_the_cluster() -> None:
    assert pod()["automountServiceAccountToken"] is False
    assert pod()["enableServiceLinks"] is False
    assert pod(serviceAccount={"create": False})["serviceAccountName"] == "default"


def test_settings_become_variables_and_unset_ones_do_not() -> None:
    settings = {"replayBodyBytes": 33554432, "docs": "off"}
    told = environment(service_container(rendered({"settings": settings})))
    assert told["LOBA_REPLAY_BODY_BYTES"] == "33554432"
    assert told["LOBA_DOCS"] == "off"
    assert "LOBA_LOG_LEVEL" not in told


def test_what_the_chart_sets_itself_cannot_be_set_twice() -> None:
    refused({"extraEnv": [{"name": "LOBA_DRAIN_SECONDS", "value": "0"}]}, "extraEnv")


# --- API keys ----------------------------------------------------------------------------------


def test_no_keys_are_asked_for_by_default() -> None:
    assert "LOBA_API_KEYS_FILE" not in environment(service_container(rendered()))
    assert "Secret" not in kinds(rendered())


@pytest.mark.parametrize(
    "keys",
    [
        {"existingSecret": "mine", "secretKey": "keys.txt"},
        {"clients": [WEB, {"client": "x", "sha256": "b" * 64, "routes": ["/v1/replays"]}]},
    ],
    ids=["a Secret that is there", "a Secret of the chart's"],
)
def test_the_file_of_keys_is_where_the_service_looks_for_it(keys: dict[str, Any]) -> None:
    found = rendered({"apiKeys": keys})
    container = service_container(found)
    spec = one(found, "Deployment")["spec"]["template"]["spec"]
    (mount,) = (each for each in container["volumeMounts"] if each["name"] == "api-keys")
    (volume,) = (each["secret"] for each in spec["volumes"] if each["name"] == "api-keys")
    (item,) = volume["items"]
    assert environment(container)["LOBA_API_KEYS_FILE"] == f"{mount['mountPath']}/{item['path']}"
    assert "subPath" not in mount  # such a mount is never renewed, and a key that was withdrawn would stay
    if "existingSecret" in keys:
        assert (volume["secretName"], item["key"]) == ("mine", "keys.txt")
    else:
        secret = one(found, "Secret")
        assert volume["secretName"] == secret["metadata"]["name"]
        lines = secret["stringData"][item["key"]].splitlines()
        assert lines == [f"web:{'a' * 64}", f"x:{'b' * 64}:/v1/replays"]


def test_keys_come_from_one_place() -> None:
    refused({"apiKeys": {"existingSecret": "mine", "clients": [WEB]}}, "exclude each other")
    refused({"apiKeys": {"clients": [WEB | {"sha256": "the key itself"}]}}, "sha256")


# --- Around the pods ---------------------------------------------------------------------------


def test_the_test_is_not_one_of_the_pods_that_serve() -> None:
    found = rendered()
    selector = one(found, "Service")["spec"]["selector"]
    assert selector.items() <= deployment()["spec"]["template"]["metadata"]["labels"].items()
    assert not selector.items() <= one(found, "Pod")["metadata"]["labels"].items()


def test_the_autoscaler_has_the_last_word_on_the_number_of_pods() -> None:
    found = rendered({"autoscaling": {"enabled": True, "minReplicas": 3, "maxReplicas": 9}})
    assert "replicas" not in one(found, "Deployment")["spec"]
    scaler = one(found, "HorizontalPodAutoscaler")["spec"]
    assert (scaler["minReplicas"], scaler["maxReplicas"]) == (3, 9)
    assert scaler["scaleTargetRef"]["name"] == one(found, "Deployment")["metadata"]["name"]
    refused({"autoscaling": {"enabled": True, "minReplicas": 9, "maxReplicas": 3}}, "maxReplicas")
    refused({"autoscaling": {"enabled": True, "targetCPUUtilizationPercentage": None}}, "nothing to go by")


def test_a_disruption_budget_says_one_thing() -> None:
    budget = one(rendered(), "PodDisruptionBudget")["spec"]
    assert budget["maxUnavailable"] == 1
    both = {"minAvailable": 1}
    refused({"podDisruptionBudget": both}, "either")
    found = rendered({"podDisruptionBudget": both | {"maxUnavailable": None}})
    assert one(found, "PodDisruptionBudget")["spec"]["minAvailable"] == 1


def test_nothing_leaves_a_pod_and_only_requests_come_in() -> None:
    policy = one(rendered(), "NetworkPolicy")["spec"]
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    assert policy["egress"] == []
    assert policy["ingress"] == [{"ports": [{"port": "http", "protocol": "TCP"}]}]


def test_the_test_gets_in_whoever_else_does_not() -> None:
    found = rendered({"networkPolicy": {"allowFrom": [{"podSelector": {"matchLabels": {"app": "gateway"}}}]}})
    peers = one(found, "NetworkPolicy")["spec"]["ingress"][0]["from"]
    labels = one(found, "Pod")["metadata"]["labels"]
    assert any(peer["podSelector"]["matchLabels"].items() <= labels.items() for peer in peers)


def test_probes_and_metrics_are_not_let_out() -> None:
    route = {"enabled": True, "parentRefs": [{"name": "public"}]}
    found = rendered({"ingress": {"enabled": True}, "httpRoute": route})
    below, alone = ["/v1", "/openapi.yaml", "/openapi.json", "/docs", "/desk"], ["/"]
    paths = one(found, "Ingress")["spec"]["rules"][0]["http"]["paths"]
    assert sorted(path["path"] for path in paths if path["pathType"] == "Prefix") == sorted(below)
    assert [path["path"] for path in paths if path["pathType"] == "Exact"] == alone
    matches = [match["path"] for match in one(found, "HTTPRoute")["spec"]["rules"][0]["matches"]]
    assert sorted(match["value"] for match in matches if match["type"] == "PathPrefix") == sorted(below)
    assert [match["value"] for match in matches if match["type"] == "Exact"] == alone


def test_every_name_gets_a_rule() -> None:
    hosts = ["a.example.org", "b.example.org"]
    found = rendered({"ingress": {"enabled": True, "hosts": hosts}})
    assert [rule["host"] for rule in one(found, "Ingress")["spec"]["rules"]] == hosts


def test_a_route_belongs_to_a_gateway() -> None:
    refused({"httpRoute": {"enabled": True}}, "parentRefs")


def test_custom_objects_are_there_only_when_asked_for() -> None:
    assert not kinds(rendered()) & {"HTTPRoute", "ServiceMonitor", "PrometheusRule", "Ingress"}


# --- Names and labels --------------------------------------------------------------------------


def test_long_names_are_cut() -> None:
    keys = json.dumps({"apiKeys": {"clients": [WEB]}})
    found = helm("template", "a" * 53, str(CHART), "--values", "-", stdin=keys)
    names = [line.split()[1] for line in found.splitlines() if line.startswith("  name: ")]
    assert names
    assert max(map(len, names)) <= 63


def test_an_upgrade_of_the_chart_alone_restarts_nothing() -> None:
    labels = deployment()["spec"]["template"]["metadata"]["labels"]
    assert "helm.sh/chart" not in labels


def test_labels_of_ones_own_do_not_replace_those_it_is_found_by() -> None:
    common = {"app.kubernetes.io/name": "x", "team": "games"}
    found = deployment(commonLabels=common, podLabels={"tier": "front"})
    labels = found["spec"]["template"]["metadata"]["labels"]
    assert found["spec"]["selector"]["matchLabels"].items() <= labels.items()
    assert (labels["team"], labels["tier"]) == ("games", "front")


def test_it_can_be_part_of_another_chart() -> None:
    rendered({"global": {"registry": "anything"}})
