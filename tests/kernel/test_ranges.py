"""Ranges of numbers and lengths: what is within them, what is said of the rest, and where records state them."""

from dataclasses import dataclass, field, fields

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import Codec
from reference.kernel.ranges import MOST_CHARACTERS, MOST_ITEMS, Range, between, range_of, ranged

YEARS = Range(1297, 1305, or_zero=True)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A record with a number, a number that may be missing, numbers in a list, and a text."""

    year: int = field(default=0, metadata=ranged(YEARS))
    die: int | None = field(default=None, metadata=between(1, 6))
    bids: tuple[int, ...] = field(default=(), metadata=between(0, 10))
    name: str = ""
    names: tuple[str, ...] = ()


CODEC: Codec[Sheet] = Codec((Sheet,))


def test_a_range_holds_its_ends_and_zero_only_where_it_says_so() -> None:
    assert [number for number in range(-1, 9) if number in Range(2, 4)] == [2, 3, 4]
    assert [number in YEARS for number in (-1, 0, 1, 1296, 1297, 1305, 1306)] == [
        False, True, False, False, True, True, False,
    ]  # fmt: skip
    assert (str(Range(2, 4)), str(YEARS)) == ("2 to 4", "0, or 1297 to 1305")


def test_a_number_is_returned_or_refused_with_its_range() -> None:
    assert Range(2, 4).checked(3) == 3
    with pytest.raises(Unreadable, match=r"^5 is not 2 to 4$"):
        Range(2, 4).checked(5)


def test_a_record_says_which_of_its_fields_have_a_range() -> None:
    assert [range_of(each) for each in fields(Sheet)] == [YEARS, Range(1, 6), Range(0, 10), None, None]


@pytest.mark.parametrize(
    ("name", "value", "place", "cause"),
    [
        ("year", 10**12, "year", "1000000000000 is not 0, or 1297 to 1305"),
        ("year", 1, "year", "1 is not 0, or 1297 to 1305"),
        ("die", 0, "die", "0 is not 1 to 6"),
        ("die", 7, "die", "7 is not 1 to 6"),
        ("bids", [10, 11], "bids[1]", "11 is not 0 to 10"),
        ("bids", [0] * (MOST_ITEMS + 1), "bids", "has 301 items; 300 are the most"),
        ("name", "x" * (MOST_CHARACTERS + 1), "name", "has 10001 characters; 10000 are the most"),
        ("names", ["", "x" * (MOST_CHARACTERS + 1)], "names[1]", "has 10001 characters; 10000 are the most"),
    ],
)
def test_what_is_beyond_a_range_is_unreadable_with_its_place(name: str, value: Json, place: str, cause: str) -> None:
    with pytest.raises(Unreadable) as fault:
        CODEC.read({"type": "sheet", name: value})
    assert (fault.value.place, fault.value.cause) == (place, cause)


def test_what_is_within_its_range_is_read() -> None:
    given: Json = {"type": "sheet", "year": 1305, "die": None, "bids": [0, 10], "name": "x" * MOST_CHARACTERS}
    assert CODEC.read(given) == Sheet(1305, None, (0, 10), "x" * MOST_CHARACTERS)
    assert CODEC.read({"type": "sheet"}) == Sheet()
