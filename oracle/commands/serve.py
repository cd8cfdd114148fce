"""`referee serve --stdio`: the same questions over a protocol."""

import argparse
import json
import sys

from oracle.errors import InputError
from oracle.numbers_given import count
from oracle.protocol.methods import MOST_SECONDS, Desk, Params, initialize, limits_of
from oracle.protocol.server import Server
from oracle.protocol.sessions import MOST_SESSIONS, MOST_STEPS, Limits, Sessions
from oracle.text import columns

_EPILOG = """\
JSON-RPC 2.0, one message a line on standard input, one answer a line on standard output; docs/protocol.md says
what can be asked. The server ends when its input ends or after the method `shutdown`. Ctrl-C stops a walk for odds,
which is answered with what it has; a second one ends the server. Work and memory are bounded, for a message no less
than for a request; what is beyond a limit gets an error that says so.

limits, by their names in the answer to `initialize`:
{limits}

example:
  printf '%s\\n' '{{"jsonrpc":"2.0","id":1,"method":"games"}}' | referee serve --stdio
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG.format(limits=_limits())
    parser.add_argument("--stdio", action="store_true", help="talk over standard input and output (the only way yet)")
    for name, usual, told in (
        ("--sessions", MOST_SESSIONS, "sessions kept at once"),
        ("--steps", MOST_STEPS, "positions kept of a session"),
        ("--most-seconds", MOST_SECONDS, "time for a message"),
    ):
        parser.add_argument(name, type=count, default=usual, metavar="N", help=f"{told} (default: %(default)s)")


def _limits() -> str:
    """Return every limit of a server as it is by default, with what it limits."""
    rows = ((name, f"{number:>9,}", told) for name, (number, told) in limits_of(Desk()).items())
    return columns(rows)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the input ends; with --json alone, only print versions, methods and limits."""
    limits = Limits(int(arguments.sessions), int(arguments.steps))
    desk = Desk(Sessions(limits), seconds=int(arguments.most_seconds))
    if arguments.stdio:
        Server(desk).serve(sys.stdin.buffer, sys.stdout.buffer)
        return 0
    if arguments.json:
        print(json.dumps(initialize(desk, Params({})), indent=2))
        return 0
    raise InputError("serve: say --stdio (there is no other transport yet), or --json to see what it offers")
