"""Chapter 10.3: the roll of a raid and what it does (`Raid`).

The target decides the column, BLOCKHOUSES override it. One die, changed by tactics, Rangers and boxed militia, says
whether the raid succeeds and what it costs; a natural 1, or 6 against a stockade or allied settlement, endangers the
leaders.
"""

from reference.kernel.decisions import Chance, evenly
from reference.kernel.procedures import Procedure, other_decision
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Next, event
from reference.wilderness_war.actions import DIE, Action, Roll
from reference.wilderness_war.board import (
    Board,
    is_besieged_unit,
    put_raided,
    put_stockade,
    raided_markers,
    stockade_owner,
    units_at,
    units_on_map,
)
from reference.wilderness_war.ch02_map import (
    IDS,
    MILITIA_BOXES,
    Space,
    department,
    originally_friendly,
    tribes_at_home_in,
)
from reference.wilderness_war.ch03_pieces import COUNTERS, Kind, Unit
from reference.wilderness_war.ch07_modifiers import tactics_modifier
from reference.wilderness_war.ch07_steps import eliminated
from reference.wilderness_war.combat_table import (
    CULTIVATED_COLUMN,
    STOCKADE_COLUMN,
    RaidColumn,
    RaidResult,
    raid_result,
    table,
)
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Cause, LeaderChecks, Losses, Raid
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, Tracks, on_board

_MODIFIERS = table("raid").table("modifiers")
_RANGERS = _MODIFIERS.number("rangers_any_number")
_MILITIA = _MODIFIERS.number("militia_in_department_box")
_MILITIA_AT_LEAST = _MODIFIERS.number("militia_in_department_box_at_least")
_CHECK_ALWAYS = frozenset(table("raid").table("cultivated").numbers("leader_check_natural_rolls"))
_CHECK_STRONG = frozenset(
    table("raid").table("stockade_settlement_or_blockhouses").numbers("leader_check_natural_rolls")
)


# ---------------------------------------------------------------- the target


@rule("ww:5.532", "ww:10.1-c")
def allied_tribes(board: Board, place: Space, side: Side) -> tuple[str, ...]:
    """Return the tribes at home in a space that have units of a side on the map."""
    alive = {COUNTERS[unit].tribe for unit in units_on_map(board, side)}
    return tuple(tribe for tribe in tribes_at_home_in(place) if tribe in alive)


@rule("ww:10.1-b", "ww:10.1-c", "ww:10.3-column")
def is_strong_target(board: Board, place: Space, raider: Side) -> bool:
    """Say whether a raider finds an enemy stockade or an enemy-allied settlement."""
    return stockade_owner(board, place) is raider.enemy or bool(allied_tribes(board, place, raider.enemy))


@rule("ww:10.3-column", "ww:card-blockhouses-fx")
def raid_column(board: Board, tracks: Tracks, place: Space, raider: Side) -> RaidColumn:
    """Return the column of a raid: by its target, or the stockade column if the enemy's BLOCKHOUSES are in force."""
    strong = is_strong_target(board, place, raider) or raider.enemy in tracks.blockhouses
    return STOCKADE_COLUMN if strong else CULTIVATED_COLUMN


# ---------------------------------------------------------------- the die


@rule("ww:10.3-b")
def rangers_modifier(units: tuple[Unit, ...]) -> int:
    """Add one if any raider is Rangers."""
    return _RANGERS if any(COUNTERS[unit].kind is Kind.RANGER for unit in units) else 0


@rule("ww:10.3-c")
def militia_modifier(board: Board, place: Space, raider: Side, ruleset: Ruleset) -> int:
    """Subtract one if the Department's box holds two or more militia, reduced or not (D36: in whose Department)."""
    region = department(place)
    if region is None:
        return 0
    if ruleset.raid_militia_penalty_scope == "enemy_department" and not originally_friendly(place, raider.enemy):
        return 0
    boxed = sum(len(units_at(board, MILITIA_BOXES[region], side)) for side in Side)
    return _MILITIA if boxed >= _MILITIA_AT_LEAST else 0


