"""Openings: refusals with every rule, actions taken to begin with, and what is listed."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import Codec, Words
from reference.kernel.openings import (
    Forbidden,
    OpeningField,
    OpeningForm,
    forbid,
    forms_of,
    taken,
)
from reference.kernel.ranges import between
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import violation
from tests.kernel.test_engine import ENGINE, TELLING, Counting, Die, Kind, Rolling, Say, State, counting

Spot = NewType("Spot", int)


class Shape(StrEnum):
    """A shape."""

    ROUND = "round"
    SQUARE = "square"


@dataclass(frozen=True, slots=True)
class Plain:
    """Nothing more
    than this."""


@dataclass(frozen=True, slots=True)
class ManyFields:
    """An opening with a field of every kind."""

    spot: Spot
    shape: Shape
    left: int = field(metadata=between(1, 3))
    shapes: tuple[Shape, ...] = ()
    other: Spot | None = None
    quick: bool = False
    slow: bool = True
    named: Shape = Shape.ROUND
    most: int = field(default=2, metadata=between(0, 2))


CODEC: Codec[Plain | ManyFields] = Codec((Plain, ManyFields), {Spot: Words(str, int)})
TOO_LARGE = violation(Kind.TOO_LARGE, TELLING, number=14, who=("a", "b"))


def test_a_refusal_names_every_rule_with_its_facts_wherever_it_is_seen_from() -> None:
    fault = Forbidden("", (TOO_LARGE, violation(Kind.SAID, TELLING)))
    assert str(fault) == "too large (ww:7.62: number 14, who a b); said (ww:7.62)"
    outer = fault.within("opening").within("position")
    assert (outer.place, outer.cause, outer.violations) == ("position.opening", fault.cause, fault.violations)


def test_an_opening_is_refused_for_each_rule_once_and_let_pass_without_any() -> None:
    forbid(())
    with pytest.raises(Forbidden) as fault:
        forbid((TOO_LARGE, TOO_LARGE))
    assert fault.value.violations == (TOO_LARGE,)


def test_an_action_taken_to_begin_with_is_settled_refused_or_not_due() -> None:
    begun = counting(0)
    settled = State(Stack((Counting(0), Rolling())))
    assert taken(ENGINE, begun, Say(3)) == settled
    with pytest.raises(Forbidden) as fault:
        taken(ENGINE, begun, Say(14))
    assert [each.rule for each in fault.value.violations] == [TELLING]
    with pytest.raises(Unreadable, match=r"^here another decision is due: "):
        taken(ENGINE, begun, Die(1))


@pytest.mark.parametrize(("name", "number", "allowed"), [
    ("left", 0, "1 to 3"), ("left", 4, "1 to 3"), ("left", 999999999999, "1 to 3"), ("most", -1, "0 to 2"),
    ("most", 3, "0 to 2"),
])  # fmt: skip
def test_a_number_is_read_within_its_range(name: str, number: int, allowed: str) -> None:
    given: dict[str, Json] = {"type": "many_fields", "spot": "5", "shape": "round", "left": 1}
    assert CODEC.read({"type": "plain"}) == Plain()
    assert CODEC.read(given) == ManyFields(Spot(5), Shape.ROUND, 1)
    with pytest.raises(Unreadable) as fault:
        CODEC.read({**given, name: number})
    assert (fault.value.place, fault.value.cause) == (name, f"{number} is not {allowed}")


def test_openings_are_listed_with_what_their_fields_may_hold() -> None:
    assert forms_of((Plain, ManyFields)) == (
        OpeningForm("plain", "Nothing more than this.", ()),
        OpeningForm(
            "many_fields",
            "An opening with a field of every kind.",
            (
                OpeningField("spot", "spot", None),
                OpeningField("shape", "round | square", None),
                OpeningField("left", "1 to 3", None),
                OpeningField("shapes", "list of round | square", "none"),
                OpeningField("other", "spot", "none"),
                OpeningField("quick", "true | false", "no"),
                OpeningField("slow", "true | false", "yes"),
                OpeningField("named", "round | square", "round"),
                OpeningField("most", "0 to 2", "2"),
            ),
        ),
    )
