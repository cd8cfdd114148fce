"""Chapter 5.4: building stockades and forts, and demolishing them.

A card builds stockades or forts, never both. Demolition is free and offered with the choice of a card, with each
step of a movement, with the choice of who acts next, and before an Action Phase ends.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, always_waits, closes
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Fact, Next, Violation, event, violation
from reference.wilderness_war.actions import Action, Demolish, Done, EndPhase, PickSpace, Raised, Raze, Razed
from reference.wilderness_war.board import (
    Board,
    fortification,
    is_besieged,
    owners,
    put_fieldworks,
    put_fort,
    put_stockade,
    put_unfinished_fort,
    stockade_owner,
    unfinished_fort_owner,
    units_at,
    units_outside,
)
from reference.wilderness_war.ch02_map import (
    IDS,
    SPACES,
    TERRAIN,
    Space,
    Terrain,
    is_cultivated,
    is_fortress,
    originally_friendly,
)
from reference.wilderness_war.ch03_pieces import COUNTERS, is_drilled
from reference.wilderness_war.ch05_idle import BUILT_BY, nothing_built
from reference.wilderness_war.ch12_supply import is_supplied
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Construction, Demolition, PhaseEnd
from reference.wilderness_war.pieces_moved import names
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board, score

_DEMOLITION_POINTS = table("victory_points").number("demolish_own_fort")
_MAP = tuple(place for place in SPACES if TERRAIN[place] is not Terrain.MILITIA_BOX)
_DRILLED = {
    side: frozenset(
        index for index, counter in enumerate(COUNTERS) if is_drilled(counter.kind) and counter.side is side
    )
    for side in Side
}
_HOMELAND = {
    side: frozenset(place for place in _MAP if is_cultivated(place) and originally_friendly(place, side))
    for side in Side
}


# ---------------------------------------------------------------- where to build


def _builders(board: Board, place: Space, side: Side) -> bool:
    return any(unit in _DRILLED[side] for unit in units_outside(board, place, side))


@rule("ww:12.3-a", "ww:5.41", "ww:5.42")
def builder_violations(state: State, frame: Construction, place: Space) -> Iterator[Violation]:
    """Refuse a space without supplied drilled troops; in originally friendly cultivated land a stockade needs none."""
    if frame.what is Raised.STOCKADES and originally_friendly(place, frame.side):
        return
    # Besieged drilled troops count as drilled troops in the space; it is the siege that keeps them from building.
    if not _DRILLED[frame.side].intersection(units_at(state.board, place, frame.side)):
        cited = BUILT_BY[frame.what]
        yield violation(Reason.NO_DRILLED_TROOPS, cited, side=frame.side.value, space=IDS[place])
    elif _builders(state.board, place, frame.side) and not is_supplied(state.board, place, frame.side, state.ruleset):
        yield violation(Reason.NOT_SUPPLIED, "ww:12.3-a", space=IDS[place])


@rule("ww:5.43", "ww:5.43-siege", "ww:5.43-fortress")
def site_violations(state: State, frame: Construction, place: Space) -> Iterator[Violation]:
    """Refuse a space that cannot hold the work: a fortress, a siege, or a fortification already there."""
    if is_besieged(state.board, place):
        yield violation(Reason.BESIEGED, "ww:5.43-siege", space=IDS[place])
    if is_fortress(place):
        yield violation(Reason.FORTRESS_SPACE, "ww:5.43-fortress", space=IDS[place])
        return
    found = fortification(state.board, place)
    own_stockade = stockade_owner(state.board, place) is frame.side
    if found is not None and not (frame.what is Raised.FORTS and own_stockade):
        yield violation(Reason.TWO_FORTIFICATIONS, "ww:5.43", space=IDS[place])


@rule("ww:5.41-not")
def stockade_violations(state: State, frame: Construction, place: Space) -> Iterator[Violation]:
    """Refuse a stockade in a space with enemy units or any fortification (by option only a fortress, D28)."""
    if frame.what is not Raised.STOCKADES:
        return
    if enemies := units_at(state.board, place, frame.side.enemy):
        yield violation(Reason.ENEMY_HELD, "ww:5.41-not", space=IDS[place], units=names((), enemies))
    barred = is_fortress(place)
    if state.ruleset.entry_block == "fortifications":
        barred = fortification(state.board, place) is not None
    if barred:
        yield violation(Reason.TWO_FORTIFICATIONS, "ww:5.41-not", space=IDS[place])


@rule("ww:5.42-twophase")
def begun_violations(frame: Construction, place: Space) -> Iterator[Violation]:
    """Refuse to finish a fort in the phase in which it was begun."""
    if place in frame.begun:
        yield violation(Reason.BEGUN_THIS_PHASE, "ww:5.42-twophase", space=IDS[place])


def build_violations(state: State, frame: Construction, place: Space) -> Iterator[Violation]:
    """Find every rule that building in a space would break."""
    if TERRAIN[place] is Terrain.MILITIA_BOX:
        yield violation(Reason.NOT_ON_MAP, "ww:5.4", space=IDS[place])
        return
    yield from site_violations(state, frame, place)
    yield from stockade_violations(state, frame, place)
    yield from builder_violations(state, frame, place)
    yield from begun_violations(frame, place)


def _sites(state: State, frame: Construction) -> tuple[Space, ...]:
    at = state.board.unit_at
    drilled = {at[unit] for unit in _DRILLED[frame.side]}
    home = _HOMELAND[frame.side] if frame.what is Raised.STOCKADES else frozenset()
    likely = (place for place in _MAP if place in drilled or place in home)
    return tuple([place for place in likely if not any(build_violations(state, frame, place))])


def construction_decision(state: State, frame: Construction) -> Choice[Action] | None:
    """Return where the next work may be built."""
    sites = _sites(state, frame) if frame.left else ()
    if not sites:
        return None
    return Choice(frame.side, f"build_{frame.what.value}", ("ww:5.4",), (*map(PickSpace, sites), Done()))


def construction_violations(state: State, frame: Construction, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a side from building somewhere."""
    match action:
        case Done():
            return ()
        case PickSpace(place) if frame.left:
            return tuple(build_violations(state, frame, place))
        case _:
            return None


