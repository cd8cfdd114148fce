"""The forms of positions of Hammer of the Scots."""

from oracle.schemas.forms import Forms
from oracle.schemas.of_records import value
from oracle.schemas.parts import (
    Schema,
    by_name,
    const,
    either,
    few,
    fixed,
    listed,
    one_of_texts,
    ranged,
    ref,
    words,
)
from reference.hammer_of_the_scots import ranges
from reference.hammer_of_the_scots.actions import Candidate, Card
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, Area
from reference.hammer_of_the_scots.ch02_armies import FIGURES, FULL, Block
from reference.hammer_of_the_scots.frames import FRAMES
from reference.hammer_of_the_scots.masks import AreaMask, Mask
from reference.hammer_of_the_scots.state import Calendar
from reference.kernel.codec import word
from reference.kernel.ranges import MOST_FRAMES

_BLOCK_IDS = tuple(each.id for each in FIGURES)
_NAMED: dict[object, str] = {Area: "area", Block: "block", Mask: "blocks", AreaMask: "areas"}
_SIDE, _AREA, _BLOCK = ref("side"), ref("area"), ref("block")
_CARD = value(Card, _NAMED)
_COUNT = ranged(ranges.BLOCKS_LEFT)
_BLOCKS, _STRONG, _CARDS = few(_BLOCK), few(ref("block_with_strength")), few(_CARD)
_FIELDS: dict[str, Schema] = {
    **{name: ranged(ranges.CALENDAR[name]) for name in Calendar._fields},
    "blocks": by_name(_AREA, _STRONG),
    "pool": _BLOCKS,
    "dead": _BLOCKS,
    "hands": by_name(_SIDE, _CARDS),
    "played": by_name(_SIDE, _CARD),
    "declared": value(Candidate, _NAMED),
    "first": _SIDE,
    "truce": _SIDE,
    "moved": _BLOCKS,
    "reserves": _BLOCKS,
    "marches": by_name(_BLOCK, words("{}>{}", AREA_IDS, (*AREA_IDS, "sea"))),
    "crossings": by_name(words("{}-{}", AREA_IDS, AREA_IDS), _COUNT),
    "entries": by_name(words("{}>{}", AREA_IDS, AREA_IDS), few(_SIDE)),
    "attackers": by_name(_AREA, _SIDE),
    "main_forces": by_name(_AREA, _BLOCK),
    "outcome": fixed({"winner": _SIDE, "rule": ref("rule")}),
    "frames": few(ref("frame"), most=MOST_FRAMES),
    "opening": ref("opening"),
}
# What `views` takes over from the position as it is.
_PUBLIC = (*Calendar._fields, "dead", "first", "truce", "crossings", "entries", "attackers", "outcome")
_SEEN: dict[str, Schema] = {
    **{name: _FIELDS[name] for name in _PUBLIC},
    "side": _SIDE,
    "own": by_name(_AREA, _STRONG),
    "enemy": by_name(_AREA, fixed({"count": _COUNT}, {"revealed": _STRONG, "in_reserve": _COUNT})),
    "own_pool": _BLOCKS,
    "enemy_pool": _COUNT,
    "open_in_enemy_pool": _BLOCKS,
    "enemy_on_map": _COUNT,
    "frames": few(
        either(ref("frame"), fixed({"type": one_of_texts(word(each.__name__) for each in FRAMES)})), most=MOST_FRAMES
    ),
    "hand": _CARDS,
    "enemy_hand": _COUNT,
    "own_card": _CARD,
    "enemy_card": either(_CARD, const("face_down")),
    "declared": _FIELDS["declared"],
    "moved": _BLOCKS,
    "reserves": _BLOCKS,
    "enemy_moved": _COUNT,
}

FORMS = Forms(
    ids={"area": AREA_IDS, "block": _BLOCK_IDS},
    named=_NAMED,
    texts={
        "blocks": words("({}( {})*)?", _BLOCK_IDS, _BLOCK_IDS),
        "areas": words("({}( {})*)?", AREA_IDS, AREA_IDS),
        "block_with_strength": words(f"{{}}( [1-{max(FULL)}])?", _BLOCK_IDS),
    },
    fields=_FIELDS,
    always=Calendar._fields,
    seen=_SEEN,
    always_seen=(*Calendar._fields, "side", "own", "enemy", "own_pool", "enemy_pool", "enemy_on_map", "frames",
                 "hand", "enemy_hand", "moved", "reserves", "enemy_moved"),
    derived={
        "friendly": by_name(_SIDE, listed(_AREA)),
        "contested": listed(_AREA),
        "nobles": by_name(_SIDE, _COUNT),
        "castle_limits": by_name(_SIDE, by_name(_AREA, _COUNT)),
    },
    facts={
        "side": _SIDE,
        "area": _AREA,
        "block": _BLOCK,
        "card": _CARD,
        "die": ranged(ranges.DIE),
        "round": ranged(ranges.ROUND),
        "year": ranged(ranges.YEAR_OR_NEVER),
    },
)  # fmt: skip
