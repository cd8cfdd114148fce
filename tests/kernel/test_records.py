"""Records are copied with changes just as the standard library would."""

import dataclasses
from dataclasses import dataclass

import pytest

from reference.kernel.records import replace


@dataclass(frozen=True, slots=True)
class One:
    only: int = 1


@dataclass(frozen=True, slots=True)
class Many:
    first: int
    second: tuple[str, ...] = ()
    third: One = One()


def test_a_copy_has_the_changes_and_all_the_rest() -> None:
    record = Many(1, ("a",), One(5))
    assert replace(record) == record
    assert replace(record, second=(), first=7) == Many(7, (), One(5)) == dataclasses.replace(record, second=(), first=7)
    assert replace(One(), only=3) == One(3)
    assert record == Many(1, ("a",), One(5))


def test_a_field_that_is_not_there_is_an_error() -> None:
    changes: dict[str, int] = {"other": 2}
    with pytest.raises(KeyError):
        replace(One(), **changes)
