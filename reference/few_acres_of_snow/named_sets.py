"""The choices of A Few Acres of Snow whose members may be named in any order.

All other choices are of one thing each, or are ordered by a rule: a card drawn is the next one of its deck (turn.6,
turn.7, homesupport.1), a won siege is finished before the next one (siege.win.1), reinforcing and reserving take one
card an action (reinforce.7, reserve.2), the loser of a siege returns one card for it (siege.win.12), an attack is
blocked with one card (ruling D32) and costs one (ambush.4, convert.1). The whole reserve is retrieved (retrieve.1).

The cards that settle or besiege a place have their roles: one by one, the transport is named first. Given at once, each
is played as soon as it can be; of two that could both carry, the first one does.
"""

from collections.abc import Mapping

from reference.kernel.named_sets import Beginning, Member, NamedSet

_CARDS: Mapping[str, Member] = {"cards": Member("play", "card")}
_TARGET = ("place", "base")

SETS: tuple[NamedSet, ...] = (
    NamedSet("merchant_cards", "merchant", _CARDS, beginning=Beginning("merchant", ("ship",))),
    NamedSet("settle_cards", "settle", _CARDS, ends=False, paves=True, beginning=Beginning("settle", _TARGET)),
    NamedSet("besiege_cards", "besiege", _CARDS, ends=False, paves=True, beginning=Beginning("besiege", _TARGET)),
    NamedSet("trade", "trade", _CARDS, opener=Member("trade", "fur")),
    NamedSet("discard", "discard", _CARDS, opener=Member("discard", "card")),
    NamedSet("governor", "governor", _CARDS, opener=Member("governor", "card")),
    NamedSet("raid", "raid", _CARDS, opener=Member("raid", "card"), ends=False),
)
