"""Processes of this machine: what is used where nothing else is said."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, InvalidStateError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

from oracle.executors.pool import Pool

P = ParamSpec("P")
T = TypeVar("T")


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class LocalPool(Pool):
    """So many processes; if one is killed, all are started anew."""

    seconds_a_task = 0.1

    def __init__(self, processes: int) -> None:
        threading.excepthook = _unless_cancelled
        self.processes = processes
        self._pool = self._started()

    @property
    def slots(self) -> int:
        """Return how many processes there are."""
        return self.processes

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give a task to one of the processes."""
        with _undisturbed():
            return self._pool.submit(fn, *args, **kwargs)

    def is_loss(self, fault: BaseException) -> bool:
        """Say whether a process was killed: the pool then gives up all its tasks."""
        return isinstance(fault, BrokenProcessPool)

    def renew(self) -> None:
        """Start new processes."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._started()

    def attend(self) -> None:
        """Do nothing: the pool itself notices when one of its processes ends."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes."""
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.processes, initializer=_begin_worker)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Make Ctrl-C wait until the workers have started: before that, they would print a traceback."""
    _heed_ctrl_c(False)
    try:
        yield
    finally:
        _heed_ctrl_c(True)


def _heed_ctrl_c(heeded: bool) -> None:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK if heeded else signal.SIG_BLOCK, {signal.SIGINT})


def _begin_worker() -> None:
    """Let Ctrl-C end a worker silently, because only the main process prints a message, and the end of that end it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _heed_ctrl_c(True)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _unless_cancelled(fault: threading.ExceptHookArgs) -> None:
    """Ignore the error of the pool's own thread that work was cancelled when Ctrl-C ends its workers."""
    if not issubclass(fault.exc_type, InvalidStateError):
        threading.__excepthook__(fault)
