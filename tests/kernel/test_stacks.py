"""Stacks of frames, and the functions that open, exchange and close procedures."""

from dataclasses import dataclass, replace

import pytest

from reference.kernel.stacks import Stack, below, closed, finished, opened, with_top


@dataclass(frozen=True)
class State:
    """A state that is nothing but its stack and a mark, which no change of the stack may lose."""

    stack: Stack[str]
    mark: int = 7

    def with_stack(self, stack: Stack[str]) -> "State":
        return replace(self, stack=stack)


RAID = State(Stack(("raid", "battle")))


def test_a_further_procedure_is_at_work_once_it_is_opened() -> None:
    assert opened(RAID, "losses") == State(Stack(("raid", "battle", "losses")))


def test_the_procedure_at_work_is_exchanged_or_closed() -> None:
    assert with_top(RAID, "retreat") == State(Stack(("raid", "retreat")))
    assert closed(RAID) == State(Stack(("raid",)))


def test_a_finished_procedure_tells_the_one_below_it() -> None:
    assert finished(RAID, "raid won") == State(Stack(("raid won",)))


def test_the_frame_below_the_one_at_work_is_found_if_there_is_one() -> None:
    assert below(RAID) == "raid"
    assert below(closed(RAID)) is None


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
