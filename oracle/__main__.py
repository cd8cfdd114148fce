"""Run the tool: `referee` when it is installed, `./referee` in a checkout, or `python -m oracle`."""

import io
import sys

from oracle.cli import EXIT_UNREADABLE, main
from oracle.compiled_build import Unusable, use


def run() -> int:
    """Run the command line of this process and return its exit code."""
    # Traces and answers are UTF-8, whatever the terminal's own encoding is.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    try:
        use(next((each for each in sys.argv[1:] if not each.startswith("-")), ""))
    except Unusable as fault:
        print(f"referee: {fault}", file=sys.stderr)
        return EXIT_UNREADABLE
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(run())
