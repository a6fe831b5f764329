"""Clients that are slow, or pretend to be: each may take its time, but not for ever.

A connection on which nothing comes to an end for too long is given up. While more than half of the threads
wait for clients, and have for a while, those clients have to get on, so that there is always a thread for
those who are quick.
"""

from __future__ import annotations

from dataclasses import dataclass
from errno import ECONNRESET
from select import POLLIN, POLLOUT, poll
from socket import MSG_DONTWAIT, socket
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from socket import _SendableFile

    from _typeshed import ReadableBuffer

_BRIEFLY: Final = 1.0
"""How long anybody may do nothing, in seconds, even in a crowd."""
_LULL: Final = 0.25
"""How long there has to be no crowd for it to have ended: one that waits for next to nothing stays one."""
_FAIR: Final = 1024
"""How much has to be moved for another second in a crowd, in bytes."""
_PIECE: Final = 64 * 1024


class Waiting:
    """The threads of a process that wait for clients just now."""

    def __init__(self, threads: int) -> None:
        """Take more than half of so many threads for a crowd."""
        self._few = threads // 2
        self._now = 0
        self._since = 0.0
        self._parted = 0.0
        self._lock = Lock()

    def __enter__(self) -> None:
        """Count one more."""
        with self._lock:
            self._now += 1
            if self._now == self._few + 1 and monotonic() - self._parted > _LULL:
                self._since = monotonic()

    def __exit__(self, *_: object) -> None:
        """Count it out."""
        with self._lock:
            if self._now == self._few + 1:
                self._parted = monotonic()
            self._now -= 1

    @property
    def crowded(self) -> bool:
        """Whether too many have been waiting for a while."""
        return self._now > self._few and monotonic() - self._since >= _BRIEFLY


@dataclass(slots=True)
class _Step:
    """Something a client has to get done: to send a head, a body or a line, or to take what it is sent."""

    until: float
    begun: float
    hurried: bool = False
    moved: int = 0

    @classmethod
    def within(cls, seconds: float) -> Self:
        """Return a step that begins now."""
        now = monotonic()
        return cls(now + seconds, now)

    def left(self, *, crowded: bool) -> float:
        """Return how much longer it may take, in seconds."""
        until = min(self.until, self.begun + _BRIEFLY + self.moved / _FAIR) if crowded else self.until
        return until - monotonic()


class PatientSocket(socket):
    """A connection that gives up on its client; who reads or writes sees a client that has gone away."""

    _seconds: int
    _waiting: Waiting
    _step: _Step

    @classmethod
    def of(cls, connection: socket, seconds: int, waiting: Waiting) -> Self:
        """Take over a connection whose client may take so many seconds for each step."""
        patient = cls(connection.family, connection.type, connection.proto, connection.detach())
        patient.settimeout(None)
        patient._seconds = seconds
        patient._waiting = waiting
        patient.begin()
        return patient

    @property
    def until(self) -> float:
        """When the step has to be over that the client has begun, by the monotonic clock."""
        return self._step.until

    def begin(self) -> None:
        """Give the client time for the next step: a head, a body, or a line of a batch."""
        self._step = _Step.within(self._seconds)

    def hurry(self) -> None:
        """Wait but briefly for each further piece of this step, as it is of no use."""
        self._step.hurried = True

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """Receive some bytes. Raises ConnectionResetError where none come in time."""
        while True:
            try:  # first: most that is read is there already
                piece = super().recv(size, flags | MSG_DONTWAIT)
            except BlockingIOError:
                if flags:
                    raise
                self._wait(self._step, POLLIN)
            else:
                self._step.moved += len(piece)
                return piece

    def takes(self) -> bool:
        """Wait until the client takes or sends something, and say whether it takes something.

        Raises ConnectionResetError where it does neither in time.
        """
        return self._wait(_Step.within(self._seconds), POLLIN | POLLOUT) != POLLIN

    def sendall(self, data: ReadableBuffer, flags: int = 0, /) -> None:
        """Send all bytes. Raises ConnectionResetError where the client does not take them in time."""
        rest = memoryview(data).cast("B")
        step: _Step | None = None
        while rest:
            try:  # first: most clients take most of what they are sent at once
                sent = self.send(rest, flags | MSG_DONTWAIT)
            except BlockingIOError:
                step = step or _Step.within(self._seconds)
                self._wait(step, POLLOUT)
            else:
                rest = rest[sent:]
                if step:
                    step.moved += sent

    def sendfile(self, file: _SendableFile, offset: int = 0, count: int | None = None) -> int:
        """Send a file. Raises ConnectionResetError where the client does not take it in time."""
        file.seek(offset)
        sent = 0
        while piece := file.read(_PIECE if count is None else min(_PIECE, count - sent)):
            self.sendall(piece)
            sent += len(piece)
        return sent

    def _wait(self, step: _Step, events: int) -> int:
        """Return what is possible of some events, once one of them is. Raises ConnectionResetError."""
        watch = poll()
        watch.register(self, events)
        happened = watch.poll(0)
        if not happened:
            with self._waiting:
                while not happened:
                    left = step.left(crowded=self._waiting.crowded)
                    if left > 0:
                        happened = watch.poll(min(left, _BRIEFLY) * 1000)
                    if not happened and (left <= 0 or step.hurried):
                        step.until = 0  # whoever tries again need not wait again
                        raise ConnectionResetError(ECONNRESET, "the client did nothing for too long")
        return happened[0][1]
