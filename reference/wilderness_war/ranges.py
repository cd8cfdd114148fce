"""What the numbers of a position, a procedure or an action may be, from the pieces, tracks and tables of the game."""

from reference.kernel.ranges import Range
from reference.wilderness_war.cards import FACES
from reference.wilderness_war.ch02_map import GAME
from reference.wilderness_war.ch03_pieces import COUNTERS, FULL, LEADERS
from reference.wilderness_war.combat_table import COLUMN_LABELS, SIEGE_MAX_LEVEL, table
from spec_tables.reader import document

_SCENARIOS = document(GAME, "scenarios").tables("scenario")
_UNITS = len(COUNTERS)
_TRACK = table("victory").number("vp_track_max_per_side")
# Leaders are dropped after all units; their keys begin here.
LEADER_KEY = 1000

# ---------------------------------------------------------------- tracks and markers

YEAR = Range(
    min(each.table("start").number("year") for each in _SCENARIOS),
    max(each.table("end").number("year") for each in _SCENARIOS),
)
# The marker has a second side for more than the track shows, and a year may carry it past that.
VP = Range(-3 * _TRACK, 3 * _TRACK)
BID = Range(-3 * _TRACK, 3 * _TRACK)
SIEGE_LEVEL = Range(0, SIEGE_MAX_LEVEL)
RAIDED = Range(1, 100)

# ---------------------------------------------------------------- cards and pieces

CARD_VALUE = Range(1, max(face.value for face in FACES))
# Before a card is played its value is 0.
PLAYED_VALUE = Range(0, CARD_VALUE.most)
UNITS = Range(0, _UNITS)
STEPS = Range(0, FULL * _UNITS)
LEADERS_LEFT = Range(0, len(LEADERS))
# A card of value n activates n units; auxiliaries and Indians cost a half or less.
HALVES = Range(0, 100)
SPACES_MOVED = Range(0, 100)
LAST_DROP = Range(-1, LEADER_KEY + len(LEADERS))

# ---------------------------------------------------------------- dice and losses

DIE = Range(1, 6)
MODIFIER = Range(-20, 20)
COLUMN = Range(0, len(COLUMN_LABELS) - 1)
LOSSES = Range(0, 100)
