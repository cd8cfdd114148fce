"""What the numbers of a position, a procedure or an action may be, from the blocks, the calendar and the dice."""

from collections.abc import Mapping

from reference.hammer_of_the_scots.ch02_armies import BLOCKS, DIE_SIDES, FULL
from reference.hammer_of_the_scots.tables import GAME, number
from reference.kernel.ranges import Range
from spec_tables.reader import document

_SCENARIOS = document(GAME, "scenarios")
_BEGINNINGS = tuple(_SCENARIOS.table(each).number("first_year") for each in _SCENARIOS)

# ---------------------------------------------------------------- the calendar

# A game without a last year may go on, but not for longer than a life.
YEAR = Range(min(_BEGINNINGS), max(_BEGINNINGS) + 100)
YEAR_OR_NEVER = Range(YEAR.least, YEAR.most, or_zero=True)
TURN = Range(0, number("hand_size"))
EDWARD = Range(1, 2)
CALENDAR: Mapping[str, Range] = {
    "year": YEAR,
    "turn": TURN,
    "last_year": YEAR_OR_NEVER,
    "edward": EDWARD,
    "crowned": YEAR_OR_NEVER,
    "wintered": YEAR_OR_NEVER,
}

# ---------------------------------------------------------------- blocks and dice

BLOCKS_LEFT = Range(0, len(BLOCKS))
STEPS = Range(0, sum(FULL))
MOVES = Range(0, len(BLOCKS))
BORDERS_CROSSED = Range(0, 10)
ROUND = Range(0, number("battle_rounds"))
DICE = Range(0, max(FULL))
DIE = Range(1, DIE_SIDES)
