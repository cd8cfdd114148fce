"""The same position in the turn of the other side."""

from dataclasses import replace

from reference.hammer_of_the_scots.frames import Moving
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.stacks import down_to


def in_turn(state: State, by: str) -> tuple[State, ...]:
    """Return the state as it would be if this side were moving; nothing while nobody moves."""
    if by not in list(Side):
        return ()
    return tuple(
        state.with_stack(down_to(state.stack, frame).replaced(replace(frame, side=Side(by))))
        for frame in state.stack.frames
        if isinstance(frame, Moving)
    )
