"""Wilderness War as one object: what is due, what an action leads to, what a side may know."""

from collections.abc import Mapping
from dataclasses import dataclass

from reference.kernel.canonical import Json
from reference.kernel.codec import Codec
from reference.kernel.decisions import Decision, Over
from reference.kernel.rules import rule
from reference.kernel.rulesets import record_of
from reference.kernel.verdicts import Next, No, NotThisDecision, Settled, Violation
from reference.wilderness_war import coherence, invariants, positions
from reference.wilderness_war.actions import ACTIONS, Action
from reference.wilderness_war.board import controls_fortress, occupied, units_at
from reference.wilderness_war.cards import At, cards_at
from reference.wilderness_war.ch02_map import FORTRESSES, GAME, IDS, SPACES, tribes_at_home_in
from reference.wilderness_war.ch03_pieces import COUNTERS, is_drilled
from reference.wilderness_war.ch10_raid_roll import allied_tribes
from reference.wilderness_war.ch12_supply import is_supplied
from reference.wilderness_war.ch13_bidding import FIRST_BIDDER
from reference.wilderness_war.procedures import ENGINE
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.scenarios import SCENARIOS, set_up
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State

_ACTIONS: Codec[Action] = Codec(ACTIONS, positions.WORDS)
_HOMES = tuple(place for place in SPACES if tribes_at_home_in(place))


# ---------------------------------------------------------------- description


def _filled(form: Mapping[str, Json]) -> dict[str, Json]:
    """Return a canonical form with what it leaves out because it is empty."""
    pieces = form.get("pieces", {})
    assert isinstance(pieces, Mapping)
    every = {name: pieces.get(name, []) for name in IDS}
    empty: dict[str, Json] = {
        name: [] for name in ("removed", "pool", "amphib", "blockhouses", "discards", "removed_cards", "frames")
    }
    by_side: dict[str, Json] = {
        name: _both_sides(form.get(name, {}))
        for name in ("forts", "unfinished_forts", "stockades", "captured_fortresses", "fieldworks", "hands")
    }
    maps: dict[str, Json] = {"sieges": {}, "raided": {}, "vp": {}, "outcome": None}
    return {**empty, **maps, **form, **by_side, "pieces": every}


def _both_sides(given: Json) -> Json:
    """Return lists by side with an empty one for a side that is left out."""
    assert isinstance(given, Mapping)
    return {**{side.value: [] for side in Side}, **given}


def _markers(state: State, form: Mapping[str, Json]) -> dict[str, Json]:
    """Return the reminder markers, those that lie beside the map among them."""
    lying = form.get("markers", {})
    assert isinstance(lying, Mapping)
    return {**{name: getattr(state.tracks, name) for name in positions.FLAGS}, **lying}


def _derived(state: State) -> dict[str, Json]:
    """Return what follows from a state: control of fortresses, allied settlements, supply of drilled troops."""
    board = state.board
    allied: Json = {side.value: [IDS[place] for place in _HOMES if allied_tribes(board, place, side)] for side in Side}
    controls: Json = {
        side.value: [IDS[place] for place in FORTRESSES if controls_fortress(board, place, side)] for side in Side
    }
    drilled = {
        side: [
            place
            for place in occupied(board)
            if any(is_drilled(COUNTERS[unit].kind) for unit in units_at(board, place, side))
        ]
        for side in Side
    }
    supplied: dict[str, Json] = {}
    unsupplied: dict[str, Json] = {}
    for side, places in drilled.items():
        fed = {place for place in places if is_supplied(board, place, side, state.ruleset)}
        supplied[side.value] = [IDS[place] for place in places if place in fed]
        unsupplied[side.value] = [IDS[place] for place in places if place not in fed]
    return {"controls": controls, "allied": allied, "supplied": supplied, "unsupplied": unsupplied}


# ---------------------------------------------------------------- what a side may know


@rule("ww:5.24", "ww:2.0-inspection")
def _observed(state: State, side: Side) -> dict[str, Json]:
    """Return the canonical form with the enemy's hand and the pile as numbers, and what procedures keep secret."""
    form = positions.written(state)
    hands = form.get("hands", {})
    assert isinstance(hands, Mapping)
    own: Json = hands.get(side.value, [])
    theirs = hands.get(side.enemy.value, [])
    assert isinstance(theirs, list)
    seen: dict[str, Json] = {
        **form,
        "hands": {side.value: own, side.enemy.value: len(theirs)},
        "pile": len(cards_at(state.cards, At.PILE)),
    }
    return {**seen, **_procedures_seen(state, form, side)}


@rule("ww:5.24", "ww:13.3")
def _procedures_seen(state: State, form: Mapping[str, Json], side: Side) -> dict[str, Json]:
    """Return the procedures that are under way, without what they keep secret from a side."""
    frames = form.get("frames", [])
    assert isinstance(frames, list)
    if not frames:
        return {}
    sees_bids = state.ruleset.open_bidding != "off" or side is FIRST_BIDDER
    return {"frames": [_sealed(frame, side, sees_bids=sees_bids) for frame in frames]}


def _sealed(frame: Json, side: Side, *, sees_bids: bool) -> Json:
    """Return a frame without the other player's written bid, and without cards in the enemy's hand."""
    assert isinstance(frame, Mapping)
    if frame["type"] == "discarding" and frame["side"] != side.value:
        return {name: value for name, value in frame.items() if name != "cards"}
    if frame["type"] != "bidding" or sees_bids:
        return frame
    bids = frame["bids"]
    assert isinstance(bids, list)
    return {**frame, "bids": len(bids)} if len(bids) == 1 else frame


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
        return _observed(state, Side(side))

    def check(self, state: State) -> tuple[Violation, ...]:
        """Return every broken invariant of a state."""
        return invariants.violations(state)

    def canonical(self, state: State) -> Json:
        """Return the canonical form of a state."""
        return positions.written(state)

    def describe(self, state: State) -> Json:
        """Return the canonical form with every place and list filled in, and what follows from it."""
        form = _filled(positions.written(state))
        return {**form, "markers": _markers(state, form), **_derived(state)}

    def read_action(self, value: Json) -> Action:
        """Return the action that a JSON value stands for."""
        return _ACTIONS.read(value)

    def write_action(self, action: Action) -> Json:
        """Return an action in JSON form."""
        return _ACTIONS.write(action)
