"""What the HEALTHCHECK of the image runs: does the service, wherever it listens, say that it is alive?

Standard library only and no import of the service, as it runs every few seconds. Exit code 0 or 1.
"""

import os
import sys
from http.client import HTTPConnection, HTTPException

EVERYWHERE = {"", "0.0.0.0", "::", "[::]"}  # noqa: S104 - what the service may be bound to
TIMEOUT_SECONDS = 4


def alive() -> bool:
    """Ask `/livez`. A container that drains is alive, so it is not asked whether it is ready."""
    port = os.environ.get("LOBA_PORT", "")
    host = os.environ.get("LOBA_HOST", "")
    # LOBA_PORT is not a number where Kubernetes made it up for a service called "loba".
    address = ("127.0.0.1" if host in EVERYWHERE else host.strip("[]"), int(port) if port.isdigit() else 8080)
    connection = HTTPConnection(*address, timeout=TIMEOUT_SECONDS)
    try:
        connection.request("GET", "/livez")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(0 if alive() else 1)
