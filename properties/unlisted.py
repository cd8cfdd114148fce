"""Actions that are taken although no decision offers them.

A decision offers each choice in one way only. What else is taken must be another way of making an offered choice: a
member of a set named in another order, one of several equal pieces, or one of those listed here, each with the reason.
"""

from collections.abc import Mapping

from reference.hammer_of_the_scots.ch01_map import AREA_IDS
from reference.kernel.canonical import Json
from reference.kernel.named_sets import NamedSet

_ALIKE = "of units alike the first is offered"
_RESPONSES = (
    "weather", "guide", "schooner", "blockhouses", "coehorns_besieger", "coehorns_besieged", "storm_coehorns_besieger",
    "storm_coehorns_besieged", "surrender", "give_up", "massacre",
)  # fmt: skip

# By game: what is decided, the type of action, and which offered choice it comes to.
UNLISTED: Mapping[str, Mapping[tuple[str, str], str]] = {
    "few_acres_of_snow": {
        ("act", "end_turn"): "the actions left are passed first",
        ("act", "raid"): "another card of the same raid is offered as its first",
        (
            "settle",
            "play",
        ): "the transport is named last and the settler card before it, which is offered the other way",
        (
            "besiege",
            "play",
        ): "the transport is named last and the strength card before it, which is offered the other way",
        ("name_card", "name_card"): "of two sieges about to be lost the other one is offered first",
    },
    "hammer_of_the_scots": {
        ("where the block goes", "march"): "a step straight back is hardly ever of use, and no rule forbids it",
        ("a surplus block that disbands", "select"): "who goes freely is offered once the surplus is gone",
        **{
            (f"the main force of the attack on {area}", "select"): "any block of a group stands for its first"
            for area in AREA_IDS
        },
    },
    "wilderness_war": {
        ("avoidance", "pick"): _ALIKE,
        ("interception", "pick"): _ALIKE,
        ("drilled_unit", "pick"): _ALIKE,
        ("next_individual", "pick"): _ALIKE,
        ("alliance_restores", "pick"): _ALIKE,
        ("smallpox", "pick"): _ALIKE,
        ("militia_against_raid", "pick"): _ALIKE,
        ("event_choice", "place_unit"): _ALIKE,
        ("event_choice", "pick_leader"): "of two leaders that change places either may be named first",
        ("battle_events", "respond"): "of two copies of a card the first is offered",
        **{(f"response_{moment}", "respond"): "of two copies of a card the first is offered" for moment in _RESPONSES},
    },
}


def may_be_unlisted(game: str, sets: tuple[NamedSet, ...], about: str, action: Json) -> bool:
    """Say whether an action may be taken at a decision that does not offer it."""
    assert isinstance(action, Mapping)
    if (about, str(action["type"])) in UNLISTED.get(game, {}):
        return True
    return any(each.about == about and each.names(action) for each in sets)
