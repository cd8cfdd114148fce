"""The protocol in a browser's Python: one function, text in, text out."""

from functools import cache

from oracle.protocol.server import Server


@cache
def _server() -> Server:
    # A worker is ended by its page.
    return Server(without=frozenset(("shutdown",)))


def answer(text: str) -> str:
    """Return the answer to a message or a batch; an empty text if nothing is to be answered."""
    found = _server().reply(text.encode("utf-8", "replace"))
    return "" if found is None else found.decode().rstrip("\n")
