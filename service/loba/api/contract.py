"""The contract, `openapi.yaml`, as it stands and as JSON."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import yaml
from flask import Blueprint, Response

from loba.api import media_types, strict_json
from loba.api.documents import document
from loba.api.queries import require_known

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The fast one where it was built; the contract is long."""

blueprint: Final = Blueprint("contract", __name__)


@cache
def text() -> bytes:
    """Return the contract: part of an installed package, or at the root of a checkout."""
    packaged = files("loba") / "openapi.yaml"
    if packaged.is_file():
        return packaged.read_bytes()
    return (Path(__file__).parents[3] / "openapi.yaml").read_bytes()


@cache
def as_json() -> bytes:
    """Return the contract as JSON."""
    return strict_json.write(yaml.load(text(), _LOADER))  # noqa: S506 - both of them are safe


@blueprint.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """Serve the contract as it was written."""
    media_types.require_acceptable(media_types.YAML)
    require_known()
    return document(text(), media_types.YAML)


@blueprint.get("/openapi.json")
def openapi_json() -> Response:
    """Serve the contract as JSON."""
    media_types.require_acceptable(media_types.JSON)
    require_known()
    return document(as_json(), media_types.JSON)
