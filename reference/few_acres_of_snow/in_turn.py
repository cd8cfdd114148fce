"""The same position in the turn of the other side."""

from reference.few_acres_of_snow.ch05_actions import actions_in_turn
from reference.few_acres_of_snow.frames import Turn
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State
from reference.kernel.stacks import Stack


def in_turn(state: State, by: str) -> tuple[State, ...]:
    """Return the state in this side's turn, whatever is under way: in its own turn with the actions it has left."""
    if by not in list(Side):
        return ()
    own = next((each for each in state.stack.frames if isinstance(each, Turn) and each.side is Side(by)), None)
    return (state.with_stack(Stack((own or Turn(Side(by), actions_in_turn(state)),))),)
