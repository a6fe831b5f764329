"""What an orchestrator asks: does the process answer, does it want requests, how many has it answered."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, current_app

from loba.api import media_types, metrics, strict_json
from loba.api.problems import Problem
from loba.api.readiness import draining

blueprint: Final = Blueprint("operations", __name__)


@blueprint.get("/livez")
def livez() -> Response:
    """Answer: that is all there is to it."""
    return _now({"status": "ok"})


@blueprint.get("/readyz")
def readyz() -> Response:
    """Say whether requests should be sent here; the process says no once it is to end."""
    if draining():
        raise Problem("shutting-down")
    return _now({"status": "ok"})


@blueprint.get("/metrics")
def show_metrics() -> Response:
    """Show the numbers of all workers, as Prometheus reads them."""
    response = Response(metrics.metrics_of(current_app).text(), content_type=metrics.MEDIA_TYPE)
    response.cache_control.no_store = True
    return response


def _now(state: dict[str, str]) -> Response:
    response = Response(strict_json.write(state), mimetype=media_types.JSON)
    response.cache_control.no_store = True
    return response
