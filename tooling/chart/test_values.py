"""Whatever values the schema lets through: the chart makes objects of them that fit together and are safe.

The values are drawn from the schema itself, so a new value is tried as soon as it is there.
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import yaml
from helm_python import Chart
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from chart import manifests, pod_security
from chart.charts import CHART, environment, of_the_test, one, pods, service_container

SCHEMA = json.loads((CHART / "values.schema.json").read_text())
LOADED = Chart.load(CHART)
PRINTABLE = st.characters(codec="ascii", categories=("L", "N", "P", "S"))
AWKWARD = (
    "yes",
    "null",
    "1e3",
    "0x1f",
    "a: b",
    "# no",
    "- x",
    "'",
    '"',
    "\\n",
    "*",
    "&a",
    "{}",
    "[",
    "@",
    "%",
    "á € 🂡",
)
TEXTS = st.sampled_from(AWKWARD) | st.text(PRINTABLE, min_size=1, max_size=20).filter(lambda t: "{{" not in t)

Values = dict[str, Any]

# Objects of Kubernetes are not described by the schema, so some are given; None: they are left out.
PEERS = [{"podSelector": {}}, {"ipBlock": {"cidr": "192.0.2.0/24"}}]
HARDENED = {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}
GIVEN: Mapping[str, list[Any]] = {
    "/networkPolicy/allowFrom": PEERS,
    "/networkPolicy/extraIngress": [{"from": PEERS, "ports": [{"port": 9000}]}],
    "/networkPolicy/egress": [{"to": PEERS}],
    "/autoscaling/metrics": [
        {
            "type": "Resource",
            "resource": {"name": "cpu", "target": {"type": "AverageValue", "averageValue": "1"}},
        }
    ],
    "/autoscaling/behavior/scaleUp": [{"stabilizationWindowSeconds": 0}],
    "/autoscaling/behavior/scaleDown": [{"stabilizationWindowSeconds": 60}],
    "/extraEnv/*/valueFrom": [{"fieldRef": {"fieldPath": "spec.nodeName"}}],
    "/extraEnvFrom": [{"configMapRef": {"name": "more"}}],
    "/extraVolumes": [{"name": "more", "emptyDir": {}}, {"name": "other", "configMap": {"name": "other"}}],
    "/extraVolumeMounts": [{"name": "run", "mountPath": "/more"}],
    "/extraContainers": [{"name": "beside", "image": "beside:1", "securityContext": HARDENED}],
    "/initContainers": [{"name": "before", "image": "before:1", "securityContext": HARDENED}],
    "/extraManifests": [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "more"}}],
    "/affinity/nodeAffinity": [{}],
    "/tolerations": [{"operator": "Exists"}, {"key": "games", "value": "1", "effect": "NoSchedule"}],
    "/prometheusRule/extraRules": [{"record": "a:b", "expr": "1"}],
    "/serviceMonitor/relabelings": [{"targetLabel": "a", "replacement": "b"}],
    "/serviceMonitor/metricRelabelings": [{"action": "labeldrop", "regex": "pod"}],
    "/httpRoute/filters": [{"type": "RequestMirror"}],
    "/service/ipFamilies": ["IPv4", "IPv6"],
    "/service/loadBalancerSourceRanges": ["192.0.2.0/24"],
    "/commonLabels": [],
    # The security contexts are what the standard is about: others than the defaults would be somebody's wish.
    "/podSecurityContext": [],
    "/securityContext": [],
    "/global": [],
}


def drawn(schema: Any, path: str = "") -> SearchStrategy[Any] | None:
    """Return a strategy for the values that a part of the schema allows, None for what is to be left out."""
    known = GIVEN.get(path)
    if known is not None:
        several = st.lists(st.sampled_from(known), max_size=2, unique_by=json.dumps)
        return None if not known else several if schema.get("type") == "array" else st.sampled_from(known)
    if "allOf" in schema:
        schema = schema["allOf"][0]
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return None if name == "kubernetes" else drawn(SCHEMA["definitions"][name], path)
    if "oneOf" in schema:
        return _one_of(drawn(part, path) for part in schema["oneOf"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return _one_of(_drawn_as(kind, schema, path) for kind in kinds)


def _one_of(parts: Iterable[SearchStrategy[Any] | None]) -> SearchStrategy[Any] | None:
    there = [part for part in parts if part is not None]
    return st.one_of(there) if there else None


def _drawn_as(kind: str, schema: Any, path: str) -> SearchStrategy[Any] | None:
    if kind == "null":
        return st.none()
    if kind == "boolean":
        return st.booleans()
    if kind == "integer":
        return st.integers(schema.get("minimum", 0), schema.get("maximum", 100_000))
    if kind == "number":
        return st.sampled_from([0.001, 0.05, 0.5, 1])
    if kind == "string":
        longest = schema.get("maxLength", 80)
        pattern = schema.get("pattern")
        texts = st.from_regex(pattern, fullmatch=True, alphabet=PRINTABLE) if pattern else TEXTS
        return texts.filter(lambda text: len(text) <= longest and "{{" not in text)
    if kind == "array":
        items = drawn(schema["items"], f"{path}/*")
        least, most = schema.get("minItems", 0), min(schema.get("maxItems", 3), 3)
        return None if items is None else st.lists(items, min_size=least, max_size=most, unique_by=json.dumps)
    return _drawn_object(schema, path)


def _drawn_object(schema: Any, path: str) -> SearchStrategy[Any]:
    if "properties" not in schema:
        names = (
            st.from_regex(schema["propertyNames"]["pattern"], fullmatch=True, alphabet=PRINTABLE)
            if ("propertyNames" in schema)
            else st.sampled_from(["cpu", "memory"])
        )
        values = drawn(schema["additionalProperties"], f"{path}/*")
        assert values is not None
        return st.dictionaries(
            names.filter(lambda name: len(name) < 60 and "$" not in name), values, max_size=2
        )
    parts = {name: drawn(part, f"{path}/{name}") for name, part in schema["properties"].items()}
    nested = path.count("/") > 1  # what stands higher has its defaults
    required = set(schema.get("required", ())) if nested else set()
    return st.fixed_dictionaries(
        {name: part for name, part in parts.items() if part is not None and name in required},
        optional={name: part for name, part in parts.items() if part is not None and name not in required},
    )


def mended(values: Values) -> Values:
    """Return the values without what the chart refuses on purpose, which has tests of its own."""
    shutdown = values.get("shutdown", {})
    shutdown.pop("terminationGracePeriodSeconds", None)
    if (keys := values.get("apiKeys", {})).get("existingSecret"):
        keys.pop("clients", None)
    budget = values.get("podDisruptionBudget", {})
    if budget.get("minAvailable") is not None:
        budget["maxUnavailable"] = None
    else:
        budget.pop("maxUnavailable", None)
    scaling = values.get("autoscaling", {})
    least = scaling.get("minReplicas", 2)
    scaling["maxReplicas"] = max(least, scaling.get("maxReplicas", 6))
    scaling["targetCPUUtilizationPercentage"] = scaling.get("targetCPUUtilizationPercentage") or 70
    values["autoscaling"] = scaling
    route = values.get("httpRoute", {})
    route["parentRefs"] = route.get("parentRefs") or [{"name": "public"}]
    values["httpRoute"] = route
    strategy = values.get("updateStrategy", {})
    if strategy.get("maxSurge") in {0, "0%"}:
        strategy["maxSurge"] = 1
    return values


VALUES = drawn(SCHEMA)
assert VALUES is not None
RELEASES = st.from_regex(r"[a-z]([-a-z0-9]{0,51}[a-z0-9])?", fullmatch=True)
EXAMPLES = int(os.environ.get("EXAMPLES", "150"))


def rendered(values: Values, release: str) -> list[Any]:
    texts: dict[str, str] = LOADED.render(copy.deepcopy(values), name=release, namespace="games")
    found = []
    for name, text in texts.items():
        if name.endswith(".yaml"):
            found += [each for each in yaml.load_all(text, Loader=Strict) if each]
    return found


class Strict(yaml.CSafeLoader):
    """Reads no mapping in which a key stands twice."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:  # noqa: FBT002 - as inherited
        keys = [self.construct_object(key) for key, _ in node.value]
        assert len(keys) == len(set(keys)), f"twice: {sorted(keys)}"
        return super().construct_mapping(node, deep)


