#!/bin/bash
# Builds the image as IMAGE (localhost/loba:dev) and lists what is in it, in OUT (build/image).
# REQUIREMENTS=tooling/otel/requirements.txt adds what LOBA_TRACING needs.
#
# BASE says where the Python image comes from that the Dockerfile pins:
#   pull       from its registry, as for a release
#   stand-in   made here from Debian's packages (stand_in.sh), where no registry is within reach
#   (nothing)  whichever of the two is in the local storage already, else the stand-in
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
here=tooling/image
image=${IMAGE:-localhost/loba:dev}
out=${OUT:-build/image}
export CONTAINERS_CONF=$PWD/$here/containers.conf

"$here/setup.sh" buildah podman runc mmdebstrap
mkdir -p "$out"

pinned=$(sed -n 's/^ARG PYTHON_IMAGE=//p' Dockerfile | head -n 1)
stand_in=localhost/loba-stand-in-base:trixie
base=${BASE:-}
if [ -z "$base" ] && podman image exists "$pinned"; then base=pull; fi
case ${base:=stand-in} in
  pull) from=$pinned ;;
  stand-in)
    from=$stand_in
    echo "build.sh: the base is a STAND-IN made of Debian's packages, not $pinned" >&2
    podman image exists "$from" || "$here/stand_in.sh" "$from" ;;
  *) echo "build.sh: BASE is 'pull', 'stand-in' or nothing" >&2; exit 2 ;;
esac

version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' service/loba/__about__.py)
revision=$(git rev-parse HEAD 2>/dev/null || echo unknown)
created=$(date --utc --date="@$(git log -1 --format=%ct 2>/dev/null || date +%s)" +%Y-%m-%dT%H:%M:%SZ)

# Docker's format, as the other one has no HEALTHCHECK. The network is the machine's, for the packages only.
SECONDS=0
buildah bud --format docker --network host --layers \
  --build-arg "PYTHON_IMAGE=$from" --build-arg "VERSION=$version" \
  --build-arg "REVISION=$revision" --build-arg "CREATED=$created" \
  --build-arg "REQUIREMENTS=${REQUIREMENTS:-requirements.txt}" \
  --tag "$image" . >"$out/build.log" 2>&1 || { tail -n 30 "$out/build.log" >&2; exit 1; }
size() { podman image inspect --format '{{.Size}}' "$1"; }
printf 'build.sh: %s built in %d s, %d MB, of which the base %d MB\n' \
  "$image" "$SECONDS" "$(($(size "$image") / 1000000))" "$(($(size "$from") / 1000000))"

if [ -n "${SYFT:-}" ]; then
  rm -f "$out/image.tar"
  podman save --quiet --output "$out/image.tar" "$image"
  SYFT_CHECK_FOR_APP_UPDATE=false "$SYFT" --quiet "docker-archive:$out/image.tar" \
    --output "cyclonedx-json=$out/sbom.cyclonedx.json" --output "spdx-json=$out/sbom.spdx.json"
  rm -f "$out/image.tar"
  echo "build.sh: what is in it stands in $out/sbom.cyclonedx.json and $out/sbom.spdx.json"
fi
