"""A Few Acres of Snow as one object: what is due, what an action leads to, what a side may know."""

from collections.abc import Mapping
from dataclasses import dataclass

from reference.few_acres_of_snow import invariants, positions, views
from reference.few_acres_of_snow.actions import ACTIONS, Action
from reference.few_acres_of_snow.ch03_setup import SCENARIOS, set_up
from reference.few_acres_of_snow.coherence import incoherent
from reference.few_acres_of_snow.procedures import ENGINE
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State
from reference.few_acres_of_snow.tables import GAME
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import Codec
from reference.kernel.coherence import placed
from reference.kernel.decisions import Decision, Over
from reference.kernel.rulesets import record_of
from reference.kernel.verdicts import No, NotThisDecision, Settled, Violation

_ACTIONS: Codec[Action] = Codec(ACTIONS, positions.WORDS)


@dataclass(frozen=True, slots=True)
class FewAcresOfSnow:
    """The game, for the tools and for whoever imports it."""

    id: str = GAME
    scenarios: tuple[str, ...] = SCENARIOS

    def ruleset(self, options: Mapping[str, str]) -> Ruleset:
        """Return the ruleset with these options, all of them given."""
        return record_of(Ruleset, options)

    def start(self, scenario: str, ruleset: Ruleset) -> State:
        """Return the state in which the scenario begins: the opening hands are about to be drawn."""
        if scenario not in SCENARIOS:
            raise Unreadable("scenario", f"{scenario!r} is none of: {', '.join(SCENARIOS)}")
        return set_up(ruleset)

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
        return views.seen(state, Side(side))

    def check(self, state: State) -> tuple[Violation, ...]:
        """Return every broken invariant of a state."""
        return invariants.violations(state)

    def canonical(self, state: State) -> Json:
        """Return the canonical form of a state."""
        return positions.written(state)

    def describe(self, state: State) -> Json:
        """Return the canonical form and what follows from it."""
        return views.described(state)

    def read_action(self, value: Json) -> Action:
        """Return the action that a JSON value stands for."""
        return _ACTIONS.read(value)

    def write_action(self, action: Action) -> Json:
        """Return an action in JSON form."""
        return _ACTIONS.write(action)
