"""Chapter 6.51 and the stops of 6.2 to 6.4: why a mover goes no further, and what it may not do where it stops."""

from collections.abc import Iterator

from reference.kernel.rules import rule
from reference.kernel.verdicts import Unasked, Violation, unasked, violation
from reference.wilderness_war.actions import By
from reference.wilderness_war.board import Board, has_unbesieged_fortification
from reference.wilderness_war.ch02_map import IDS
from reference.wilderness_war.ch03_pieces import LEADERS
from reference.wilderness_war.ch06_entering import strong_work
from reference.wilderness_war.ch06_reach import has_drilled, range_violations, stop_violations
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Move
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import State
from reference.wilderness_war.windows import Passed


@rule("ww:6.51-a", "ww:7.82")
def battle_stops(move: Move, here: Move) -> Iterator[Violation]:
    """Stop a mover that has fought, unless it overran the enemy and still has its commander; `here` is what is left."""
    if not (move.overrun and move.winner is move.side):
        yield violation(Reason.NO_OVERRUN, "ww:6.51-a", space=IDS[move.at])
    if move.commander is not None and move.commander not in here.leaders:
        yield violation(Reason.COMMANDER_LOST, "ww:7.82", leader=LEADERS[move.commander].id)


@rule("ww:6.51-b", "ww:6.51-d", "ww:6.82", "ww:6.82-exc")
def work_stops(board: Board, move: Move) -> Iterator[Violation]:
    """Stop a mover that has not fought at an enemy work, to besiege or raid it."""
    if strong_work(board, move.at, move.side.enemy) is not None:
        yield violation(Reason.BESIEGED_NOW, "ww:6.51-b", space=IDS[move.at])
    elif has_unbesieged_fortification(board, move.at, move.side.enemy):
        yield violation(Reason.STAYED_TO_RAID, "ww:6.51-d", space=IDS[move.at])


def way_stops(state: State, move: Move) -> Iterator[Violation]:
    """Stop a mover where the terrain, the sea or a stockade does, or where its movement is spent."""
    if move.halted:
        yield from stop_violations(state, move)
    if move.by in (By.LAND, By.BOAT):
        yield from range_violations(state.board, move, move.by)


def stopped(state: State, move: Move, why: tuple[Violation, ...]) -> tuple[Unasked, ...]:
    """Return the news that a mover goes no further, and what it may not do where it stops."""
    if not why or not (move.units or move.leaders):
        return ()
    side, here = move.side.value, IDS[move.at]
    stop = unasked(EventKind.MOVE_STOPPED, side, Passed.MOVING_ON, why, side=side, space=here)
    return (stop, *_siege_waits(state.board, move))


def will_stop(state: State, move: Move) -> tuple[Unasked, ...]:
    """Return the news, before anybody reacts to a step, that the mover will go no further and why."""
    works = () if move.infiltrating else tuple(work_stops(state.board, move))
    why = works or tuple(way_stops(state, move))
    if not why:
        return ()
    side, here = move.side.value, IDS[move.at]
    return (unasked(EventKind.MOVE_WILL_STOP, side, Passed.MOVING_ON, why, side=side, space=here),)


@rule("ww:8.231", "ww:9.1")
def _siege_waits(board: Board, move: Move) -> Iterator[Unasked]:
    """Tell drilled troops that have come to a fort that they neither roll nor assault in the phase they moved in."""
    if strong_work(board, move.at, move.side.enemy) is None or not has_drilled(move.units):
        return
    for window, cited in ((Passed.SIEGE_ROLL, "ww:8.231"), (Passed.ASSAULT, "ww:9.1")):
        why = (violation(Reason.ARRIVED_THIS_PHASE, cited, space=IDS[move.at]),)
        yield unasked(EventKind.NOT_ASKED, move.side.value, window, why)
