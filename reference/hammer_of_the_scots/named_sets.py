"""The choices of Hammer of the Scots whose members may be named in any order."""

from collections.abc import Mapping

from reference.kernel.named_sets import Member, NamedSet

_BLOCKS: Mapping[str, Member] = {"blocks": Member("select", "block")}

SETS: tuple[NamedSet, ...] = (
    NamedSet("disband", "a block that disbands", _BLOCKS, also=("disband_surplus",)),
    NamedSet("disband_surplus", "a surplus block that disbands", _BLOCKS, also=("disband",)),
    NamedSet("plundered_steps", "a block that gains a plundered step", _BLOCKS),
    NamedSet("victuals_steps", "a block that gains a step", _BLOCKS),
    # The strongest block is hit first: given at once, each hit falls as soon as it can. A block may be named twice.
    NamedSet("hits", "a block that takes a hit", _BLOCKS, ends=False, paves=True),
    NamedSet("pillage_hits", "a block that loses a step", _BLOCKS, ends=False, paves=True),
)
