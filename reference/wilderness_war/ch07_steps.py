"""Chapter 7.61: losing a step, and what becomes of the dead."""

from reference.kernel.rules import rule
from reference.wilderness_war.board import Away, Board, put_steps, put_unit, steps
from reference.wilderness_war.ch03_pieces import COUNTERS, FULL, REDUCED, Kind, Unit, is_regular


@rule("ww:7.61")
def grave_of(unit: Unit) -> Away:
    """Return where an eliminated unit goes: Regulars and Coureurs out of the game, others back to the counters."""
    kind = COUNTERS[unit].kind
    return Away.REMOVED if is_regular(kind) or kind is Kind.COUREURS else Away.AVAILABLE


def eliminated(board: Board, unit: Unit) -> Board:
    """Take a unit off the map."""
    return put_unit(board, unit, grave_of(unit), 0)


@rule("ww:7.61", "ww:3.1-steps")
def weakened(board: Board, unit: Unit) -> Board:
    """Take a step from a unit: a full one flips, a reduced one is eliminated."""
    return put_steps(board, unit, REDUCED) if steps(board, unit) == FULL else eliminated(board, unit)
