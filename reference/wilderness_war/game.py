"""Wilderness War as one object: what is due, what an action leads to, what a side may know."""

from dataclasses import dataclass, field

from reference.kernel.codec import Codec
from reference.kernel.framed_game import FramedGame, Parts
from reference.wilderness_war import coherence, invariants, positions, views
from reference.wilderness_war.actions import ACTIONS, Action
from reference.wilderness_war.ch02_map import GAME
from reference.wilderness_war.in_turn import in_turn
from reference.wilderness_war.named_sets import SETS
from reference.wilderness_war.not_due import not_due
from reference.wilderness_war.opening_records import OPENINGS
from reference.wilderness_war.procedures import ENGINE
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.scenarios import SCENARIOS, set_up
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, vp_of
from reference.wilderness_war.windows import WINDOWS

_PARTS: Parts[State, Action, Ruleset] = Parts(
    engine=ENGINE,
    actions=Codec(ACTIONS, positions.WORDS),
    ruleset=Ruleset,
    set_up=set_up,
    read=positions.read,
    faults=coherence.faults,
    violations=invariants.violations,
    written=positions.written,
    described=views.described,
    seen=lambda state, side: views.seen(state, Side(side)),
    sets=SETS,
    windows=WINDOWS,
    not_due=not_due,
    in_turn=in_turn,
    openings=OPENINGS,
    points=lambda state: tuple((side.value, vp_of(state.tracks, side)) for side in Side),
)


@dataclass(frozen=True, slots=True)
class WildernessWar(FramedGame[State, Action, Ruleset]):
    """The game, for the tools and for programs that import it."""

    id: str = GAME
    scenarios: tuple[str, ...] = SCENARIOS
    parts: Parts[State, Action, Ruleset] = field(default=_PARTS, repr=False, compare=False)
