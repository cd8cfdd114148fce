"""What numbers, lists and texts from outside may be: stated once, for reading, for checks and for documents.

A number has a range that comes from the game. The range of a record's field is its metadata; other fields of a position
name theirs when they are read. A list or text has a length that no game needs to exceed. So no work grows with a number
that somebody sends, only with the length of what he sends.
"""

import types
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass

from reference.kernel.canonical import Unreadable

# No list of pieces, cards or places is longer, nor any text; no procedure is under way within so many others.
MOST_ITEMS = 300
MOST_CHARACTERS = 10_000
MOST_FRAMES = 50
_RANGE = "range"


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers from `least` to `most`, and 0 for "never" where that lies outside."""

    least: int
    most: int
    or_zero: bool = False

    def __contains__(self, number: int) -> bool:
        """Say whether a number is within the range."""
        return self.least <= number <= self.most or (self.or_zero and not number)

    def __str__(self) -> str:
        """Return the range in words."""
        return f"{'0, or ' if self.or_zero else ''}{self.least} to {self.most}"

    def checked(self, number: int) -> int:
        """Return a number that is within the range; `Unreadable` if it is not."""
        if number not in self:
            raise Unreadable("", f"{number} is not {self}")
        return number


# The number of a line or step, or of things that a file only reports; -1 for none. Nothing is repeated so often.
COUNT = Range(-1, 1_000_000_000)


def ranged(within: Range) -> Mapping[str, Range]:
    """Return the metadata of a field whose number has a range, or whose numbers have one."""
    return types.MappingProxyType({_RANGE: within})


def between(least: int, most: int) -> Mapping[str, Range]:
    """Return the metadata of a field whose number has a range of its own."""
    return ranged(Range(least, most))


def range_of(given: Field[object]) -> Range | None:
    """Return the range of a record's field, if it has one."""
    found: object = given.metadata.get(_RANGE)
    return found if isinstance(found, Range) else None


def short_enough(text: str, most: int = MOST_CHARACTERS) -> str:
    """Return a text that is not too long."""
    if len(text) > most:
        raise Unreadable("", f"has {len(text)} characters; {most} are the most")
    return text


def few_enough(items: Sequence[object], most: int = MOST_ITEMS) -> None:
    """Refuse a list that is too long."""
    if len(items) > most:
        raise Unreadable("", f"has {len(items)} items; {most} are the most")
