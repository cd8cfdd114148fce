"""Choosing pieces one by one: which units are alike, and why a piece cannot be picked next."""

from collections.abc import Hashable, Iterable

from reference.kernel.choosing import Likeness, Misplaced, following, misplaced
from reference.kernel.verdicts import Fact, Violation, violation
from reference.wilderness_war.board import Board
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit
from reference.wilderness_war.reasons import Reason

TYPES: tuple[str, ...] = tuple(counter.type for counter in COUNTERS)


def alike_on(board: Board) -> Likeness[Unit]:
    """Return what makes units alike on a board: type, place, steps, inside or not."""
    at, steps, inside = board.unit_at, board.unit_steps, board.unit_inside

    def likeness(unit: Unit) -> Hashable:
        return TYPES[unit], at[unit], steps[unit], inside[unit]

    return likeness


def following_leaders(leaders: Iterable[Leader], picked: tuple[Leader, ...]) -> tuple[Leader, ...]:
    """Return the leaders that may be picked next: no two leaders are alike."""
    return following(leaders, picked, int)


def not_offered(
    board: Board, units: tuple[Unit, ...], picked: tuple[Unit, ...], unit: Unit, rule: str
) -> tuple[Violation, ...]:
    """Refuse a unit that does not follow those picked; of units alike the first must be picked."""
    alike = alike_on(board)
    first = (each for each in units if each not in picked and alike(each) == alike(unit))
    return out_of_turn(units, picked, unit, next(first, unit), rule)


def out_of_turn(
    units: tuple[Unit, ...], picked: tuple[Unit, ...], unit: Unit, first: Unit, rule: str
) -> tuple[Violation, ...]:
    """Refuse a unit: it is picked already, not on offer, too late in the order, or `first` must be picked before it."""
    why = misplaced(units, picked, unit, first)
    facts: dict[str, Fact] = {"unit": COUNTERS[unit].id}
    if why is Misplaced.OUT_OF_ORDER:
        facts["after"] = COUNTERS[picked[-1]].id
    elif why is Misplaced.ANOTHER_COMES_FIRST:
        facts["offered"] = (COUNTERS[first].id,)
    return (violation(Reason(why), rule, **facts),)


def leader_not_offered(
    leaders: tuple[Leader, ...], picked: tuple[Leader, ...], leader: Leader, rule: str, units: tuple[Unit, ...] = ()
) -> tuple[Violation, ...]:
    """Refuse a leader: he is picked already, not on offer, too late after other pieces, or too early."""
    why = misplaced(leaders, picked, leader, leader)
    facts: dict[str, Fact] = {"leader": LEADERS[leader].id}
    if why in (Misplaced.ALREADY_CHOSEN, Misplaced.NOT_AMONG_THEM):
        return (violation(Reason(why), rule, **facts),)
    chosen = (*(LEADERS[each].id for each in picked), *(COUNTERS[each].id for each in units))
    if chosen:
        return (violation(Reason.OUT_OF_ORDER, rule, **facts, after=chosen[-1]),)
    first = tuple(LEADERS[each].id for each in leaders if each < leader)
    return (violation(Reason.ANOTHER_COMES_FIRST, rule, **facts, offered=first),)
