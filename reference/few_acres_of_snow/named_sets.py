"""The choices of A Few Acres of Snow whose members may be named in any order.

The cards that settle or besiege a place are no such set, as each has its role: the transport is named first.
"""

from collections.abc import Mapping

from reference.kernel.named_sets import Member, NamedSet

_CARDS: Mapping[str, Member] = {"cards": Member("play", "card")}

SETS: tuple[NamedSet, ...] = (
    NamedSet("merchant_cards", "merchant", _CARDS),
    NamedSet("trade", "trade", _CARDS, opener=Member("trade", "fur")),
    NamedSet("discard", "discard", _CARDS, opener=Member("discard", "card")),
    NamedSet("governor", "governor", _CARDS, opener=Member("governor", "card")),
    NamedSet("raid", "raid", _CARDS, opener=Member("raid", "card"), ends=False),
)
