"""Putting a position made by hand on the table."""

from dataclasses import replace

import pytest

from reference.kernel.canonical import Unreadable
from reference.kernel.coherence import Nesting, placed
from reference.kernel.decisions import Choice
from reference.kernel.engine import MOST_STEPS, Engine
from reference.kernel.procedures import Procedure, UnderWay, always_waits, other_decision, under_way
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next
from tests.kernel.test_engine import ENGINE, Action, Counting, Frame, Passing, Rolling, State, counting

NESTING: Nesting[Frame] = Nesting({Counting: (Rolling, Counting)}, (Counting,))


def test_frames_where_they_belong_have_no_fault() -> None:
    assert list(NESTING.faults(())) == []
    assert list(NESTING.faults((Counting(1), Counting(2), Rolling()))) == []


def test_frames_where_they_do_not_belong_are_named_all_of_them() -> None:
    assert list(NESTING.faults((Rolling(), Counting(1), Rolling(), Rolling()))) == [
        ("frames[0]", "rolling is nothing on its own"),
        ("frames[1]", "counting never happens within rolling"),
        ("frames[3]", "rolling never happens within rolling"),
    ]


def test_a_position_goes_on_to_its_first_decision() -> None:
    assert placed(ENGINE, counting(5, 3), ()).state == counting(5, 0)


def test_the_first_fault_is_told_with_its_place() -> None:
    with pytest.raises(Unreadable, match=r"^year: is too late$"):
        placed(ENGINE, counting(1), [("year", "is too late"), ("vp", "is too high")])


def test_a_position_that_never_comes_to_a_decision_is_unreadable() -> None:
    with pytest.raises(Unreadable, match=r"^frames\[1\]: counting leads to no decision however long it goes on$"):
        placed(ENGINE, counting(0, MOST_STEPS), ())


def test_a_position_that_leaves_nothing_to_choose_is_unreadable() -> None:
    def nothing(_state: State, _frame: Counting) -> Choice[Action]:
        return Choice("teller", "a number", (), ())

    stuck: Procedure[State, Counting, Action] = Procedure(
        nothing, other_decision, lambda *_: Next(counting()), always_waits
    )

    def at_work(state: State) -> UnderWay[State, Action]:
        frame = state.stack.top
        assert isinstance(frame, Counting)
        return under_way(stuck, frame)

    with pytest.raises(Unreadable, match=r"^opening: counting leaves teller nothing to choose \(a number\)$"):
        placed(Engine(at_work), counting(1), (), lambda _: "opening")


def test_a_step_that_stumbles_makes_the_position_unreadable() -> None:
    def stumbles(_state: State) -> Next[State]:
        raise LookupError("no such place")

    with pytest.raises(Unreadable, match=r"^frames\[0\]: counting cannot continue on this board$"):
        placed(Engine(ENGINE.at_work, stumbles), counting(1), ())
    with pytest.raises(Unreadable, match=r"^the position cannot continue on this board$"):
        placed(Engine(ENGINE.at_work, stumbles), replace(counting(), stack=Stack()), ())


def test_the_procedure_that_stumbled_is_named_though_others_were_above_it() -> None:
    def stumbles(state: State) -> Next[State] | None:
        if state.stack == Stack((Counting(1), Counting(2))):
            raise AssertionError
        return None

    given = State(Stack((Counting(1), Counting(2), Passing())))
    with pytest.raises(Unreadable, match=r"^frames\[1\]: counting cannot continue on this board$"):
        placed(Engine(ENGINE.at_work, stumbles), given, ())
