"""Driving a game: what is due, what an action leads to, and the walk to the next decision.

The game of these tests counts: a frame `Counting` goes down by itself to nought, then asks for the next number; a frame
`Rolling` waits for a die. Whoever says 13 wins, 0 is a draw.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

import pytest

from reference.kernel.decisions import SETTLED, Choice, Decision, Over, evenly
from reference.kernel.engine import MOST_STEPS, Endless, Engine, over
from reference.kernel.procedures import (
    Procedure,
    UnderWay,
    always_waits,
    closes,
    never_applies,
    never_waits,
    other_decision,
    under_way,
)
from reference.kernel.stacks import Stack, closed, opened, with_top
from reference.kernel.verdicts import Event, Next, No, NotThisDecision, Settled, Violation, event, violation

TELLING, DICE, ENDING = "ww:7.62", "ww:7.2-C", "ww:7.2-E"


class Side(StrEnum):
    """The only player."""

    TELLER = "teller"


class Kind(StrEnum):
    """What can happen, and the reason for a refusal."""

    COUNTED = "counted"
    SAID = "said"
    TOO_LARGE = "too_large"


@dataclass(frozen=True)
class Outcome:
    """How it ended."""

    winner: Side | None
    rule: str


@dataclass(frozen=True)
class Counting:
    """Counts down to nought."""

    left: int


@dataclass(frozen=True)
class Rolling:
    """Waits for a die."""


@dataclass(frozen=True)
class Passing:
    """Is over at once."""


@dataclass(frozen=True)
class Say:
    """Name the next number."""

    number: int


@dataclass(frozen=True)
class Die:
    """Chance: what the die shows."""

    face: int


Frame: TypeAlias = Counting | Rolling | Passing
Action: TypeAlias = Say | Die


@dataclass(frozen=True)
class State:
    """The procedures under way, a flag that lasts until the next answer, how it ended."""

    stack: Stack[Frame]
    shown: bool = False
    outcome: Outcome | None = None

    def with_stack(self, stack: Stack[Frame]) -> "State":
        return replace(self, stack=stack)


def _asks(_state: State, frame: Counting) -> Decision[Action] | None:
    return None if frame.left else Choice("teller", "a number", (TELLING,), (Say(0), Say(2), Say(3), Say(13)))


def _too_large(_state: State, _frame: Counting, action: Action) -> tuple[Violation, ...] | None:
    if not isinstance(action, Say):
        return None
    return (violation(Kind.TOO_LARGE, TELLING, number=action.number),)


def _said(state: State, _frame: Counting, action: Action) -> Next[State]:
    assert isinstance(action, Say)
    said = (event(Kind.SAID, TELLING, number=action.number, shown=state.shown),)
    if action.number in (0, 13):
        winner = Side.TELLER if action.number else None
        return Next(replace(state, outcome=Outcome(winner, ENDING)), said)
    if action.number == 3:
        return Next(opened(with_top(state, Counting(0)), Rolling()), said)
    return Next(with_top(state, Counting(action.number)), said)


def _counted(state: State, frame: Counting) -> Next[State]:
    return Next(with_top(state, Counting(frame.left - 1)), (counted(frame.left),))


def counted(number: int) -> Event:
    return event(Kind.COUNTED, TELLING, number=number)


def _die(_state: State, _frame: Rolling) -> Decision[Action]:
    return evenly("a die", (DICE,), (Die(1), Die(2)))


def _rolled(state: State, _frame: Rolling, action: Action) -> Next[State]:
    assert isinstance(action, Die)
    return Next(opened(closed(state), Passing()))


COUNTING: Procedure[State, Counting, Action] = Procedure(_asks, _too_large, _said, _counted)
ROLLING: Procedure[State, Rolling, Action] = Procedure(_die, other_decision, _rolled, always_waits)
PASSING: Procedure[State, Passing, Action] = Procedure(never_waits, other_decision, never_applies, closes)


def _at_work(state: State) -> UnderWay[State, Action] | None:
    if not state.stack:
        return None
    frame = state.stack.top
    match frame:
        case Counting():
            return under_way(COUNTING, frame)
        case Rolling():
            return under_way(ROLLING, frame)
        case Passing():
            return under_way(PASSING, frame)
        case _:
            assert_never(frame)


def _hidden(state: State) -> State:
    return replace(state, shown=False)


ENGINE: Engine[State, Action] = Engine(_at_work, answered=_hidden)
ASKS = Choice("teller", "a number", (TELLING,), (Say(0), Say(2), Say(3), Say(13)))
DICE_ROLL: Decision[Action] = evenly("a die", (DICE,), (Die(1), Die(2)))


def counting(*left: int, shown: bool = False) -> State:
    return State(Stack(tuple(Counting(each) for each in left)), shown)


def test_the_procedure_at_work_says_what_is_due() -> None:
    assert ENGINE.decision(counting(0)) == ASKS
    assert ENGINE.decision(State(Stack((Counting(0), Rolling())))) == DICE_ROLL


def test_nothing_is_due_where_no_procedure_is_left_or_none_waits_or_the_game_is_over() -> None:
    assert ENGINE.decision(State(Stack())) == SETTLED
    assert ENGINE.decision(counting(4)) == SETTLED
    won = replace(counting(0), outcome=Outcome(Side.TELLER, ENDING))
    assert ENGINE.decision(won) == Over("teller wins", (ENDING,))
    assert over(Outcome(None, ENDING)) == Over("draw", (ENDING,))


def test_an_offered_action_goes_on_to_the_next_decision_with_every_event_on_the_way() -> None:
    said = event(Kind.SAID, TELLING, number=2, shown=False)
    expected = Settled(counting(0), (said, counted(2), counted(1)), ASKS)
    assert ENGINE.step(counting(0), Say(2)) == expected
    assert ENGINE.step(counting(0), Say(2), ASKS) == expected


def test_what_lasts_until_the_next_answer_is_gone_when_the_answer_comes() -> None:
    found = ENGINE.step(counting(0, shown=True), Say(2))
    assert isinstance(found, Settled)
    assert found.events[0] == event(Kind.SAID, TELLING, number=2, shown=False)
    assert found.state == counting(0)


def test_an_action_that_ends_the_game_is_the_last() -> None:
    won = ENGINE.step(counting(5, 0), Say(13))
    assert isinstance(won, Settled)
    assert won.due == Over("teller wins", (ENDING,))
    assert won.state.stack == Stack((Counting(5), Counting(0)))
    assert ENGINE.step(won.state, Say(2)) == NotThisDecision("nothing: the game is over", (ENDING,))


def test_no_action_answers_where_no_procedure_is_left() -> None:
    assert ENGINE.step(State(Stack()), Say(2)) == NotThisDecision("nothing: all is settled", ())


def test_an_action_that_is_not_offered_is_refused_with_its_rule_or_answers_something_else() -> None:
    assert ENGINE.step(counting(0), Say(9)) == No((violation(Kind.TOO_LARGE, TELLING, number=9),))
    assert ENGINE.step(counting(0), Die(1)) == NotThisDecision("a number", (TELLING,))


def test_only_one_of_its_outcomes_answers_for_chance() -> None:
    rolling = State(Stack((Counting(0), Rolling())))
    assert ENGINE.step(rolling, Die(2)) == Settled(counting(0), (), ASKS)
    assert ENGINE.step(rolling, Die(3)) == NotThisDecision("a die", (DICE,))
    assert ENGINE.step(rolling, Say(2)) == NotThisDecision("a die", (DICE,))


def test_what_follows_by_itself_comes_before_the_procedure_is_asked() -> None:
    def emptied(state: State) -> Next[State] | None:
        return Next(State(Stack()), (counted(99),)) if state.stack == Stack((Counting(1),)) else None

    eager = Engine(_at_work, emptied)
    said = event(Kind.SAID, TELLING, number=2, shown=False)
    assert eager.step(counting(0), Say(2)) == Settled(State(Stack()), (said, counted(2), counted(99)), SETTLED)


def test_a_long_procedure_ends_and_one_that_never_waits_is_found_out() -> None:
    assert ENGINE.settle(Next(counting(MOST_STEPS - 1))).state == counting(0)
    with pytest.raises(Endless) as found:
        ENGINE.settle(Next(counting(MOST_STEPS)))
    assert str(found.value) == "no decision within 10000 steps"


def test_the_decision_of_a_state_is_computed_once_a_step() -> None:
    asked: list[State] = []

    def looks(state: State, frame: Counting) -> Decision[Action] | None:
        asked.append(state)
        return _asks(state, frame)

    watched = Procedure(looks, _too_large, _said, _counted)

    def at_work(state: State) -> UnderWay[State, Action]:
        frame = state.stack.top
        assert isinstance(frame, Counting)
        return under_way(watched, frame)

    engine: Engine[State, Action] = Engine(at_work)
    settled = engine.settle(Next(counting(0)))
    assert asked == [counting(0)]
    engine.step(settled.state, Say(2), settled.due)
    assert asked == [counting(0), counting(2), counting(1), counting(0)]


def test_parts_that_must_never_run_say_so() -> None:
    with pytest.raises(AssertionError, match=r"Passing.* offered no decision"):
        PASSING.apply(counting(0), Passing(), Say(1))
    with pytest.raises(AssertionError, match=r"Rolling\(\) always waits"):
        ROLLING.advance(counting(0), Rolling())
