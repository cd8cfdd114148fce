"""What a format of recorded games looks like: its name, and the marks on the first line by which a file is known."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from reference.kernel.canonical import Json, Unreadable, parse
from reference.kernel.fields import Fields, fields_of


@dataclass(frozen=True, slots=True)
class Mark:
    """Something the first line must have: in words, and as a test of the line read as a JSON object."""

    wanted: str
    holds: Callable[[Fields], bool]


def has(field: str, *values: Json) -> Mark:
    """Return the mark of a field that must be there, with one of these values if any are given."""
    if not values:
        return Mark(f"a field {field!r}", lambda line: field in line)
    told = " or ".join(repr(each) for each in values)
    return Mark(f"{field!r} {told}", lambda line: line.take(field) in values)


@dataclass(frozen=True, slots=True)
class Format:
    """A format of recorded games: JSON Lines whose first line has all these marks."""

    name: str
    about: str
    marks: tuple[Mark, ...]

    def missing(self, first_line: str) -> tuple[str, ...]:
        """Return the marks that a first line lacks, in words; all of them if it is no JSON object."""
        return tuple(each.wanted for each in self._absent(first_line))

    def recognises(self, first_line: str) -> bool:
        """Say whether a file that begins with this line is one of these records."""
        return not self.missing(first_line)

    def nearly(self, first_line: str) -> bool:
        """Say whether a first line has at least half of the marks, but not all."""
        absent = len(self.missing(first_line))
        return 0 < absent <= len(self.marks) // 2

    def _absent(self, first_line: str) -> Iterator[Mark]:
        try:
            line = fields_of(parse(first_line))
        except Unreadable:
            yield from self.marks
            return
        yield from (each for each in self.marks if not each.holds(line))
