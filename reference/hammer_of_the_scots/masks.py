"""Sets of blocks and sets of areas as masks: the bit of every member is set."""

from typing import NewType

from reference.hammer_of_the_scots.ch01_map import AREAS, Area
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, FIGURES, Block

Mask = NewType("Mask", int)
AreaMask = NewType("AreaMask", int)
NO_BLOCKS = Mask(0)
NO_AREAS = AreaMask(0)


def has_block(mask: Mask, who: Block) -> bool:
    """Say whether a block is in a mask."""
    return mask >> who & 1 == 1


def with_block(mask: Mask, who: Block) -> Mask:
    """Return a mask with a further block."""
    return Mask(mask | 1 << who)


def without(mask: Mask, others: Mask) -> Mask:
    """Return a mask without the blocks of another."""
    return Mask(mask & ~others)


def mask_of(*blocks: Block) -> Mask:
    """Return blocks as a mask."""
    mask = NO_BLOCKS
    for each in blocks:
        mask = with_block(mask, each)
    return mask


def blocks_in(mask: Mask) -> tuple[Block, ...]:
    """Return the blocks in a mask, in their order."""
    return tuple(each for each in BLOCKS if has_block(mask, each))


def shown(mask: Mask) -> tuple[str, ...]:
    """Return the ids of the blocks in a mask."""
    return tuple(FIGURES[each].id for each in blocks_in(mask))


def has_area(mask: AreaMask, place: int) -> bool:
    """Say whether an area is in a mask."""
    return mask >> place & 1 == 1


def with_area(mask: AreaMask, place: Area) -> AreaMask:
    """Return a mask with a further area."""
    return AreaMask(mask | 1 << place)


def area_mask_of(*areas: Area) -> AreaMask:
    """Return areas as a mask."""
    mask = NO_AREAS
    for each in areas:
        mask = with_area(mask, each)
    return mask


def areas_in(mask: AreaMask) -> tuple[Area, ...]:
    """Return the areas in a mask, in their order."""
    return tuple(each for each in AREAS if has_area(mask, each))
