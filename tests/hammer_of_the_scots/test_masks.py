"""Masks are sets: what is put in is in, and nothing else."""

from reference.hammer_of_the_scots.ch01_map import AREAS, area
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, block
from reference.hammer_of_the_scots.masks import (
    NO_AREAS,
    NO_BLOCKS,
    area_mask_of,
    areas_in,
    blocks_in,
    has_area,
    has_block,
    mask_of,
    shown,
    with_area,
    with_block,
    without,
)

WALLACE, GRANT = block("s_wallace"), block("s_grant")
FIFE, MAR = area("fife"), area("mar")


def test_masks_are_sets_of_blocks() -> None:
    both = with_block(mask_of(GRANT), WALLACE)
    assert both == mask_of(WALLACE, GRANT) == with_block(both, GRANT)
    assert [each for each in BLOCKS if has_block(both, each)] == [WALLACE, GRANT]
    assert blocks_in(both) == (WALLACE, GRANT)
    assert shown(both) == ("s_wallace", "s_grant")


def test_blocks_are_taken_out_of_a_mask_whether_they_are_in_it_or_not() -> None:
    assert without(mask_of(WALLACE, GRANT), mask_of(GRANT)) == mask_of(WALLACE)
    assert without(mask_of(WALLACE), mask_of(GRANT)) == mask_of(WALLACE)
    assert without(mask_of(*BLOCKS), mask_of(*BLOCKS)) == NO_BLOCKS == mask_of()


def test_masks_are_sets_of_areas() -> None:
    both = with_area(area_mask_of(FIFE), MAR)
    assert both == area_mask_of(MAR, FIFE, MAR)
    assert [each for each in AREAS if has_area(both, each)] == list(areas_in(both)) == [MAR, FIFE]
    assert area_mask_of() == NO_AREAS
