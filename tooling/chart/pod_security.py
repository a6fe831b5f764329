"""The Pod Security Standard `restricted`, as Kubernetes 1.30 to 1.37 enforce it.

`python -m chart.pod_security FILE...` prints each violation and a sum. What Kubernetes allows besides, for
Windows or user namespaces, is not allowed here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from chart.charts import objects, pods

VOLUMES = frozenset(
    {
        "configMap",
        "csi",
        "downwardAPI",
        "emptyDir",
        "ephemeral",
        "image",
        "persistentVolumeClaim",
        "projected",
        "secret",
    }
)
SYSCTLS = frozenset(
    {
        "kernel.shm_rmid_forced",
        "net.ipv4.ip_local_port_range",
        "net.ipv4.ip_local_reserved_ports",
        "net.ipv4.ip_unprivileged_port_start",
        "net.ipv4.ping_group_range",
        "net.ipv4.tcp_fin_timeout",
        "net.ipv4.tcp_keepalive_intvl",
        "net.ipv4.tcp_keepalive_probes",
        "net.ipv4.tcp_keepalive_time",
        "net.ipv4.tcp_rmem",
        "net.ipv4.tcp_syncookies",
        "net.ipv4.tcp_wmem",
    }
)
SELINUX_TYPES = frozenset({"", "container_t", "container_init_t", "container_kvm_t", "container_engine_t"})
PROFILES = frozenset({"RuntimeDefault", "Localhost"})

Spec = Mapping[str, Any]


def violations(pod: Spec) -> Iterator[str]:
    """Yield what in the specification of a pod `restricted` does not allow."""
    shared = pod.get("securityContext") or {}
    for field in ("hostNetwork", "hostPID", "hostIPC"):
        if pod.get(field):
            yield f"{field} is on"
    for volume in pod.get("volumes") or ():
        if others := volume.keys() - {"name"} - VOLUMES:
            yield f"volume {volume['name']} is a {', '.join(sorted(others))}"
    for sysctl in shared.get("sysctls") or ():
        if sysctl["name"] not in SYSCTLS:
            yield f"sysctl {sysctl['name']}"
    yield from _contexts("pod", shared)
    for kind in ("initContainers", "containers", "ephemeralContainers"):
        for container in pod.get(kind) or ():
            for violation in _container(container, shared):
                yield f"{container['name']}: {violation}"


def _container(container: Spec, shared: Spec) -> Iterator[str]:
    own = container.get("securityContext") or {}

    def effective(field: str) -> Any:
        return own.get(field, shared.get(field))

    yield from _privileges(own)
    if effective("runAsNonRoot") is not True:
        yield "runAsNonRoot is not true"
    if effective("runAsUser") == 0:
        yield "runAsUser is 0"
    if (effective("seccompProfile") or {}).get("type") not in PROFILES:
        yield "seccompProfile is neither RuntimeDefault nor Localhost"
    if own.get("procMount", "Default") != "Default":
        yield "procMount"
    for port in container.get("ports") or ():
        if port.get("hostPort"):
            yield f"hostPort {port['hostPort']}"
    for hook in (container.get("lifecycle") or {}).values():
        if any("host" in action for name, action in hook.items() if name in {"httpGet", "tcpSocket"}):
            yield "a hook names a host"
    yield from _contexts("container", own)


def _privileges(own: Spec) -> Iterator[str]:
    capabilities = own.get("capabilities") or {}
    if own.get("privileged"):
        yield "privileged"
    if own.get("allowPrivilegeEscalation") is not False:
        yield "allowPrivilegeEscalation is not false"
    if "ALL" not in (capabilities.get("drop") or ()):
        yield "capabilities.drop is without ALL"
    if added := set(capabilities.get("add") or ()) - {"NET_BIND_SERVICE"}:
        yield f"capabilities.add {', '.join(sorted(added))}"


def _contexts(whose: str, context: Spec) -> Iterator[str]:
    labels = context.get("seLinuxOptions") or {}
    if labels.get("type", "") not in SELINUX_TYPES or labels.get("user") or labels.get("role"):
        yield f"seLinuxOptions of the {whose}"
    if (context.get("appArmorProfile") or {}).get("type", "RuntimeDefault") not in PROFILES:
        yield f"appArmorProfile of the {whose}"
    if (context.get("windowsOptions") or {}).get("hostProcess"):
        yield f"hostProcess of the {whose}"


def main(*files: str) -> int:
    """Look at files; `-` is the standard input."""
    looked_at = found = 0
    for file in files:
        text = sys.stdin.read() if file == "-" else Path(file).read_text()
        for name, pod in pods(objects(text)):
            looked_at += 1
            for violation in violations(pod):
                found += 1
                print(f"{name}: {violation}")
    print(f"{looked_at} pods, {found} violations of the Pod Security Standard restricted")
    return 1 if found or not looked_at else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
