"""The engine over HTTP, as `openapi.yaml` has it. The core below knows nothing of this package."""

from loba.api.application import create_app
from loba.api.settings import BadSetting, Settings

__all__ = ["BadSetting", "Settings", "create_app"]
