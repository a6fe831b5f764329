"""Answer requests from the standard input, a line each, and print what each answer comes to.

Run as a process of its own: ``python -m tests.determinism.answering``.
"""

from __future__ import annotations

import json
import logging
import sys
from hashlib import sha256

from loba.api import create_app


def main() -> None:
    """Print a line for each request: its number, the status, and a digest of all the answer but its date."""
    logging.disable()
    client = create_app().test_client()
    for line in sys.stdin:
        asked = json.loads(line)
        number = asked.pop("number")
        headers = {"X-Request-Id": f"r-{number}", **asked.pop("headers")}
        answer = client.open(**asked, headers=headers, buffered=True)
        head = sorted(f"{name}: {value}" for name, value in answer.headers if name != "Date")
        told = "\n".join([answer.status, *head, ""]).encode() + answer.data
        print(number, answer.status_code, sha256(told).hexdigest(), flush=True)  # noqa: T201 - to who asked


if __name__ == "__main__":
    main()
