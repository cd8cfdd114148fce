"""Run the tool: `python -m oracle`, or `./referee`."""

import sys

from oracle.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
