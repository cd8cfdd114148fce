"""Actions that are taken although no decision offers them.

A decision offers each choice in one way only. What else is taken must be another way of making an offered choice: a
member of a set named in another order, one of several equal pieces, or one of those listed here, each with the reason.
"""

from collections.abc import Mapping

from reference.kernel.canonical import Json
from reference.kernel.named_sets import NamedSet

# By game: what is decided, the type of action, and which offered choice it comes to.
UNLISTED: Mapping[str, Mapping[tuple[str, str], str]] = {
    "few_acres_of_snow": {
        ("act", "end_turn"): "the actions left are passed first",
        ("act", "raid"): "another card of the same raid is offered as its first",
        ("name_card", "name_card"): "of two sieges about to be lost the other one is offered first",
    }
}


def may_be_unlisted(game: str, sets: tuple[NamedSet, ...], about: str, action: Json) -> bool:
    """Say whether an action may be taken at a decision that does not offer it."""
    assert isinstance(action, Mapping)
    if (about, str(action["type"])) in UNLISTED.get(game, {}):
        return True
    return any(each.about == about and each.names(action) for each in sets)
