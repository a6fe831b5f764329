"""Putting the application together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface, SessionMixin

from loba.api import (
    access,
    adjudications,
    bodies,
    contract,
    cross_origin,
    crowding,
    deal_scores,
    desk,
    docs,
    hand_arrangements,
    legal_moves,
    meld_checks,
    metrics,
    observation,
    operations,
    problems,
    readiness,
    replays,
    request_log,
    rulesets,
    scoresheets,
    state_checks,
    tracing,
    violation_codes,
)
from loba.api.settings import Settings

_RESOURCES: Final = (
    adjudications,
    legal_moves,
    meld_checks,
    hand_arrangements,
    state_checks,
    deal_scores,
    scoresheets,
    replays,
    rulesets,
    violation_codes,
    contract,
    operations,
)
"""Every module that serves something, in the order of the contract."""


class _NoSession(SessionInterface):
    """Nobody is remembered: no request has a session."""

    _none: Final = NullSession()

    def open_session(self, app: Flask, request: Request) -> SessionMixin:  # noqa: ARG002 - the signature of Flask
        """Return the session of every request: none."""
        return self._none


class _Service(Flask):
    """Flask without what this service has no use for, but would pay for with each request."""

    session_interface = _NoSession()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function as it is: none of ours is asynchronous."""
        return func


def create_app(settings: Settings | None = None) -> Flask:
    """Return the WSGI application. It keeps nothing between requests but what can be worked out again."""
    app = _Service("loba", static_folder=None)
    # Nothing is answered that the contract does not promise: no OPTIONS, no redirect to another spelling.
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.url_map.merge_slashes = False
    settings = settings or Settings()
    app.extensions["loba.settings"] = settings
    readiness.register(app)
    metrics.register(app)
    watchers = [tracing.prepare(app).write] if settings.tracing == "on" else []
    observation.register(app, *watchers, request_log.write)
    problems.register(app)
    bodies.register(app)
    for resource in _RESOURCES:
        app.register_blueprint(resource.blueprint)
    if settings.docs == "on":
        app.register_blueprint(docs.blueprint)
    if settings.desk == "on":
        app.register_blueprint(desk.blueprint)
    # In this order: a browser asks beforehand without a key, and only who has a key takes up room.
    cross_origin.register(app, settings)
    access.register(app, settings)
    crowding.register(app, settings)
    contract.as_json()  # once, before the workers are forked, and not in the middle of a request
    return app
