#!/usr/bin/env bash
# Somebody else's faults: scripts/outside/run.sh GAME [FAULTS [PAIRS]], for example few_acres_of_snow 2200 500.
# Draws the sample with seed 25, tries it on a copy of what is committed, and writes the record in evidence/. Everything
# is kept in build/outside: a run that was stopped goes on where it was. After a change of rules or tests, remove that.
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
faults=$work/$game.faults.jsonl out=$work/$game.out reach=$work/$game.reach refused=$work/$game.refused
if [ ! -e "$faults" ]; then
    "$tools/bin/python" -X utf8 scripts/outside/faults.py "$work/tree" "reference/$game" 25 "$size" "$work/$game.new"
    mv "$work/$game.new" "$faults"
fi
export HYPOTHESIS_PROFILE=mutation PYTHONHASHSEED=0
in_tree() { (cd "$work/tree" && "$python" -X utf8 -m "scripts.outside.$1" "${@:2}"); }

# Three seconds of tests for every fault. Then the type checker says which survivors nobody could commit.
in_tree trying "$game" "$faults" "$reach" "$out" --seconds 3
in_tree refused "$faults" "$out" > "$refused"
# For the others: all tests of the game, those of all games, and those that run on import.
in_tree trying "$game" "$faults" "$reach" "$out" --seconds 600 --again --wide --but "$refused"
in_tree at_import "$game" "$faults" "$out" --but "$refused"
in_tree trying "$game" "$faults" "$reach" "$work/$game.pairs" --seconds 3 --pairs --most "$pairs"
"$python" -X utf8 -m scripts.outside.record "$work"
