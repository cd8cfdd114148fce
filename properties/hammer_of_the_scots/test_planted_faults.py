"""Every invariant is worth something: a game with a fault put in breaks the law that is about it."""

from collections.abc import Callable, Mapping

import pytest

from properties import laws
from properties.faulty_game import FaultyGame, UncheckedGame, changing, leaking
from properties.hammer_of_the_scots.explorer import GAME, ruleset, states
from properties.hammer_of_the_scots.laws import under_test
from properties.laws import Broken, Session, drive, examined
from reference.hammer_of_the_scots.actions import Action
from reference.hammer_of_the_scots.board import Away, put, put_away
from reference.hammer_of_the_scots.ch01_map import area
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.frames import Building, Moving
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State, on_board
from reference.kernel.canonical import Json

Form = dict[str, Json]


def _moving(state: State) -> bool:
    return bool(state.stack) and isinstance(state.stack.top, Moving)


def _english_build(state: State) -> bool:
    return bool(state.stack) and state.stack.top == Building(Side.ENGLAND, getattr(state.stack.top, "points", ()))


def position(wanted: Callable[[State], bool]) -> State:
    """Return a position of a random game in which something is so."""
    return next(state for state in states("braveheart", ruleset("peer"), 3) if wanted(state))


def _aside(state: State) -> State:
    board = state.board
    for name in ("s_mar", "e_mar"):
        board = put_away(board, block(name), Away.ASIDE)
    return on_board(state, board)


def _crowded(state: State) -> State:
    board = state.board
    for name in ("s_grant", "s_fraser", "s_keith", "s_douglas"):
        board = put(board, block(name), area("fife"), 1)
    return on_board(state, board)


POSITIONS: dict[str, tuple[Callable[[State], bool], Callable[[State], State]]] = {
    "each noble is on exactly one side": (_moving, _aside),
    "castles keep no more than their limit in winter": (_english_build, _crowded),
}


@pytest.mark.parametrize("law", POSITIONS)
def test_a_fault_in_a_position_is_found(law: str) -> None:
    wanted, change = POSITIONS[law]
    state = position(wanted)
    game: FaultyGame[State, Action, Ruleset] = UncheckedGame(GAME)
    examined(under_test("peer", None, game), state)
    with pytest.raises(Broken) as found:
        examined(under_test("peer", None, game), change(state))
    assert found.value.law == law


def _doubled(form: Form) -> Form:
    return {**form, "dead": ["s_grant", "s_grant"]}


def _strong(form: Form) -> Form:
    blocks = form["blocks"]
    assert isinstance(blocks, Mapping)
    return {**form, "blocks": {**blocks, "ross": ["e_ross 5"]}}


FORMS: dict[str, Callable[[Form], Form]] = {
    "every block is in one place": _doubled,
    "steps are within their limits": _strong,
    "borders are crossed within their limits": lambda form: {**form, "crossings": {"angus-mar": 3}},
    "every card is in one place": lambda form: {**form, "hands": {"england": ["truce"] * 2, "scotland": ["move1"] * 2}},
}


@pytest.mark.parametrize("law", FORMS)
def test_a_fault_in_what_is_written_is_found(law: str) -> None:
    def written(form: Json) -> Json:
        assert isinstance(form, Mapping)
        return FORMS[law]({**form})

    game: FaultyGame[State, Action, Ruleset] = UncheckedGame(GAME, written=written)
    with pytest.raises(Broken) as found:
        examined(under_test("peer", None, game), position(_moving))
    assert found.value.law == law


def _vanished(state: State) -> State:
    return on_board(state, put_away(state.board, block("e_cumbria_infantry"), Away.ASIDE))


def _earlier(state: State) -> State:
    return state._replace(calendar=state.calendar._replace(year=1200))


def _dead(state: State) -> State:
    return on_board(state, put_away(state.board, block("s_mar"), Away.DEAD))


def _played(game: FaultyGame[State, Action, Ruleset]) -> None:
    for seed in range(10):
        drive(Session(under_test("standard", None, game)), seed, 4, head_start=30)


FAULTS: dict[str, Callable[[State], State]] = {
    "the dead stay dead and nobody vanishes": _vanished,
    "time goes on": _earlier,
    laws.SOUND: _dead,
}


@pytest.mark.parametrize("law", FAULTS)
def test_a_fault_in_a_step_is_found(law: str) -> None:
    with pytest.raises(Broken) as found:
        _played(changing(GAME, FAULTS[law]))
    assert found.value.law == law


@pytest.mark.parametrize("leak", ["hands", "blocks"])
def test_a_leak_is_found(leak: str) -> None:
    with pytest.raises(Broken) as found:
        _played(leaking(GAME, leak))
    assert found.value.law == laws.VEILED
