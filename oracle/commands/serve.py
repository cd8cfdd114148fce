"""`referee serve --stdio`: the same questions over a protocol."""

import argparse
import json
import sys

from oracle.errors import InputError
from oracle.protocol.desk import Desk
from oracle.protocol.methods import initialize
from oracle.protocol.params import Params
from oracle.protocol.server import Server
from oracle.protocol.sessions import MOST_SESSIONS, MOST_STEPS, Limits, Sessions

_EPILOG = """\
JSON-RPC 2.0, one message a line on standard input, one answer a line on standard output; docs/protocol.md says
what can be asked. The server ends when its input ends or after the method `shutdown`. Memory is bounded: beyond the
stated numbers the session not used for longest and the earliest positions of a session are dropped, and asking for
them gets an error that says so.

example:
  printf '%s\\n' '{"jsonrpc":"2.0","id":1,"method":"games"}' | referee serve --stdio
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("--stdio", action="store_true", help="talk over standard input and output (the only way yet)")
    parser.add_argument(
        "--sessions", type=int, default=MOST_SESSIONS, metavar="N", help="sessions kept at once (default: %(default)s)"
    )
    parser.add_argument(
        "--steps", type=int, default=MOST_STEPS, metavar="N", help="positions kept of a session (default: %(default)s)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until the input ends; with --json alone, only print versions, methods and limits."""
    limits = Limits(_some("--sessions", int(arguments.sessions)), _some("--steps", int(arguments.steps)))
    desk = Desk(Sessions(limits))
    if arguments.stdio:
        Server(desk).serve(sys.stdin.buffer, sys.stdout.buffer)
        return 0
    if arguments.json:
        print(json.dumps(initialize(desk, Params({})), indent=2))
        return 0
    raise InputError("serve: say --stdio (there is no other transport yet), or --json to see what it offers")


def _some(option: str, number: int) -> int:
    if not 1 <= number <= 1_000_000:
        raise InputError(f"{option}: {number} is not between 1 and 1000000")
    return number
