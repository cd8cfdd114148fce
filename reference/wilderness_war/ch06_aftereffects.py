"""Chapters 5.45, 8.232 and 8.24: what a step of `Move` changes at once where it came from and where it went.

This happens before anybody reacts, but after LAKE SCHOONER, which could still undo the step.
"""

from reference.kernel.rules import rule
from reference.kernel.verdicts import Next, event
from reference.wilderness_war.board import put_unfinished_fort, unfinished_fort_owner
from reference.wilderness_war.ch02_map import IDS
from reference.wilderness_war.ch06_reach import has_drilled
from reference.wilderness_war.ch08_consequences import entered_fieldworks, left_siege
from reference.wilderness_war.ch08_siege_roll import left_fortress
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Move
from reference.wilderness_war.state import State, on_board


def follows_from_step(state: State, move: Move) -> Next[State] | None:
    """Make one change that follows at once from a step that is final (N13, N34, N40, A13); none if nothing follows."""
    return (
        overrun_fort(state, move)
        or abandoned_siege(state, move)
        or vacated_fortress(state, move)
        or entered_fieldworks(state, move.at)
    )


@rule("ww:5.45-fortuc")
def overrun_fort(state: State, move: Move) -> Next[State] | None:
    """Remove the enemy's unfinished fort that drilled troops have entered, by option (D29)."""
    if state.ruleset.unfinished_fort_removed != "on_entry" or not has_drilled(move.units):
        return None
    if unfinished_fort_owner(state.board, move.at) is not move.side.enemy:
        return None
    after = on_board(state, put_unfinished_fort(state.board, move.at, None))
    return Next(after, (event(EventKind.WORK_REMOVED, "ww:5.45-fortuc", space=IDS[move.at]),))


@rule("ww:8.24-exc")
def vacated_fortress(state: State, move: Move) -> Next[State] | None:
    """Give back at once a captured fortress that the mover has left without a unit."""
    return None if move.entry is None else left_fortress(state, move.entry)


@rule("ww:8.232", "ww:6.724")
def abandoned_siege(state: State, move: Move) -> Next[State] | None:
    """Lift the siege the mover has abandoned, now that its step is final; the pieces set free may react to it."""
    return None if move.entry is None else left_siege(state, move.entry, move.side)
