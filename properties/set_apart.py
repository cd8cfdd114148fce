"""What the metamorphic laws must know of each game: which pieces are equal, and what tells of hidden things.

Everything here is data, or compares data; the laws are in `properties.metamorphic`.
"""

import re
from collections.abc import Mapping

from properties.hammer_of_the_scots.hidden import hidden_blocks
from properties.metamorphic import Alike, Hiding
from reference.few_acres_of_snow.state import State as Acres
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, Block
from reference.hammer_of_the_scots.sides import Side as ScottishSide
from reference.hammer_of_the_scots.state import State as Hammer
from reference.wilderness_war.cards import DECK, FACES
from reference.wilderness_war.ch03_pieces import COUNTERS, UNITS
from reference.wilderness_war.state import State as Wilderness
from spec_tables.reader import rows

# What is printed on a block beside its name; nobles and leaders are like nobody else.
_PRINTED = ("side", "type", "move", "combat", "max_steps", "black_cross", "celtic")


def _grouped(named: Mapping[str, str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for name, kind in named.items():
        groups.setdefault(kind, []).append(name)
    return {kind: names for kind, names in groups.items() if len(names) > 1}


def _blocks() -> dict[str, list[str]]:
    plain = [row for row in rows("hammer_of_the_scots", "blocks") if row.text("type") not in ("noble", "leader")]
    return _grouped({row.word("id"): " ".join(row.text(each) for each in _PRINTED) for row in plain})


def _counters() -> dict[str, list[str]]:
    """Return units of the same type, and copies of a card."""
    units = {COUNTERS[unit].id: COUNTERS[unit].type for unit in UNITS}
    return _grouped({**units, **{FACES[card].id: FACES[card].rule for card in DECK}})


# A force that leaves units behind notes the last one by its number, not by its name.
_NUMBERED = re.compile(r'"last_drop":\d+,?')

ALIKE: Mapping[str, Alike] = {
    "wilderness_war": Alike(_counters(), ("discards", "removed_cards", "hands"), _NUMBERED),
    "hammer_of_the_scots": Alike(_blocks(), ("pool", "dead", "hands")),
    # Copies of a card are listed by the card's name: only their order can be exchanged.
    "few_acres_of_snow": Alike({}, ("hands", "decks", "discards", "empire"), passing=("shown",)),
}


# ---------------------------------------------------------------- what is hidden

_HOLDS = "only who holds a card that he may play out of turn is asked for it"
_RESPONSES = (
    "weather", "guide", "schooner", "blockhouses", "coehorns_besieger", "coehorns_besieged", "storm_coehorns_besieger",
    "storm_coehorns_besieged", "surrender", "give_up", "massacre",
)  # fmt: skip
TOLD_BY: Mapping[str, Mapping[str, str]] = {
    "wilderness_war": {"battle_events": _HOLDS, **{f"response_{each}": _HOLDS for each in _RESPONSES}},
    "hammer_of_the_scots": {
        "an event or a coronation": "Scotland is asked only while a King may be crowned, so he is not on the map",
    },
    "few_acres_of_snow": {},
}


def _always(_: object, __: object, ___: str) -> bool:
    return True


def _cards_still_hidden(_: object, after: tuple[Acres, Acres], side: str) -> bool:
    """Say whether the enemy's hand is still hidden."""
    return all(each.shown is None or each.shown.value == side for each in after)


def _blocks_still_hidden(before: tuple[Hammer, Hammer], after: tuple[Hammer, Hammer], side: str) -> bool:
    """Say whether no block in which two positions differ lies open afterwards, or has gone elsewhere."""
    one, other = before
    differ = {each for each in BLOCKS if _standing(one, each) != _standing(other, each)}
    stayed = all(
        was.board.at[each] == now.board.at[each] for was, now in zip(before, after, strict=True) for each in differ
    )
    return stayed and all(differ <= set(hidden_blocks(each, ScottishSide(side))) for each in after)


def _left(was: Hammer, now: Hammer, block: Block) -> bool:
    return was.board.at[block] != now.board.at[block]


def _standing(state: Hammer, block: Block) -> tuple[int, int]:
    return state.board.at[block], state.board.steps[block]


WILDERNESS: Hiding[Wilderness] = Hiding(TOLD_BY["wilderness_war"], _always)
HAMMER: Hiding[Hammer] = Hiding(TOLD_BY["hammer_of_the_scots"], _blocks_still_hidden)
ACRES: Hiding[Acres] = Hiding(TOLD_BY["few_acres_of_snow"], _cards_still_hidden)


# ---------------------------------------------------------------- choices that depend on one another

ORDERED: Mapping[str, Mapping[str, str]] = {
    "wilderness_war": {
        "step": "one force goes from space to space, and leaves units where it is",
        "placement": "the spaces are for one unit after the other",
    },
    "hammer_of_the_scots": {"where the block goes": "one block goes from area to area"},
    "few_acres_of_snow": {"besiege": "the cards of one siege have roles, which follow from their order"},
}
