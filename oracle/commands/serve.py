"""`referee serve`: the same questions over a protocol, on standard input and output or over HTTP."""

import argparse
import ipaddress
import json
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from oracle.errors import InputError
from oracle.protocol.desk import Desk
from oracle.protocol.methods import initialize
from oracle.protocol.params import Params
from oracle.protocol.server import Server
from oracle.protocol.sessions import MOST_SESSIONS, MOST_STEPS, Limits, Sessions

LOOPBACK = "127.0.0.1"
_EPILOG = """\
JSON-RPC 2.0; docs/protocol.md says what can be asked. With --stdio: one message a line on standard input, one answer a
line on standard output, until the input ends or the method `shutdown` is called. With --http: POST a message to /rpc on
127.0.0.1; requests under another name or from a page of another server are refused. Memory is bounded: beyond the
stated numbers the session not used for longest and the earliest positions of a session are dropped, and asking for
them gets an error that says so.

examples:
  printf '%s\\n' '{"jsonrpc":"2.0","id":1,"method":"games"}' | referee serve --stdio
  referee serve --http --port 8321
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("--stdio", action="store_true", help="talk over standard input and output")
    parser.add_argument("--http", action="store_true", help="answer POST /rpc on this machine (extra: explorer)")
    add_address(parser)
    parser.add_argument(
        "--sessions", type=int, default=MOST_SESSIONS, metavar="N", help="sessions kept at once (default: %(default)s)"
    )
    parser.add_argument(
        "--steps", type=int, default=MOST_STEPS, metavar="N", help="positions kept of a session (default: %(default)s)"
    )


def add_address(parser: argparse.ArgumentParser) -> None:
    """Let a command say where it listens."""
    parser.add_argument("--port", type=int, default=0, metavar="N", help="listen on this port (default: any free one)")
    parser.add_argument(
        "--host", default=LOOPBACK, metavar="ADDRESS",
        help="listen on this address instead of %(default)s: whoever can reach it can ask, so mind who can",
    )  # fmt: skip
    parser.add_argument(
        "--name", action="append", default=[], metavar="HOST[:PORT]",
        help="answer under this name too, for instance that of a proxy in front",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Serve until the input ends or Ctrl-C; with --json alone, only print versions, methods and limits."""
    limits = Limits(_some("--sessions", int(arguments.sessions)), _some("--steps", int(arguments.steps)))
    desk = Desk(Sessions(limits))
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


def _some(option: str, number: int) -> int:
    if not 1 <= number <= 1_000_000:
        raise InputError(f"{option}: {number} is not between 1 and 1000000")
    return number


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
    if not 0 <= port <= 65535:
        raise InputError(f"--port: {port} is not between 0 and 65535")
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
