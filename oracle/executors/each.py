"""Do the same work for many things, wherever it is done, and return the results: in order, or as they are done.

Things go out in tasks of a few at a time, as many as take about as long as a task should. No more are taken from their
source, and no more results wait, than keep everybody busy, so that memory does not grow with the number of things. What
is returned does not depend on how things were put together, nor on who did them.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Generic, TypeAlias, TypeVar

from oracle.errors import WorkersLost
from oracle.executors.local import LocalPool, cores
from oracle.executors.pool import Pool

T = TypeVar("T")
U = TypeVar("U")
Answer: TypeAlias = tuple[list[U], float]

# Starting processes takes longer than replaying a few traces.
_FEWEST = 24
# How many tasks are out, or done and waiting for one before them, for each that can be worked on at once.
_AHEAD = 16
_MOST_A_TASK = 1_000
# Towards the end tasks get smaller, so that nobody waits long for the last one.
_SHARES = 4
_SECONDS_BETWEEN_LOOKS = 1.0
# So many losses, one after another with no task done between them, and it is the task that kills the workers.
_MOST_LOSSES = 3


# What decides what a task answers: the code, and the data that it reads.
SOURCES = ("oracle", "reference", "spec_tables")


@dataclass(frozen=True, slots=True)
class Where:
    """Where work is done: in so many processes (by default one a core), or on the cluster of a scheduler.

    `sources` are the folders whose files must be the same on every worker of a cluster.
    """

    jobs: int | None = None
    cluster: str | None = None
    sources: tuple[str, ...] = SOURCES

    @property
    def processes(self) -> int:
        """Return how many processes of this machine do it; of a cluster nobody knows."""
        return cores() if self.jobs is None else self.jobs

    def if_asked(self) -> "Where":
        """Return the same for work that this process does itself, unless somebody asks for more."""
        return replace(self, jobs=1) if self.jobs is None and self.cluster is None else self

    def pool(self, things: int | None) -> Pool | None:
        """Return the pool for so many things, if known; none if it is not worth it and this process does them."""
        if self.cluster is not None:
            from oracle.executors.cluster import ClusterPool

            return ClusterPool(self.cluster, self.sources)
        wanted = cores() if self.jobs is None else self.jobs
        few = things is not None and things < (_FEWEST if self.jobs is None else 2)
        return None if wanted <= 1 or few else LocalPool(wanted if things is None else min(wanted, things))


HERE = Where()
ALONE = Where(1)


def each_in_order(
    work: Callable[[T], U], things: Iterable[T], where: Where = HERE, total: int | None = None
) -> Iterator[U]:
    """Return the result for each thing, in their order; `total` is their number, where they do not know it."""
    return (result for _, result in _each(work, things, where, total, in_order=True))


def each_as_done(
    work: Callable[[T], U], things: Iterable[T], where: Where = HERE, total: int | None = None
) -> Iterator[tuple[T, U]]:
    """Return each thing with its result, as soon as it is done."""
    return _each(work, things, where, total, in_order=False)


def _each(
    work: Callable[[T], U], things: Iterable[T], where: Where, total: int | None, *, in_order: bool
) -> Iterator[tuple[T, U]]:
    known = len(things) if isinstance(things, Sized) else total
    pool = where.pool(known)
    if pool is None:
        yield from ((thing, work(thing)) for thing in things)
        return
    try:
        yield from _Flow(work, iter(things), pool, known, in_order).results()
    finally:
        # A caller that stops early, at the first divergence, does not wait for the rest.
        pool.shutdown(wait=False, cancel_futures=True)


def done_together(work: Callable[[T], U], things: Sequence[T]) -> Answer[U]:
    """Do a task: return the results for its things, and the seconds they took."""
    begun = time.perf_counter()
    return [work(thing) for thing in things], time.perf_counter() - begun


@dataclass(frozen=True, slots=True)
class _Task(Generic[T]):
    number: int
    things: tuple[T, ...]


@dataclass(frozen=True, slots=True)
class _Sent(Generic[T]):
    task: _Task[T]
    # How often the pool had been renewed.
    renewals: int


@dataclass(slots=True)
class _Flow(Generic[T, U]):
    """Tasks on their way out and results on their way back."""

    work: Callable[[T], U]
    source: Iterator[T]
    pool: Pool
    total: int | None
    in_order: bool
    out: dict[Future[Answer[U]], _Sent[T]] = field(default_factory=dict)
    again: deque[_Task[T]] = field(default_factory=deque)
    back: dict[int, tuple[_Task[T], Future[Answer[U]]]] = field(default_factory=dict)
    sent: int = 0
    returned: int = 0
    taken: int = 0
    done: int = 0
    seconds: float = 0.0
    losses: int = 0
    renewals: int = 0

    def results(self) -> Iterator[tuple[T, U]]:
        """Return things with their results until all are done."""
        while self._fill() or self.back:
            if self.out and not self._ready():
                self._wait()
            for number in self._ready():
                task, future = self.back.pop(number)
                self.returned += 1
                found, _ = future.result()
                yield from zip(task.things, found, strict=True)

    def _ready(self) -> list[int]:
        """Return the numbers of the tasks whose results can be returned now."""
        if not self.in_order:
            return sorted(self.back)
        return [self.returned] if self.returned in self.back else []

    def _fill(self) -> bool:
        """Give out tasks while there is room; say whether any is under way."""
        room = _AHEAD * max(1, self.pool.slots)
        while self.again or self.sent - self.returned < room:
            task = self.again.popleft() if self.again else self._next()
            if task is None:
                break
            try:
                self.out[self.pool.submit(done_together, self.work, task.things)] = _Sent(task, self.renewals)
            except BrokenExecutor as fault:
                self.again.appendleft(task)
                if self.out:
                    break
                self._renew(fault)
        return bool(self.out)

    def _next(self) -> _Task[T] | None:
        things = tuple(islice(self.source, self._size()))
        if not things:
            return None
        self.taken += len(things)
        self.sent += 1
        return _Task(self.sent - 1, things)

    def _size(self) -> int:
        """Return how many things make a task."""
        if not self.done:
            return 1
        wanted = self.pool.seconds_a_task / max(self.seconds / self.done, 1e-6)
        left = wanted if self.total is None else (self.total - self.taken) / (_SHARES * max(1, self.pool.slots))
        return max(1, min(_MOST_A_TASK, int(wanted), int(left)))

    def _wait(self) -> None:
        """Wait until some task is back; those that were lost go out again."""
        finished, _ = wait(self.out, _SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
        if not finished:
            self.pool.attend()
        lost: BaseException | None = None
        for future in finished:
            sent = self.out.pop(future)
            fault = future.exception()
            if isinstance(fault, WorkersLost):
                raise fault
            if fault is None:
                found, seconds = future.result()
                self.done, self.seconds, self.losses = self.done + len(found), self.seconds + seconds, 0
            elif self.pool.is_loss(fault):
                self.again.append(sent.task)
                # When a pool breaks, all that is out is lost at once, and told one by one.
                lost = fault if sent.renewals == self.renewals else lost
                continue
            self.back[sent.task.number] = sent.task, future
        if lost is not None:
            self._renew(lost)

    def _renew(self, fault: BaseException) -> None:
        self.losses += 1
        if self.losses > _MOST_LOSSES:
            first, *others = min(self.again, key=lambda task: task.number).things
            told = f"{first}, or one of {len(others)} after it," if others else f"{first}"
            raise WorkersLost(f"every worker that takes up {told} is lost with it ({fault})") from None
        self.renewals += 1
        self.pool.renew()
