"""Stacks of frames, and going on by itself until somebody must decide."""

from enum import StrEnum

import pytest

from reference.kernel.frames import MOST_STEPS, WAITING, Endless, Stack, Waiting, settle
from reference.kernel.verdicts import Event, Next, event


class Happening(StrEnum):
    STARTED = "started"
    COUNTED = "counted"


def counted(number: int) -> Event:
    return event(Happening.COUNTED, "ww:7.62", number=number)


def count_down(number: int) -> Next[int] | Waiting:
    """Wait at nought; anything above goes on by itself."""
    return Next(number - 1, (counted(number),)) if number else WAITING


def test_nothing_happens_where_a_decision_is_due() -> None:
    first = Next(0, (event(Happening.STARTED, "ww:7.63"),))
    assert settle(first, count_down) == first


def test_events_are_gathered_in_order_until_a_decision_is_due() -> None:
    started = event(Happening.STARTED, "ww:7.63")
    assert settle(Next(3, (started,)), count_down) == Next(0, (started, counted(3), counted(2), counted(1)))


def test_a_long_procedure_ends_and_one_that_never_waits_is_found_out() -> None:
    assert settle(Next(MOST_STEPS - 1), count_down).state == 0
    with pytest.raises(Endless) as found:
        settle(Next(0), lambda number: Next(number + 1))
    assert str(found.value) == "no decision within 10000 steps"


def test_the_frame_pushed_last_is_at_work() -> None:
    stack = Stack(("battle",)).pushed("losses")
    assert (stack, stack.top, bool(stack)) == (Stack(("battle", "losses")), "losses", True)


def test_a_frame_is_exchanged_or_taken_off_without_touching_those_below() -> None:
    stack = Stack(("raid", "battle", "losses"))
    assert stack.replaced("retreat") == Stack(("raid", "battle", "retreat"))
    assert stack.popped() == Stack(("raid", "battle"))
    assert stack == Stack(("raid", "battle", "losses"))


def test_an_empty_stack_has_no_frame_at_work() -> None:
    empty: Stack[str] = Stack()
    assert not empty
    assert Stack(("battle",)).popped() == empty
    with pytest.raises(IndexError):
        assert empty.top
