"""A game put together from its parts starts, places, decides and steps; positions name the place of a fault."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import Codec
from reference.kernel.coherence import Fault, Nesting, PlaceOf, in_frames
from reference.kernel.fields import fields_of
from reference.kernel.framed_game import FramedGame, Parts
from reference.kernel.game import Game
from reference.kernel.ranges import COUNT
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import No, NotThisDecision, Settled, Violation, violation
from tests.kernel.test_engine import ENGINE, TELLING, Action, Counting, Die, Frame, Kind, Rolling, Say, State, counting

NESTING: Nesting[Frame] = Nesting({Counting: (Rolling,)}, (Counting,))


@dataclass(frozen=True)
class Ruleset:
    """How far is counted."""

    far: Literal["2", "3"]


def _read(position: Json, _ruleset: Ruleset) -> State:
    given = fields_of(position)
    given.take("opening")
    rolling = given.take("rolling") is True
    state = counting(given.number("left", 0, COUNT))
    given.finish()
    return state.with_stack(Stack((Rolling(),))) if rolling else state


def _faults(state: State, place_of: PlaceOf = in_frames) -> Iterator[Fault]:
    yield from NESTING.faults(state.stack.frames, place_of)


def _unsound(state: State) -> tuple[Violation, ...]:
    return (violation(Kind.TOO_LARGE, TELLING, number=1),) if state.shown else ()


PARTS: Parts[State, Action, Ruleset] = Parts(
    engine=ENGINE,
    actions=Codec((Say, Die)),
    ruleset=Ruleset,
    set_up=lambda _, ruleset: counting(int(ruleset.far)),
    read=_read,
    faults=_faults,
    violations=_unsound,
    written=lambda state: {"frames": len(state.stack.frames)},
    described=lambda state: {"frames": len(state.stack.frames), "over": state.outcome is not None},
    seen=lambda _, side: {"side": side},
)


@dataclass(frozen=True, slots=True)
class Counted(FramedGame[State, Action, Ruleset]):
    """The game of the engine's tests as one object."""

    id: str = "counted"
    scenarios: tuple[str, ...] = ("short",)
    parts: Parts[State, Action, Ruleset] = field(default=PARTS, repr=False, compare=False)


GAME: Game[State, Action, Ruleset] = Counted()
FAR = Ruleset("3")


def test_a_scenario_begins_at_its_first_decision() -> None:
    assert GAME.ruleset({"far": "3"}) == FAR
    assert GAME.start("short", FAR) == counting(0)
    with pytest.raises(Unreadable, match=r"^scenario: 'long' is none of: short$"):
        GAME.start("long", FAR)


def test_a_position_is_read_and_gone_on_with_and_a_fault_names_the_frame_or_the_opening() -> None:
    assert GAME.place({"left": 2}, FAR) == counting(0)
    with pytest.raises(Unreadable, match=r"^frames\[0\]: rolling is nothing on its own$"):
        GAME.place({"rolling": True}, FAR)
    with pytest.raises(Unreadable, match=r"^opening: rolling is nothing on its own$"):
        GAME.place({"rolling": True, "opening": {}}, FAR)


def test_deciding_and_stepping_are_the_engines() -> None:
    state = GAME.start("short", FAR)
    due = GAME.decision(state)
    assert due == ENGINE.decision(state)
    stepped = GAME.step(state, Say(2), due)
    assert stepped == ENGINE.step(state, Say(2))
    assert isinstance(stepped, Settled)
    assert GAME.step(state, Say(9)) == No((violation(Kind.TOO_LARGE, TELLING, number=9),))
    assert GAME.violations(state, Say(9)) == (violation(Kind.TOO_LARGE, TELLING, number=9),)
    assert isinstance(GAME.step(state, Die(1)), NotThisDecision)
    assert GAME.violations(state, Die(1)) is None
    assert GAME.violations(state.with_stack(Stack()), Say(2)) is None


def test_nothing_is_named_where_nothing_is_under_way() -> None:
    state = GAME.start("short", FAR)
    assert GAME.named(state, (Say(9),)) == No((violation(Kind.TOO_LARGE, TELLING, number=9),))
    assert GAME.named(state.with_stack(Stack()), (Say(2),)) is None


def test_what_is_said_of_a_state_comes_from_the_parts() -> None:
    state = counting(0)
    assert GAME.observe(state, "teller") == {"side": "teller"}
    assert GAME.canonical(state) == {"frames": 1}
    assert GAME.describe(state) == {"frames": 1, "over": False}
    assert GAME.check(state) == ()
    assert GAME.check(State(state.stack, shown=True)) == (violation(Kind.TOO_LARGE, TELLING, number=1),)


def test_a_game_without_windows_and_turns_gives_no_reason_for_what_is_not_asked() -> None:
    state = counting(0)
    assert GAME.not_asked(state, "teller", Say(1), ()) == ()
    assert GAME.in_turn(state, "teller") == ()


def test_actions_are_read_and_written() -> None:
    assert GAME.read_action({"type": "say", "number": 3}) == Say(3)
    assert GAME.write_action(Die(2)) == {"type": "die", "face": 2}


def test_two_objects_of_one_game_are_equal() -> None:
    assert Counted() == GAME
    assert repr(Counted()) == "Counted(id='counted', scenarios=('short',))"


def test_a_game_that_counts_nothing_has_no_points_and_no_returns() -> None:
    assert GAME.points(counting(0)) == ()
    assert GAME.returns(counting(0)) == ()
