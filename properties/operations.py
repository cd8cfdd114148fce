"""Count what a question costs in operations: calls of functions, which are the same on every machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


class TooMuchWork(Exception):
    """A question that takes more operations than it may."""


def operations(act: Callable[[], T], most: int) -> tuple[T, int]:
    """Return an answer and the calls it took, of our functions and of built-in ones; stop when they are too many."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1
            if count > most:
                raise TooMuchWork(f"more than {most} operations")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        answer = act()
    finally:
        sys.setprofile(before)
    return answer, count
