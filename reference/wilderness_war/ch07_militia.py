"""Chapter 7.3: militia in battle, the first stage of `Battle`.

In originally friendly cultivated land the owner may add militia from the Department's box to a battle, unless the
enemy has raided that Department this year.
"""

from collections.abc import Iterator
from itertools import chain

from reference.kernel.decisions import Choice
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import with_top
from reference.kernel.verdicts import Next, Unasked, Violation, event, violation
from reference.wilderness_war.actions import Action, Done, Pick
from reference.wilderness_war.board import put_unit, raided_markers, steps, units_at
from reference.wilderness_war.ch02_map import (
    IDS,
    MILITIA_BOXES,
    SPACES,
    TERRAIN,
    Department,
    Space,
    Terrain,
    department,
    originally_friendly,
)
from reference.wilderness_war.ch03_pieces import COUNTERS, Unit
from reference.wilderness_war.choosing import alike_together, following_units, unit_violations, with_piece
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle, BattleStage
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board
from reference.wilderness_war.windows import Passed, not_asked

_LAND: dict[Department, tuple[Space, ...]] = {
    region: tuple(
        place for place in SPACES if department(place) is region and TERRAIN[place] is not Terrain.MILITIA_BOX
    )
    for region in Department
}


@rule("ww:7.3", "ww:7.3-louisbourg", "ww:8.25-militia")
def militia_side(place: Space) -> Side | None:
    """Return whose militia may fight in a space: its original owner's, if it is in a Department (all cultivated)."""
    if department(place) is None:
        return None
    return next((side for side in Side if originally_friendly(place, side)), None)


@rule("ww:7.3-exc")
def is_pinned(state: State, region: Department, side: Side) -> bool:
    """Say whether enemy raids this year keep a Department's militia out of battles (D15)."""
    if state.ruleset.militia_battle_block == "raid_conducted":
        raids = state.tracks.french_raids if side is Side.BRITISH else state.tracks.british_raids
        return region in raids
    markers = raided_markers(state.board, side.enemy)
    return any(markers[place] for place in _LAND[region])


@rule("ww:7.3-exc", "ww:7.3-louisbourg")
def kept_out(state: State, battle: Battle, side: Side) -> Iterator[Violation]:
    """Find what keeps a side's militia that are there out of a battle on its land: a raid, or a space outside any."""
    region = department(battle.space)
    boxes = MILITIA_BOXES.values() if region is None else (MILITIA_BOXES[region],)
    there = any(units_at(state.board, box, side) for box in boxes)
    if not there or not originally_friendly(battle.space, side):
        return
    if region is None:
        yield violation(Reason.NO_DEPARTMENT, "ww:7.3-louisbourg", space=IDS[battle.space])
    elif is_pinned(state, region, side):
        yield violation(Reason.DEPARTMENT_RAIDED, "ww:7.3-exc", department=region.value, side=side.enemy.value)


def passed_over(state: State, battle: Battle) -> tuple[Unasked, ...]:
    """Tell the owner of the land why no militia may be called."""
    told = (
        not_asked(side, Passed.MILITIA, tuple(kept_out(state, battle, side)), space=IDS[battle.space]) for side in Side
    )
    return tuple(chain.from_iterable(told))


def available(state: State, battle: Battle) -> tuple[Unit, ...]:
    """Return the militia that may still join a battle."""
    side, region = militia_side(battle.space), department(battle.space)
    if side is None or region is None or is_pinned(state, region, side):
        return ()
    return units_at(state.board, MILITIA_BOXES[region], side)


@rule("ww:7.3")
def commitment_violations(state: State, battle: Battle) -> Iterator[Violation]:
    """Refuse any number but none, one or all, where the ruleset says so (D35)."""
    left = len(available(state, battle))
    joined = len(battle.militia)
    if state.ruleset.militia_commitment == "one_or_all" and joined > 1 and left:
        yield violation(Reason.ONE_OR_ALL, "ww:7.3", militia=joined, left=left)


@rule("ww:7.3")
def callable_next(state: State, battle: Battle) -> tuple[Unit, ...]:
    """Return the militia that may be called next; if one or all must come, after one the rest have a fixed order."""
    units = available(state, battle)
    offered = following_units(units, battle.militia, alike_together(state.board))
    if state.ruleset.militia_commitment == "any_number" or not battle.militia:
        return offered
    all_come = len(battle.militia) > 1
    return units[:1] if all_come else tuple(unit for unit in offered if unit == units[0])


def decision(state: State, battle: Battle) -> Choice[Action] | None:
    """Return the owner's choice of militia."""
    side = militia_side(battle.space)
    if not available(state, battle) or side is None:
        return None
    done = () if any(commitment_violations(state, battle)) else (Done(),)
    offered = (*map(Pick, callable_next(state, battle)), *done)
    return Choice(side, "militia", ("ww:7.3",), offered) if offered != (Done(),) else None


@rule("ww:7.2-A")
def decided(state: State, battle: Battle) -> State:
    """Go on with a battle after the decision about militia; only then may others join or play events."""
    return with_top(state, replace(battle, stage=BattleStage.RELIEF))


@rule("ww:7.3")
def violations(state: State, battle: Battle, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a militia unit from being the next to join, or the owner from stopping."""
    match action:
        case Done():
            return tuple(commitment_violations(state, battle))
        case Pick(unit):
            return unit_violations(available(state, battle), battle.militia, unit, "ww:7.3", Reason.NO_SUCH_MILITIA)
        case _:
            return None


@rule("ww:7.3")
def apply(state: State, battle: Battle, action: Action) -> Next[State]:
    """Add a militia unit to the battle, or stop."""
    if not isinstance(action, Pick):
        return Next(decided(state, battle))
    board = put_unit(state.board, action.unit, battle.space, steps(state.board, action.unit))
    after = with_top(on_board(state, board), replace(battle, militia=with_piece(battle.militia, action.unit)))
    facts = {"unit": COUNTERS[action.unit].id, "space": IDS[battle.space]}
    return Next(after, (event(EventKind.MILITIA_DEPLOYED, "ww:7.3", **facts),))


@rule("ww:7.91", "ww:7.2-F", "ww:10.21")
def sent_home(state: State, battle: Battle) -> State:
    """Return surviving militia to their box, reduced ones still reduced."""
    region = department(battle.space)
    board = state.board
    for unit in battle.militia:
        if board.unit_at[unit] == battle.space:
            assert region is not None
            board = put_unit(board, unit, MILITIA_BOXES[region], steps(board, unit))
    return on_board(state, board)
