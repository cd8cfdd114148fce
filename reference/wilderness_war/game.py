"""Wilderness War as one object: what is due, what an action leads to, what a side may know."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from reference.kernel.canonical import Json
from reference.kernel.codec import Codec
from reference.kernel.decisions import Chance, Decision, Over
from reference.kernel.frames import WAITING, Waiting, settle
from reference.kernel.rulesets import record_of
from reference.kernel.verdicts import Next, No, NotThisDecision, Violation
from reference.wilderness_war import (
    ch07_battles,
    ch07_casualties,
    ch08_sieges,
    ch10_raids,
    ch11_attrition,
    ch13_victory,
    positions,
    soundness,
)
from reference.wilderness_war.actions import ACTIONS, Action, Command, Lose, Roll
from reference.wilderness_war.board import controls_fortress, units_at
from reference.wilderness_war.ch02_map import FORTRESSES, GAME, IDS, SPACES
from reference.wilderness_war.ch03_pieces import COUNTERS, is_drilled
from reference.wilderness_war.ch12_supply import is_supplied
from reference.wilderness_war.frames import Combat, Frame, LeaderChecks, Losses, Raid, SiegeRoll, VictoryCheck, Winter
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.scenarios import SCENARIOS, set_up
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State

_ACTIONS: Codec[Action] = Codec(ACTIONS, positions.WORDS)


def _pending(state: State) -> Decision[Action] | None:
    """Return the decision the frame at work waits for, if it waits."""
    frame: Frame = state.stack.top
    match frame:
        case Combat():
            return ch07_battles.decision(state, frame)
        case Losses():
            return ch07_casualties.decision(state, frame)
        case LeaderChecks():
            return ch07_casualties.check_decision(frame)
        case SiegeRoll():
            return ch08_sieges.decision(state, frame)
        case Raid():
            return ch10_raids.decision(frame)
        case Winter() | VictoryCheck():
            return None
        case _:
            assert_never(frame)


def _changed_hands(state: State) -> Next[State] | None:
    """Return what follows when a key place changes hands; while a combat lasts nothing does (ruling R9)."""
    if any(isinstance(frame, Combat) for frame in state.stack.frames):
        return None
    return ch08_sieges.abandoned_fortress(state) or ch13_victory.key_space_taken(state)


def _advance(state: State) -> Next[State] | Waiting:
    """Go on by one step that needs nobody's decision."""
    changed = _changed_hands(state)
    if changed is not None:
        return changed
    if not state.stack:
        return WAITING
    frame: Frame = state.stack.top
    if isinstance(frame, SiegeRoll) or _pending(state) is not None:
        return WAITING
    match frame:
        case Combat():
            return ch07_battles.advance(state, frame)
        case Losses():
            return ch07_casualties.advance(state, frame)
        case LeaderChecks():
            return ch07_casualties.checked(state)
        case Raid():
            return ch10_raids.advance(state, frame)
        case Winter():
            return ch11_attrition.advance(state, frame)
        case VictoryCheck():
            return ch13_victory.advance(state)
        case _:
            assert_never(frame)


def _answered(state: State, action: Action) -> Next[State] | No | None:
    """Return what an answer to the decision that is due leads to or breaks; nothing if it answers another."""
    match state.stack.top, action:
        case Combat() as frame, Roll():
            return ch07_battles.rolled(state, frame, action)
        case LeaderChecks() as frame, Roll():
            return ch07_casualties.leader_rolled(state, frame, action)
        case SiegeRoll() as frame, Roll():
            return ch08_sieges.rolled(state, frame, action)
        case Raid() as frame, Roll():
            return ch10_raids.rolled(state, frame, action)
        case Combat() as frame, Command():
            return _ruled(ch07_battles.violations(state, frame, action)) or ch07_battles.commanded(state, frame, action)
        case SiegeRoll() as frame, Command():
            return _ruled(ch08_sieges.violations(state, frame, action)) or ch08_sieges.commanded(state, frame, action)
        case Losses() as frame, Lose() if action.of == ch07_casualties.due_group(frame):
            return _ruled(ch07_casualties.violations(state, frame, action)) or ch07_casualties.named(
                state, frame, action
            )
        case _:
            return None


def _ruled(violations: tuple[Violation, ...]) -> No | None:
    return No(violations) if violations else None


# ---------------------------------------------------------------- description


def _filled(form: Mapping[str, Json]) -> dict[str, Json]:
    """Return a canonical form with what it leaves out because it is empty."""
    pieces = form.get("pieces", {})
    assert isinstance(pieces, Mapping)
    every = {name: pieces.get(name, []) for name in IDS}
    empty: dict[str, Json] = {name: [] for name in ("removed", "pool", "amphib", "blockhouses", "frames")}
    by_side: dict[str, Json] = {
        name: {side.value: [] for side in Side}
        for name in ("forts", "unfinished_forts", "stockades", "captured_fortresses", "fieldworks")
    }
    return {**empty, **by_side, "sieges": {}, "raided": {}, "vp": {}, "outcome": None, **form, "pieces": every}


def _derived(state: State) -> dict[str, Json]:
    """Return what follows from a state: control of fortresses and supply of drilled troops."""
    board = state.board
    controls: Json = {
        side.value: [IDS[place] for place in FORTRESSES if controls_fortress(board, place, side)] for side in Side
    }
    drilled = {
        side: [
            place for place in SPACES if any(is_drilled(COUNTERS[unit].kind) for unit in units_at(board, place, side))
        ]
        for side in Side
    }
    supplied: dict[str, Json] = {}
    unsupplied: dict[str, Json] = {}
    for side, places in drilled.items():
        fed = {place for place in places if is_supplied(board, place, side, state.ruleset)}
        supplied[side.value] = [IDS[place] for place in places if place in fed]
        unsupplied[side.value] = [IDS[place] for place in places if place not in fed]
    return {"controls": controls, "supplied": supplied, "unsupplied": unsupplied}


# ---------------------------------------------------------------- the game


@dataclass(frozen=True, slots=True)
class WildernessWar:
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
        return settle(Next(positions.read(position, ruleset)), _advance).state

    def decision(self, state: State) -> Decision[Action] | Over:
        """Return who must decide, about what, and every legal action in canonical order."""
        if state.outcome is not None:
            winner = state.outcome.winner
            return Over("draw" if winner is None else f"{winner} wins", (state.outcome.rule,))
        pending = _pending(state) if state.stack else None
        return Over("settled") if pending is None else pending

    def step(self, state: State, action: Action) -> Next[State] | No | NotThisDecision:
        """Return what an action by whoever is due leads to, or the rules it breaks."""
        due = self.decision(state)
        if isinstance(due, Over):
            return NotThisDecision("nothing: all is settled", due.rules)
        fits = action in due.actions if isinstance(due, Chance) else not isinstance(action, Roll)
        answer = _answered(state, action) if fits else None
        if answer is None:
            return NotThisDecision(due.about, due.rules)
        return settle(answer, _advance) if isinstance(answer, Next) else answer

    def observe(self, state: State, side: str) -> Json:
        """Return what a side is allowed to know: every stack may be inspected."""
        return self.canonical(state)

    def check(self, state: State) -> tuple[Violation, ...]:
        """Return every broken invariant of a state."""
        return soundness.violations(state)

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
