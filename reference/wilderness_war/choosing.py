"""Choosing pieces one by one: what is offered next, and why a piece may not be chosen.

Pieces are offered in the order of the counter sheet, and of units alike only the first, so that each choice is offered
in one way. Players may name pieces in any order, and any of units alike: no rule sets an order.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from reference.kernel.choosing import Likeness, first_of_alike, following
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war.board import Board
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit
from reference.wilderness_war.reasons import Reason

Piece = TypeVar("Piece", bound=int)

TYPES: tuple[str, ...] = tuple(counter.type for counter in COUNTERS)


def alike_on(board: Board) -> Likeness[Unit]:
    """Return what makes units alike on a board: type, place, steps, inside or not."""
    at, steps, inside = board.unit_at, board.unit_steps, board.unit_inside

    def likeness(unit: Unit) -> Hashable:
        return TYPES[unit], at[unit], steps[unit], inside[unit]

    return likeness


def alike_together(board: Board) -> Likeness[Unit]:
    """Return what makes units of one stack alike, even if some of them have already left it: type and steps."""
    steps = board.unit_steps

    def likeness(unit: Unit) -> Hashable:
        return TYPES[unit], steps[unit]

    return likeness


def following_leaders(leaders: Iterable[Leader], picked: tuple[Leader, ...]) -> tuple[Leader, ...]:
    """Return the leaders to offer next: no two leaders are alike."""
    return following(leaders, picked, int)


def following_units(units: Sequence[Unit], picked: tuple[Unit, ...], alike: Likeness[Unit]) -> tuple[Unit, ...]:
    """Return the units to offer next: after the last one picked, and of units alike only the first.

    Whichever of units alike was picked, the first of them counts, so that what is offered is the same.
    """
    rest = first_of_alike((unit for unit in units if unit not in picked), alike)
    if not picked:
        return rest
    members: dict[Hashable, list[Unit]] = {}
    for unit in sorted({*units, *picked}):
        members.setdefault(alike(unit), []).append(unit)
    taken = Counter(map(alike, picked))
    last = max(members[likeness][number - 1] for likeness, number in taken.items())
    return tuple(unit for unit in rest if members[alike(unit)][taken[alike(unit)]] > last)


def with_piece(picked: tuple[Piece, ...], piece: Piece) -> tuple[Piece, ...]:
    """Return the pieces picked with one more, in the order of the counter sheet, in whatever order they were named."""
    return tuple(sorted((*picked, piece)))


def repeated_unit(picked: Sequence[Unit], unit: Unit, rule: str) -> tuple[Violation, ...]:
    """Refuse a unit that is picked already."""
    return (violation(Reason.ALREADY_CHOSEN, rule, unit=COUNTERS[unit].id),) if unit in picked else ()


def repeated_leader(picked: Sequence[Leader], leader: Leader, rule: str) -> tuple[Violation, ...]:
    """Refuse a leader who is picked already."""
    return (violation(Reason.ALREADY_CHOSEN, rule, leader=LEADERS[leader].id),) if leader in picked else ()


def unit_violations(
    units: Sequence[Unit], picked: Sequence[Unit], unit: Unit, rule: str, other: Reason = Reason.NOT_AMONG_THEM
) -> tuple[Violation, ...]:
    """Refuse a unit that is picked already or none of those who may be; `other` says who may."""
    if unit in units or unit in picked:
        return repeated_unit(picked, unit, rule)
    return (violation(other, rule, unit=COUNTERS[unit].id),)


def leader_violations(
    leaders: Sequence[Leader], picked: Sequence[Leader], leader: Leader, rule: str
) -> tuple[Violation, ...]:
    """Refuse a leader who is picked already or none of those who may be."""
    if leader in leaders or leader in picked:
        return repeated_leader(picked, leader, rule)
    return (violation(Reason.NOT_AMONG_THEM, rule, leader=LEADERS[leader].id),)
