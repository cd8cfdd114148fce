"""A walk through a game: every position once, what was chosen on the way, and what must not be."""

from collections.abc import Callable
from itertools import islice, pairwise

import pytest

from oracle.choices import Choices, Dice, StableRandom
from oracle.walk import DeadEnd, OfferRefused, Turn, played_out, turns, walk, walk_states
from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice, Decision, Over
from reference.kernel.table import Due, Table, seat
from reference.kernel.verdicts import No, violation
from tests.kernel import toy
from tests.kernel.toy import TAKING, WINNING, Reason, Roll, State, Stones, Take

GAME = Stones()
RULES = toy.Ruleset("2")
TWO_LEFT = State(RULES, 2)
OVER = Over("right wins", (WINNING,))


def _first(_: object, due: Decision[toy.Action]) -> toy.Action:
    return due.actions[0]


def _first_written(_: Table, due: Due) -> Json:
    return due.actions[0]


# ---------------------------------------------------------------- the way


def test_a_walk_goes_through_every_position_with_the_turn_that_led_there() -> None:
    """Given two stones, when each player takes one and the die shows a one, then these are all positions."""
    way = list(walk_states(GAME, TWO_LEFT, _first))
    assert (way[0].state, way[0].due, way[0].turn) == (TWO_LEFT, GAME.decision(TWO_LEFT), None)
    assert isinstance(way[-1].due, Over)
    for before, here in pairwise(way):
        assert here.turn is not None
        assert (here.turn.state, here.turn.due, here.turn.after) == (before.state, before.due, here.state)
        assert here.due == GAME.decision(here.state)
    assert [turn.action for turn in turns(way)][:2] == [Take(1), Roll(1)]


def test_a_walk_over_tables_is_the_same_walk() -> None:
    states, tables = walk_states(GAME, TWO_LEFT, _first), walk(seat(GAME, TWO_LEFT), _first_written)
    for state, table in zip(states, tables, strict=True):
        assert table.state == seat(GAME, state.state)
        assert table.due == table.state.due()
        assert (state.turn is None) == (table.turn is None)
        if state.turn is not None and table.turn is not None:
            assert table.turn == Turn(
                seat(GAME, state.turn.state), table.turn.due, GAME.write_action(state.turn.action), state.turn.events,
                seat(GAME, state.turn.after),
            )  # fmt: skip
            assert table.turn.due == seat(GAME, state.turn.state).due()


def test_a_walk_from_the_end_is_that_one_position() -> None:
    (end,) = walk_states(GAME, State(RULES, 0), _first)
    assert (end.state, end.due, end.turn) == (State(RULES, 0), OVER, None)
    assert list(turns(walk(toy.table(0), _first_written))) == []


def test_nothing_is_chosen_before_the_next_position_is_asked_for() -> None:
    asked: list[str] = []

    def choose(_: Table, due: Due) -> Json:
        asked.append(due.about)
        return due.actions[0]

    way = walk(toy.table(5), choose)
    next(way)
    assert asked == []
    assert len(list(islice(way, 2))) == len(asked) == 2


def test_what_is_due_is_worked_out_once_in_a_position() -> None:
    class Counting(Stones):
        asked: int = 0

        def decision(self, state: State) -> Decision[toy.Action] | Over:
            type(self).asked += 1
            return super().decision(state)

    way = list(walk_states(Counting(), TWO_LEFT, _first))
    # The toy's own step works out what is due after it; a walk asks no more than that, and once at its start.
    assert Counting.asked == len(way)


# ---------------------------------------------------------------- what must not be


class _Stuck(Stones):
    def decision(self, state: State) -> Decision[toy.Action] | Over:
        return Choice("left", "nothing at all", (), ())


class _Refusing(Stones):
    def step(self, state: State, action: toy.Action, due: toy.Due | None = None) -> toy.Verdict:
        return No((violation(Reason.TOO_MANY, TAKING, wanted=1),))


def test_a_position_in_which_nobody_can_decide_is_shown_and_then_refused() -> None:
    way = walk_states(_Stuck(), TWO_LEFT, _first)
    assert next(way).state == TWO_LEFT
    with pytest.raises(DeadEnd, match="nobody can decide nothing at all"):
        next(way)


@pytest.mark.parametrize(
    ("way", "action"),
    [
        (lambda: list(walk_states(_Refusing(), TWO_LEFT, _first)), "Take(stones=1)"),
        (lambda: list(walk(seat(_Refusing(), TWO_LEFT), _first_written)), '{"stones":1,"type":"take"}'),
    ],
)
def test_an_action_offered_and_refused_is_named(way: Callable[[], object], action: str) -> None:
    with pytest.raises(OfferRefused) as found:
        way()
    assert (found.value.about, found.value.action) == ("how many stones", action)
    assert found.value.refusal == No((violation(Reason.TOO_MANY, TAKING, wanted=1),))
    assert str(found.value).startswith(f"{action} is offered for how many stones and refused: No(")


# ---------------------------------------------------------------- where choices come from


def test_the_dice_fall_so_on_every_machine() -> None:
    """The numbers of `random.Random(3).randrange(6)`: the seeds that are published stand for such rows."""
    numbers, letters = Dice(3), Dice(3)
    assert [numbers.below(6) for _ in range(8)] == [1, 4, 4, 1, 2, 4, 3, 5]
    assert "".join(letters.one("abcdef") for _ in range(8)) == "beebcedf"


@pytest.mark.parametrize("choices", [Dice(1), StableRandom("1")])
def test_every_item_is_chosen_sooner_or_later(choices: Choices) -> None:
    assert {choices.one("abc") for _ in range(50)} == set("abc")
    assert {choices.below(3) for _ in range(50)} == {0, 1, 2}


def test_playing_out_leads_where_a_walk_leads() -> None:
    start = State(RULES, 9)
    way = list(walk_states(GAME, start, _first))
    assert played_out(GAME, start, lambda actions: actions[0]) == (way[-1].state, len(way) - 1)
    assert played_out(GAME, start, lambda actions: actions[0], most=3) == (way[3].state, 3)
