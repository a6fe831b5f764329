#!/bin/bash
# Puts prometheus and promtool into a folder, out of Debian's package, without installing it: no service is started.
# Exit code 3 where that cannot be done here.
#
#   prometheus.sh FOLDER
set -euo pipefail
folder=$(mkdir -p "${1:?a folder}" && cd "$1" && pwd)
if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
  echo "prometheus.sh: wants a machine with Debian's packages" >&2
  exit 3
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"
if ! apt-get download --quiet=2 prometheus >log 2>&1; then
  if ! { apt-get update --quiet=2 && apt-get download --quiet=2 prometheus; } >log 2>&1; then
    cat log >&2
    exit 3
  fi
fi
dpkg-deb -x prometheus_*.deb .
cp usr/bin/prometheus usr/bin/promtool "$folder"
