"""Chapters 5.45, 6.431, 6.53, 8.21 and 8.232: what follows by itself once pieces stand still.

None of this happens in the middle of an entry or a battle. Each function finds the first thing that must change;
`tidied` makes one change at a time, in the order of ruling R9.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache

from reference.kernel.rules import rule
from reference.kernel.stacks import opened
from reference.kernel.verdicts import Fact, Next, event
from reference.wilderness_war.board import (
    Board,
    fieldworks_owner,
    fortification,
    has_fortification,
    has_unbesieged_fortification,
    held_spaces,
    is_besieged,
    leaders_inside,
    leaders_on_map,
    leaders_outside,
    marked,
    owners,
    put_amphib,
    put_fieldworks,
    put_siege,
    put_unfinished_fort,
    spaces_of,
    units_at,
    units_inside,
    units_outside,
)
from reference.wilderness_war.ch02_map import IDS, SPACES, Space, space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, is_drilled
from reference.wilderness_war.ch10_home import is_recalled
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import (
    Battle,
    Combat,
    Frame,
    GoingHome,
    LeaderChecks,
    Losses,
    MassacreWindow,
    Move,
    MoveStage,
    Parole,
    Raiding,
    Reaction,
    Retreat,
    Sheltering,
    Year,
    YearStage,
)
from reference.wilderness_war.pieces_moved import relocated
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board

UNSETTLED: frozenset[type[Frame]] = frozenset(
    (Battle, Combat, Losses, LeaderChecks, Reaction, Retreat, Sheltering, MassacreWindow, Parole, Raiding, GoingHome)
)
_BUT_LOUISBOURG = frozenset(SPACES) - {space("louisbourg")}
_STANDING = frozenset((MoveStage.WEATHER, MoveStage.GUIDE, MoveStage.STEP, MoveStage.END))


def is_calm(state: State) -> bool:
    """Say whether nobody is in the middle of an entry, a battle or a retreat."""
    for frame in state.stack.frames:
        if type(frame) in UNSETTLED or (isinstance(frame, Move) and frame.stage not in _STANDING):
            return False
    return True


def passing(state: State) -> Space | None:
    """Return the space through which an infiltrator is passing, where nothing changes hands."""
    for frame in state.stack.frames:
        if isinstance(frame, Move) and frame.infiltrating and frame.stage is MoveStage.STEP:
            return frame.at
    return None


def _besieged_side(board: Board, place: Space) -> Side | None:
    found = fortification(board, place)
    return None if found is None else found[1]


def _has_drilled(board: Board, place: Space, side: Side) -> bool:
    return any(is_drilled(COUNTERS[unit].kind) for unit in units_outside(board, place, side))


# ---------------------------------------------------------------- finding what must change


@rule("ww:5.45-fortuc")
def lost_unfinished_fort(board: Board) -> Space | None:
    """Find an unfinished fort whose space enemy drilled troops hold without its owner."""
    for place, owner in owners(board.unfinished):
        if _has_drilled(board, place, owner.enemy) and not units_at(board, place, owner):
            return place
    return None


@rule("ww:8.21", "ww:6.51-b", "ww:ex-8.21")
def new_siege(board: Board) -> Space | None:
    """Find a fort or fortress with enemies in its space and no defender outside."""
    for place, owner in (*owners(board.fortress), *owners(board.fort)):
        entered = place in spaces_of(board, owner.enemy) and not is_besieged(board, place)
        if entered and not units_outside(board, place, owner):
            return place
    return None


@rule("ww:6.53-caught", "ww:6.54")
def caught_leaders(board: Board) -> Iterator[Leader]:
    """Find leaders among enemies who have no unit of their side, and no fortification or are shut out of it (N24)."""
    for side in Side:
        held = held_spaces(board, side.enemy)
        for leader in leaders_on_map(board, side):
            place = Space(board.leader_at[leader])
            if place not in held or board.leader_inside[leader] or units_outside(board, place, side):
                continue
            if is_besieged(board, place) or not has_fortification(board, place, side):
                yield leader


@rule("ww:4.0-B.3-leaders")
def awaits_recall(state: State, leader: Leader) -> bool:
    """Say whether the year's end is about to call a leader back, so that he need not retreat (N55)."""
    year = next(iter(state.stack.frames), None)
    going_home = isinstance(year, Year) and year.stage in (YearStage.GO_HOME, YearStage.RECALL)
    return going_home and is_recalled(state.board, leader)


