"""The server: it reads a line and writes at most one, until the input ends or a client stops it."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import BinaryIO

from oracle.errors import InputError
from oracle.protocol.desk import Answer, Desk
from oracle.protocol.messages import (
    MOST_BYTES_A_MESSAGE,
    Code,
    Failure,
    Invalid,
    Request,
    answer,
    complaint,
    id_of,
    is_batch,
    read_message,
    requests,
)
from oracle.protocol.methods import LONG, METHODS
from oracle.protocol.params import Params
from oracle.verdict_json import unreadable_json
from reference.kernel.canonical import Json, Unreadable, canonical_text

_CHUNK = 65_536


def _unreadable(fault: Unreadable) -> Failure:
    told = f"Unreadable: {fault}"
    return Failure(Code.UNREADABLE, told, {"verdict": unreadable_json(fault), "english": {"verdict": [told]}})


@dataclass(slots=True)
class Server:
    """Answers messages; its whole memory is its desk. `without` are methods that this home does not have."""

    desk: Desk = field(default_factory=Desk)
    without: frozenset[str] = frozenset()

    def reply(self, line: bytes) -> bytes | None:
        """Return the answer to a line, if it wants one."""
        found = self._answered(line)
        return None if found is None else f"{canonical_text(found)}\n".encode()

    def _answered(self, line: bytes) -> Json:
        self.desk.begin()
        try:
            message = read_message(line)
            asked = requests(message)
        except Failure as failure:
            return complaint(id_of(line), failure)
        replies: list[Json] = [reply for each in asked if (reply := self._one(each)) is not None]
        if is_batch(message):
            return replies or None
        return replies[0] if replies else None

    def _one(self, request: Request | Invalid) -> Json:
        if isinstance(request, Invalid):
            return complaint(request.id, Failure(Code.INVALID_REQUEST, f"Invalid Request: {request.cause}"))
        try:
            found: Json = answer(request.id, self._called(request))
        except Failure as failure:
            found = complaint(request.id, failure)
        except Exception as fault:  # one fault of ours must not end all sessions
            found = complaint(
                request.id, Failure(Code.INTERNAL_ERROR, f"Internal error: {type(fault).__name__}: {fault}")
            )
        return None if request.notification else found

    def _called(self, request: Request) -> Answer:
        method = None if request.method in self.without else METHODS.get(request.method)
        if method is None:
            offered = ", ".join(each for each in METHODS if each not in self.without)
            raise Failure(Code.METHOD_NOT_FOUND, f"Method not found: {request.method!r} is none of: {offered}")
        if not isinstance(request.params, Mapping):
            raise Failure(Code.INVALID_PARAMS, "Invalid params: they are given by name, as a mapping")
        params = Params(request.params)
        try:
            with nullcontext() if request.method in LONG else self.desk.lock:
                return method(self.desk, params)
        except Unreadable as fault:
            if not params.complete:
                raise Failure(Code.INVALID_PARAMS, f"Invalid params: {fault}") from None
            raise _unreadable(fault) from None
        except InputError as fault:
            raise _unreadable(Unreadable("", str(fault))) from None

    def serve(self, lines: BinaryIO, out: BinaryIO) -> None:
        """Answer every line until the input ends or a client asks for a shutdown."""
        while not self.desk.closing and (line := _line(lines)):
            if not line.strip():
                continue
            found = self.reply(line)
            if found is not None:
                out.write(found)
                out.flush()


def _line(lines: BinaryIO) -> bytes:
    """Return the next line; if it is too long, only enough of it to see that."""
    line = lines.readline(MOST_BYTES_A_MESSAGE + 1)
    part = line
    while part and not part.endswith(b"\n"):
        part = lines.readline(_CHUNK)
    return line
