"""Records are copied with changes just as the standard library would, and recent answers are remembered."""

import dataclasses
from dataclasses import dataclass

import pytest

from reference.kernel.memo import Recent
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


def test_recent_answers_are_given_again_to_the_same_object_only() -> None:
    asked: list[object] = []

    def ask(subject: list[int]) -> int:
        asked.append(subject)
        return len(subject)

    recent = Recent(ask, most=2)
    one, like_one, third = [1], [1], [1, 2]
    assert [recent(one), recent(one), recent(like_one), recent(one)] == [1, 1, 1, 1]
    assert len(asked) == 2
    assert [recent(third), recent(like_one)] == [2, 1]
    assert asked == [one, like_one, third]
    assert recent(one) == 1
    assert len(asked) == 4, "the answer given longest ago is forgotten first"
    recent.cache_clear()
    assert recent(one) == 1
    assert len(asked) == 5
    assert recent.__module__ == __name__