@rule("ww:8.232")
def lifted_siege(board: Board) -> Space | None:
    """Find a siege without besiegers, or without a work to besiege."""
    for place in marked(board.siege):
        owner = _besieged_side(board, place)
        if owner is None or not units_outside(board, place, owner.enemy):
            return place
    return None


def hidden_for_nothing(board: Board) -> Space | None:
    """Find pieces inside a work that nobody besieges."""
    if 1 not in board.unit_inside and 1 not in board.leader_inside:
        return None
    inside = {board.unit_at[index] for index, flag in enumerate(board.unit_inside) if flag}
    inside |= {board.leader_at[index] for index, flag in enumerate(board.leader_inside) if flag}
    return next((Space(place) for place in sorted(inside) if not board.siege[place]), None)


@rule("ww:6.431-marker")
def lost_amphib(board: Board, removed_by: str) -> Space | None:
    """Find an Amphib marker that the French have taken away (D30)."""
    for place in marked(board.amphib):
        drilled = _has_drilled(board, place, Side.FRENCH)
        alone = not units_at(board, place, Side.BRITISH)
        if drilled and (alone or removed_by == "drilled_present"):
            return place
        if alone and place in _cleared_by_works(removed_by) and has_unbesieged_fortification(board, place, Side.FRENCH):
            return place
    return None


def _cleared_by_works(removed_by: str) -> Collection[Space]:
    """Return the spaces where an unbesieged French fortification takes an Amphib marker away (D30)."""
    if removed_by == "drilled_sole_or_unbesieged_fortification":
        return SPACES
    return _BUT_LOUISBOURG if removed_by == "drilled_sole_or_unbesieged_fortification_but_louisbourg" else ()


@rule("ww:card-fieldworks-clar2")
def is_vacated(board: Board, place: Space, owner: Side, vacated: str) -> bool:
    """Say whether Fieldworks pass to the enemy: their owner has no unit there, even inside (N48), and the enemy has.

    By option they are removed as soon as the owner has left (D34).
    """
    if units_at(board, place, owner):
        return False
    return vacated == "removed" or bool(units_outside(board, place, owner.enemy))


def vacated_fieldworks(board: Board, vacated: str) -> Space | None:
    """Find Fieldworks that pass to the enemy or are removed."""
    found = (place for place, owner in owners(board.fieldworks) if is_vacated(board, place, owner, vacated))
    return next(found, None)


@lru_cache(maxsize=4096)
def _is_tidy(board: Board, removed_by: str, vacated: str) -> bool:
    return (
        lost_unfinished_fort(board) is None
        and new_siege(board) is None
        and next(caught_leaders(board), None) is None
        and lifted_siege(board) is None
        and hidden_for_nothing(board) is None
        and lost_amphib(board, removed_by) is None
        and vacated_fieldworks(board, vacated) is None
    )


# ---------------------------------------------------------------- making the change


def is_tidy(state: State) -> bool:
    """Say whether nothing must change where pieces stand now."""
    return _is_tidy(state.board, state.ruleset.amphib_marker_removed_by, state.ruleset.fieldworks_vacated)


