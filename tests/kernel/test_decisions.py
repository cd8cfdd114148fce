"""Decisions: who decides, what is offered, and odds that add up to one."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.kernel.decisions import CHANCE, Chance, Choice, Decision, Over, evenly

RULES = ("ww:7.62", "ww:7.63")


def test_chance_decides_what_chance_decides() -> None:
    die = evenly("the die", RULES, ("low", "middle", "high"))
    third = Fraction(1, 3)
    assert die == Chance("the die", RULES, (("low", third), ("middle", third), ("high", third)))
    assert (die.by, die.actions) == (CHANCE, ("low", "middle", "high"))


def test_uneven_odds_keep_their_order() -> None:
    draw = Chance("the card", RULES, (("rare", Fraction(1, 70)), ("common", Fraction(69, 70))))
    assert (draw.by, draw.actions) == ("chance", ("rare", "common"))


@given(st.lists(st.integers(), min_size=1, unique=True).map(tuple))
def test_even_odds_are_equal_and_add_up_to_exactly_one(outcomes: tuple[int, ...]) -> None:
    chance = evenly("the draw", (), outcomes)
    assert chance.actions == outcomes
    assert {odds for _, odds in chance.outcomes} == {Fraction(1, len(outcomes))}
    assert sum(odds for _, odds in chance.outcomes) == 1


def test_chance_cannot_choose_from_nothing() -> None:
    with pytest.raises(ZeroDivisionError):
        evenly("the draw", (), ())


def test_a_side_and_chance_can_be_asked_the_same_questions() -> None:
    choice: Decision[str] = Choice("french", "where to", RULES, ("quebec", "montreal"))
    chance: Decision[str] = evenly("where to", RULES, ("quebec", "montreal"))
    assert [(due.by, due.about, due.rules, due.actions) for due in (choice, chance)] == [
        (by, "where to", RULES, ("quebec", "montreal")) for by in ("french", "chance")
    ]


def test_a_game_may_end_without_a_rule() -> None:
    assert Over("a draw") == Over("a draw", ())
