"""The forms of positions of A Few Acres of Snow."""

from oracle.schemas.forms import Forms
from oracle.schemas.parts import (
    Schema,
    by_name,
    either,
    few,
    fixed,
    listed,
    one_of_texts,
    or_nothing,
    ranged,
    ref,
)
from reference.few_acres_of_snow import ranges
from reference.few_acres_of_snow.ch01_board import IDS, Kind, Place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, Card
from reference.few_acres_of_snow.sides import SIDES
from reference.kernel.ranges import MOST_FRAMES

_NAMED: dict[object, str] = {Place: "place", Card: "card"}
_SIDE, _PLACE, _CARD = ref("side"), ref("place"), ref("card")
_CARDS, _COUNT = few(_CARD), ranged(ranges.CARDS_LEFT)
_PILES = by_name(_SIDE, _CARDS)
_HIDDEN = by_name(_SIDE, either(_CARDS, _COUNT))
_PIECES = tuple(f"{side} {kind}" for side in SIDES for kind in Kind)
_HELD = (*_PIECES, "", "neutral")
_SIEGE = {"place": _PLACE, "marker": ranged(ranges.SIEGE_MARKER), "attackers": _CARDS, "defenders": _CARDS}
_POINTS = by_name(_SIDE, ranged(ranges.POINTS))
_CAPTURED = fixed({}, {"villages": ranged(ranges.VILLAGES_TAKEN), "towns": ranged(ranges.TOWNS_TAKEN)})
_FIELDS: dict[str, Schema] = {
    "places": by_name(_PLACE, ref("holding")),
    "plus": by_name(_PLACE, ref("holding")),
    "money": by_name(_SIDE, ranged(ranges.MONEY)),
    **dict.fromkeys(("hands", "reserves", "decks", "discards", "locations", "empire"), _PILES),
    "stacked": few(_SIDE),
    "display": _CARDS,
    "captured": by_name(_SIDE, _CAPTURED),
    "sieges": by_name(
        _SIDE,
        fixed({"place": _PLACE}, {**_SIEGE, "attacker_named": _CARD, "defender_named": _CARD}),
    ),
    "first_turns": ranged(ranges.FIRST_TURNS),
    "shown": _SIDE,
    "outcome": fixed({"winner": _SIDE, "rule": ref("rule")}, {"points": _POINTS}),
    "frames": few(ref("frame"), least=1, most=MOST_FRAMES),
    "opening": ref("opening"),
}
_SEEN: dict[str, Schema] = {
    **{name: _FIELDS[name] for name in ("places", "money", "reserves", "captured", "first_turns", "shown", "outcome")},
    "frames": _FIELDS["frames"],
    "hand": _CARDS,
    "enemy_hand": either(_CARDS, _COUNT),
    "decks": by_name(_SIDE, _COUNT),
    **dict.fromkeys(("discards", "locations", "empire"), _HIDDEN),
    "display": _CARDS,
    "sieges": by_name(_SIDE, fixed({**_SIEGE, "named": or_nothing(_CARD)})),
}

FORMS = Forms(
    ids={"place": IDS, "card": CARD_IDS},
    named=_NAMED,
    texts={"holding": one_of_texts((*_HELD, *(f"{each} fort".strip() for each in _HELD)))},
    fields=_FIELDS,
    by_hand=frozenset({"opening", "plus"}),
    always=("places", "money", "hands", "decks", "discards"),
    seen=_SEEN,
    always_seen=("places", "money", "hand", "enemy_hand", "decks", "discards", "locations", "empire", "display",
                 "sieges"),
    derived={
        "stock": by_name(_SIDE, fixed({f"{kind.value}s": _COUNT for kind in Kind})),
        "forts_left": _COUNT,
        "linked": by_name(_SIDE, listed(_PLACE)),
        "usable": _PILES,
        "points": _POINTS,
    },
    facts={"side": _SIDE, "place": _PLACE, "card": _CARD},
)  # fmt: skip
