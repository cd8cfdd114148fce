"""The choices of Hammer of the Scots whose members may be named in any order.

Who leaves an area, or is shipped, is named with where he goes; one area may stand for all. A retreat in a round is no
such set: each block takes its own turn, in the order of 5.31. Nor are blocks that are drawn: each draw is seen before
the next choice.
"""

from collections.abc import Mapping

from reference.kernel.named_sets import Member, NamedSet

_BLOCKS: Mapping[str, Member] = {"blocks": Member("select", "block")}
# Each block as soon as it can go: one of them may make an area friendly to the Norse.
_WAYS: Mapping[str, Member] = {**_BLOCKS, "areas": Member("choose", "area")}

SETS: tuple[NamedSet, ...] = (
    NamedSet("disband", "a block that disbands", _BLOCKS, also=("disband_surplus",)),
    NamedSet("disband_surplus", "a surplus block that disbands", _BLOCKS, also=("disband",)),
    NamedSet("plundered_steps", "a block that gains a plundered step", _BLOCKS),
    NamedSet("victuals_steps", "a block that gains a step", _BLOCKS),
    # The strongest block is hit first: given at once, each hit falls as soon as it can. A block may be named twice.
    NamedSet("hits", "a block that takes a hit", _BLOCKS, ends=False, paves=True),
    NamedSet("pillage_hits", "a block that loses a step", _BLOCKS, ends=False, paves=True),
    NamedSet("retreat", "a block that must retreat", _WAYS, ends=False, paves=True, pairs=True),
    NamedSet("regroup", "a block to regroup", _WAYS, paves=True, pairs=True),
    NamedSet("ship", "a block to ship", _WAYS, paves=True, pairs=True),
    NamedSet("replacements", "how a replacement point is used", _BLOCKS),
)
