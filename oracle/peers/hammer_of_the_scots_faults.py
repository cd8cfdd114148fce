"""The known faults of the public implementation of Hammer of the Scots, done as it does them.

Each is a change of the state under which the faulty choice is legal. If a recorded choice is illegal by the rules and
legal after one of these changes, that fault explains it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from oracle.peers.hammer_of_the_scots_records import GAME
from reference.hammer_of_the_scots.actions import Action, March
from reference.hammer_of_the_scots.board import is_on_map, place_of
from reference.hammer_of_the_scots.ch01_map import ENGLAND
from reference.hammer_of_the_scots.ch02_armies import OTHER_SIDE, Block
from reference.hammer_of_the_scots.frames import Battle, LastRetreat, Marching, Moving, Turn, TurnStage
from reference.hammer_of_the_scots.masks import with_block
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State, mark_of
from reference.kernel.verdicts import Next

CAPTIVE, CAMPAIGN_CUT, CHARGED_ONCE, USED_BY_BOTH = "F2", "F5", "F6", "F7"
_LAST_YEAR_OF_A_CAMPAIGN = 1400
_BOTH = mark_of(Side.ENGLAND) | mark_of(Side.SCOTLAND)


def explaining(state: State, action: Action) -> str:
    """Return the fault under which an action is legal that the rules refuse; an empty text if there is none."""
    for number, changed in _changes(state):
        if isinstance(GAME.step(changed, action), Next):
            return number
    return ""


def under(number: str, state: State) -> State:
    """Return the state as a fault makes it; the state itself if there is none."""
    return dict(_changes(state)).get(number, state)


def _changes(state: State) -> Iterator[tuple[str, State]]:
    yield CHARGED_ONCE, _with_point_back(state)
    yield USED_BY_BOTH, _with_both_used_open(state)


def comes_back(state: State, action: Action) -> bool:
    """Say whether a block that left England on this march returns to it: the second crossing is not charged."""
    frame = state.stack.top
    return (
        isinstance(frame, Marching)
        and frame.origin == ENGLAND
        and frame.distance > 0
        and (isinstance(action, March) and action.to == ENGLAND and place_of(state.board, frame.block) != ENGLAND)
    )


def _with_point_back(state: State) -> State:
    """Return the state with one more point to move with."""
    frames = tuple(
        replace(each, points=each.points + 1) if isinstance(each, Moving) else each for each in state.stack.frames
    )
    return state._replace(stack=replace(state.stack, frames=frames))


def _with_both_used_open(state: State) -> State:
    """Return the state as if nobody had entered a battle over the borders that both sides used."""
    entered = bytearray(state.field.entered)
    for at in range(0, len(entered), 2):
        if entered[at] | entered[at + 1] == _BOTH:
            entered[at] = entered[at + 1] = 0
    return state._replace(field=state.field._replace(entered=bytes(entered)))


def restored(state: State, before: State) -> State:
    """Return the state with the entries over borders that a fault had made it forget."""
    merged = bytes(one | other for one, other in zip(state.field.entered, before.field.entered, strict=True))
    return state._replace(field=state.field._replace(entered=merged)) if state.field.first is not None else state


# ---------------------------------------------------------------- captives


def taken_in_event_battle(before: State, after: State) -> Iterator[Block]:
    """Return the nobles captured between two states of a battle after a Herald or a coronation."""
    if not _event_battle(before):
        return
    for who, other in OTHER_SIDE.items():
        if is_on_map(before.board, other) and is_on_map(after.board, who):
            yield who


def _event_battle(state: State) -> bool:
    """Say whether a battle is fought before the turn has come to its battles."""
    turn = next((each for each in state.stack.frames if isinstance(each, Turn)), None)
    fighting = any(isinstance(each, Battle | LastRetreat) for each in state.stack.frames)
    return fighting and turn is not None and turn.stage is not TurnStage.RAID


def kept_in_reserve(state: State, captives: Iterable[Block]) -> State:
    """Return the state with captives in reserve until the turn ends."""
    waiting = state.field.reserves
    for who in captives:
        waiting = with_block(waiting, who)
    return state._replace(field=state.field._replace(reserves=waiting))


def ends_campaign(state: State, year: int, decision: str) -> bool:
    """Say whether the other implementation ends a campaign at its last year."""
    return decision == "game_over" and year >= _LAST_YEAR_OF_A_CAMPAIGN and not state.calendar.last_year
