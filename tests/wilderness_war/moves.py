"""Movers and reactions for the tests of chapter 6, in few words."""

from collections.abc import Mapping

from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.verdicts import Event, Next, Unasked
from reference.wilderness_war.actions import Action, By, Go, Halt, Lose, Pick, PickLeader, Roll
from reference.wilderness_war.ch02_map import IDS, space
from reference.wilderness_war.ch03_pieces import LEADERS, is_leader_id, leader, unit
from reference.wilderness_war.frames import Move, Reaction
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import GAME, STANDARD, Pieces, due, place, played, read, top

LAND, BOAT, NAVAL, LANDING = By.LAND, By.BOAT, By.NAVAL, By.LANDING
HALT = Halt()
_OVER = ("card_play", "end_of_phase")


def _frames(at: str, who: str, frame: Mapping[str, Json]) -> list[Json]:
    names = who.split()
    leaders: list[Json] = [name for name in names if is_leader_id(name)]
    units: list[Json] = [name for name in names if not is_leader_id(name)]
    side = "british" if names[0].startswith("br_") else "french"
    if leaders:
        side = LEADERS[leader(str(leaders[0]))].side.value
    commander = leaders[0] if leaders and units else None
    group: dict[str, Json] = {"side": side, "commander": commander, "leaders": leaders, "units": units}
    return [
        {"type": "year", "stage": "actions", "turn": side, "playing": True},
        {"type": "activation", **group, "stage": "raids"},
        {"type": "move", **group, "at": at, "stage": "step", **frame},
    ]


def _placed(pieces: Pieces, at: str, who: str) -> dict[str, list[str]]:
    here = list(pieces.get(at, ()))
    told = {word for text in here for word in text.split()}
    return {**{name: list(found) for name, found in pieces.items()}, at: [*here, *(set(who.split()) - told)]}


def _hands(given: Json) -> Json:
    """Return the hands with a card more for each side, so that the season goes on after the move."""
    assert isinstance(given, Mapping)
    found: dict[str, list[Json]] = {"british": ["card_1"], "french": ["card_2"]}
    for side, cards in given.items():
        assert isinstance(cards, list)
        found[side] += cards
    return dict(found)


def moving(
    at: str, who: str, pieces: Pieces, rules: Ruleset = STANDARD, /, *, frame: Mapping[str, Json] = {}, **rest: Json
) -> State:
    """Return the state in which these pieces, activated, are about to move out of a space."""
    told = {**rest, "hands": _hands(rest.get("hands", {}))}
    return place(_placed(pieces, at, who), rules, frames=_frames(at, who, frame), **told)


def standing(
    at: str, who: str, pieces: Pieces, rules: Ruleset = STANDARD, /, *, frame: Mapping[str, Json] = {}, **rest: Json
) -> tuple[State, Move]:
    """Return such a state before anything happens in it, with its mover."""
    told = {**rest, "hands": _hands(rest.get("hands", {}))}
    state = read(_placed(pieces, at, who), rules, frames=_frames(at, who, frame), **told)
    return state, mover(state)


def on_card(value: int) -> Json:
    """Return the Action Phase of a card of that value."""
    return {"type": "phase", "value": value}


def mover(state: State) -> Move:
    """Return the movement under way."""
    found = [frame for frame in state.stack.frames if isinstance(frame, Move)]
    return found[-1]


def reaction(state: State) -> Reaction:
    """Return the reaction at work."""
    frame = top(state)
    assert isinstance(frame, Reaction)
    return frame


def pick(name: str) -> Pick:
    """Return the choice of a unit."""
    return Pick(unit(name))


def pick_leader(name: str) -> PickLeader:
    """Return the choice of a leader."""
    return PickLeader(leader(name))


def go(to: str, by: By = LAND) -> Go:
    """Return a step."""
    return Go(space(to), by)


def slip(to: str, by: By = LAND) -> Go:
    """Return an infiltration."""
    return Go(space(to), by, infiltrating=True)


def gone(state: State, *places: str) -> State:
    """Return the state after steps by land."""
    return played(state, *map(go, places)).state


def fought(state: State, *dice: int) -> Next[State]:
    """Return what dice lead to, where every owner takes the first losses and retreats; the dice must be just enough."""
    events: list[Event] = []
    waiting = list(dice)
    while not isinstance(decision := GAME.decision(state), Over):
        first = decision.actions[0]
        if isinstance(first, Roll) and waiting:
            first = Roll(waiting.pop(0))
        elif not isinstance(first, Lose) and not decision.about.startswith("retreat_of"):
            break
        following = played(state, first)
        state = following.state
        events.extend(following.events)
    assert not waiting, f"{waiting} were never rolled"
    return Next(state, tuple(events))


def words(action: Action) -> str:
    """Return an action of movement in a few words."""
    form = GAME.write_action(action)
    assert isinstance(form, Mapping)
    return " ".join(str(value) for value in form.values() if value not in (None, False))


def ways(state: State, by: By = LAND) -> set[str]:
    """Return where a mover may go next in some way; infiltrations with a question mark."""
    decision = due(state)
    assert decision.about == "step", decision
    return {
        IDS[each.to] + ("?" if each.infiltrating else "")
        for each in decision.actions
        if isinstance(each, Go) and each.by is by
    }


def about(state: State) -> str:
    """Return what is to be decided; nothing if the move is over and the next card is due."""
    decision = GAME.decision(state)
    return "" if isinstance(decision, Over) or decision.about in _OVER else decision.about


def offers(state: State) -> set[str]:
    """Return everything that may be done, in a few words."""
    return {words(action) for action in due(state).actions}


def is_at(state: State, name: str, place_name: str) -> bool:
    """Say whether a piece is in a space."""
    if is_leader_id(name):
        return state.board.leader_at[leader(name)] == space(place_name)
    return state.board.unit_at[unit(name)] == space(place_name)


def happened(reached: Next[State]) -> tuple[Event, ...]:
    """Return what a step made happen, without what is told of decisions that were passed over or will be."""
    return tuple(each for each in reached.events if not isinstance(each, Unasked))
