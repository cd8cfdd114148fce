"""Hammer of the Scots as one object: what is due, what an action leads to, what a side may know."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from reference.hammer_of_the_scots import (
    ch03_cards,
    ch04_movement,
    ch05_battles,
    ch05_retreats,
    ch06_kings,
    ch07_replacements,
    ch07_winter,
    event_cards,
    invariants,
    observation,
    positions,
)
from reference.hammer_of_the_scots.actions import ACTIONS, Action, Crown
from reference.hammer_of_the_scots.board import contested_areas, is_friendly, nobles_controlled
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, AREAS, castle_limit
from reference.hammer_of_the_scots.ch08_scenarios import SCENARIOS, set_up
from reference.hammer_of_the_scots.coherence import incoherent
from reference.hammer_of_the_scots.frames import (
    Battle,
    Battles,
    Building,
    Deal,
    Declaring,
    Disbanding,
    Drawing,
    Firing,
    Frame,
    GoingHome,
    Herald,
    Hits,
    Landing,
    LastRetreat,
    Levy,
    Loyalty,
    Marching,
    Moving,
    Naming,
    Pillage,
    PillageGains,
    PillageHits,
    Quarters,
    Raid,
    Regrouping,
    Retreating,
    SeaMove,
    TruceCall,
    Turn,
    Victuals,
    Wintering,
)
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.hammer_of_the_scots.tables import GAME
from reference.kernel.canonical import Json
from reference.kernel.codec import Codec
from reference.kernel.coherence import placed
from reference.kernel.decisions import Chance, Choice, Decision, Over
from reference.kernel.engine import Engine
from reference.kernel.procedures import UnderWay
from reference.kernel.rulesets import record_of
from reference.kernel.verdicts import Next, No, NotThisDecision, Settled, Violation

_ACTIONS: Codec[Action] = Codec(ACTIONS, positions.WORDS)


def _look(state: State) -> Chance[Action] | Choice[Action] | None:
    """Return the decision the frame at work waits for, if it waits."""
    frame: Frame = state.stack.top
    match frame:
        case Moving() | Marching() | Naming():
            return ch04_movement.decision(state, frame)
        case Battle() | Firing() | Hits() | Battles() | Loyalty() | Raid():
            return ch05_battles.decision(state, frame)
        case Retreating() | LastRetreat() | Regrouping():
            return ch05_retreats.decision(state, frame)
        case Turn() | Deal() | Levy() | Declaring():
            return ch03_cards.decision(state, frame)
        case Building() | Drawing() | Landing():
            return ch07_replacements.decision(state, frame)
        case Wintering() | GoingHome() | Quarters() | Disbanding():
            return ch07_winter.decision(state, frame)
        case TruceCall() | Herald() | Victuals() | Pillage() | PillageHits() | PillageGains() | SeaMove():
            return event_cards.decision(state, frame)
        case _:
            assert_never(frame)


def _advance(state: State) -> Next[State]:
    """Go on by one step that needs nobody's decision."""
    frame: Frame = state.stack.top
    match frame:
        case Battle() | Firing() | Hits() | Battles() | Loyalty() | Raid():
            return ch05_battles.advance(state, frame)
        case Turn() | Deal() | Levy():
            return ch03_cards.advance(state, frame)
        case Wintering() | GoingHome() | Quarters() | Disbanding():
            return ch07_winter.advance(state, frame)
        case PillageHits():
            return event_cards.advance(state, frame)
        case Marching():
            return ch04_movement.advance(state, frame)
        case _:
            # No other frame ever has nothing to ask.
            assert isinstance(frame, LastRetreat)
            return ch05_retreats.advance(state, frame)


def _taken(state: State, action: Action) -> Next[State]:
    """Return what a legal action leads to."""
    frame: Frame = state.stack.top
    match frame:
        case Moving() | Marching() | Naming():
            return ch04_movement.taken(state, frame, action)
        case Battle() | Firing() | Hits() | Battles() | Loyalty() | Raid():
            return ch05_battles.taken(state, frame, action)
        case Retreating() | LastRetreat() | Regrouping():
            return ch05_retreats.taken(state, frame, action)
        case Turn() | Deal() | Levy() | Declaring():
            return ch03_cards.taken(state, frame, action)
        case Building() | Drawing() | Landing():
            return ch07_replacements.taken(state, frame, action)
        case Wintering() | GoingHome() | Quarters() | Disbanding():
            return ch07_winter.taken(state, frame, action)
        case TruceCall() | Herald() | Victuals() | Pillage() | PillageHits() | PillageGains() | SeaMove():
            return event_cards.taken(state, frame, action)
        case _:
            assert_never(frame)


def _refusals(state: State, action: Action) -> tuple[Violation, ...] | None:
    """Return the rules an action breaks; nothing if it answers another decision."""
    frame: Frame = state.stack.top
    match frame:
        case Moving() | Marching() | Naming():
            return ch04_movement.refusals(state, frame, action)
        case Battle() | Firing() | Hits() | Battles() | Loyalty() | Raid():
            return ch05_battles.refusals(state, frame, action)
        case Retreating() | LastRetreat() | Regrouping():
            return ch05_retreats.refusals(state, frame, action)
        case Turn() | Deal() | Levy() | Declaring():
            return ch03_cards.refusals(state, frame, action)
        case Building() | Drawing() | Landing():
            return ch07_replacements.refusals(state, frame, action)
        case Wintering() | GoingHome() | Quarters() | Disbanding():
            return ch07_winter.refusals(state, frame, action)
        case TruceCall() | Herald() | Victuals() | Pillage() | PillageHits() | PillageGains() | SeaMove():
            if isinstance(action, Crown) and frame.side is Side.SCOTLAND:
                return ch06_kings.crown_violations(state, action.candidate)
            return event_cards.refusals(state, frame, action)
        case _:
            assert_never(frame)


class _Unsorted:
    def decision(self, state: State) -> Decision[Action] | None:
        return _look(state)

    def violations(self, state: State, action: Action) -> tuple[Violation, ...] | None:
        return _refusals(state, action)

    def apply(self, state: State, action: Action) -> Next[State]:
        return _taken(state, action)

    def advance(self, state: State) -> Next[State]:
        return _advance(state)


_UNSORTED = _Unsorted()


def _at_work(state: State) -> UnderWay[State, Action] | None:
    return _UNSORTED if state.stack else None


ENGINE: Engine[State, Action] = Engine(_at_work)


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
