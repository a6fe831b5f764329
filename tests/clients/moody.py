"""A proxy with moods, between a client and the service: some questions get lost, others come too early."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@contextmanager
def moody(service: str, mood: str, times: int) -> Iterator[tuple[str, list[bytes]]]:
    """Start the proxy: so many times it is in a mood, from then on it passes everything on.

    In the mood `drops` it hangs up after reading the question; otherwise the mood is the status it answers.
    Returns its address, and the bodies of all that it has been asked.
    """
    asked: list[bytes] = []
    behind = urlsplit(service)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append(body)
            if len(asked) > times:
                self._pass_on(body)
            elif mood == "drops":
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
            else:
                problem = {"type": "about:blank", "title": "Moody", "status": int(mood), "detail": "Not now."}
                told = json.dumps({**problem, "instance": "moody"}).encode()
                self._answer(int(mood), "application/problem+json", told)

        def _pass_on(self, body: bytes) -> None:
            connection = http.client.HTTPConnection(behind.hostname or "", behind.port, timeout=30)
            connection.request("POST", self.path, body, {"Content-Type": self.headers["Content-Type"]})
            response = connection.getresponse()
            self._answer(response.status, response.headers["Content-Type"], response.read())
            connection.close()

        def _answer(self, status: int, media_type: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
            if status in {429, 503}:
                self.send_header("Retry-After", "0")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()
            thread.join()