# A lone "=" is plain text to everybody else, helm included.
Strict.add_constructor("tag:yaml.org,2002:value", lambda _, node: node.value)
Strict.add_constructor(
    "tag:yaml.org,2002:map", lambda loader, node: loader.construct_mapping(node, deep=True)
)


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=[Phase.generate],  # what fails is looked into by hand: making it small would take minutes
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(values=VALUES.map(mended), release=RELEASES, version=st.sampled_from(manifests.SUPPORTED))
def test_whatever_is_let_through_makes_a_release_that_works(
    values: Values, release: str, version: str
) -> None:
    found = rendered(values, release)
    for problem in problems(found, version):
        raise AssertionError(problem)


def problems(found: list[Any], version: str) -> Iterator[str]:
    deployment = one(found, "Deployment")
    for each in found:
        manifests.check(each, version)
        name = each["metadata"]["name"]
        if not (len(name) <= 63 or each["kind"] in {"ServiceAccount", "Secret"}):
            yield f"the name {name} is too long"
    for name, pod in pods(found):
        yield from (f"{name}: {violation}" for violation in pod_security.violations(pod))
    yield from _end_of_a_pod(found)
    yield from _inside_a_pod(found)
    yield from _found_by_labels(found, deployment)
    yield from _pointing_at_the_service(found)


