"""The board: where every block stands and how strong it is (4.5 says who holds an area).

A board is two byte columns with one byte for each block. That makes it small, quick to copy and quick to hash. The
functions below are the only ones that know the layout. Blocks off the map have no steps.
"""

from enum import IntEnum
from typing import NamedTuple

from reference.hammer_of_the_scots.ch01_map import AREAS, Area
from reference.hammer_of_the_scots.ch02_armies import (
    BLOCKS_OF,
    FIRST_AND_LAST,
    FULL,
    IS_NOBLE,
    NOBLES_OF,
    OTHER_SIDE,
    SIDES,
    Block,
)
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.columns import with_byte
from reference.kernel.rules import rule

ON_MAP = len(AREAS)
_SCOTS, _LAST = FIRST_AND_LAST[Side.ENGLAND]


class Away(IntEnum):
    """Where a block off the map is; the numbers are higher than those of all areas."""

    POOL = 255
    ASIDE = 254
    DEAD = 253


class Board(NamedTuple):
    """All blocks: `at` holds an area or an `Away`, `steps` the strength."""

    at: bytes
    steps: bytes


EMPTY_BOARD = Board(bytes([Away.ASIDE]) * len(SIDES), bytes(len(SIDES)))


def put(board: Board, who: Block, place: Area, steps: int) -> Board:
    """Return the board with a block in an area at a strength."""
    return Board(with_byte(board.at, who, place), with_byte(board.steps, who, steps))


def put_away(board: Board, who: Block, away: Away) -> Board:
    """Return the board with a block off the map."""
    return Board(with_byte(board.at, who, away), with_byte(board.steps, who, 0))


def moved(board: Board, who: Block, place: Area) -> Board:
    """Return the board with a block in another area."""
    return Board(with_byte(board.at, who, place), board.steps)


def stepped(board: Board, who: Block, steps: int) -> Board:
    """Return the board with a block at another strength."""
    return Board(board.at, with_byte(board.steps, who, steps))


def is_on_map(board: Board, who: Block) -> bool:
    """Say whether a block is on the map."""
    return board.at[who] < ON_MAP


def place_of(board: Board, who: Block) -> Area:
    """Return the area of a block that is on the map."""
    return Area(board.at[who])


def count(board: Board, place: Area, side: Side) -> int:
    """Return how many blocks of a side are in an area."""
    return board.at.count(place, 0, _SCOTS) if side is Side.SCOTLAND else board.at.count(place, _SCOTS, _LAST)


def blocks_at(board: Board, place: Area, side: Side) -> list[Block]:
    """Return a side's blocks in an area."""
    at, (first, last) = board.at, FIRST_AND_LAST[side]
    found: list[Block] = []
    index = at.find(place, first, last)
    while index >= 0:
        found.append(Block(index))
        index = at.find(place, index + 1, last)
    return found


@rule("hs:5.41-2")
def strongest_of(board: Board, blocks: list[Block]) -> int:
    """Return the highest strength among blocks; of none, nothing."""
    return max((board.steps[each] for each in blocks), default=0)


@rule("hs:5.8-2")
def in_pool(board: Board, side: Side) -> list[Block]:
    """Return the blocks in a side's pool, eliminated ones too: levies and replacements draw from these."""
    return [each for each in BLOCKS_OF[side] if board.at[each] == Away.POOL]


# ---------------------------------------------------------------- 4.5: who holds an area


@rule("hs:4.5-2")
def holds(board: Board, place: Area, side: Side) -> bool:
    """Say whether a side has blocks in an area, as it stands at this moment."""
    if side is Side.SCOTLAND:
        return board.at.find(place, 0, _SCOTS) >= 0
    return board.at.find(place, _SCOTS, _LAST) >= 0


def is_friendly(board: Board, place: Area, side: Side) -> bool:
    """Say whether an area has blocks of this side and no others."""
    return holds(board, place, side) and not holds(board, place, side.enemy)


def is_contested(board: Board, place: Area) -> bool:
    """Say whether both sides have blocks in an area."""
    return board.at.find(place, 0, _SCOTS) >= 0 and board.at.find(place, _SCOTS, _LAST) >= 0


def contested_areas(board: Board) -> tuple[Area, ...]:
    """Return the areas in which both sides have blocks."""
    shared = {*board.at[:_SCOTS]} & {*board.at[_SCOTS:]}
    return tuple(place for place in AREAS if place in shared)


# ---------------------------------------------------------------- nobles


def nobles_controlled(board: Board, side: Side) -> int:
    """Return how many nobles on the map back a side."""
    at = board.at
    return sum(at[each] < ON_MAP for each in NOBLES_OF[side])


@rule("hs:2.22-3", "hs:2.22-4")
def swapped(board: Board, who: Block, place: Area, steps: int) -> Board:
    """Return the board with a noble's block set aside and his block of the other side put in play."""
    other = OTHER_SIDE[who]
    return put(put_away(board, who, Away.ASIDE), other, place, min(steps, FULL[other]))


def on_map(board: Board, side: Side) -> list[Block]:
    """Return a side's blocks on the map."""
    at = board.at
    return [each for each in BLOCKS_OF[side] if at[each] < ON_MAP]


def weakened(board: Board, side: Side) -> list[Block]:
    """Return a side's blocks on the map that are below their full strength."""
    return [each for each in on_map(board, side) if board.steps[each] < FULL[each]]


def non_nobles_on_map(board: Board, side: Side) -> list[Block]:
    """Return a side's blocks on the map that are not nobles."""
    return [each for each in BLOCKS_OF[side] if board.at[each] < ON_MAP and not IS_NOBLE[each]]
