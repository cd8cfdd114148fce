"""Chapters 8.23 and 8.24: the siege roll (`SiegeRoll`), and what becomes of a captured fortress that is left.

A besieger who may roll throws one die on the Siege Table and raises the level of the siege, never above 2. Tactics of
both commanders, COEHORNS and the strength of Louisbourg change the die.
"""

from reference.kernel.decisions import Chance, Choice, evenly
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, with_top
from reference.kernel.verdicts import Next, Violation, event
from reference.wilderness_war.actions import DIE, Action, Command, Roll
from reference.wilderness_war.board import (
    EMPTY_BOARD,
    Board,
    Work,
    fortress_owner,
    has_amphib,
    is_besieged,
    leaders_inside,
    leaders_outside,
    put_fortress,
    put_leader,
    put_siege,
    siege_level,
    units_at,
    units_outside,
)
from reference.wilderness_war.ch02_map import FORTRESSES, IDS, Space, originally_friendly, space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, is_drilled
from reference.wilderness_war.ch07_modifiers import command_violations, highest_in_command
from reference.wilderness_war.ch12_supply import is_supplied
from reference.wilderness_war.combat_table import SIEGE_MAX_LEVEL, siege_advance, table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import SiegeRoll
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board, score

LOUISBOURG = space("louisbourg")

_MODIFIERS = table("siege").table("modifiers")
_REVERSION_POINTS = table("victory_points").number("captured_fortress_left_unoccupied_reverts_vp_to_original_owner")
_REQUIRED = {
    work: table("fort_fortress").table(work.value).number("siege_level_required") for work in (Work.FORT, Work.FORTRESS)
}


@rule("ww:8.231-drm", "ww:card-coehorns-fx")
def siege_modifier(
    place: Space, besieger: Leader, besieged: Leader | None, besieging_side: Side, coehorns: tuple[Side, ...]
) -> int:
    """Add the besieger's tactics, subtract the besieged's, and count the COEHORNS of each side and Louisbourg."""
    changes = LEADERS[besieger].tactics * _MODIFIERS.number("besieging_commander_tactics_factor")
    if besieged is not None:
        changes += LEADERS[besieged].tactics * _MODIFIERS.number("besieged_commander_tactics_factor")
    if besieging_side in coehorns:
        changes += _MODIFIERS.number("coehorns_besieger")
    if besieging_side.enemy in coehorns:
        changes += _MODIFIERS.number("coehorns_besieged")
    return changes + (_MODIFIERS.number("at_louisbourg") if place == LOUISBOURG else 0)


@rule("ww:8.23", "ww:8.231-roll")
def raised_level(level: int, modified: int) -> int:
    """Return the level of a siege after a roll, 2 at most."""
    return min(level + siege_advance(modified), SIEGE_MAX_LEVEL)


@rule("ww:8.24", "ww:tbl-forts")
def level_needed(work: Work) -> int:
    """Return how far a siege must be for an assault: level 1 at a fort, 2 at a fortress."""
    return _REQUIRED[work]


@rule("ww:8.24", "ww:tbl-forts")
def level_reached(work: Work, level: int) -> bool:
    """Say whether a siege is far enough for an assault."""
    return level >= level_needed(work)


@rule("ww:8.231", "ww:12.3-b")
def may_roll(board: Board, place: Space, besieger: Side, ruleset: Ruleset) -> bool:
    """Say whether a besieging stack could roll: it has a leader and at least one supplied drilled unit."""
    drilled = any(is_drilled(COUNTERS[unit].kind) for unit in units_outside(board, place, besieger))
    led = bool(leaders_outside(board, place, besieger))
    return is_besieged(board, place) and drilled and led and is_supplied(board, place, besieger, ruleset)


@rule("ww:8.24-exc")
def abandoned_fortress(state: State) -> Next[State] | None:
    """Find the first captured fortress without unit or Amphib marker, and give it back to its original owner."""
    if state.board.fortress == EMPTY_BOARD.fortress:
        return None
    given_back = (left_fortress(state, place) for place in FORTRESSES)
    return next((found for found in given_back if found is not None), None)


@rule("ww:8.24-exc")
def left_fortress(state: State, place: Space) -> Next[State] | None:
    """Give a captured fortress without unit or Amphib marker back to its original owner, who scores for it.

    Leaders of the captor who were inside come out.
    """
    captor = fortress_owner(state.board, place)
    if captor is None or originally_friendly(place, captor):
        return None
    if units_at(state.board, place, captor) or (captor is Side.BRITISH and has_amphib(state.board, place)):
        return None
    board = put_siege(put_fortress(state.board, place, captor.enemy), place, None)
    for leader in leaders_inside(board, place, captor):
        board = put_leader(board, leader, place)
    news = event(EventKind.SPACE_CHANGED_HANDS, "ww:8.24-exc", space=IDS[place], side=captor.enemy.value)
    scored = score(on_board(state, board), captor.enemy, _REVERSION_POINTS, "ww:8.24-exc")
    return Next(scored.state, (news, *scored.events))


# ---------------------------------------------------------------- the procedure


def _besieged_leaders(state: State, roll: SiegeRoll) -> tuple[Leader, ...]:
    return leaders_inside(state.board, roll.space, roll.besieger.enemy)


def _must_name_commander(state: State, roll: SiegeRoll) -> bool:
    candidates = highest_in_command(_besieged_leaders(state, roll))
    return roll.besieged_commander is None and len({LEADERS[leader].tactics for leader in candidates}) > 1


def decision(state: State, roll: SiegeRoll) -> Choice[Command] | Chance[Roll]:
    """Return the die, or first the besieged side's choice among commanders of equal rank."""
    if _must_name_commander(state, roll):
        offered = tuple(Command(leader) for leader in highest_in_command(_besieged_leaders(state, roll)))
        return Choice(roll.besieger.enemy, "commander", ("ww:7.51-nonactive",), offered)
    return evenly("siege_roll", ("ww:8.231-roll",), DIE)


def violations(state: State, roll: SiegeRoll, action: Action) -> tuple[Violation, ...] | None:
    """Return what is wrong with naming a leader as commander of the besieged."""
    if not isinstance(action, Command):
        return None
    return command_violations(roll.space, _besieged_leaders(state, roll), action.leader)


def apply(state: State, roll: SiegeRoll, action: Action) -> Next[State]:
    """Put a leader in command of the besieged, or roll."""
    if isinstance(action, Command):
        return Next(with_top(state, replace(roll, besieged_commander=action.leader)))
    assert isinstance(action, Roll)
    return _rolled(state, roll, action)


def _rolled(state: State, roll: SiegeRoll, action: Roll) -> Next[State]:
    """Roll on the Siege Table and move the marker."""
    besieged = roll.besieged_commander
    if besieged is None:
        besieged = next(iter(highest_in_command(_besieged_leaders(state, roll))), None)
    added = siege_modifier(roll.space, roll.leader, besieged, roll.besieger, roll.coehorns)
    level = siege_level(state.board, roll.space) or 0
    after = raised_level(level, action.die + added)
    kind = EventKind.SIEGE_ADVANCED if after > level else EventKind.SIEGE_UNCHANGED
    happened = event(
        kind, "ww:8.231-roll", "ww:tbl-siege", space=IDS[roll.space], die=action.die, modifier=added, level=after
    )
    return Next(on_board(closed(state), put_siege(state.board, roll.space, after)), (happened,))


SIEGE_ROLL: Procedure[State, SiegeRoll, Action] = Procedure(decision, violations, apply, always_waits)
