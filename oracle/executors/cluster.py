"""The workers of a Dask scheduler: `dask scheduler`, and on each machine `dask worker ADDRESS`.

Dask brings tasks to workers and results back, gives the tasks of a lost worker to another one, and takes workers that
join later. A task is done in a process beside the worker (`task_process`), which first makes sure that it has the same
code. The scheduler itself needs no Referee.
"""

import logging
import os
import pickle
import time
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from importlib import import_module
from importlib.util import find_spec
from typing import ParamSpec, Protocol, TypeVar, runtime_checkable

from oracle.errors import InputError, WorkersLost
from oracle.executors.code_digest import code_digest
from oracle.executors.pool import Pool
from oracle.executors.task_process import Asked, Done, OtherCode, Outcome, ProcessLost, Raised

P = ParamSpec("P")
T = TypeVar("T")

MISSING = "--cluster: needs the extra `cluster` (Dask): pip install 'referee[cluster]'"
# What happens to the connection is said by us, in a sentence, and not by Dask, with a traceback.
_LOGS = ("distributed", "distributed.client", "tornado.application", "asyncio")
_SECONDS_TO_CONNECT = 10
# So long a scheduler may be without workers: at the beginning, and when all are gone.
SECONDS_WITHOUT_WORKERS = 60.0
_SECONDS_BETWEEN_COUNTS = 2.0
_SECONDS_TO_CLOSE = 2


class _DaskExecutor(Protocol):
    """What we need of Dask's executor of `concurrent.futures`."""

    def submit(self, function: Callable[[bytes], bytes], task: bytes, /, *, key: str) -> Future[bytes]:
        """Give a task to the scheduler, which knows it by its key."""


@runtime_checkable
class _Client(Protocol):
    """What we need of Dask's client."""

    status: str

    def get_executor(self, *, pure: bool) -> _DaskExecutor:
        """Return the executor of `concurrent.futures` that gives tasks to the scheduler."""

    def nthreads(self) -> Mapping[str, int]:
        """Return how many tasks each worker takes at once."""

    def close(self, timeout: float) -> None:
        """End the connection; the scheduler forgets our tasks."""


class _TaskLost(RuntimeError):
    """The process that did a task came to an end, and its worker lives."""


class ClusterPool(Pool):
    """The workers of a scheduler, however many there are at a time."""

    seconds_a_task = 2.0

    def __init__(self, address: str, sources: tuple[str, ...]) -> None:
        self.address = address
        self._sources, self._digest, self._folder = sources, code_digest(sources), os.getcwd()
        self._client = _connected(address)
        self._executor = self._client.get_executor(pure=False)
        self._run, self._sent = uuid.uuid4().hex[:8], 0
        self._slots, self._counted = 0, float("-inf")
        self._last_seen = time.monotonic()
        self._wait_for_workers()

    @property
    def slots(self) -> int:
        """Return how many tasks all workers of now take at once."""
        now = time.monotonic()
        if now - self._counted >= _SECONDS_BETWEEN_COUNTS:
            self._slots, self._counted = self._count(), now
            self._last_seen = now if self._slots else self._last_seen
        return self._slots

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give a task to the scheduler."""
        self._sent += 1
        asked = Asked(fn, args, kwargs, self._folder, self._sources, self._digest)
        try:
            there = self._executor.submit(_by_value(), pickle.dumps(asked), key=f"referee-{self._run}-{self._sent}")
        except (OSError, RuntimeError) as fault:
            raise self._lost(str(fault)) from None
        here: Future[T] = Future()
        there.add_done_callback(lambda done: self._settle(done, here))
        return here

    def is_loss(self, fault: BaseException) -> bool:
        """Say whether a task was lost with its process, or with so many workers that Dask gave it up."""
        return isinstance(fault, _TaskLost) or type(fault).__name__ == "KilledWorker"

    def renew(self) -> None:
        """Do nothing: the other workers have lost nothing."""

    def attend(self) -> None:
        """Look whether the scheduler and at least one worker are there."""
        if self._client.status != "running":
            raise self._lost("it does not answer any more")
        if not self.slots and time.monotonic() - self._last_seen > SECONDS_WITHOUT_WORKERS:
            raise self._lost("it has no worker any more")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the connection."""
        self._client.close(timeout=_SECONDS_TO_CLOSE)

    def _lost(self, why: str) -> WorkersLost:
        return WorkersLost(f"the cluster of the scheduler at {self.address} is lost: {why}")

    def _count(self) -> int:
        if self._client.status != "running":
            return 0
        try:
            return sum(self._client.nthreads().values())
        except (OSError, RuntimeError, TimeoutError):
            return 0

    def _wait_for_workers(self) -> None:
        while not self.slots:
            if time.monotonic() - self._last_seen > SECONDS_WITHOUT_WORKERS:
                self.shutdown()
                raise InputError(
                    f"--cluster {self.address}: the scheduler has no workers; `dask worker {self.address}` starts some"
                )
            time.sleep(_SECONDS_BETWEEN_COUNTS / 10)
            self._counted = float("-inf")

    def _settle(self, there: Future[bytes], here: Future[T]) -> None:
        """Make what came back the outcome of the task as it was given, whatever it is: somebody waits for it."""
        try:
            self._pass_on(there, here)
        except Exception as fault:
            here.set_exception(fault)

    def _pass_on(self, there: Future[bytes], here: Future[T]) -> None:
        if there.cancelled():
            # Not by us: Dask drops all tasks when the connection to the scheduler breaks.
            here.set_exception(self._lost("it does not answer any more"))
            return
        fault = there.exception()
        if fault is not None:
            here.set_exception(self._explained(fault))
            return
        outcome: Outcome = pickle.loads(there.result())
        match outcome:
            case Done(result):
                here.set_result(pickle.loads(result))
            case Raised(fault):
                here.set_exception(fault)
            case OtherCode(digest, machine):
                here.set_exception(
                    InputError(
                        f"--cluster {self.address}: a worker on {machine} has not the code of this machine (digest "
                        f"{digest}; here {self._digest}); install the same version of Referee there"
                    )
                )
            case ProcessLost(told):
                here.set_exception(_TaskLost(told))

    def _explained(self, fault: BaseException) -> BaseException:
        if isinstance(fault, ModuleNotFoundError):
            return InputError(
                f"--cluster {self.address}: a worker has no Referee ({fault}); install the same version there"
            )
        return fault


def _connected(address: str) -> _Client:
    if find_spec("distributed") is None:
        raise InputError(MISSING)
    module = import_module("distributed")
    for name in _LOGS:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        client: object = module.Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False, name="referee")
    except (OSError, ValueError, TypeError) as fault:
        raise InputError(f"--cluster {address}: no Dask scheduler answers there ({fault})") from None
    assert isinstance(client, _Client)
    return client


def _by_value() -> Callable[[bytes], bytes]:
    """Return the function that goes to a worker; a local one goes with its code, and the scheduler needs no Referee."""

    def handed_on(task: bytes) -> bytes:
        from oracle.executors.on_worker import handed_on as handed_on_there

        return handed_on_there(task)

    return handed_on
