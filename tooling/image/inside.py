"""What is done inside a container: each function is sent there as text, so it brings its own imports."""

# ruff: noqa: PLC0415 - see above

from __future__ import annotations


def ask(path: str, body: object = None, headers: dict[str, str] | None = None) -> None:
    """Ask the service on its own port; print status and body."""
    import json
    from http.client import HTTPConnection

    connection = HTTPConnection("127.0.0.1", 8080, timeout=10)
    known = {"Content-Type": "application/json"} if body else {}
    data = json.dumps(body) if body else None
    connection.request("POST" if body else "GET", path, data, known | (headers or {}))
    answer = connection.getresponse()
    print(answer.status, answer.read().decode())


def installed() -> None:
    """Print the packages that Python finds."""
    import json
    from importlib.metadata import distributions

    print(json.dumps({found.name.lower().replace("_", "-"): found.version for found in distributions()}))


def loose() -> None:
    """Print what of the service does not belong to root alone, or would have to be compiled first."""
    from pathlib import Path

    for path in Path("/opt/loba").rglob("*"):
        seen = path.lstat()
        if seen.st_uid or seen.st_gid or (seen.st_mode & 0o022 and not path.is_symlink()):
            print("loose", path)
        compiled = (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc")
        if path.suffix == ".py" and "lib" in path.parts and not any(compiled):
            print("not compiled", path)


def writable() -> None:
    """Print every folder that a file can be made in."""
    from pathlib import Path

    for folder, folders, _ in Path("/").walk():
        folders[:] = [name for name in folders if str(folder / name) not in {"/proc", "/sys"}]
        probe = folder / ".probe"
        try:
            probe.touch(exist_ok=False)
        except OSError:
            continue
        probe.unlink()
        print(folder)


def signal_workers(name: str) -> None:
    """Send a signal to the workers of the server, and print how many there are."""
    import os
    import signal
    from pathlib import Path

    workers = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        parent = stat.read_text().rpartition(")")[2].split()[1]
        if parent == "1":
            workers.append(int(stat.parent.name))
    for pid in workers:
        os.kill(pid, getattr(signal, name))
    print(len(workers))
