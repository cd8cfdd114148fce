"""`referee explore`: the rulebook in a browser, served on this machine."""

import argparse
import threading
import webbrowser

from oracle.commands.serve import add_address, serve_page
from oracle.web.page import built_page

_EPILOG = """\
The page is served on 127.0.0.1 and opened in your browser. It asks this server, over the protocol of docs/protocol.md,
and nothing else; docs/explorer.md shows what can be done with it. Ctrl-C ends it.

examples:
  referee explore
  referee explore --port 8321 --no-browser
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    add_address(parser)
    parser.add_argument("--no-browser", action="store_true", help="open no browser, only say the address")


def run(arguments: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C."""
    page = built_page()

    def announce(address: str) -> None:
        print(f"The explorer is at {address} (Ctrl-C ends it)", flush=True)
        if not arguments.no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    return serve_page(arguments, page, announce)
