"""The choices of Wilderness War whose members may be named in any order.

Stockades and forts are built one after the other, and one may bring the next into supply: given at once, they are built
in an order in which each can be. So are the steps lost to smallpox: full units first. A unit may be named twice there.
What each group of like units loses is asked group by group; given at once, a group that is not named loses nothing.

Where beaten pieces retreat (7.91; `retreat_of_*`, `room_for_*`) and where raiders go home (10.4; `home_of_*`) are no
such choices. Each piece is asked about by its name, and the answer is a place: no piece is named, so nothing can be
refused for the order of naming. They cannot be given at once either. A piece with a single way out goes unasked, and
where a piece may go depends on those that went before it: on the room left in a fort (8.11), on whom a companion or an
Indian goes with (10.413, 10.422). At a retreat the rules set no order; whoever can only go into a fort too small for
all comes last, so that every distribution can be reached. On the way home ruling N8 sets the order: leaders, Coureurs
and Rangers, Indians.
"""

from collections.abc import Mapping

from reference.kernel.named_sets import Member, NamedSet

_UNIT, _LEADER, _SPACE = Member("pick", "unit"), Member("pick_leader", "leader"), Member("pick_space", "space")
_UNITS: Mapping[str, Member] = {"units": _UNIT}
_LEADERS: Mapping[str, Member] = {"leaders": _LEADER}
_SPACES: Mapping[str, Member] = {"spaces": _SPACE}
# Leaders first: whom they command may be named only after them.
_PIECES: Mapping[str, Member] = {**_LEADERS, **_UNITS}
_LEFT: Mapping[str, Member] = {"units": Member("drop", "unit"), "leaders": Member("drop_leader", "leader")}

_LOSS = Member("lose", usual=(("flips", 0), ("deaths", 0)))

SETS: tuple[NamedSet, ...] = (
    NamedSet("muster", "muster", _PIECES),
    NamedSet("individuals", "name_individuals", _PIECES),
    NamedSet("campaign", "campaign_leaders", _LEADERS),
    NamedSet("drop", "step", _LEFT, ends=False),
    NamedSet("inside", "inside", _PIECES),
    NamedSet("interceptors", "interceptors", _PIECES, begins="interception"),
    NamedSet("avoiders", "avoiders", _PIECES, begins="avoidance"),
    NamedSet("militia", "militia", _UNITS),
    NamedSet("relief", "join_relief", _PIECES),
    NamedSet("stockades", "build_stockades", _SPACES, paves=True),
    NamedSet("forts", "build_forts", _SPACES, paves=True),
    NamedSet("placement", "placement", _SPACES),
    NamedSet("restoration", "restoration", _UNITS),
    NamedSet("removal", "removal", _UNITS),
    NamedSet("alliance", "alliance", {"units": Member("place_unit", "unit")}),
    NamedSet("restored_indians", "alliance_restores", _UNITS),
    NamedSet("smallpox", "smallpox", _UNITS, ends=False, paves=True),
    NamedSet("swap", "event_choice", _LEADERS, ends=False),
    NamedSet("losses", "losses_of_*", {"losses": _LOSS}, ends=False, paves=True, rest=("group", "of")),
)
