"""A position on the table: what is due, what an action leads to, and the four different noes."""

from enum import StrEnum
from fractions import Fraction

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over
from reference.kernel.table import Due, Table, event_rules
from reference.kernel.verdicts import Legal, Next, No, NotThisDecision, NotYourDecision, Violation, event
from tests.kernel.toy import DIE, HEAP, TAKING, WINNING, EventKind, Reason, table


def take(stones: int) -> Json:
    return {"type": "take", "stones": stones}


def roll(face: int) -> Json:
    return {"type": "roll", "face": face}


# ---------------------------------------------------------------- what is due


def test_a_choice_is_due_with_every_legal_action_as_json() -> None:
    assert table(5).due() == Due("left", "how many stones", (TAKING, HEAP), (take(1), take(2)), None)
    assert table(1, "right").due() == Due("right", "how many stones", (TAKING, HEAP), (take(1),), None)


def test_chance_is_due_with_exact_odds() -> None:
    sixths = (Fraction(1, 6),) * 6
    faces = tuple(roll(face) for face in range(1, 7))
    assert table(5, rolling=True).due() == Due("chance", "the die", (DIE,), faces, sixths)


def test_nothing_is_due_once_it_is_over() -> None:
    assert table(0).due() == Over("right wins", (WINNING,))


# ---------------------------------------------------------------- what an action leads to


def test_an_action_leads_to_another_table_and_leaves_this_one() -> None:
    before = table(5)
    assert before.act("left", take(2)) == Next(
        table(3, "right", rolling=True), (event(EventKind.TAKEN, TAKING, HEAP, stones=2),)
    )
    assert before == table(5)


def test_chance_acts_like_any_player() -> None:
    assert table(5, "right", rolling=True).act("chance", roll(6)) == Next(
        table(6, "right"), (event(EventKind.ROLLED, DIE, face=6), event(EventKind.GROWN, HEAP))
    )


def test_an_action_that_breaks_rules_is_refused_for_all_of_them() -> None:
    assert table(1).act("left", take(3)) == No(
        (
            Violation(Reason.TOO_MANY, TAKING, (("wanted", 3),)),
            Violation(Reason.NOT_THERE, HEAP, (("wanted", 3), ("heap", 1))),
        )
    )


def test_an_action_that_answers_another_decision_is_not_this_decision() -> None:
    assert table(5).act("left", roll(3)) == NotThisDecision("how many stones", (TAKING, DIE))
    assert table(0).act("left", take(1)) == NotThisDecision("nothing: it is over", (WINNING,))


def test_a_decision_of_somebody_else_is_not_yours_whatever_you_do() -> None:
    assert table(5).act("right", take(1)) == NotYourDecision("left", Legal())
    assert table(5).act("right", roll(1)) == NotYourDecision("left")
    too_many = No((Violation(Reason.TOO_MANY, TAKING, (("wanted", 3),)),))
    assert table(5).act("right", take(3)) == NotYourDecision("left", too_many)
    assert table(5, rolling=True).act("left", roll(1)) == NotYourDecision("chance")
    assert table(5, rolling=True).act("left", take(1)) == NotYourDecision("chance")


def test_an_action_that_cannot_be_read_never_reaches_the_game() -> None:
    with pytest.raises(Unreadable, match=r"^stones: \"two\" is not a whole number$"):
        table(5).act("right", {"type": "take", "stones": "two"})


# ---------------------------------------------------------------- looking at it


def test_a_position_can_be_looked_at_from_all_sides() -> None:
    seen = table(5)
    assert seen.observe("left") == {"heap": 5, "yours": True}
    assert seen.observe("right") == {"heap": 5, "yours": False}
    assert seen.canonical() == {"heap": 5, "turn": "left", "rolling": False}
    assert seen.describe() == {"heap": 5, "turn": "left", "rolling": False, "odd": True}


def test_an_unsound_position_names_what_is_broken() -> None:
    assert table(5).check() == ()
    assert table(-1).check() == (Violation(Reason.LESS_THAN_NOTHING, HEAP, (("heap", -1),)),)


def test_the_hash_is_that_of_the_canonical_form() -> None:
    """The first is `printf '{"heap":5,"rolling":false,"turn":"left"}' | sha256sum`."""
    assert table(5).digest() == "ab35d62c827c16e8"
    assert len({table(heap, turn).digest() for heap in range(10) for turn in ("left", "right")}) == 20


def test_the_rules_of_events_are_all_that_any_of_them_cites() -> None:
    class Kind(StrEnum):
        ANY = "any"

    events = (event(Kind.ANY, TAKING, HEAP), event(Kind.ANY), event(Kind.ANY, HEAP, DIE))
    assert event_rules(events) == {TAKING, HEAP, DIE}
    assert event_rules(()) == frozenset()


# ---------------------------------------------------------------- every action at once


@pytest.mark.parametrize("before", [table(5), table(1, "right"), table(4, rolling=True)])
def test_followers_are_where_each_offered_action_leads_in_their_order(before: Table) -> None:
    due = before.due()
    assert not isinstance(due, Over)
    taken = [before.act(due.by, action) for action in due.actions]
    assert [Next(each, each.happened()) for each in before.followers()] == taken
    assert before.choices() == len(taken)


def test_nothing_follows_once_it_is_over() -> None:
    assert (list(table(0).followers()), table(0).choices()) == ([], 0)
