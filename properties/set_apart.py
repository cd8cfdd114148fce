"""What the metamorphic laws must know of each game: which pieces are equal, and what tells of hidden things.

Everything here is data, or compares data; the laws are in `properties.metamorphic`.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial

from properties.hammer_of_the_scots.hidden import hidden_blocks
from properties.metamorphic import Alike, Hiding, renamed, sorted_lists
from reference.few_acres_of_snow.state import State as Acres
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, Block
from reference.hammer_of_the_scots.sides import Side as ScottishSide
from reference.hammer_of_the_scots.state import State as Hammer
from reference.kernel.canonical import Json
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
_NUMBERED = re.compile(r'"last_drop":\d')

ALIKE: Mapping[str, Alike] = {
    "wilderness_war": Alike(_counters(), lambda text: _NUMBERED.search(text) is None),
    "hammer_of_the_scots": Alike(_blocks()),
}
