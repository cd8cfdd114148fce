"""`referee serve`: the same questions over a protocol, on standard input and output or over HTTP."""

import argparse
import ipaddress
import json
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from oracle.errors import InputError
from oracle.numbers_given import count, to_port
from oracle.protocol.desk import MOST_SECONDS, Desk
from oracle.protocol.methods import initialize, limits_of
from oracle.protocol.params import Params
from oracle.protocol.server import Server
from oracle.protocol.sessions import MOST_SESSIONS, MOST_STEPS, Limits, Sessions
from oracle.text import columns

LOOPBACK = "127.0.0.1"
_EPILOG = """\
JSON-RPC 2.0; docs/protocol.md says what can be asked. With --stdio: one message a line on standard input, one answer a
line on standard output, until the input ends or the method `shutdown` is called. With --http: POST a message to /rpc on
127.0.0.1; requests under another name or from a page of another server are refused. Ctrl-C stops a walk for odds,
which is answered with what it has; a second one ends the server. Work and memory are bounded, for a message no less
than for a request; what is beyond a limit gets an error that says so.

limits, by their names in the answer to `initialize`:
{limits}

examples:
  printf '%s\\n' '{{"jsonrpc":"2.0","id":1,"method":"games"}}' | referee serve --stdio
  referee serve --http --port 8321
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG.format(limits=_limits())
    parser.add_argument("--stdio", action="store_true", help="talk over standard input and output")
    parser.add_argument("--http", action="store_true", help="answer POST /rpc on this machine (extra: explorer)")
    add_address(parser)
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


def add_address(parser: argparse.ArgumentParser) -> None:
    """Let a command say where it listens."""
    parser.add_argument("--port", type=to_port, default=0, metavar="N", help="listen on this port (default: any free)")
    parser.add_argument(
        "--host", default=LOOPBACK, metavar="ADDRESS",
        help="listen on this address instead of %(default)s: whoever can reach it can ask, so mind who can",
    )  # fmt: skip
    parser.add_argument(
        "--name", action="append", default=[], metavar="HOST[:PORT]",
        help="answer under this name too, for instance that of a proxy in front",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Serve until the input ends; with --json alone, only print versions, methods and limits."""
    limits = Limits(int(arguments.sessions), int(arguments.steps))
    desk = Desk(Sessions(limits), seconds=int(arguments.most_seconds))
    if arguments.stdio and arguments.http:
        raise InputError("serve: say --stdio or --http, not both")
    if arguments.stdio:
        Server(desk).serve(sys.stdin.buffer, sys.stdout.buffer)
        return 0
    if arguments.http:
        return serve_page(arguments, None, lambda address: print(f"Answering POST {address}rpc", flush=True), desk)
    if arguments.json:
        print(json.dumps(initialize(desk, Params({})), indent=2))
        return 0
    raise InputError("serve: say --stdio or --http, or --json to see what it offers")


# ---------------------------------------------------------------- over HTTP


def serve_page(
    arguments: argparse.Namespace, page: Path | None, announce: Callable[[str], object], desk: Desk | None = None
) -> int:
    """Serve the protocol, and a page if there is one, until Ctrl-C; announce the address once it can be reached."""
    try:
        import uvicorn

        from oracle.web.server import server_of
    except ImportError as fault:
        raise InputError(
            f"{fault.name} is not installed; install the extra: pip install 'referee[explorer]', or `make setup`"
        ) from None
    with _listening(str(arguments.host), int(arguments.port)) as listening:
        host, port = listening.getsockname()[:2]
        app = server_of(desk or Desk(), _names(str(host), int(port), arguments.name), page)
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2, server_header=False)
        announce(f"http://{_bracketed(str(host))}:{port}/")
        uvicorn.Server(config).run(sockets=[listening])
    return 0


def _listening(host: str, port: int) -> socket.socket:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        raise InputError(f"--host: {host!r} is no address, such as {LOOPBACK}") from None
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as fault:
        raise InputError(f"cannot listen on {host}, port {port}: {fault.strerror}") from None


def _names(host: str, port: int, more: list[str]) -> Iterator[str]:
    """Return the names under which the server answers."""
    plain = [LOOPBACK, "localhost"] if host in (LOOPBACK, "0.0.0.0") else ["localhost"] if host == "::1" else []
    for name in dict.fromkeys([_bracketed(host), *plain]):
        yield f"{name}:{port}"
        if port == 80:
            yield name
    yield from map(str, more)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
