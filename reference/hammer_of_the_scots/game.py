"""Hammer of the Scots as one object: what is due, what an action leads to, what a side may know."""

from collections.abc import Mapping
from dataclasses import dataclass

from reference.hammer_of_the_scots import invariants, observation, positions
from reference.hammer_of_the_scots.actions import ACTIONS, Action
from reference.hammer_of_the_scots.board import contested_areas, is_friendly, nobles_controlled
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, AREAS, castle_limit
from reference.hammer_of_the_scots.ch08_scenarios import SCENARIOS, set_up
from reference.hammer_of_the_scots.coherence import incoherent
from reference.hammer_of_the_scots.procedures import ENGINE
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.hammer_of_the_scots.tables import GAME
from reference.kernel.canonical import Json
from reference.kernel.codec import Codec
from reference.kernel.coherence import placed
from reference.kernel.decisions import Decision, Over
from reference.kernel.rulesets import record_of
from reference.kernel.verdicts import No, NotThisDecision, Settled, Violation

_ACTIONS: Codec[Action] = Codec(ACTIONS, positions.WORDS)


# ---------------------------------------------------------------- description


def _derived(state: State) -> dict[str, Json]:
    """Return what follows from a state: who holds what, the nobles each side controls, the limits of areas."""
    board = state.board
    return {
        "friendly": {
            side.value: [AREA_IDS[place] for place in AREAS if is_friendly(board, place, side)] for side in Side
        },
        "contested": [AREA_IDS[place] for place in contested_areas(board)],
        "nobles": {side.value: nobles_controlled(board, side) for side in Side},
        "castle_limits": {side.value: {AREA_IDS[place]: castle_limit(place, side) for place in AREAS} for side in Side},
    }


def _filled(form: Mapping[str, Json]) -> dict[str, Json]:
    """Return a canonical form with what it leaves out because it is empty."""
    blocks = form.get("blocks", {})
    assert isinstance(blocks, Mapping)
    lists: dict[str, Json] = {name: [] for name in ("pool", "dead", "moved", "reserves", "frames")}
    maps: dict[str, Json] = {
        name: {} for name in ("hands", "played", "marches", "crossings", "entries", "attackers", "main_forces")
    }
    nothing: dict[str, Json] = dict.fromkeys(("declared", "first", "truce", "outcome"))
    return {**lists, **maps, **nothing, **form, "blocks": {name: blocks.get(name, []) for name in AREA_IDS}}


# ---------------------------------------------------------------- the game


@dataclass(frozen=True, slots=True)
class HammerOfTheScots:
    """The game, for the tools and for whoever imports it."""

    id: str = GAME
    scenarios: tuple[str, ...] = SCENARIOS

    def ruleset(self, options: Mapping[str, str]) -> Ruleset:
        """Return the ruleset with these options, all of them given."""
        return record_of(Ruleset, options)

    def start(self, scenario: str, ruleset: Ruleset) -> State:
        """Return the state in which a scenario begins."""
        return set_up(scenario, ruleset)

    def place(self, position: Json, ruleset: Ruleset) -> State:
        """Return the state that a position describes, gone on to its first decision."""
        state = positions.read(position, ruleset)
        return placed(ENGINE, state, incoherent(state))

    def decision(self, state: State) -> Decision[Action] | Over:
        """Return who must decide, about what, and every legal action in canonical order."""
        return ENGINE.decision(state)

    def step(
        self, state: State, action: Action, due: Decision[Action] | Over | None = None
    ) -> Settled[State, Action] | No | NotThisDecision:
        """Return what an action by whoever is due leads to, or the rules it breaks."""
        return ENGINE.step(state, action, due)

    def observe(self, state: State, side: str) -> Json:
        """Return what a side is allowed to know."""
        return observation.seen(state, Side(side))

    def check(self, state: State) -> tuple[Violation, ...]:
        """Return every broken invariant of a state."""
        return invariants.violations(state)

    def canonical(self, state: State) -> Json:
        """Return the canonical form of a state."""
        return positions.written(state)

    def describe(self, state: State) -> Json:
        """Return the canonical form with every place and list filled in, and what follows from it."""
        return {**_filled(positions.written(state)), **_derived(state)}

    def read_action(self, value: Json) -> Action:
        """Return the action that a JSON value stands for."""
        return _ACTIONS.read(value)

    def write_action(self, action: Action) -> Json:
        """Return an action in JSON form."""
        return _ACTIONS.write(action)
