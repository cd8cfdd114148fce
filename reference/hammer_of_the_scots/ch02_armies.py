"""Chapter 2: the blocks.

Blocks are numbered in the order of `blocks.csv`: all Scottish ones, then all English ones. A noble has one block for
each side, and only one of the two is in play at a time.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.tables import GAME, number, words
from reference.kernel.canonical import Unreadable
from reference.kernel.rules import rule
from spec_tables.reader import Row, rows

Block = NewType("Block", int)


class Type(StrEnum):
    """What kind of troops a block stands for."""

    LEADER = "leader"
    NOBLE = "noble"
    INFANTRY = "infantry"
    ARCHERS = "archers"
    KNIGHTS = "knights"
    CAVALRY = "cavalry"
    HOBELARS = "hobelars"
    NORSE = "norse"


class Letter(StrEnum):
    """When a block acts in a round."""

    A = "A"
    B = "B"
    C = "C"


@dataclass(frozen=True, slots=True)
class Figures:
    """What is printed on a block."""

    id: str
    name: str
    side: Side
    type: Type
    move: int
    letter: Letter
    combat: int
    steps: int
    black_cross: bool
    faction: str
    celtic: bool
    noble: str


def _figures(row: Row) -> Figures:
    combat = row.word("combat")
    return Figures(
        id=row.word("id"),
        name=row.word("name"),
        side=Side(row.word("side")),
        type=Type(row.word("type")),
        move=row.number("move"),
        letter=Letter(combat[0]),
        combat=int(combat[1:]),
        steps=row.number("max_steps"),
        black_cross=row.flag("black_cross"),
        faction=row.word("faction"),
        celtic=row.flag("celtic"),
        noble=row.text("noble"),
    )


FIGURES: tuple[Figures, ...] = tuple(
    sorted((_figures(row) for row in rows(GAME, "blocks")), key=lambda each: each.side is Side.ENGLAND)
)
BLOCKS: tuple[Block, ...] = tuple(Block(index) for index in range(len(FIGURES)))
_INDEX = {figures.id: Block(index) for index, figures in enumerate(FIGURES)}
_SCOTS = sum(figures.side is Side.SCOTLAND for figures in FIGURES)
FIRST_AND_LAST: dict[Side, tuple[int, int]] = {Side.SCOTLAND: (0, _SCOTS), Side.ENGLAND: (_SCOTS, len(FIGURES))}
BLOCKS_OF: dict[Side, tuple[Block, ...]] = {side: BLOCKS[slice(*FIRST_AND_LAST[side])] for side in Side}
SIDES: tuple[Side, ...] = tuple(figures.side for figures in FIGURES)
FULL: bytes = bytes(figures.steps for figures in FIGURES)
IS_NOBLE: tuple[bool, ...] = tuple(figures.type is Type.NOBLE for figures in FIGURES)
LETTERS: tuple[Letter, ...] = tuple(figures.letter for figures in FIGURES)


def block(name: str) -> Block:
    """Return the block of that id."""
    if name not in _INDEX:
        raise Unreadable("", f"{name!r} is no block")
    return _INDEX[name]


WALLACE = block("s_wallace")
KING = block("s_king")
NORSE = block("s_norse")
FRENCH = block("s_french")
MORAY = block("s_moray")
EDWARD = block("e_edward")
LOYAL: tuple[Block, ...] = tuple(
    each for each in BLOCKS if FIGURES[each].noble in words("loyal_nobles")
)  # fmt: skip
OTHER_SIDE: dict[Block, Block] = {
    one: other
    for one in BLOCKS
    for other in BLOCKS
    if FIGURES[one].noble and FIGURES[one].noble == FIGURES[other].noble and SIDES[one] is not SIDES[other]
}
NOBLES_OF: dict[Side, tuple[Block, ...]] = {
    side: tuple(each for each in BLOCKS_OF[side] if IS_NOBLE[each]) for side in Side
}
CELTIC: tuple[Block, ...] = tuple(block(name) for name in words("celtic_roll_order"))
_ARCHER_OF_SCOTLAND = next(
    each for each in BLOCKS_OF[Side.SCOTLAND] if FIGURES[each].type is Type.ARCHERS
)  # fmt: skip
DIE_SIDES = number("die_sides")


@rule(
    "hs:2.21-3", "hs:T-E1", "hs:T-E2", "hs:T-E3", "hs:T-E4", "hs:T-E5", "hs:T-E6", "hs:T-S1", "hs:T-S2", "hs:T-S3",
    "hs:T-S4", "hs:T-S5", "hs:T-S6", "hs:T-S7", "hs:T-S8",
)  # fmt: skip
def move_rating(who: Block, ruleset: Ruleset) -> int:
    """Return how many areas a block may move; leaders three, the Norse by sea only."""
    if who == _ARCHER_OF_SCOTLAND:
        return int(ruleset.scots_archer_move)
    return FIGURES[who].move
