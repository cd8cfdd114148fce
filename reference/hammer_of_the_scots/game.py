"""Hammer of the Scots as one object: what is due, what an action leads to, what a side may know."""

from dataclasses import dataclass, field

from reference.hammer_of_the_scots import coherence, invariants, positions, views
from reference.hammer_of_the_scots.actions import ACTIONS, Action
from reference.hammer_of_the_scots.board import nobles_controlled
from reference.hammer_of_the_scots.ch08_scenarios import SCENARIOS, set_up
from reference.hammer_of_the_scots.in_turn import in_turn
from reference.hammer_of_the_scots.named_sets import SETS
from reference.hammer_of_the_scots.not_due import not_due
from reference.hammer_of_the_scots.opening_records import OPENINGS
from reference.hammer_of_the_scots.procedures import ENGINE
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.hammer_of_the_scots.tables import GAME
from reference.hammer_of_the_scots.windows import WINDOWS
from reference.kernel.codec import Codec
from reference.kernel.framed_game import FramedGame, Parts

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
    points=lambda state: tuple((side.value, nobles_controlled(state.board, side)) for side in Side),
)


@dataclass(frozen=True, slots=True)
class HammerOfTheScots(FramedGame[State, Action, Ruleset]):
    """The game, for the tools and for programs that import it."""

    id: str = GAME
    scenarios: tuple[str, ...] = SCENARIOS
    parts: Parts[State, Action, Ruleset] = field(default=_PARTS, repr=False, compare=False)
