"""`referee site --out DIR`: the explorer as a static site."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from oracle.web.site import write_site

_EPILOG = """\
The site holds the page of the explorer, Python for browsers (Pyodide), and the rules. Everything is answered in the
reader's browser: no server is needed but one that hands out files. `make explorer` builds the page first.

examples:
  referee site --out build/explorer
  python -m http.server --directory build/explorer      to look at it
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("--out", required=True, metavar="DIR", help="an empty or new folder")


def run(arguments: argparse.Namespace) -> int:
    """Write the site and say how large it is."""
    out = Path(str(arguments.out))
    written = write_site(out)
    if arguments.json:
        print(json.dumps({"out": str(out), **asdict(written)}, indent=2))
        return 0
    print(
        f"{out}: {written.files} files, {written.size / 1e6:.1f} MB; "
        f"a first visit fetches at most {written.first_visit / 1e6:.1f} MB, uncompressed"
    )
    return 0
