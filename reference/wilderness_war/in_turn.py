"""The same position in the turn of the other side, or of the mover whom others keep waiting."""

from collections.abc import Iterator
from dataclasses import replace

from reference.kernel.stacks import down_to
from reference.wilderness_war.frames import Move, MoveStage, Year, YearStage
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import NO_PHASE, State

# Before a battle, while others may react to a step, or before the first one.
_KEPT_WAITING = (
    MoveStage.WEATHER, MoveStage.GUIDE, MoveStage.SCHOONER, MoveStage.INTERCEPTION, MoveStage.SHELTER,
    MoveStage.AVOIDANCE, MoveStage.DROPPED_RAIDS,
)  # fmt: skip


def in_turn(state: State, by: str) -> tuple[State, ...]:
    """Return the state as it would be if this side had its move to go on with, or a card to play."""
    return tuple(_asked(state, Side(by))) if by in list(Side) else ()


def _asked(state: State, side: Side) -> Iterator[State]:
    for frame in reversed(state.stack.frames):
        below = down_to(state.stack, frame)
        if isinstance(frame, Move) and frame.side is side and frame.stage in _KEPT_WAITING:
            yield state.with_stack(below.replaced(replace(frame, stage=MoveStage.STEP)))
        if isinstance(frame, Year) and frame.stage is YearStage.ACTIONS:
            theirs = replace(frame, turn=side, playing=False)
            yield replace(state, phase=NO_PHASE, stack=below.replaced(theirs))
