#!/bin/bash
# Sees to it that the programs named are there: on Debian and its kin, as root, by installing their packages.
# Exit code 3 where that cannot be done here, so that a caller can tell "not here" from "broken".
#
#   setup.sh PROGRAM...
set -euo pipefail

missing=()
for program in "$@"; do
  command -v "$program" >/dev/null || missing+=("$program")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null || [ "$(id -u)" -ne 0 ]; then
  echo "setup.sh: wanted, and not to be installed from here: ${missing[*]}" >&2
  exit 3
fi

# Everything at once, as the engine is of little use without the rest: a runtime, a monitor, networks, overlays.
packages=(buildah podman runc conmon netavark aardvark-dns fuse-overlayfs mmdebstrap uidmap iptables haproxy)
echo "setup.sh: installing ${packages[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${packages[@]}"; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  exit 3
fi
