"""A Few Acres of Snow as one object: what is due, what an action leads to, what a side may know."""

from dataclasses import dataclass, field

from reference.few_acres_of_snow import coherence, invariants, positions, views
from reference.few_acres_of_snow.actions import ACTIONS, Action
from reference.few_acres_of_snow.ch03_setup import SCENARIOS, set_up
from reference.few_acres_of_snow.ch16_end import points
from reference.few_acres_of_snow.in_turn import in_turn
from reference.few_acres_of_snow.named_sets import SETS
from reference.few_acres_of_snow.not_due import not_due
from reference.few_acres_of_snow.opening_records import OPENINGS
from reference.few_acres_of_snow.procedures import ENGINE
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import State
from reference.few_acres_of_snow.tables import GAME
from reference.few_acres_of_snow.windows import WINDOWS
from reference.kernel.codec import Codec
from reference.kernel.framed_game import FramedGame, Parts

_PARTS: Parts[State, Action, Ruleset] = Parts(
    engine=ENGINE,
    actions=Codec(ACTIONS, positions.WORDS),
    ruleset=Ruleset,
    set_up=lambda _, ruleset: set_up(ruleset),
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
    points=lambda state: tuple((side.value, points(state, side)) for side in SIDES),
)


@dataclass(frozen=True, slots=True)
class FewAcresOfSnow(FramedGame[State, Action, Ruleset]):
    """The game, for the tools and for programs that import it."""

    id: str = GAME
    scenarios: tuple[str, ...] = SCENARIOS
    parts: Parts[State, Action, Ruleset] = field(default=_PARTS, repr=False, compare=False)