def construction_apply(state: State, frame: Construction, action: Action) -> Next[State]:
    """Build in a space, or stop building."""
    if isinstance(action, Done):
        return Next(closed(state))
    assert isinstance(action, PickSpace)
    return _built(state, frame, action.space)


@rule("ww:5.41", "ww:5.42")
def _built(state: State, frame: Construction, place: Space) -> Next[State]:
    """Place a stockade, begin a fort, or finish one."""
    board, side = state.board, frame.side
    after = replace(frame, left=frame.left - 1)
    if frame.what is Raised.STOCKADES:
        board, work = put_stockade(board, place, side), "stockade"
    elif unfinished_fort_owner(board, place) is side:
        board, work = finished_fort(board, place, side), "fort"
    else:
        board, work = put_unfinished_fort(board, place, side), "fort_under_construction"
        after = replace(after, begun=(*frame.begun, place))
    facts: dict[str, Fact] = {"side": side.value, "space": IDS[place], "work": work}
    cited = BUILT_BY[frame.what]
    return Next(with_top(on_board(state, board), after), (event(EventKind.WORK_BUILT, cited, **facts),))


@rule("ww:5.42", "ww:5.43-replace")
def finished_fort(board: Board, place: Space, side: Side) -> Board:
    """Finish a fort, which replaces a stockade in its space."""
    return put_fort(put_stockade(put_unfinished_fort(board, place, None), place, None), place, side)


def construction_advance(state: State, frame: Construction) -> Next[State]:
    """End a construction that can go no further."""
    return Next(closed(state), nothing_built(frame))


CONSTRUCTION: Procedure[State, Construction, Action] = Procedure(
    construction_decision, construction_violations, construction_apply, construction_advance
)


# ---------------------------------------------------------------- demolition


_RAZED = (Razed.UNFINISHED_FORT, Razed.STOCKADE, Razed.FORT)


@rule("ww:5.46", "ww:card-fieldworks-clar")
def demolishable(board: Board, side: Side) -> tuple[Raze, ...]:
    """Return what a side may demolish: unbesieged forts, unfinished forts and stockades; Fieldworks where it has units.

    Units inside a work count as units in the space (N48).
    """
    dug = tuple(
        Raze(place, Razed.FIELDWORKS)
        for place, owner in owners(board.fieldworks)
        if owner is side and units_at(board, place, side)
    )
    return (*dug, *(each for each in _own_works(board, side) if not is_besieged(board, each.space)))


def _own_works(board: Board, side: Side) -> tuple[Raze, ...]:
    return _works(side, board.unfinished, board.stockade, board.fort)


@lru_cache(maxsize=1024)
def _works(side: Side, *columns: bytes) -> tuple[Raze, ...]:
    """Return a side's works by space, whether besieged or not."""
    found = [(place, order) for order, column in enumerate(columns) for place, owner in owners(column) if owner is side]
    return tuple(Raze(place, _RAZED[order]) for place, order in sorted(found))


