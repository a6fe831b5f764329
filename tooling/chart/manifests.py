"""Is a manifest one that Kubernetes takes? Asked of the schemas of its releases, offline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import kubernetes_validate

SUPPORTED = tuple(f"1.{minor}" for minor in range(30, 38))
"""The releases that the chart is for, as far as their schemas are known."""
CUSTOM = frozenset({"HTTPRoute", "PrometheusRule", "ServiceMonitor"})
"""Kinds that are no part of Kubernetes itself."""


def check(found: Mapping[str, Any], release: str) -> None:
    """Raise ValidationError where a release would not take an object; an unknown field is a fault as well."""
    if found["kind"] not in CUSTOM:
        kubernetes_validate.validate(found, release, strict=True)
