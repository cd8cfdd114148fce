"""Compare ways to store a board of counters: the time for a move, a hash, a comparison and a look into a space.

The board has the size of Wilderness War: 140 counters with a place and a strength, 144 spaces with a work in each.
Run with `make bench` or `python -m bench.representation`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from operator import eq
from timeit import repeat
from typing import NamedTuple

COUNTERS = 140
SPACES = 144
ROUNDS = 5
TIMES = 5_000


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter as a record of its own."""

    id: int
    place: int
    steps: int


@dataclass(frozen=True, slots=True)
class Records:
    """A board of piece records."""

    pieces: tuple[Piece, ...]
    works: tuple[int, ...]

    def moved(self, counter: int, place: int) -> "Records":
        """Return the board with one counter moved."""
        piece = replace(self.pieces[counter], place=place)
        return replace(self, pieces=(*self.pieces[:counter], piece, *self.pieces[counter + 1 :]))

    def at(self, place: int) -> list[int]:
        """Return the counters in a space."""
        return [piece.id for piece in self.pieces if piece.place == place]


@dataclass(frozen=True, slots=True)
class Columns:
    """A board of columns, each a tuple of small numbers."""

    places: tuple[int, ...]
    steps: tuple[int, ...]
    works: tuple[int, ...]

    def moved(self, counter: int, place: int) -> "Columns":
        """Return the board with one counter moved."""
        places = (*self.places[:counter], place, *self.places[counter + 1 :])
        return Columns(places, self.steps, self.works)

    def at(self, place: int) -> list[int]:
        """Return the counters in a space."""
        return [counter for counter, found in enumerate(self.places) if found == place]


class Bytes(NamedTuple):
    """A board of columns, each a string of bytes."""

    places: bytes
    steps: bytes
    works: bytes

    def moved(self, counter: int, place: int) -> "Bytes":
        """Return the board with one counter moved."""
        places = b"%b%c%b" % (self.places[:counter], place, self.places[counter + 1 :])
        return Bytes(places, self.steps, self.works)

    def at(self, place: int) -> list[int]:
        """Return the counters in a space."""
        found: list[int] = []
        counter = self.places.find(place)
        while counter >= 0:
            found.append(counter)
            counter = self.places.find(place, counter + 1)
        return found


PLACES = tuple(counter * 7 % SPACES for counter in range(COUNTERS))
STEPS = (2,) * COUNTERS
WORKS = tuple(space % 3 for space in range(SPACES))


def boards() -> tuple[Records, Columns, Bytes]:
    """Return the same board in the three forms."""
    pieces = tuple(Piece(counter, place, 2) for counter, place in enumerate(PLACES))
    return Records(pieces, WORKS), Columns(PLACES, STEPS, WORKS), Bytes(bytes(PLACES), bytes(STEPS), bytes(WORKS))


def microseconds(action: Callable[[], object]) -> float:
    """Return the best time of an action over several rounds."""
    return min(repeat(action, number=TIMES, repeat=ROUNDS)) / TIMES * 1e6


def main() -> None:
    """Print the table."""
    print(f"{'microseconds for':32}{'move':>8}{'hash':>8}{'equal':>8}{'look':>8}")
    for board in boards():
        moved = board.moved(70, 3)
        twin = board.moved(70, PLACES[70])
        times = (
            microseconds(partial(board.moved, 70, 3)),
            microseconds(partial(hash, moved)),
            microseconds(partial(eq, board, twin)),
            microseconds(partial(board.at, 3)),
        )
        print(f"{type(board).__name__:32}" + "".join(f"{time:8.2f}" for time in times))


if __name__ == "__main__":
    main()
