#!/usr/bin/env bash
# Somebody else's faults: scripts/outside/run.sh GAME [FAULTS [PAIRS]], for example few_acres_of_snow 2200 500.
# Draws the sample with seed 25, tries it on a copy of what is committed, and writes the record in evidence/. Everything
# is kept in build/outside: a run that was stopped goes on where it was. After a change of rules or tests, remove that folder.
set -euo pipefail
cd "$(dirname "$0")/../.."
game=$1 size=${2:-2200} pairs=${3:-500}
tools=build/outside-venv work=$PWD/build/outside
python=$PWD/.venv/bin/python

if [ ! -x "$tools/bin/cosmic-ray" ]; then
    "$python" -m venv "$tools"
    "$tools/bin/pip" install --quiet mutmut==3.8.1 cosmic-ray==8.7.0
fi
if [ ! -d "$work/tree" ]; then
    mkdir -p "$work/tree"
    git archive HEAD | tar -x -C "$work/tree"
fi
if [ ! -e "$work/$game.faults.jsonl" ]; then
    "$tools/bin/python" -X utf8 scripts/outside/faults.py "$work/tree" "reference/$game" 25 "$size" "$work/$game.new"
    mv "$work/$game.new" "$work/$game.faults.jsonl"
fi
export HYPOTHESIS_PROFILE=mutation PYTHONHASHSEED=0
try() { (cd "$work/tree" && "$python" -X utf8 -m scripts.outside.trying "$game" "../$game.faults.jsonl" "../$game.reach" "$@"); }
# At first some seconds of tests for every fault; then all tests, for those that nothing noticed.
try "../$game.out" --seconds 3
try "../$game.out" --seconds 600 --slow --again
try "../$game.pairs" --seconds 3 --pairs --most "$pairs"
"$python" -X utf8 -m scripts.outside.record "$work"
