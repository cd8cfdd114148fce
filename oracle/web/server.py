"""The protocol and the page over HTTP, for browsers on this machine.

Only requests to a name of this server are answered (a page elsewhere could otherwise reach it under a name of its own),
and only those that come from this server's page, or from no page at all. Messages are limited as on standard input;
the work for a message ends when the client has gone.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Event

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oracle.places import SOURCES
from oracle.protocol.desk import Desk
from oracle.protocol.messages import MOST_BYTES_A_MESSAGE
from oracle.protocol.rule_pages import linked_files
from oracle.protocol.server import Server
from oracle.web.page import HEADERS, HOME

# So many messages are worked on at once, and so many may wait; more are turned away.
AT_ONCE = 4
MOST_WAITING = 64
_PATIENCE = 0.1


def server_of(desk: Desk, names: Iterable[str], page: Path | None) -> Starlette:
    """Return the server: `rpc` answers messages; with a page, everything beside it is served too."""
    telephone = Telephone(desk)
    routes: list[BaseRoute] = [
        Route("/rpc", telephone.answer, methods=["POST"]),
        Route("/source/{path:path}", _source, methods=["GET"]),
        Route(f"/{HOME}", _home, methods=["GET"]),
    ]
    if page is not None:
        routes.append(Mount("/", StaticFiles(directory=page, html=True)))
    return Starlette(routes=routes, middleware=[Middleware(Doorkeeper, names=frozenset(names))])


# ---------------------------------------------------------------- who is let in


@dataclass(frozen=True, slots=True)
class Doorkeeper:
    """Turns away requests to other names and from other pages, and adds the headers of every answer."""

    app: ASGIApp
    names: frozenset[str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(Request(scope))

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        app: ASGIApp = self.app if refusal is None else PlainTextResponse(f"{refusal}\n", 403)
        await app(scope, receive, with_headers)

    def _refusal(self, request: Request) -> str | None:
        host = request.headers.get("host", "")
        if host not in self.names:
            return "This server does not answer under that name."
        origin = request.headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return "This server answers its own page only."
        if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return "This server answers its own page only."
        return None


# ---------------------------------------------------------------- messages


@dataclass(slots=True)
class Telephone:
    """Answers messages, a few at once, each in a thread of its own."""

    desk: Desk
    lines: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(AT_ONCE))
    callers: int = 0

    async def answer(self, request: Request) -> Response:
        """Return the answer to a message."""
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return PlainTextResponse("A message is application/json.\n", 415)
        if self.callers >= MOST_WAITING:
            return PlainTextResponse("Too many messages at once.\n", 503)
        self.callers += 1
        try:
            message = await _body(request)
            if message is None:
                return PlainTextResponse(f"A message has at most {MOST_BYTES_A_MESSAGE} bytes.\n", 413)
            found = await self._replied(request, message)
        except ClientDisconnect:
            return Response(status_code=499)
        finally:
            self.callers -= 1
        headers = {"Cache-Control": "no-store"}
        if found is None:
            return Response(status_code=204, headers=headers)
        return Response(found, media_type="application/json", headers=headers)

    async def _replied(self, request: Request, message: bytes) -> bytes | None:
        """Work on a message in a thread; tell the work if the client goes away."""
        gone = Event()
        # `shutdown` belongs to whoever started the server, not to a page.
        server = Server(replace(self.desk, is_cancelled=gone.is_set), without=frozenset(("shutdown",)))
        watch = asyncio.create_task(_watch(request.is_disconnected, gone))
        try:
            return await to_thread.run_sync(partial(server.reply, message), limiter=self.lines)
        finally:
            gone.set()
            watch.cancel()


async def _watch(is_gone: Callable[[], Awaitable[bool]], gone: Event) -> None:
    while not gone.is_set():
        if await is_gone():
            gone.set()
        await asyncio.sleep(_PATIENCE)


async def _body(request: Request) -> bytes | None:
    """Return the message, or nothing if it is too long; no more of it is read than that shows."""
    read = bytearray()
    async for part in request.stream():
        read += part
        if len(read) > MOST_BYTES_A_MESSAGE:
            return None
    return bytes(read)


# ---------------------------------------------------------------- what lies beside the page


async def _home(_: Request) -> Response:
    text = json.dumps({"home": "server", "rpc": "rpc"})
    return Response(text, media_type="application/json", headers={"Cache-Control": "no-store"})


async def _source(request: Request) -> Response:
    """Return the text of a file that the page of a rule names, and of no other."""
    path = str(request.path_params["path"])
    files = await to_thread.run_sync(linked_files)
    if path not in files:
        return PlainTextResponse("There is no such source.\n", 404)
    return PlainTextResponse((SOURCES / path).read_text(encoding="utf-8"))
