"""How gunicorn serves the application. Everything that may differ comes from `LOBA_*` (see the README)."""

import gc
from signal import SIGTERM, signal
from threading import Timer
from types import FrameType

from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from loba.api import tracing
from loba.api.logs import configuration
from loba.api.readiness import drain
from loba.api.settings import BadSetting, Settings
from loba.api.worker_files import forget, prepare
from loba.api.workers import PatientWorker, connections

try:
    settings = Settings.from_env()
    directory = prepare(settings.metrics_dir)
except BadSetting as error:  # for whoever starts it: a sentence says more than where it was said
    raise SystemExit(f"loba: {error}") from None

wsgi_app = "loba.wsgi:app"
bind = f"{settings.host}:{settings.port}"
backlog = settings.backlog

# Threads, as two idle connections would hold up two `sync` workers. The work itself is bound to the
# processor, so more workers than processors gain nothing.
worker_class = PatientWorker
workers = settings.processes
threads = settings.threads
worker_connections = connections(settings.threads)
preload_app = True
max_requests = 0

keepalive = settings.keepalive_seconds
timeout = 30
graceful_timeout = settings.drain_seconds + settings.graceful_seconds

limit_request_line = 2048
limit_request_fields = 50
limit_request_field_size = 4096
forwarded_allow_ips = settings.forwarded_allow_ips
# A proxy tells the address and the scheme of a client, never another path: clients could, through it.
forwarder_headers = ""

# The one place that is written to, in memory where there is any: the root file system may be read-only.
worker_tmp_dir = str(directory)
control_socket_disable = True

logconfig_dict = configuration(settings)


class logger_class(Logger):  # noqa: N801 - the name of the setting
    """gunicorn's own lines, without its access log: the application writes a line for each request."""

    def access(self, *_: object) -> None:
        """Write nothing."""


def when_ready(_: Arbiter) -> None:
    """Have the workers share what is there before they are forked.

    Whatever the collector of garbage looks at is written to, and so becomes a copy of each worker's own.
    """
    gc.collect()
    gc.freeze()


def post_worker_init(worker: Worker) -> None:
    """Turn SIGTERM into: say that requests had better go elsewhere, wait until that is known, then leave."""

    def leave(number: int, frame: FrameType | None) -> None:
        drain(worker.wsgi)
        signal(SIGTERM, worker.handle_exit)  # a second signal does not wait
        waiting = Timer(settings.drain_seconds, worker.handle_exit, (number, frame))
        waiting.daemon = True
        waiting.start()

    signal(SIGTERM, leave)
    tracing.start(worker.wsgi)


def worker_exit(_: Arbiter, worker: Worker) -> None:
    """Let the last spans of a worker go, if it makes any. One that never got to work has no application."""
    if hasattr(worker, "wsgi"):
        tracing.stop(worker.wsgi)


def child_exit(_: Arbiter, worker: Worker) -> None:
    """Tidy up after a worker that is gone, for whatever reason."""
    forget(directory, worker.pid)
