"""Chapter 11: winter attrition.

Exposed drilled stacks first lose half of their reduced units, chosen by the owner, then every full one flips. The
last friendly step in a space stays. Stacks are dealt with in the order of the map, the British first; the order
changes nothing.
"""

from fractions import Fraction
from math import ceil, floor

from reference.kernel.procedures import Procedure, never_applies, never_waits, other_decision
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Fact, Next, event
from reference.wilderness_war.actions import Action
from reference.wilderness_war.board import (
    Board,
    Work,
    fortification,
    has_fortification,
    is_besieged,
    occupied,
    put_steps,
    steps,
    units_at,
)
from reference.wilderness_war.ch02_map import IDS, Space, originally_friendly
from reference.wilderness_war.ch03_pieces import COUNTERS, FULL, REDUCED, Unit, is_drilled
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Cause, Losses, Stood, Winter
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board

_SAFE_UNITS = table("winter_attrition").number("max_units_safe_in_fort_or_stockade")
_SHARE = Fraction(
    table("winter_attrition").number("reduced_drilled_eliminated_numerator"),
    table("winter_attrition").number("reduced_drilled_eliminated_denominator"),
)


# ---------------------------------------------------------------- who suffers


@rule("ww:11.1-a")
def is_home_land(place: Space, side: Side) -> bool:
    """Say whether a space is originally friendly land, which is cultivated everywhere (2.0)."""
    return originally_friendly(place, side)


@rule("ww:11.1-b")
def is_small_garrison(board: Board, place: Space, side: Side) -> bool:
    """Say whether a side has at most four units of any kind in its unbesieged fort or stockade."""
    found = fortification(board, place)
    if found is None or found[0] is Work.FORTRESS or found[1] is not side or is_besieged(board, place):
        return False
    return len(units_at(board, place, side)) <= _SAFE_UNITS


@rule("ww:11.1-c")
def is_fortress_garrison(board: Board, place: Space, side: Side) -> bool:
    """Say whether a side stands in its unbesieged fortress."""
    return fortification(board, place) == (Work.FORTRESS, side) and not is_besieged(board, place)


@rule("ww:11.1")
def is_exposed(board: Board, place: Space, side: Side, ruleset: Ruleset) -> bool:
    """Say whether a side's drilled troops in a space suffer: the besieged, and all who are not in a safe space."""
    besieged = is_besieged(board, place) and has_fortification(board, place, side)
    if besieged and ruleset.besieged_attrition == "always":
        return True
    return not (
        is_home_land(place, side) or is_small_garrison(board, place, side) or is_fortress_garrison(board, place, side)
    )


def drilled_at(board: Board, place: Space, side: Side, left: int) -> tuple[Unit, ...]:
    """Return a side's drilled units in a space with this number of steps left."""
    return tuple(
        unit for unit in units_at(board, place, side) if steps(board, unit) == left and is_drilled(COUNTERS[unit].kind)
    )


# ---------------------------------------------------------------- how much


@rule("ww:11.2-a")
def share_of_reduced(reduced: int, ruleset: Ruleset) -> int:
    """Return half of the reduced drilled units, rounded as the ruleset says."""
    return ceil(reduced * _SHARE) if ruleset.attrition_rounding == "up" else floor(reduced * _SHARE)


@rule("ww:11.2-exc")
def spared(deaths: int, friendly_steps: int, friendly_reduced: int, ruleset: Ruleset) -> int:
    """Spare one unit if the deaths would take the last friendly step (or, by option, the last reduced unit)."""
    last = friendly_steps if ruleset.attrition_last_spared == "last_friendly_step" else friendly_reduced
    return deaths - 1 if deaths and deaths == last else deaths


def attrition_deaths(board: Board, place: Space, side: Side, ruleset: Ruleset) -> int:
    """Return how many reduced drilled units of an exposed stack die."""
    present = [steps(board, unit) for unit in units_at(board, place, side)]
    deaths = share_of_reduced(len(drilled_at(board, place, side, REDUCED)), ruleset)
    return spared(deaths, sum(present), present.count(REDUCED), ruleset)


# ---------------------------------------------------------------- the procedure


@rule("ww:4.0-B.5")
def winter(board: Board, ruleset: Ruleset) -> Winter:
    """Return the winter about to begin, with every stack that will suffer."""
    return Winter(
        tuple(
            Stood(side, place)
            for side in Side
            for place in occupied(board)
            if any(is_drilled(COUNTERS[unit].kind) for unit in units_at(board, place, side))
            and is_exposed(board, place, side, ruleset)
        )
    )


def advance(state: State, frame: Winter) -> Next[State]:
    """Flip the stack whose dead are chosen, or take up the next one."""
    if frame.flipping:
        return Next(*_flipped(with_top(state, replace(frame, flipping=())), frame.flipping))
    if not frame.waiting:
        return Next(closed(state))
    stack, *rest = frame.waiting
    side, place = stack.side, stack.space
    full = drilled_at(state.board, place, side, FULL)
    deaths = attrition_deaths(state.board, place, side, state.ruleset)
    facts: dict[str, Fact] = {"side": side.value, "space": IDS[place], "deaths": deaths, "flips": len(full)}
    suffering = event(EventKind.ATTRITION, "ww:11.1", "ww:11.2-a", **facts)
    after = with_top(state, replace(frame, waiting=tuple(rest), flipping=full))
    if deaths:
        reduced = drilled_at(state.board, place, side, REDUCED)
        after = opened(after, Losses(side, place, Cause.ATTRITION, deaths, reduced))
    return Next(after, (suffering,))


@rule("ww:11.2-b")
def _flipped(state: State, units: tuple[Unit, ...]) -> tuple[State, tuple[Event, ...]]:
    """Flip every full-strength drilled unit of a stack."""
    board = state.board
    for unit in units:
        board = put_steps(board, unit, REDUCED)
    flips = event(EventKind.STEPS_LOST, "ww:11.2-b", units=tuple(COUNTERS[unit].id for unit in units))
    return on_board(state, board), (flips,)


WINTER: Procedure[State, Winter, Action] = Procedure(never_waits, other_decision, never_applies, advance)