@rule("ww:10.3", "ww:10.3-a")
def raid_modifier(state: State, raid: Raid) -> int:
    """Add up the tactics of the raiders' commander, their Rangers and the enemy's militia."""
    militia = militia_modifier(state.board, raid.space, raid.raider, state.ruleset)
    return tactics_modifier(raid.leader) + rangers_modifier(raid.units) + militia


@rule("ww:10.32")
def raiding_leaders_at_risk(die: int, *, strong_target: bool, strong_column: bool, ruleset: Ruleset) -> bool:
    """Say whether raiding leaders are rolled for: on a natural 1, or 6 against a stockade or settlement (D41)."""
    strong = strong_target if ruleset.raid_six_check == "target" else strong_column
    return die in (_CHECK_STRONG if strong else _CHECK_ALWAYS)


# ---------------------------------------------------------------- success


@rule("ww:10.33", "ww:10.33-must")
def leaves_marker(board: Board, place: Space, raider: Side) -> bool:
    """Say whether a success leaves a Raided marker: not a second one on plain cultivated land."""
    marked = any(raided_markers(board, side)[place] for side in Side)
    return not marked or is_strong_target(board, place, raider)


@rule("ww:10.31", "ww:10.31-a", "ww:10.31-b", "ww:10.31-c")
def raided(state: State, place: Space, raider: Side) -> Next[State]:
    """Apply a success: the marker, the stockade gone without VP, the raided tribe's unbesieged units dead."""
    board = state.board
    events: list[Event] = []
    victims = allied_tribes(board, place, raider.enemy)
    if leaves_marker(board, place, raider):
        board = put_raided(board, place, raider, raided_markers(board, raider)[place] + 1)
        events.append(event(EventKind.RAIDED_MARKER_PLACED, "ww:10.31-a", space=IDS[place], side=raider.value))
    if stockade_owner(board, place) is raider.enemy:
        board = put_stockade(board, place, None)
        events.append(event(EventKind.STOCKADE_REMOVED, "ww:10.31-b", space=IDS[place]))
    for unit in units_on_map(board, raider.enemy):
        if COUNTERS[unit].tribe in victims and not is_besieged_unit(board, unit):
            board = eliminated(board, unit)
            events.append(event(EventKind.UNIT_ELIMINATED, "ww:10.31-c", unit=COUNTERS[unit].id))
    return Next(on_board(state, board), tuple(events))


# ---------------------------------------------------------------- the procedure


def decision(_state: State, raid: Raid) -> Chance[Roll] | None:
    """Return the raid's die, until it is rolled."""
    return evenly("raid_roll", ("ww:10.3",), DIE) if raid.die is None else None


def apply(state: State, raid: Raid, action: Action) -> Next[State]:
    """Roll on the Raid Table."""
    assert isinstance(action, Roll)
    result, added, column = _read(state, raid, action.die)
    kind = EventKind.RAID_SUCCEEDED if result.success else EventKind.RAID_FAILED
    happened = event(
        kind, "ww:10.3", "ww:tbl-raid", side=raid.raider.value, space=IDS[raid.space], die=action.die,
        modifier=added, column=column.name, losses=result.losses,
    )  # fmt: skip
    at_risk = raiding_leaders_at_risk(
        action.die,
        strong_target=is_strong_target(state.board, raid.space, raid.raider),
        strong_column=column is STOCKADE_COLUMN,
        ruleset=state.ruleset,
    )
    after = with_top(state, replace(raid, die=action.die, success=result.success))
    if at_risk and raid.leaders:
        after = opened(after, LeaderChecks(raid.raider, raid.space, Cause.RAID, raid.leaders))
    if result.losses:
        after = opened(after, Losses(raid.raider, raid.space, Cause.RAID, result.losses, raid.units))
    return Next(after, (happened,))


def _read(state: State, raid: Raid, die: int) -> tuple[RaidResult, int, RaidColumn]:
    column = raid_column(state.board, state.tracks, raid.space, raid.raider)
    added = raid_modifier(state, raid)
    return raid_result(column, die + added), added, column


def advance(state: State, raid: Raid) -> Next[State]:
    """Apply the raid's success, once its losses are taken and its leaders checked."""
    after = closed(state)
    return raided(after, raid.space, raid.raider) if raid.success else Next(after)


RAID: Procedure[State, Raid, Action] = Procedure(decision, other_decision, apply, advance)
