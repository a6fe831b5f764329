"""The source distribution is the repository, all of it and nothing else. Run by `make package`."""

import subprocess
import sys
import tarfile

with tarfile.open(sys.argv[1]) as archive:
    packed = {member.name.partition("/")[2] for member in archive if not member.isdir()} - {"PKG-INFO"}

listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=False)
if listed.returncode:
    print("what the source distribution holds is NOT CHECKED: this is no checkout of the repository")
    sys.exit()

tracked = set(listed.stdout.splitlines())
for path in sorted(tracked - packed):
    print("missing:", path)
for path in sorted(packed - tracked):
    print("not of the repository:", path)
sys.exit(packed != tracked)
