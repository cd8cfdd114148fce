"""JSON-RPC 2.0: reading a line, recognising requests, and the shape of answers.

Nothing here knows about games. Messages are JSON as the kernel reads it: whole numbers of up to fifteen digits, no
doubled keys, no endless nesting. Anything else cannot be parsed.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from reference.kernel.canonical import Json, Unreadable, parse

Id: TypeAlias = int | str | None

MOST_BYTES_A_MESSAGE = 8_000_000
MOST_IN_A_BATCH = 1_000
MOST_DIGITS_OF_AN_ID = 1_000


class Code(IntEnum):
    """Why a request got no result; negative codes are those of JSON-RPC, positive ones our own."""

    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL_ERROR = -32603
    ILLEGAL = 1
    NOT_THIS_DECISION = 2
    NOT_YOUR_DECISION = 3
    UNREADABLE = 4
    NOTATION = 5
    NOT_ASKED = 6
    NO_SUCH_SESSION = 11
    NO_SUCH_STEP = 12
    DIVERGES = 13
    TOO_LARGE = 14
    CANCELLED = 15


class Failure(Exception):
    """A request that gets an error as its answer."""

    def __init__(self, code: Code, message: str, data: Json = None) -> None:
        """Say which error, in words, and with which data."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


@dataclass(frozen=True, slots=True)
class Request:
    """A call of a method; a notification wants no answer."""

    id: Id
    method: str
    params: Json
    notification: bool


@dataclass(frozen=True, slots=True)
class Invalid:
    """Something that is no request, with its id if that could be read."""

    id: Id
    cause: str


def read_message(line: bytes) -> Json:
    """Read the JSON of one line."""
    if len(line) > MOST_BYTES_A_MESSAGE:
        raise Failure(Code.PARSE_ERROR, f"Parse error: a message is longer than {MOST_BYTES_A_MESSAGE} bytes")
    try:
        return parse(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise Failure(Code.PARSE_ERROR, "Parse error: not UTF-8 text") from None
    except Unreadable as fault:
        raise Failure(Code.PARSE_ERROR, f"Parse error: {fault}") from None


def id_of(line: bytes) -> Id:
    """Return the id of a message that cannot be read, if it can be made out; so a client knows what was refused."""
    if len(line) > MOST_BYTES_A_MESSAGE:
        return None
    try:
        message: object = json.loads(line, parse_int=_big, object_pairs_hook=_with_one_id)
    except (ValueError, RecursionError):
        return None
    found: object = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, int | str) and not isinstance(found, bool) else None


def _with_one_id(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if [name for name, _ in pairs].count("id") > 1:
        raise ValueError("two ids are none")
    return dict(pairs)


def _big(digits: str) -> int:
    if len(digits) > MOST_DIGITS_OF_AN_ID:
        raise ValueError("no id has so many digits")
    return int(digits)


def requests(message: Json) -> tuple[Request | Invalid, ...]:
    """Return the requests of a message: one, or those of a batch."""
    if not is_batch(message):
        return (_request(message),)
    assert isinstance(message, Sequence)
    if not message:
        raise Failure(Code.INVALID_REQUEST, "Invalid Request: an empty batch")
    if len(message) > MOST_IN_A_BATCH:
        raise Failure(Code.INVALID_REQUEST, f"Invalid Request: a batch of more than {MOST_IN_A_BATCH} messages")
    return tuple(_request(each) for each in message)


def is_batch(message: Json) -> bool:
    """Say whether a message is a batch, which is answered with a list."""
    return isinstance(message, Sequence) and not isinstance(message, str)


def _request(message: Json) -> Request | Invalid:
    if not isinstance(message, Mapping):
        return Invalid(None, "a request is a mapping")
    given = message.get("id")
    if isinstance(given, bool) or not isinstance(given, int | str | None):
        return Invalid(None, "id must be a text, a whole number or null")
    if message.get("jsonrpc") != "2.0":
        return Invalid(given, 'jsonrpc must be "2.0"')
    method = message.get("method")
    if not isinstance(method, str):
        return Invalid(given, "method must be a text" if "method" in message else "method is missing")
    params = message.get("params", {})
    if isinstance(params, bool | int | str | None):
        return Invalid(given, "params must be a mapping")
    return Request(given, method, params, "id" not in message)


def answer(to: Id, result: Json) -> dict[str, Json]:
    """Return the answer to a request that went well."""
    return {"jsonrpc": "2.0", "id": to, "result": result}


def complaint(to: Id, failure: Failure) -> dict[str, Json]:
    """Return the answer to a request that went wrong."""
    error: dict[str, Json] = {"code": failure.code.value, "message": failure.message}
    if failure.data is not None:
        error["data"] = failure.data
    return {"jsonrpc": "2.0", "id": to, "error": error}
