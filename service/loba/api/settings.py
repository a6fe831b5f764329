"""Settings of the service, from `LOBA_*` environment variables. Each has a safe default."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Final, Literal, Self, get_args, get_type_hints

from flask import current_app

from loba import limits

PREFIX: Final = "LOBA_"


class BadSetting(Exception):
    """A setting has a value the service cannot run with."""

    def __init__(self, variable: str, wanted: str) -> None:
        """Name the variable and say what it may be. The value is left out: it might be a secret."""
        super().__init__(f"{variable} must be {wanted}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How one process of the service runs."""

    host: str = "0.0.0.0"  # noqa: S104 - a container answers whoever the network lets through
    """Address to listen on."""
    port: int = 8080
    """Port to listen on."""
    workers: int = 0
    """Worker processes; 0 means one for each processor that may be used."""
    threads: int = 8
    """Threads of each worker."""
    backlog: int = 512
    """Connections that may wait to be accepted."""
    keepalive_seconds: int = 5
    """How long an idle connection is kept open."""
    receive_seconds: int = 30
    """How long a client may take for a head, a body or a line of a batch, and to take what it is sent."""
    drain_seconds: int = 5
    """How long requests are still taken after SIGTERM, while readiness is off already."""
    graceful_seconds: int = 20
    """How long requests in flight may take after that."""
    forwarded_allow_ips: str = "127.0.0.1"
    """Proxies whose X-Forwarded-* headers are believed, separated by commas."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least important lines that are logged."""
    log_format: Literal["json", "text"] = "json"
    """One JSON object a line, or text for people."""
    body_bytes: int = limits.BODY_BYTES
    """Largest body, and largest line of a batch."""
    replay_body_bytes: int = limits.REPLAY_BODY_BYTES
    """The same for whole games."""
    max_in_flight: int = 0
    """Questions a worker answers at a time, more get 429; 0 means as many as come. Best below the threads, so
    that probes get through."""
    api_keys_file: str = ""
    """File with the API keys that are let in, one `client:sha256` a line. Unset: no key is asked for."""
    cors_origins: str = ""
    """Web pages that may ask from a browser: origins separated by commas, or * for all. Unset: none."""
    tracing: Literal["on", "off"] = "off"
    """Whether each request becomes a span for OpenTelemetry; needs the extra `otel`, and the standard
    `OTEL_*` variables say where to send them."""
    docs: Literal["on", "off"] = "on"
    """Whether there is a page for people at /docs."""
    desk: Literal["on", "off"] = "on"
    """Whether there is a page for people at a table at /, the referee's desk."""
    metrics_dir: str = ""
    """Directory, best in memory, for heartbeats and the numbers behind /metrics, which are wiped at start.
    Unset: a fresh one in /dev/shm or wherever temporary files go."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> Self:
        """Read the settings from environment variables; an empty one counts as unset. Raises BadSetting."""
        given = os.environ if environ is None else environ
        read: dict[str, object] = {}
        for name, kind in get_type_hints(cls).items():
            variable = PREFIX + name.upper()
            text = given.get(variable, "").strip()
            # In a cluster that has a service called "loba", Kubernetes sets LOBA_PORT to an address.
            if text and not text.startswith("tcp://"):
                read[name] = _value(variable, text, kind, _BOUNDS.get(name, (0, 0)))
        return cls(**read)  # type: ignore[arg-type]  # each value was read by the type of its field

    @property
    def processes(self) -> int:
        """How many workers that makes on this machine."""
        return self.workers or processors()


def processors(cpu_max: Path = Path("/sys/fs/cgroup/cpu.max")) -> int:
    """Return how many processors this process may use: those it may run on, less what a container is denied.

    `cpu_max` is where a container's share stands: time allowed in a period, or `max`, and the period.
    """
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        allowed, period = cpu_max.read_text().split()
        return max(1, min(available, ceil(int(allowed) / int(period))))
    except (OSError, ValueError):  # no container, or one without a limit
        return available


_BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "port": (0, 65535),
    "workers": (0, 256),
    "threads": (1, 256),
    "backlog": (1, 65535),
    "keepalive_seconds": (0, 3600),
    "receive_seconds": (1, 3600),
    "drain_seconds": (0, 600),
    "graceful_seconds": (1, 3600),
    "body_bytes": (1024, 64 * 1024 * 1024),
    "replay_body_bytes": (1024, 64 * 1024 * 1024),
    "max_in_flight": (0, 10_000),
}


def _value(variable: str, text: str, kind: object, bounds: tuple[int, int]) -> object:
    if kind is int:
        least, most = bounds
        if not (text.isascii() and text.isdecimal() and least <= int(text[:20]) <= most):
            raise BadSetting(variable, f"a whole number from {least} to {most}")
        return int(text)
    words = get_args(kind)
    if words and text not in words:
        raise BadSetting(variable, "one of " + ", ".join(words))
    return text


def current_settings() -> Settings:
    """Return the settings of the application that serves the current request."""
    settings: Settings = current_app.extensions["loba.settings"]
    return settings
