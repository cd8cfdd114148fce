# shellcheck shell=sh
# Read by ./referee and scripts/setup.sh: set `python` to a Python that is new enough.

find_python() {
    for python in ${REFEREE_PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            return
        fi
    done
    printf 'referee: %s\n' "Python 3.11 or newer is needed; found: $(python3 --version 2>&1 || true). \
REFEREE_PYTHON=/path/to/python names another." >&2
    exit 1
}
