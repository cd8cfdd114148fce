"""Wilderness War as one object: what is due, what an action leads to, what a side may know."""

from collections.abc import Mapping
from dataclasses import dataclass

from reference.kernel.canonical import Json
from reference.kernel.codec import Codec
from reference.kernel.decisions import Decision, Over
from reference.kernel.rulesets import record_of
from reference.kernel.verdicts import Next, No, NotThisDecision, Settled, Violation
from reference.wilderness_war import coherence, invariants, positions, views
from reference.wilderness_war.actions import ACTIONS, Action
from reference.wilderness_war.ch02_map import GAME
from reference.wilderness_war.procedures import ENGINE
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.scenarios import SCENARIOS, set_up
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State

_ACTIONS: Codec[Action] = Codec(ACTIONS, positions.WORDS)


@dataclass(frozen=True, slots=True)
class WildernessWar:
    """The game, for the tools and for whoever imports it."""

    id: str = GAME
    scenarios: tuple[str, ...] = SCENARIOS

    def ruleset(self, options: Mapping[str, str]) -> Ruleset:
        """Return the ruleset with these options, all of them given."""
        return record_of(Ruleset, options)

    def start(self, scenario: str, ruleset: Ruleset) -> State:
        """Return the state in which a scenario begins, gone on to its first decision."""
        return ENGINE.settle(Next(set_up(scenario, ruleset))).state

    def place(self, position: Json, ruleset: Ruleset) -> State:
        """Return the state that a position describes, gone on to its first decision; `Unreadable` if it cannot."""
        state = positions.read(position, ruleset)
        opening = isinstance(position, Mapping) and "opening" in position
        return coherence.settled(state, opening=opening)

    def decision(self, state: State) -> Decision[Action] | Over:
        """Return who must decide, about what, and every legal action in canonical order."""
        return ENGINE.decision(state)

    def step(
        self, state: State, action: Action, due: Decision[Action] | Over | None = None
    ) -> Settled[State, Action] | No | NotThisDecision:
        """Return what an action by whoever is due leads to, or the rules it breaks."""
        return ENGINE.step(state, action, due)

    def observe(self, state: State, side: str) -> Json:
        """Return what a side is allowed to know: all but the enemy's hand and the draw pile (5.24)."""
        return views.seen(state, Side(side))

    def check(self, state: State) -> tuple[Violation, ...]:
        """Return every broken invariant of a state."""
        return invariants.violations(state)

    def canonical(self, state: State) -> Json:
        """Return the canonical form of a state."""
        return positions.written(state)

    def describe(self, state: State) -> Json:
        """Return the canonical form with every place and list filled in, and what follows from it."""
        return views.described(state)

    def read_action(self, value: Json) -> Action:
        """Return the action that a JSON value stands for."""
        return _ACTIONS.read(value)

    def write_action(self, action: Action) -> Json:
        """Return an action in JSON form."""
        return _ACTIONS.write(action)
