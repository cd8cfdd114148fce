#!/bin/sh
# Make .venv from requirements.lock, unless it is there and up to date (then: no output, no Python started).
# Used by make and by the commands of ./referee that run tests. REFEREE_PYTHON names another Python to build on.
set -eu
cd -- "$(dirname -- "$0")/.."
. scripts/find_python.sh

say() { printf 'referee: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

digest_of_lock() {
    if command -v sha256sum >/dev/null; then
        sha256sum requirements.lock
    else
        shasum -a 256 requirements.lock
    fi
}
wanted=$(digest_of_lock)
wanted=${wanted%% *}

ready() {
    [ -x .venv/bin/python ] && [ -r .venv/.ready ] && read -r have <.venv/.ready && [ "$have" = "$wanted" ]
}

holder_is_gone() {
    # A lock without a pid was taken this very moment: its holder is about to write it.
    holder=$(cat .venv.lock/pid 2>/dev/null) && [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null
}

# Two may see the same dead holder. mkdir lets one of them in, and that one looks again: by now
# the lock may be another one, with a living holder.
take_over() {
    mkdir .venv.lock/heir 2>/dev/null || return 1
    if holder_is_gone; then
        echo $$ >.venv.lock/pid
        rmdir .venv.lock/heir
        return 0
    fi
    rmdir .venv.lock/heir 2>/dev/null || true
    return 1
}

take_lock() {
    waited=0
    until mkdir .venv.lock 2>/dev/null; do
        if holder_is_gone && take_over; then
            return
        fi
        [ "$waited" -ne 0 ] || say "waiting for another set-up to finish"
        [ "$waited" -lt 600 ] || fail "another set-up seems stuck; if none is running, remove .venv.lock"
        waited=$((waited + 1))
        sleep 1
    done
    echo $$ >.venv.lock/pid
}

install() {
    # Hashes are checked for uv too, so its lines are cut out of the lock: pip wants them as a file.
    sed -n '/^uv==/,/[^\\]$/p' requirements.lock >.venv/uv.txt
    sed '/^uv==/,/[^\\]$/d' requirements.lock >.venv/tools.txt
    pip=".venv/bin/python -m pip --disable-pip-version-check -qq"
    say "installing the tools of requirements.lock"
    if $pip install --require-hashes -r .venv/uv.txt &&
        .venv/bin/uv pip install -q --python .venv/bin/python --require-hashes -r requirements.lock; then
        return
    fi
    say "uv did not manage; installing with pip"
    $pip install --require-hashes -r .venv/tools.txt || fail "the tools could not be installed"
}

if ready; then
    exit 0
fi
[ -w . ] || fail "cannot make .venv: $(pwd) is not writable"
take_lock
trap 'rm -rf .venv.lock' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
if ready; then
    exit 0
fi

find_python
say "making .venv with $("$python" --version 2>&1)"
# The marker goes first: a removal cut short must not leave a broken .venv that claims to be ready.
rm -f .venv/.ready
rm -rf .venv
"$python" -m venv .venv >&2 || fail "python -m venv failed (on Debian: is python3-venv installed?)"
install
# Where Python is told to write no byte code, every start would compile the rules anew.
.venv/bin/python -m compileall -q oracle reference spec_tables >&2 || say "could not compile; starts will be slower"
echo "$wanted" >.venv/.ready.new
mv .venv/.ready.new .venv/.ready
say "ready"
