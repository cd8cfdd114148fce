"""The same position in the turn of the other side."""

from dataclasses import replace

from reference.kernel.stacks import with_top
from reference.wilderness_war.frames import Year, YearStage
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State


def in_turn(state: State, by: str) -> State | None:
    """Return the state as it would be if it were this side's turn to act; nothing if something else is under way."""
    top = state.stack.top if state.stack else None
    if by not in list(Side) or not isinstance(top, Year) or top.stage is not YearStage.ACTIONS:
        return None
    return with_top(state, replace(top, turn=Side(by)))
