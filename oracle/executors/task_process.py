"""A process that does tasks for a worker of a cluster: one after another, alone in it, in its main thread.

A worker of a cluster is one process with threads. There, limits of time and memory cannot be kept, threads wait for
each other, and a task that does not come back keeps its worker from saying that it is alive. So each of its threads has
a process like this one. Tasks and outcomes go through its standard input and output, each after its length; when the
worker is gone, so is its process.

`on_worker` starts it by its name, not as a program: what it sends back must be known by the same name there.
"""

import os
import pickle
import platform
import struct
import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from queue import SimpleQueue
from typing import IO, NamedTuple, NoReturn, TypeAlias

from oracle.executors.code_digest import code_digest

_LENGTH = struct.Struct("!Q")


class Asked(NamedTuple):
    """A task, the folder it is asked in, and the digest that some folders of sources must have."""

    function: Callable[..., object]
    positional: tuple[object, ...]
    named: Mapping[str, object]
    folder: str
    sources: tuple[str, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class Done:
    """A task was done, with a result, as bytes."""

    result: bytes


@dataclass(frozen=True, slots=True)
class Raised:
    """A task was done and ended in an exception."""

    fault: Exception


@dataclass(frozen=True, slots=True)
class OtherCode:
    """A task was not done, because the code here is not that of whoever asks."""

    digest: str
    machine: str


@dataclass(frozen=True, slots=True)
class ProcessLost:
    """A task was not done, because its process came to an end."""

    told: str


Outcome: TypeAlias = Done | Raised | OtherCode | ProcessLost


def answered(asked: Asked) -> Outcome:
    """Do a task, and return how it went."""
    found = code_digest(asked.sources)
    if found != asked.digest:
        return OtherCode(found, platform.node())
    if os.path.isdir(asked.folder):
        os.chdir(asked.folder)
    try:
        return Done(pickle.dumps(asked.function(*asked.positional, **asked.named)))
    except Exception as fault:
        fault.add_note("".join(traceback.format_exception(fault)))
        return Raised(fault)


def send(stream: IO[bytes], content: bytes) -> None:
    """Write something, after its length."""
    stream.write(_LENGTH.pack(len(content)))
    stream.write(content)
    stream.flush()


def received(stream: IO[bytes]) -> bytes | None:
    """Read what `send` wrote; None if the other side is gone."""
    length = stream.read(_LENGTH.size)
    if len(length) < _LENGTH.size:
        return None
    (size,) = _LENGTH.unpack(length)
    content = stream.read(size)
    return content if len(content) == size else None


def _listen(stream: IO[bytes], tasks: "SimpleQueue[bytes]") -> NoReturn:
    """Take tasks as they come, and end the process with the worker that gives them, even in the midst of one."""
    while (content := received(stream)) is not None:
        tasks.put(content)
    os._exit(1)


def main() -> NoReturn:
    """Do tasks until there is nobody who gives them."""
    given, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a task prints must not get among the outcomes.
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    tasks: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(given, tasks), daemon=True).start()
    while True:
        send(told, _answer(tasks.get()))


def _answer(content: bytes) -> bytes:
    try:
        asked: object = pickle.loads(content)
        assert isinstance(asked, Asked)
        outcome = answered(asked)
    except Exception as fault:
        # The code here does not know what is asked, so it is another.
        outcome = OtherCode(f"none: {fault}", platform.node())
    try:
        return pickle.dumps(outcome)
    except Exception:  # an exception that has no such form
        return pickle.dumps(Raised(RuntimeError(str(outcome))))
