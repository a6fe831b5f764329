"""As much of a cluster as it takes to update a Deployment: real containers, real traffic, Kubernetes' rules.

What a kubelet does to a pod, what the Deployment controller does to pods and what kube-proxy does to
connections, read from a rendered manifest: image, environment, security context, limits, volumes in memory,
Secrets, probes, the preStop hook, the grace period, the number of pods and how many may be missing or too
many.

As in a cluster, the end of a pod is known to the network only some time after its hook has begun (`lag`), and
connections that exist are left alone. Everything listens on the loopback of this machine only: containers
share its network, and each gets a port of its own.
"""

from __future__ import annotations

import itertools
import os
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Self

from chart.charts import environment, one
from containers import Container, until

Objects = list[Any]
SLOTS = 12
_numbers = itertools.count(1)


def free_ports(number: int) -> list[int]:
    """Return ports that nobody listens on just now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Balancer:
    """The Service: passes connections on to pods that are ready, in turn, and knows nothing of HTTP."""

    def __init__(self) -> None:
        """Listen; there are no pods yet."""
        self.port, *self.ports = free_ports(SLOTS + 1)
        self._folder = tempfile.TemporaryDirectory(prefix="loba-rollout-")
        folder = Path(self._folder.name)
        self._control = str(folder / "control")
        servers = "\n".join(f"  server pod{n} 127.0.0.1:{port} disabled" for n, port in enumerate(self.ports))
        (folder / "haproxy.cfg").write_text(
            f"global\n  maxconn 1000\n  stats socket {self._control} mode 600 level admin\n"
            "defaults\n  mode tcp\n  retries 0\n"
            "  timeout connect 1s\n  timeout client 60s\n  timeout server 60s\n"
            f"listen service\n  bind 127.0.0.1:{self.port}\n  balance roundrobin\n{servers}\n"
        )
        command = ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: Path(self._control).exists(), "HAProxy listens", 10)

    def close(self) -> None:
        """Stop."""
        self._process.terminate()
        self._process.wait(10)
        self._folder.cleanup()

    def send_to(self, slot: int, *, wanted: bool) -> None:
        """Have new connections go to a pod, or not."""
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(self._control)
            control.sendall(f"set server service/pod{slot} state {'ready' if wanted else 'maint'}\n".encode())
            control.recv(1024)


@dataclass(eq=False)
class Pod:
    """A pod with its container, looked after as a kubelet does."""

    cluster: Cluster
    objects: Objects
    slot: int
    ready: bool = False
    ending: bool = False
    restarts: int = 0
    exit_code: int | None = None
    ended: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        """Start it."""
        self.spec = one(self.objects, "Deployment")["spec"]["template"]["spec"]
        (self.described,) = (each for each in self.spec["containers"] if each["name"] == "loba")
        self.port = self.cluster.balancer.ports[self.slot]
        name = f"loba-pod-{os.getpid()}-{next(_numbers)}"
        self.container = Container.start(name, self.described["image"], self._options())
        threading.Thread(target=self._look_after, daemon=True).start()

    def end(self) -> None:
        """What deleting a pod sets off; returns once it is gone."""
        begun = time.monotonic()
        self.ending = True
        self.cluster.later(self._publish)
        time.sleep(self.described.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0))
        left = self.spec["terminationGracePeriodSeconds"] - (time.monotonic() - begun)
        self.exit_code = self.container.stop(max(1, int(left)))
        self.container.remove()
        self.cluster.balancer.send_to(self.slot, wanted=False)
        self.cluster.pods.remove(self)
        self.ended.set()

    def workers(self) -> list[int]:
        """Return the processes of the workers, as this machine numbers them."""
        first = self.container.state()["Pid"]
        return [int(pid) for pid in Path(f"/proc/{first}/task/{first}/children").read_text().split()]

    def _options(self) -> Iterable[str]:
        context = self.spec.get("securityContext", {}) | self.described.get("securityContext", {})
        yield from (
            "--network=host",
            "--no-healthcheck",
            f"--user={context['runAsUser']}:{context['runAsGroup']}",
        )
        yield from (f"--cap-drop={name}" for name in context["capabilities"]["drop"])
        if context["readOnlyRootFilesystem"]:
            yield from ("--read-only", "--read-only-tmpfs=false")
        if not context["allowPrivilegeEscalation"]:
            yield "--security-opt=no-new-privileges"
        limits = self.described["resources"]["limits"]
        yield f"--memory={_bytes(limits['memory'])}"
        if "cpu" in limits:
            yield f"--cpus={limits['cpu']}"
        volumes = {volume["name"]: volume for volume in self.spec["volumes"]}
        for mount in self.described["volumeMounts"]:
            volume = volumes[mount["name"]]
            if "emptyDir" in volume:
                size = _bytes(volume["emptyDir"]["sizeLimit"])
                yield f"--tmpfs={mount['mountPath']}:rw,noexec,nosuid,nodev,mode=1777,size={size}"
            elif "secret" in volume:
                yield f"--volume={self.cluster.secret(volume['secret'])}:{mount['mountPath']}:ro"
        here = {"LOBA_PORT": str(self.port), "LOBA_HOST": "127.0.0.1"}
        for name, value in (environment(self.described) | here).items():
            yield f"--env={name}={value}"

    def _asked(self, probe: Mapping[str, Any]) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=probe.get("timeoutSeconds", 1))
        try:
            connection.request("GET", probe["httpGet"]["path"])
            return 200 <= connection.getresponse().status < 400
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def _look_after(self) -> None:
        startup, readiness, liveness = (
            self.described[f"{kind}Probe"] for kind in ("startup", "readiness", "liveness")
        )
        for _ in range(startup["failureThreshold"]):
            if self.ending or self._asked(startup):
                break
            time.sleep(startup["periodSeconds"])
        unready = dead = 0
        next_readiness = next_liveness = time.monotonic()
        while not self.ending:
            if time.monotonic() >= next_readiness:
                next_readiness += readiness["periodSeconds"]
                answer = self._asked(readiness)
                unready = 0 if answer else unready + 1
                if answer != self.ready and (answer or unready >= readiness["failureThreshold"]):
                    self.ready = answer
                    self.cluster.later(self._publish)
            if time.monotonic() >= next_liveness:
                next_liveness += liveness["periodSeconds"]
                dead = 0 if self._asked(liveness) else dead + 1
                if dead >= liveness["failureThreshold"]:
                    self.restarts += 1
                    return
            time.sleep(0.05)

    def _publish(self) -> None:
        if not self.ended.is_set():
            self.cluster.balancer.send_to(self.slot, wanted=self.ready and not self.ending)


class Cluster:
    """Pods behind a Service."""

    def __init__(self, lag: float) -> None:
        """`lag` is how many seconds the network is behind."""
        self.lag = lag
        self.pods: list[Pod] = []
        self.balancer = Balancer()
        self._folder = tempfile.TemporaryDirectory(prefix="loba-secrets-")
        self._secrets: dict[str, dict[str, str]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pod in list(self.pods):
            pod.ending = True
            pod.container.remove()
        self.balancer.close()
        self._folder.cleanup()

    def later(self, what: Callable[[], None]) -> None:
        """Do what the network will know only by then."""
        timer = threading.Timer(self.lag, what)
        timer.daemon = True
        timer.start()

    def secret(self, volume: Mapping[str, Any]) -> str:
        """Write a Secret down as a kubelet would, and return the folder."""
        folder = Path(self._folder.name) / volume["secretName"]
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
        Path(self._folder.name).chmod(0o755)
        for item in volume["items"]:
            file = folder / item["path"]
            file.write_text(self._secrets[volume["secretName"]][item["key"]])
            file.chmod(0o644)
        return str(folder)

    def install(self, objects: Objects) -> None:
        """Start as many pods as are wanted, and wait for them."""
        self._learn(objects)
        for _ in range(one(objects, "Deployment")["spec"]["replicas"]):
            self._start(objects)
        until(lambda: all(pod.ready for pod in self.pods), "every pod is ready")
        time.sleep(self.lag + 0.5)

    def update(self, objects: Objects) -> list[Pod]:
        """Replace all pods, as the Deployment controller does; return those that went, once they are gone."""
        self._learn(objects)
        spec = one(objects, "Deployment")["spec"]
        wanted = spec["replicas"]
        surge = spec["strategy"]["rollingUpdate"]["maxSurge"]
        missing = spec["strategy"]["rollingUpdate"]["maxUnavailable"]
        old, new = list(self.pods), list[Pod]()
        deadline = time.monotonic() + spec["progressDeadlineSeconds"]
        while len(new) < wanted or any(not pod.ending for pod in old):
            staying = [pod for pod in old if not pod.ending]
            if len(new) < wanted and len(staying) + len(new) < wanted + surge:
                new.append(self._start(objects))
            elif staying and sum(pod.ready for pod in (*staying, *new)) - 1 >= wanted - missing:
                staying[0].ending = True
                threading.Thread(target=staying[0].end, daemon=True).start()
            elif time.monotonic() > deadline:
                raise TimeoutError(f"the update makes no progress:\n{new[-1].container.logs()}")
            time.sleep(0.1)
        until(lambda: all(pod.ready for pod in new), "every new pod is ready")
        for pod in old:
            assert pod.ended.wait(self._grace(pod))
        return old

    def _grace(self, pod: Pod) -> float:
        return float(pod.spec["terminationGracePeriodSeconds"]) + 10

    def _learn(self, objects: Objects) -> None:
        for each in objects:
            if each["kind"] == "Secret":
                self._secrets[each["metadata"]["name"]] = each["stringData"]

    def _start(self, objects: Objects) -> Pod:
        taken = {pod.slot for pod in self.pods}
        pod = Pod(self, objects, next(slot for slot in range(SLOTS) if slot not in taken))
        self.pods.append(pod)
        return pod


def _bytes(quantity: str) -> int:
    units = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30}
    return int(quantity[:-2]) * units[quantity[-2:]]
