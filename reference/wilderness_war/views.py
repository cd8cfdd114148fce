"""How a state looks: what a side may know of it, and the whole of it with what follows.

Everything is open except the enemy's hand and the order of the pile. Procedures keep two things secret: a written bid
until both are made, and the cards from which the enemy must choose one to discard.
"""

from collections.abc import Mapping

from reference.kernel.canonical import Json
from reference.kernel.rules import rule
from reference.kernel.views import shown_or_counted
from reference.wilderness_war.board import controls_fortress, occupied, units_at
from reference.wilderness_war.cards import At, cards_at
from reference.wilderness_war.ch02_map import FORTRESSES, IDS, SPACES, tribes_at_home_in
from reference.wilderness_war.ch03_pieces import COUNTERS, is_drilled
from reference.wilderness_war.ch10_raid_roll import allied_tribes
from reference.wilderness_war.ch12_supply import is_supplied
from reference.wilderness_war.ch13_bidding import FIRST_BIDDER
from reference.wilderness_war.positions import FLAGS, written
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State

_HOMES = tuple(place for place in SPACES if tribes_at_home_in(place))


# ---------------------------------------------------------------- what a side may know


@rule("ww:5.24", "ww:2.0-inspection")
def seen(state: State, side: Side) -> dict[str, Json]:
    """Return the canonical form with the enemy's hand and the pile as numbers, without what procedures keep secret."""
    form = written(state)
    hands = form.get("hands", {})
    assert isinstance(hands, Mapping)
    own, theirs = hands.get(side.value, []), hands.get(side.enemy.value, [])
    assert isinstance(own, list)
    assert isinstance(theirs, list)
    visible: dict[str, Json] = {
        **form,
        "hands": {
            side.value: shown_or_counted(own, shown=True),
            side.enemy.value: shown_or_counted(theirs, shown=False),
        },
        "pile": shown_or_counted(cards_at(state.cards, At.PILE), shown=False),
    }
    return {**visible, **_procedures_seen(state, form, side)}


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


# ---------------------------------------------------------------- what follows from a state


def described(state: State) -> dict[str, Json]:
    """Return the canonical form with every place and list filled in, and what follows from it."""
    form = _filled(written(state))
    return {**form, "markers": _markers(state, form), **_derived(state)}


def _filled(form: Mapping[str, Json]) -> dict[str, Json]:
    """Return a canonical form with its empty parts, which it leaves out, filled in."""
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
    """Return the reminder markers, including those that a canonical form leaves out."""
    lying = form.get("markers", {})
    assert isinstance(lying, Mapping)
    return {**{name: getattr(state.tracks, name) for name in FLAGS}, **lying}


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
