"""Chapters 6.5 and 6.6: entering spaces the enemy holds, and infiltration.

A mover stops where unbesieged enemies are. Only drilled troops enter enemy forts, leaders alone enter no enemy space
at all. A single auxiliary may slip through instead, if it has the movement to get out again.
"""

from collections.abc import Iterator

from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war.actions import By, Go
from reference.wilderness_war.board import (
    Board,
    Work,
    fortification,
    has_unbesieged_units,
    holds_unbesieged,
    is_besieged,
)
from reference.wilderness_war.ch02_map import IDS, Space, adjacent, along_arrows
from reference.wilderness_war.ch03_pieces import LEADERS
from reference.wilderness_war.ch06_reach import (
    allowance,
    has_auxiliaries,
    has_drilled,
    is_portage_end,
    is_water,
    must_stop,
    way_violations,
    ways,
)
from reference.wilderness_war.frames import Move
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State


@rule("ww:6.51", "ww:6.54", "ww:5.532-imp", "ww:5.44")
def is_held(board: Board, place: Space, enemy: Side) -> bool:
    """Say whether unbesieged enemy units or fortifications hold a space; lone leaders or settlements do not."""
    return holds_unbesieged(board, place, enemy)


def strong_work(board: Board, place: Space, enemy: Side) -> Work | None:
    """Return the enemy's unbesieged fort or fortress in a space."""
    found = fortification(board, place)
    if found is None or found[1] is not enemy or found[0] is Work.STOCKADE or is_besieged(board, place):
        return None
    return found[0]


@rule("ww:6.52", "ww:6.6-note")
def fort_entry_violations(board: Board, move: Move, to: Space) -> Iterator[Violation]:
    """Refuse an unbesieged enemy fort or fortress to a mover without drilled troops."""
    work = strong_work(board, to, move.side.enemy)
    if work is not None and not has_drilled(move.units):
        yield violation(Reason.NO_DRILLED_TROOPS, "ww:6.52", space=IDS[to], work=work.value)


@rule("ww:6.53")
def lone_leader_violations(board: Board, move: Move, to: Space) -> Iterator[Violation]:
    """Refuse enemy-held spaces to leaders moving alone."""
    if not move.units and is_held(board, to, move.side.enemy):
        names = tuple(LEADERS[leader].id for leader in move.leaders)
        yield violation(Reason.LEADERS_ALONE, "ww:6.53", space=IDS[to], leaders=names)


# ---------------------------------------------------------------- infiltration


@rule("ww:6.6", "ww:fr-13.0-dropoff")
def is_infiltrator(move: Move) -> bool:
    """Say whether a mover is a single auxiliary, with or without leaders, and no other unit."""
    return len(move.units) == 1 and has_auxiliaries(move.units)


@rule("ww:6.6", "ww:fr-adv", "ww:6.61")
def infiltration_violations(state: State, move: Move, go: Go) -> Iterator[Violation]:
    """Find what keeps a mover from infiltrating a space."""
    facts = {"space": IDS[go.to]}
    if state.ruleset.advanced_rules == "off":
        yield violation(Reason.NO_ADVANCED_RULES, "ww:fr-adv", **facts)
    if not is_infiltrator(move):
        yield violation(Reason.NOT_A_SINGLE_AUXILIARY, "ww:6.6", **facts)
    by_land_or_boat = go.by in (By.LAND, By.BOAT)
    if not by_land_or_boat:
        yield violation(Reason.NOT_BY_LAND_OR_BOAT, "ww:6.6", **facts)
    if not is_held(state.board, go.to, move.side.enemy):
        yield violation(Reason.NOTHING_TO_INFILTRATE, "ww:6.6", **facts)
    elif is_infiltrator(move) and by_land_or_boat and not gets_out(state, stepped(state, move, go)):
        yield violation(Reason.CANNOT_GET_OUT, "ww:6.61", **facts)


def stepped(state: State, move: Move, go: Go) -> Move:
    """Return a mover after a step, with the stops the terrain demands."""
    portage = go.by is By.BOAT and not is_water(move.at, go.to)
    passed = move.at if move.spent else None
    return replace(
        move,
        at=go.to,
        entry=move.at,
        by=go.by,
        spent=move.spent + 1,
        portaged=move.portaged or portage,
        halted=must_stop(state, move, passed, go.to, go.by, portage=portage),
        infiltrating=go.infiltrating,
        infiltrated=move.infiltrated or go.infiltrating,
    )


@rule("ww:6.61")
def gets_out(state: State, move: Move) -> bool:
    """Say whether an infiltrator that succeeds could still reach a space it may enter without infiltrating."""
    assert move.by is not None
    most = allowance(state.board, move.units, move.by, weather=move.weather)
    if move.halted or move.spent >= most:
        return False
    return any(
        strong_work(state.board, to, move.side.enemy) is None or gets_out(state, stepped(state, move, Go(to, move.by)))
        for to in _onward(state, move)
    )


def _onward(state: State, move: Move) -> Iterator[Space]:
    for to in (*adjacent(move.at), *along_arrows(move.at)):
        if (
            move.by is By.LAND
            or is_water(move.at, to)
            or (not move.portaged and all(is_portage_end(state.board, end, move.side) for end in (move.at, to)))
        ):
            yield to


@rule("ww:6.64", "ww:6.52")
def halt_violations(state: State, move: Move) -> Iterator[Violation]:
    """Refuse to let an infiltrator stop at an unbesieged enemy fort or fortress (A10)."""
    yield from fort_entry_violations(state.board, move, move.at)


# ---------------------------------------------------------------- a whole step


def go_violations(state: State, move: Move, go: Go) -> tuple[Violation, ...]:
    """Return every rule that a step would break."""
    if go.infiltrating:
        return (*way_violations(state, move, go), *infiltration_violations(state, move, go))
    return (
        *way_violations(state, move, go),
        *lone_leader_violations(state.board, move, go.to),
        *(fort_entry_violations(state.board, move, go.to) if move.units else ()),
    )


def steps_offered(state: State, move: Move) -> tuple[Go, ...]:
    """Return every legal step, plain ones and infiltrations."""
    if move.halted or (move.by in (By.NAVAL, By.LANDING)):
        return ()
    advanced = state.ruleset.advanced_rules == "on" and is_infiltrator(move)
    found: list[Go] = []
    for to, by in ways(state, move):
        plain = Go(to, by)
        if any(way_violations(state, move, plain)):
            continue
        held = is_held(state.board, to, move.side.enemy)
        closed = held and any(fort_entry_violations(state.board, move, to))
        if not closed and not any(lone_leader_violations(state.board, move, to)):
            found.append(plain)
        if held and advanced and by in (By.LAND, By.BOAT):
            slip = Go(to, by, infiltrating=True)
            if not any(infiltration_violations(state, move, slip)):
                found.append(slip)
    return tuple(found)


def enemy_units_here(board: Board, place: Space, enemy: Side) -> bool:
    """Say whether unbesieged enemy units are in a space."""
    return has_unbesieged_units(board, place, enemy)
