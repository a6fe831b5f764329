"""How many questions a process answers at a time, where that is limited.

A question keeps a processor busy. Where more come than there are processors, all of them only get slower;
a client that is told so at once can ask another process.
"""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import Final

from flask import Flask, Response, g, request
from werkzeug.exceptions import TooManyRequests

from loba.api.settings import Settings

_RETRY_AFTER_SECONDS: Final = 1


def register(app: Flask, settings: Settings) -> None:
    """Have an application refuse questions while it answers as many as it may, if the settings want it.

    The place of a question is free again once the last line of its answer has been sent.
    """
    if not settings.max_in_flight:
        return
    room = BoundedSemaphore(settings.max_in_flight)

    def enter() -> None:
        if request.method == "POST":
            if not room.acquire(blocking=False):
                raise TooManyRequests(retry_after=_RETRY_AFTER_SECONDS)
            g.takes_room = True

    def leave(response: Response) -> Response:
        if "takes_room" in g:
            response.call_on_close(room.release)
        return response

    app.before_request(enter)
    app.after_request(leave)
