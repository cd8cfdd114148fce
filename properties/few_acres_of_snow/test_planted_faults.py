"""Every invariant is worth something: a game with a fault put in breaks the law that is about it."""

from collections.abc import Callable

import pytest

from properties import laws
from properties.faulty_game import FaultyGame, UncheckedGame, changing, leaking
from properties.few_acres_of_snow.explorer import GAME, rules
from properties.few_acres_of_snow.laws import under_test
from properties.laws import Broken, Session, drive, examined
from reference.few_acres_of_snow.actions import Action
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.state import Player, Siege, State


def _british(state: State, changed: Callable[[Player], Player]) -> State:
    british, french = state.players
    return state._replace(players=(changed(british), french))


STATES: dict[str, Callable[[State], State]] = {
    "all cards are somewhere": lambda state: state._replace(display=state.display[1:]),
    "all pieces are somewhere": lambda state: _british(state, lambda each: each._replace(villages_taken=13)),
    "nobody owes money": lambda state: _british(state, lambda each: each._replace(money=-1)),
    "siege markers stay on their tracks": lambda state: state._replace(sieges=(Siege(place("quebec"), 8), None)),
    "a village or town lies wherever control is claimed": lambda state: state._replace(
        sieges=(Siege(place("detroit"), 0), None)
    ),
}


@pytest.mark.parametrize("law", STATES)
def test_a_fault_in_a_position_is_found(law: str) -> None:
    state = GAME.place({}, rules("second"))
    game: FaultyGame[State, Action, Ruleset] = UncheckedGame(GAME)
    examined(under_test("second", None, game), state)
    with pytest.raises(Broken) as found:
        examined(under_test("second", None, game), STATES[law](state))
    assert found.value.law == law


def _played(game: FaultyGame[State, Action, Ruleset]) -> None:
    for seed in range(10):
        drive(Session(under_test("online", None, game)), seed, 4, head_start=30)


FAULTS: dict[str, Callable[[State], State]] = {
    "captured pieces stay captured": lambda state: _british(
        state, lambda each: each._replace(towns_taken=each.towns_taken - 1)
    ),
    laws.SOUND: STATES["nobody owes money"],
}


@pytest.mark.parametrize("law", FAULTS)
def test_a_fault_in_a_step_is_found(law: str) -> None:
    with pytest.raises(Broken) as found:
        _played(changing(GAME, FAULTS[law]))
    assert found.value.law == law


@pytest.mark.parametrize("leak", ["hands", "decks"])
def test_a_leak_is_found(leak: str) -> None:
    with pytest.raises(Broken) as found:
        _played(leaking(GAME, leak))
    assert found.value.law == laws.VEILED
