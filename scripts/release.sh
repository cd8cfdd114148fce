#!/usr/bin/env bash
# Build what a release consists of into DIR: sdist, wheel and their digests, and try the wheel in an empty environment.
# With TAG, refuse one that is not of the version. Needs `build` and `hatchling` in the Python used (PYTHON).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out=${1:?usage: scripts/release.sh DIR [TAG]}
tag=${2:-}
python=${PYTHON:-.venv/bin/python}

version=$("$python" -c 'from oracle.version import VERSION; print(VERSION)')
if [ -n "$tag" ] && [ "$tag" != "v$version" ]; then
    echo "release: the tag $tag is not of version $version" >&2
    exit 1
fi
if [ -n "$tag" ] && ! grep -q "^## $version\b" CHANGELOG.md; then
    echo "release: CHANGELOG.md has no section for $version" >&2
    exit 1
fi
mkdir -p "$out"
if [ -n "$(ls -A "$out")" ]; then
    echo "release: $out is not empty" >&2
    exit 1
fi
"$python" -m build --no-isolation --outdir "$out" .

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip -q --disable-pip-version-check install "$out"/*.whl
installed=$(cd "$scratch" && unset PYTHONPATH && venv/bin/referee --version && venv/bin/referee verify golden --quiet)
echo "$installed"
[ "${installed%%$'\n'*}" = "referee $version (interpreted)" ]
(cd "$out" && sha256sum -- *.whl *.tar.gz >SHA256SUMS && cat SHA256SUMS)