def tidied(state: State) -> Next[State] | None:
    """Make one change; none if nothing must change."""
    if is_tidy(state):
        return None
    board, transit = state.board, passing(state)
    place = lost_unfinished_fort(board)
    if place is not None:
        return _changed(state, put_unfinished_fort(board, place, None), place, EventKind.WORK_REMOVED, "ww:5.45-fortuc")
    place = new_siege(board)
    if place is not None and place != transit:
        return _changed(state, put_siege(board, place, 0), place, EventKind.SIEGE_BEGUN, "ww:8.21")
    leader = next((each for each in caught_leaders(board) if not awaits_recall(state, each)), None)
    if leader is not None:
        return _caught(state, leader)
    place = lifted_siege(board)
    if place is not None:
        return siege_lifted(state, place)
    place = hidden_for_nothing(board)
    if place is not None:
        return _changed(state, _opened_up(board, place), place, EventKind.CAME_OUTSIDE, "ww:8.1")
    return _markers_tidied(state)


@rule("ww:8.232")
def siege_lifted(state: State, place: Space) -> Next[State]:
    """Remove the marker of a siege that has no besiegers; the pieces inside come out."""
    board = _opened_up(put_siege(state.board, place, None), place)
    return _changed(state, board, place, EventKind.SIEGE_LIFTED, "ww:8.232")


@rule("ww:8.232")
def left_siege(state: State, place: Space, side: Side) -> Next[State] | None:
    """Lift the siege of a space that a side's last besiegers have left."""
    if not is_besieged(state.board, place) or units_outside(state.board, place, side):
        return None
    return siege_lifted(state, place) if _besieged_side(state.board, place) is side.enemy else None


def _markers_tidied(state: State) -> Next[State] | None:
    board = state.board
    place = lost_amphib(board, state.ruleset.amphib_marker_removed_by)
    if place is not None:
        after = put_amphib(board, place, present=False)
        return _changed(state, after, place, EventKind.MARKER_REMOVED, "ww:6.431-marker", marker="amphib")
    place = vacated_fieldworks(board, state.ruleset.fieldworks_vacated)
    return None if place is None else entered_fieldworks(state, place)


@rule("ww:card-fieldworks-clar2")
def entered_fieldworks(state: State, place: Space) -> Next[State] | None:
    """Hand Fieldworks that their owner has left to the enemy who has entered, or remove them (D34)."""
    owner, vacated = fieldworks_owner(state.board, place), state.ruleset.fieldworks_vacated
    if owner is None or not is_vacated(state.board, place, owner, vacated):
        return None
    heir = None if vacated == "removed" else owner.enemy
    after = put_fieldworks(state.board, place, heir)
    kind = EventKind.MARKER_REMOVED if heir is None else EventKind.MARKER_TAKEN
    whose: dict[str, Fact] = {} if heir is None else {"side": heir.value}
    return _changed(state, after, place, kind, "ww:card-fieldworks-clar2", marker="fieldworks", **whose)


def _changed(state: State, board: Board, place: Space, kind: EventKind, cited: str, **facts: Fact) -> Next[State]:
    return Next(on_board(state, board), (event(kind, cited, space=IDS[place], **facts),))


def _opened_up(board: Board, place: Space) -> Board:
    for side in Side:
        leaders, units = leaders_inside(board, place, side), units_inside(board, place, side)
        board = relocated(board, place, leaders, units)
    return board


@rule("ww:6.53-caught", "ww:7.92-c", "ww:7.92-d")
def _caught(state: State, leader: Leader) -> Next[State]:
    """Make leaders left among enemies retreat; if their own side moved there, they go back the way they came (A20)."""
    place, side = Space(state.board.leader_at[leader]), LEADERS[leader].side
    moves = (frame for frame in state.stack.frames if isinstance(frame, Move) and frame.at == place)
    nobody: tuple[Side | None, Space | None] = (None, None)
    mover, entry = next(((move.side, move.entry) for move in moves), nobody)
    attacking = mover is side and entry is not None
    leaders = leaders_outside(state.board, place, side)
    return Next(opened(state, Retreat(side, place, attacking, entry, units=(), leaders=leaders)))