def _end_of_a_pod(found: list[Any]) -> Iterator[str]:
    container = service_container(found)
    told = environment(container)
    slept = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
    needed = slept + int(told["LOBA_DRAIN_SECONDS"]) + int(told["LOBA_GRACEFUL_SECONDS"])
    if one(found, "Deployment")["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] <= needed:
        yield "the grace period is too short"


def _inside_a_pod(found: list[Any]) -> Iterator[str]:
    spec = one(found, "Deployment")["spec"]["template"]["spec"]
    container = service_container(found)
    mounted = {mount["name"] for mount in container["volumeMounts"]}
    volumes = [volume["name"] for volume in spec["volumes"]]
    if not mounted <= set(volumes) or len(volumes) != len(set(volumes)):
        yield f"{mounted} are mounted, {volumes} are there"
    ports = {port["name"] for port in container["ports"]}
    asked = {container[f"{kind}Probe"]["httpGet"]["port"] for kind in ("startup", "readiness", "liveness")}
    if not asked <= ports:
        yield "a probe asks another port"
    own = [each["name"] for each in container["env"] if each["name"].startswith("LOBA_")]
    if len(own) != len(set(own)) or not all(
        isinstance(each.get("value", ""), str) for each in container["env"]
    ):
        yield f"the environment {container['env']}"


def _found_by_labels(found: list[Any], deployment: Any) -> Iterator[str]:
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    selectors = {
        "Deployment": lambda spec: spec["selector"]["matchLabels"],
        "Service": lambda spec: spec["selector"],
        "PodDisruptionBudget": lambda spec: spec["selector"]["matchLabels"],
        "NetworkPolicy": lambda spec: spec["podSelector"]["matchLabels"],
    }
    for each in found:
        if each["kind"] in selectors and not of_the_test(each):
            selector = selectors[each["kind"]](each["spec"])
            if not selector.items() <= labels.items():
                yield f"{each['kind']} does not find the pods"
            if each["kind"] == "Service" and any(
                selector.items() <= other["metadata"]["labels"].items()
                for other in found
                if other["kind"] == "Pod"
            ):
                yield "the test is taken for one of the pods"
        if each["kind"] == "ServiceMonitor":
            service = one(found, "Service")["metadata"]["labels"]
            if not each["spec"]["selector"]["matchLabels"].items() <= service.items():
                yield "the ServiceMonitor does not find the Service"


def _pointing_at_the_service(found: list[Any]) -> Iterator[str]:
    service = one(found, "Service")
    name, port = service["metadata"]["name"], service["spec"]["ports"][0]
    for each in found:
        if each["kind"] == "Ingress":
            for rule in each["spec"]["rules"]:
                for path in rule["http"]["paths"]:
                    backend = path["backend"]["service"]
                    if (backend["name"], backend["port"]["name"]) != (name, port["name"]):
                        yield "the Ingress points elsewhere"
        if each["kind"] == "HTTPRoute":
            (backend,) = each["spec"]["rules"][0]["backendRefs"]
            if (backend["name"], backend["port"]) != (name, port["port"]):
                yield "the HTTPRoute points elsewhere"
        if each["kind"] == "HorizontalPodAutoscaler":
            if each["spec"]["scaleTargetRef"]["name"] != one(found, "Deployment")["metadata"]["name"]:
                yield "the autoscaler scales something else"
            if "replicas" in one(found, "Deployment")["spec"]:
                yield "the autoscaler is contradicted"
        if each["kind"] == "Pod" and each["spec"]["containers"][0]["env"][0]["value"] != (
            f"{name}.games.svc:{port['port']}"
        ):
            yield "the test asks somebody else"
