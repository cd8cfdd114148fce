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


def not_offered(board: Board, units: Iterable[Unit], picked: tuple[Unit, ...], unit: Unit, rule: str) -> No:
    """Refuse a unit that does not follow those picked."""
    return not_among(units, following(board, units, picked), unit, rule)


def not_among(units: Iterable[Unit], offered: Iterable[Unit], unit: Unit, rule: str) -> No:
    """Refuse a unit: it is none of those that may be chosen, or one of those offered comes first."""
    name = COUNTERS[unit].id
    if unit not in units:
        return No((violation(Reason.NOT_AMONG_THEM, rule, unit=name),))
    first = tuple(COUNTERS[each].id for each in offered)
    return No((violation(Reason.ANOTHER_COMES_FIRST, rule, unit=name, offered=first),))


def leader_not_offered(leaders: Iterable[Leader], picked: tuple[Leader, ...], leader: Leader, rule: str) -> No:
    """Refuse a leader: he is none of those that may be chosen, or another one comes first."""
    name = LEADERS[leader].id
    if leader not in leaders:
        return No((violation(Reason.NOT_AMONG_THEM, rule, leader=name),))
    offered = tuple(LEADERS[each].id for each in following_leaders(leaders, picked))
    return No((violation(Reason.ANOTHER_COMES_FIRST, rule, leader=name, offered=offered),))


def refused(violations: Iterable[Violation]) -> No | None:
    """Return a refusal if any rule is broken."""
    found = tuple(violations)
    return No(found) if found else None
