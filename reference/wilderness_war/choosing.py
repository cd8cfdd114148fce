"""Choosing pieces one by one, so that every choice has one path and pieces alike are offered once."""

from collections.abc import Iterable

from reference.kernel.verdicts import No, Violation, violation
from reference.wilderness_war.board import Board
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit
from reference.wilderness_war.reasons import Reason

TYPES: tuple[str, ...] = tuple(counter.type for counter in COUNTERS)


def likeness(board: Board, unit: Unit) -> tuple[str, int, int, int]:
    """Return what makes units alike on the board: type, place, steps, inside or not."""
    return TYPES[unit], board.unit_at[unit], board.unit_steps[unit], board.unit_inside[unit]


def first_of_alike(board: Board, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return the first unit of every set of units alike."""
    found: dict[tuple[str, int, int, int], Unit] = {}
    for unit in units:
        found.setdefault(likeness(board, unit), unit)
    return tuple(found.values())


def following(board: Board, units: Iterable[Unit], picked: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return the units that may be picked next: after the last one picked, the first of those alike."""
    last = picked[-1] if picked else -1
    rest = first_of_alike(board, (unit for unit in units if unit not in picked))
    return tuple(unit for unit in rest if unit > last)


def following_leaders(leaders: Iterable[Leader], picked: tuple[Leader, ...]) -> tuple[Leader, ...]:
    """Return the leaders that may be picked next: after the last one picked."""
    last = picked[-1] if picked else -1
    return tuple(leader for leader in leaders if leader > last)


def not_offered(board: Board, units: tuple[Unit, ...], picked: tuple[Unit, ...], unit: Unit, rule: str) -> No:
    """Refuse a unit that does not follow those picked; of units alike the first is to be picked."""
    alike = (each for each in units if each not in picked and likeness(board, each) == likeness(board, unit))
    return out_of_turn(units, picked, unit, next(alike, unit), rule)


def out_of_turn(units: tuple[Unit, ...], picked: tuple[Unit, ...], unit: Unit, first: Unit, rule: str) -> No:
    """Refuse a unit: it is picked already, none of those that may be, too late, or the one named comes first."""
    name = COUNTERS[unit].id
    if unit in picked:
        return No((violation(Reason.ALREADY_CHOSEN, rule, unit=name),))
    if unit not in units:
        return No((violation(Reason.NOT_AMONG_THEM, rule, unit=name),))
    if picked and first < picked[-1]:
        return No((violation(Reason.OUT_OF_ORDER, rule, unit=name, after=COUNTERS[picked[-1]].id),))
    return No((violation(Reason.ANOTHER_COMES_FIRST, rule, unit=name, offered=(COUNTERS[first].id,)),))


def leader_not_offered(
    leaders: tuple[Leader, ...], picked: tuple[Leader, ...], leader: Leader, rule: str, units: tuple[Unit, ...] = ()
) -> No:
    """Refuse a leader: picked already, none of those who may be, too late, after others or units, or too early."""
    name = LEADERS[leader].id
    if leader in picked:
        return No((violation(Reason.ALREADY_CHOSEN, rule, leader=name),))
    if leader not in leaders:
        return No((violation(Reason.NOT_AMONG_THEM, rule, leader=name),))
    chosen = (*(LEADERS[each].id for each in picked), *(COUNTERS[each].id for each in units))
    if chosen:
        return No((violation(Reason.OUT_OF_ORDER, rule, leader=name, after=chosen[-1]),))
    first = tuple(LEADERS[each].id for each in leaders if each < leader)
    return No((violation(Reason.ANOTHER_COMES_FIRST, rule, leader=name, offered=first),))


def refused(violations: Iterable[Violation]) -> No | None:
    """Return a refusal if any rule is broken."""
    found = tuple(violations)
    return No(found) if found else None
