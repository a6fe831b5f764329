#!/bin/bash
# Makes a stand-in for the Python image that the Dockerfile starts from, out of Debian's own packages, for machines
# that reach a Debian mirror and no registry of images. Same release of Debian and of Python, same commands in the same
# places; it is for trying things out and is never published.
#
#   stand_in.sh TAG
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tag=${1:?a tag for the image}
export CONTAINERS_CONF=$here/containers.conf

# What apt-get is given to fill in must not be filled in here.
# shellcheck disable=SC2016
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | sed -n 1p)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

without=(man locale doc info)
options=()
for folder in "${without[@]}"; do options+=("--dpkgopt=path-exclude=/usr/share/$folder/*"); done
# The certificates are this machine's, which may trust a proxy that the packages of a build come through.
# The hooks are run by a shell of mmdebstrap's, which is where "$1", the new root, comes from.
# shellcheck disable=SC2016
mmdebstrap --quiet --variant=minbase \
  --include=ca-certificates,netbase,tzdata,python3.13,python3.13-venv,python3-pip-whl \
  "${options[@]}" --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --customize-hook='for name in python python3; do ln -s /usr/bin/python3.13 "$1/usr/local/bin/$name"; done' \
  --customize-hook='cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/ca-certificates.crt"' \
  --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*' \
  trixie "$root/root.tar" "$mirror"

podman import --quiet \
  --change 'ENV PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin' \
  --change 'ENV LANG=C.UTF-8' \
  --change 'CMD ["python3"]' \
  "$root/root.tar" "$tag" >/dev/null
