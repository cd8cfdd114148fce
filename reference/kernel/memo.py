"""Remember the last answer of a pure function.

A step asks for the decision of a state that its caller has just asked for. Keeping one answer, for the very same
object, saves the second look; nothing is kept that could hide a function from the tests that watch it.
"""

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

S = TypeVar("S")
T = TypeVar("T")


class Last(Generic[S, T]):
    """A pure function with the answer it gave last."""

    __slots__ = ("_ask", "_last")

    def __init__(self, ask: Callable[[S], T]) -> None:
        """Wrap a pure function."""
        self._ask = ask
        self._last: tuple[S, T] | None = None

    def __call__(self, subject: S) -> T:
        """Return the function's answer."""
        last = self._last
        if last is not None and last[0] is subject:
            return last[1]
        answer = self._ask(subject)
        self._last = (subject, answer)
        return answer


class Recent(Generic[S, T]):
    """A pure function with the answers it gave lately, found again by the very same object."""

    def __init__(self, ask: Callable[[S], T], most: int = 16) -> None:
        """Wrap a pure function; so many answers are kept at most, those given last."""
        self.__module__ = ask.__module__
        self._ask = ask
        self._answers: deque[tuple[S, T]] = deque(maxlen=most)

    def __call__(self, subject: S) -> T:
        """Return the function's answer."""
        for known in self._answers:
            if known[0] is subject:
                return known[1]
        answer = self._ask(subject)
        self._answers.appendleft((subject, answer))
        return answer

    def cache_clear(self) -> None:
        """Forget every answer, as whoever watches the functions of rules demands."""
        self._answers.clear()
