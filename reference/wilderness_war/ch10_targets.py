"""Chapter 10.1: who raids, and where."""

from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.wilderness_war.board import (
    Board,
    fort_owner,
    fortress_owner,
    leaders_outside,
    stockade_owner,
    units_outside,
)
from reference.wilderness_war.ch02_map import SPACES, Space, originally_friendly
from reference.wilderness_war.ch03_pieces import COUNTERS, Leader, Unit, is_auxiliary, is_drilled
from reference.wilderness_war.ch05_force import johnson_violations
from reference.wilderness_war.ch07_modifiers import best_in_command
from reference.wilderness_war.ch10_raid_roll import allied_tribes
from reference.wilderness_war.frames import Activation, Move, Raiding
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State


@rule("ww:10.11")
def is_raid_proof(board: Board, place: Space, side: Side) -> bool:
    """Say whether a space cannot be raided: any fort or fortress, or the raider's own stockade or drilled troops."""
    if fort_owner(board, place) is not None or fortress_owner(board, place) is not None:
        return True
    if stockade_owner(board, place) is side:
        return True
    return any(is_drilled(COUNTERS[unit].kind) for unit in units_outside(board, place, side))


@rule("ww:10.1-b", "ww:6.51-d")
def is_enemy_stockade(board: Board, place: Space, side: Side) -> bool:
    """Say whether an enemy stockade is in a space, which auxiliaries without drilled troops must raid."""
    return stockade_owner(board, place) is side.enemy


@rule("ww:10.1-a", "ww:10.1-b", "ww:10.1-c")
def is_target(board: Board, place: Space, side: Side) -> bool:
    """Say whether a space is a raid target: enemy cultivated land, an enemy stockade or an enemy-allied settlement."""
    if is_raid_proof(board, place, side):
        return False
    # Only cultivated land has an original owner (2.0).
    plain = originally_friendly(place, side.enemy)
    return plain or is_enemy_stockade(board, place, side) or bool(allied_tribes(board, place, side.enemy))


def _places_of_auxiliaries(state: State, units: tuple[Unit, ...]) -> tuple[Space, ...]:
    """Return where auxiliaries among units are, on the map and outside works, in the order of the units."""
    found = (
        Space(state.board.unit_at[unit])
        for unit in units
        if state.board.unit_at[unit] < len(SPACES)
        and is_auxiliary(COUNTERS[unit].kind)
        and not state.board.unit_inside[unit]
    )
    return tuple(dict.fromkeys(found))


def _to_raid(state: State, frame: Activation | Move, place: Space) -> bool:
    return is_target(state.board, place, frame.side) and not has_lapsed(state, frame, place)


@rule("ww:10.1", "ww:5.36")
def raid_due(state: State, frame: Activation) -> Space | None:
    """Return where the active group must raid: where its auxiliaries ended without drilled troops."""
    main = tuple(unit for unit in frame.units if unit not in frame.dropped and unit not in frame.raided)
    for place in _places_of_auxiliaries(state, main):
        if _to_raid(state, frame, place) and still_raids(state, frame, place):
            return place
    return None


@rule("ww:10.12")
def still_raids(state: State, frame: Activation, place: Space) -> bool:
    """Say whether a group still raids after a battle: by option not where it retreated to (D16)."""
    return state.ruleset.raid_trigger == "end_of_activation" or place == frame.ended


@rule("ww:5.532-note")
def has_lapsed(state: State, frame: Activation | Move, place: Space) -> bool:
    """Say whether by option a settlement is not raided because its last unit died in the raiders' battle there (D31).

    Only the settlement stops being a target: a stockade there is still raided.
    """
    if state.ruleset.raid_lapses_when_tribe_dies != "always" or place not in (frame.lapsed, *frame.lapsed_before):
        return False
    return not is_enemy_stockade(state.board, place, frame.side)


@rule("ww:10.13")
def dropped_due(state: State, frame: Activation | Move) -> Space | None:
    """Return where auxiliaries left on the way are to raid next."""
    raided = frame.raided if isinstance(frame, Activation) else ()
    left = tuple(unit for unit in frame.dropped if unit not in raided)
    for place in _places_of_auxiliaries(state, left):
        if place not in frame.declined and _to_raid(state, frame, place):
            return place
    return None


@rule("ww:10.13")
def dropped_raid(state: State, move: Move) -> Space | None:
    """Return where dropped auxiliaries may raid before the force's battle is fought, by option (D13)."""
    if state.ruleset.dropped_raiders != "may" or not units_outside(state.board, move.at, move.side.enemy):
        return None
    return dropped_due(state, move)


@rule("ww:7.51-drop", "ww:10.3-a", "ww:7.51")
def raid_leader(state: State, frame: Activation | Move, place: Space, *, dropped: bool) -> Leader | None:
    """Return the leader who helps a raid: the activated commander, or for dropped raiders a leader with them (D13)."""
    if not dropped:
        here = frame.commander is not None and state.board.leader_at[frame.commander] == place
        return frame.commander if here else None
    if state.ruleset.dropped_raiders == "must_no_leader":
        return None
    raiders = participants(state, frame, place)[1]
    able = (each for each in leaders_outside(state.board, place, frame.side) if may_lead(each, raiders))
    return best_in_command(able)


@rule("ww:7.51-drop", "ww:5.534")
def may_lead(leader: Leader, raiders: tuple[Unit, ...]) -> bool:
    """Say whether a leader may command any of these raiders: only Johnson leads British Mohawk and Iroquois (N57)."""
    return any(not johnson_violations((leader,), (unit,)) for unit in raiders)


@rule("ww:10.1-clar", "ww:5.34-limits")
def participants(state: State, frame: Activation | Move, place: Space) -> tuple[tuple[Leader, ...], tuple[Unit, ...]]:
    """Return who raids: all leaders and auxiliaries in the space, or only the active ones (D17)."""
    leaders = leaders_outside(state.board, place, frame.side)
    units = tuple(unit for unit in units_outside(state.board, place, frame.side) if is_auxiliary(COUNTERS[unit].kind))
    if state.ruleset.raid_participants == "all_in_space":
        return leaders, units
    active = (*frame.units, *frame.dropped)
    officers = (*frame.leaders, *frame.dropped_leaders)
    return tuple(each for each in leaders if each in officers), tuple(unit for unit in units if unit in active)


@rule("ww:7.51-drop")
def are_left_behind(state: State, frame: Activation | Move, place: Space) -> bool:
    """Say whether raiders are on their own: dropped, and neither the commander nor others of the force are there."""
    if frame.commander is not None and state.board.leader_at[frame.commander] == place:
        return False
    here = {unit for unit in (*frame.units, *frame.dropped) if state.board.unit_at[unit] == place}
    return bool(here) and here.issubset(frame.dropped)


def raiding_of(state: State, frame: Activation | Move, place: Space) -> Raiding:
    """Return the raid about to begin in a space."""
    dropped = are_left_behind(state, frame, place)
    leaders, units = participants(state, frame, place)
    leader = raid_leader(state, frame, place, dropped=dropped)
    entry = None if dropped else frame.entry
    return Raiding(frame.side, place, entry, leader, leaders, units)


def has_raided(frame: Activation, units: tuple[Unit, ...]) -> Activation:
    """Note that units have raided."""
    return replace(frame, raided=(*frame.raided, *units))
