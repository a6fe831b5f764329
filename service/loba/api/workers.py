"""gunicorn's worker with threads, taught that a thread is for those who have asked something."""

from __future__ import annotations

import re
from collections import deque
from concurrent.futures import Future
from functools import partial
from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
from select import POLLIN, poll
from selectors import EVENT_READ
from socket import MSG_DONTWAIT, SHUT_WR
from time import monotonic
from typing import Final

from gunicorn.workers.gthread import _DEFER, TConn, ThreadWorker  # type: ignore[import-untyped]

from loba.api.patience import PatientSocket, Waiting
from loba.api.settings import Settings

_MOST_CONNECTIONS: Final = 1000
_OTHER_FILES: Final = 64
"""What a worker has open beside its connections, with room to spare."""
_HEAD: Final = 16 * 1024
"""So many bytes without the end of a head are handed over as they are: the parser finds what is wrong."""
_MOMENT_MS: Final = 5
"""How long a thread waits for the next request on the connection it has just answered."""
_GOODBYE: Final = 2.0
"""How long a client may take to close a connection, in seconds."""
_LEFT_OVER: Final = 64 * 1024
"""How much it may still send, in bytes."""
_END_OF_HEAD: Final = re.compile(rb"\n\r?\n")


def connections(threads: int) -> int:
    """Return how many connections a worker may keep open: one that runs out of files could serve nobody."""
    files, _ = getrlimit(RLIMIT_NOFILE)
    if files == RLIM_INFINITY:
        return _MOST_CONNECTIONS
    return max(threads + 1, min(_MOST_CONNECTIONS, files - _OTHER_FILES - threads))


class PatientWorker(ThreadWorker):  # type: ignore[misc]
    """Waits for heads and for goodbyes without a thread, and for the rest not longer than is agreed."""

    pending_conns: deque[TConn]

    def init_process(self) -> None:
        """Begin to serve."""
        self._seconds = Settings.from_env().receive_seconds
        self._waiting = Waiting(self.cfg.threads)
        super().init_process()

    def handle(self, conn: TConn) -> object:
        """Answer a request, and those that follow at once; then leave the connection to the poller."""
        kept = self._answer(conn)
        while kept is True and self._goes_on(conn):
            kept = self._answer(conn)
        return kept

    def _goes_on(self, conn: TConn) -> bool:
        """Wait a moment for the next request: to give a connection away and get it back costs half an answer.

        Only while there is a thread for every connection, so that nobody else waits for this one.
        """
        if not self.alive or self.nr_conns > self.cfg.threads:
            return False
        watch = poll()
        watch.register(conn.sock, POLLIN)
        return bool(watch.poll(_MOMENT_MS))

    def _answer(self, conn: TConn) -> object:
        """Answer a request if its head is here; otherwise leave the connection to the poller."""
        try:
            if not isinstance(conn.sock, PatientSocket):
                conn.sock = PatientSocket.of(conn.sock, self._seconds, self._waiting)
                conn.init()
                conn.begun = False
            if not conn.begun:
                conn.sock.begin()
            conn.begun = not _head_has_come(conn)
        except OSError:  # the client has gone away
            return False
        if conn.begun:
            return _DEFER if monotonic() < conn.sock.until else False
        conn.sock.begin()
        return super().handle(conn)

    def finish_request(self, conn: TConn, fs: Future[object]) -> None:
        """Do as gunicorn does, but give a head as much time as all else, and wait for no goodbye."""
        if not (fs.cancelled() or fs.exception() or fs.result()):
            self._take_leave(conn)
            return
        super().finish_request(conn, fs)
        if self.pending_conns and self.pending_conns[-1] is conn:
            conn.timeout = conn.sock.until

    def _take_leave(self, conn: TConn) -> None:
        """Say that nothing more is sent, and close once the client does: earlier, it could miss the answer.

        gunicorn waits here, up to two seconds for each client, and takes up no other connection meanwhile.
        """
        conn.left_over = _LEFT_OVER
        conn.timeout = monotonic() + _GOODBYE
        try:
            conn.sock.shutdown(SHUT_WR)
            conn.sock.settimeout(0)
            self.poller.register(conn.sock, EVENT_READ, partial(self._on_goodbye, conn))
        except (OSError, ValueError):  # the client has gone away
            self.nr_conns -= 1
            conn.close()
        else:
            self.pending_conns.append(conn)

    def _on_goodbye(self, conn: TConn, _: object) -> None:
        """Forget what a client still sends, within reason, and close when it has closed."""
        try:
            piece = conn.sock.recv(_LEFT_OVER, MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        conn.left_over -= len(piece)
        if not piece or conn.left_over < 0:
            self.poller.unregister(conn.sock)
            self.pending_conns.remove(conn)
            self.nr_conns -= 1
            conn.close()

    def murder_pending(self) -> None:
        """Close the connections whose head has not come in time, or that do not go."""
        soonest_first = sorted(self.pending_conns, key=lambda conn: conn.timeout)
        self.pending_conns = deque(soonest_first)
        super().murder_pending()


def _head_has_come(conn: TConn) -> bool:
    """Read what is there, and say whether it holds a whole head, or never will."""
    unreader = conn.parser.unreader
    try:
        piece = conn.sock.recv(_HEAD, MSG_DONTWAIT)
    except BlockingIOError:
        piece = None
    head = unreader.take_buffered() + (piece or b"")
    unreader.unread(head)
    return piece == b"" or len(head) >= _HEAD or _END_OF_HEAD.search(head) is not None