@rule("ww:5.46", "ww:card-fieldworks-clar")
def raze_violations(board: Board, side: Side, action: Raze) -> Iterator[Violation]:
    """Find what keeps a side from demolishing a work: it has none there, a siege, or no unit at its Fieldworks."""
    place = action.space
    if action in demolishable(board, side):
        return
    if action in _own_works(board, side):
        yield violation(Reason.BESIEGED, "ww:5.46", space=IDS[place])
    elif action.work is Razed.FIELDWORKS and (place, side) in owners(board.fieldworks):
        yield violation(Reason.NOBODY_THERE, "ww:card-fieldworks-clar", side=side.value, space=IDS[place])
    else:
        cited = "ww:card-fieldworks-clar" if action.work is Razed.FIELDWORKS else "ww:5.46"
        yield violation(Reason.NOTHING_TO_DEMOLISH, cited, space=IDS[place], work=action.work.value)


def razing_offered(state: State, side: Side) -> tuple[Action, ...]:
    """Return the offer to demolish, where a side has something to demolish."""
    return (Demolish(),) if demolishable(state.board, side) else ()


@rule("ww:5.46")
def razing_violations(board: Board, side: Side) -> tuple[Violation, ...]:
    """Refuse to demolish where a side has nothing to demolish."""
    return () if demolishable(board, side) else (violation(Reason.NOTHING_TO_DEMOLISH, "ww:5.46"),)


@rule("ww:5.46")
def take_up_demolition(state: State, side: Side) -> Next[State]:
    """Let a side demolish in the middle of its Action Phase."""
    return Next(opened(state, Demolition(side)))


def demolition_decision(state: State, frame: Demolition) -> Choice[Action]:
    """Return what may be demolished."""
    return Choice(frame.side, "demolition", ("ww:5.46",), (*demolishable(state.board, frame.side), Done()))


def demolition_violations(state: State, frame: Demolition, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a side from demolishing a work."""
    match action:
        case Done():
            return ()
        case Raze():
            return tuple(raze_violations(state.board, frame.side, action))
        case _:
            return None


def demolition_apply(state: State, frame: Demolition, action: Action) -> Next[State]:
    """Demolish a work, or stop demolishing."""
    if isinstance(action, Done):
        return Next(closed(state))
    assert isinstance(action, Raze)
    return demolished(closed(state), frame.side, action)


@rule("ww:5.46", "ww:5.46-vp", "ww:card-fieldworks-clar")
def demolished(state: State, side: Side, action: Raze) -> Next[State]:
    """Remove one work; a finished fort costs a VP."""
    place = action.space
    after = on_board(state, _without_work(state.board, action))
    facts: dict[str, Fact] = {"side": side.value, "space": IDS[place], "work": action.work.value}
    cited = "ww:card-fieldworks-clar" if action.work is Razed.FIELDWORKS else "ww:5.46"
    news: Event = event(EventKind.WORK_DEMOLISHED, cited, **facts)
    if action.work is not Razed.FORT:
        return Next(after, (news,))
    scored = score(after, side, _DEMOLITION_POINTS, "ww:5.46-vp")
    return Next(scored.state, (news, *scored.events))


def _without_work(board: Board, action: Raze) -> Board:
    match action.work:
        case Razed.FIELDWORKS:
            return put_fieldworks(board, action.space, None)
        case Razed.UNFINISHED_FORT:
            return put_unfinished_fort(board, action.space, None)
        case Razed.STOCKADE:
            return put_stockade(board, action.space, None)
        case Razed.FORT:
            return put_fort(board, action.space, None)
        case _:
            assert_never(action.work)


DEMOLITION: Procedure[State, Demolition, Action] = Procedure(
    demolition_decision, demolition_violations, demolition_apply, always_waits
)


# ---------------------------------------------------------------- the end of a phase


def phase_end_decision(state: State, frame: PhaseEnd) -> Choice[Action] | None:
    """Return the last chance to demolish in a phase."""
    if not demolishable(state.board, frame.side):
        return None
    return Choice(frame.side, "end_of_phase", ("ww:5.46",), (EndPhase(), Demolish()))


def phase_end_violations(state: State, frame: PhaseEnd, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a side from demolishing before its phase ends."""
    match action:
        case EndPhase():
            return ()
        case Demolish():
            return razing_violations(state.board, frame.side)
        case _:
            return None


def phase_end_apply(state: State, frame: PhaseEnd, action: Action) -> Next[State]:
    """End the phase, or demolish first."""
    if isinstance(action, EndPhase):
        return Next(closed(state))
    assert isinstance(action, Demolish)
    return take_up_demolition(state, frame.side)


PHASE_END: Procedure[State, PhaseEnd, Action] = Procedure(
    phase_end_decision, phase_end_violations, phase_end_apply, closes
)
