#!/usr/bin/env bash
# What action.yml runs: one command of Referee, with its report as the summary of the job.
# The inputs are INPUT_*; the command's exit code is the step's.
set -euo pipefail

fail() {
    echo "::error title=Referee::$*"
    exit 2
}
wanted() { # wanted NAME VALUE: an input that this command needs
    [ -n "$2" ] || fail "the input '$1' is missing"
}

referee=$GITHUB_ACTION_PATH/referee
words=("$INPUT_COMMAND")
case $INPUT_COMMAND in
    verify)
        wanted paths "$INPUT_PATHS"
        words+=(--keep-going --quiet)
        [ -z "$INPUT_RULESET" ] || words+=(--ruleset "$INPUT_RULESET")
        [ -z "$INPUT_JUNIT" ] || words+=(--junit "$INPUT_JUNIT")
        words+=(--)
        while IFS= read -r path; do
            [ -z "$path" ] || words+=("$path")
        done <<<"$INPUT_PATHS"
        bad=diverges
        ;;
    compare)
        wanted answers "$INPUT_ANSWERS"
        vectors=${INPUT_VECTORS:-vectors}
        if [ -z "$INPUT_VECTORS" ] && [ ! -e vectors ]; then
            "$referee" vectors --out vectors
        fi
        words+=(--vectors "$vectors")
        # The levels are words of one line; what is none of them is refused by the command itself.
        read -r -a levels <<<"$INPUT_LEVEL" || true
        for level in "${levels[@]}"; do
            words+=("--level=$level")
        done
        [ -z "$INPUT_JUNIT" ] || words+=(--junit "$INPUT_JUNIT")
        [ "$INPUT_STRICT" != true ] || words+=(--strict)
        [ "$INPUT_PARTIAL" != true ] || words+=(--partial)
        words+=(-- "$INPUT_ANSWERS")
        bad=wrong
        ;;
    gate)
        wanted base "$INPUT_BASE"
        # The rules in question are those of the work tree, not those of the action.
        referee=./referee
        [ -x "$referee" ] || fail "gate needs a checkout of Referee as the work tree"
        words+=(--markdown "--base=$INPUT_BASE")
        bad=shut
        ;;
    *) fail "the input 'command' is '$INPUT_COMMAND'; it must be verify, compare or gate" ;;
esac

report=$(mktemp)
trap 'rm -f "$report"' EXIT
code=0
"$referee" "${words[@]}" >"$report" || code=$?
cat "$report"
{
    echo "### referee $INPUT_COMMAND"
    [ "$INPUT_COMMAND" = gate ] || echo '```'
    # A summary may hold a megabyte.
    head -c 900000 "$report"
    [ "$INPUT_COMMAND" = gate ] || echo '```'
} >>"${GITHUB_STEP_SUMMARY:-/dev/null}"

case $code in
    0) result=well ;;
    1) result=$bad ;;
    2) result=unreadable ;;
    4) result=ran_over ;;
    5) result=lost ;;
    *) result=internal_error ;;
esac
echo "result=$result" >>"${GITHUB_OUTPUT:-/dev/null}"
exit "$code"
