"""The same position in the turn of the other side."""

from dataclasses import replace

from reference.hammer_of_the_scots.frames import Moving
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.stacks import with_top


def in_turn(state: State, by: str) -> State | None:
    """Return the state as it would be if it were this side's turn to act; nothing if something else is under way."""
    if by not in list(Side) or not state.stack or not isinstance(state.stack.top, Moving):
        return None
    return with_top(state, replace(state.stack.top, side=Side(by)))
