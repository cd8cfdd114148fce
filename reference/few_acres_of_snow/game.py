"""A Few Acres of Snow as one object: what is due, what an action leads to, what a side may know."""

from collections.abc import Mapping
from dataclasses import dataclass

from reference.few_acres_of_snow import invariants, positions, views
from reference.few_acres_of_snow.actions import ACTIONS, Action
from reference.few_acres_of_snow.ch03_setup import SCENARIOS, set_up
from reference.few_acres_of_snow.coherence import refuse_incoherent
from reference.few_acres_of_snow.procedures import advance, answered, pending
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State
from reference.few_acres_of_snow.tables import GAME
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import Codec
from reference.kernel.decisions import Decision, Over
from reference.kernel.frames import settle
from reference.kernel.rulesets import record_of
from reference.kernel.verdicts import Next, No, NotThisDecision, Violation

_ACTIONS: Codec[Action] = Codec(ACTIONS, positions.WORDS)


def _due(state: State) -> Decision[Action] | Over:
    if state.outcome is not None:
        return Over(f"{state.outcome.winner} wins", (state.outcome.rule,))
    found = pending(state)
    assert found is not None, "every state that is handed out waits for a decision"
    return found


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
        given = positions.read(position, ruleset)
        refuse_incoherent(given)
        state = settle(Next(given), advance).state
        due = _due(state)
        if not isinstance(due, Over) and not due.actions:
            raise Unreadable("frames", f"nobody could decide {due.about}")
        return state

    def decision(self, state: State) -> Decision[Action] | Over:
        """Return who must decide, about what, and every legal action in canonical order."""
        return _due(state)

    def step(self, state: State, action: Action) -> Next[State] | No | NotThisDecision:
        """Return what an action by whoever is due leads to, or the rules it breaks."""
        answer = None
        if state.outcome is None:
            answer = answered(state if state.shown is None else state._replace(shown=None), action)
        if isinstance(answer, Next):
            return settle(answer, advance)
        if answer is not None:
            return answer
        due = _due(state)
        if isinstance(due, Over):
            return NotThisDecision("nothing: the game is over", due.rules)
        return NotThisDecision(due.about, due.rules)

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
        return {**positions.written(state), **views.derived(state)}

    def read_action(self, value: Json) -> Action:
        """Return the action that a JSON value stands for."""
        return _ACTIONS.read(value)

    def write_action(self, action: Action) -> Json:
        """Return an action in JSON form."""
        return _ACTIONS.write(action)
