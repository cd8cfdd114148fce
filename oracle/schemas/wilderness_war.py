"""The forms of positions of Wilderness War."""

from oracle.schemas.forms import Forms
from oracle.schemas.of_records import record, value
from oracle.schemas.parts import (
    YES_OR_NO,
    Schema,
    by_name,
    const,
    either,
    few,
    fixed,
    or_nothing,
    ranged,
    ref,
    words,
)
from reference.kernel.ranges import MOST_FRAMES, Range
from reference.wilderness_war import ranges
from reference.wilderness_war.cards import FACES, Card
from reference.wilderness_war.ch02_map import IDS, Department, Space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit
from reference.wilderness_war.frames import FRAMES
from reference.wilderness_war.positions import FLAGS
from reference.wilderness_war.state import Assemblies, Cherokees, Season

_UNITS = tuple(each.id for each in COUNTERS)
_LEADERS = tuple(each.id for each in LEADERS)
_TYPES = tuple(each.type for each in COUNTERS)
_NAMED: dict[object, str] = {Space: "space", Unit: "unit", Leader: "leader", Card: "card"}

_SIDE, _SPACE, _CARD, _PIECES = ref("side"), ref("space"), ref("card"), few(ref("piece"))
_SIDES, _SPACES, _CARDS = few(_SIDE), few(_SPACE), few(_CARD)
_OWNED = by_name(_SIDE, _SPACES)
_DEPARTMENTS = few(value(Department, _NAMED))
_YEAR, _CARDS_HELD = ranged(ranges.YEAR), ranged(Range(0, len(FACES)))
_MARKERS = fixed(
    {},
    {
        **dict.fromkeys(FLAGS, YES_OR_NO),
        "start": _YEAR,
        "cherokees": value(Cherokees, _NAMED),
        "regulars": _SIDES,
        "british_raids": _DEPARTMENTS,
        "french_raids": _DEPARTMENTS,
        "spared": _DEPARTMENTS,
    },
)

_FIELDS: dict[str, Schema] = {
    "year": _YEAR,
    "season": value(Season, _NAMED),
    "last_year": _YEAR,
    "assemblies": value(Assemblies, _NAMED),
    "niagara": or_nothing(_SIDE),
    "ohio_forks": or_nothing(_SIDE),
    "pieces": by_name(_SPACE, _PIECES),
    "removed": _PIECES,
    "pool": few(ref("leader")),
    **dict.fromkeys(("forts", "unfinished_forts", "stockades", "captured_fortresses", "fieldworks"), _OWNED),
    "amphib": _SPACES,
    "sieges": by_name(_SPACE, ranged(ranges.SIEGE_LEVEL)),
    "raided": by_name(_SIDE, by_name(_SPACE, ranged(ranges.RAIDED))),
    "vp": by_name(_SIDE, ranged(ranges.VP)),
    "blockhouses": _SIDES,
    "hands": by_name(_SIDE, _CARDS),
    **dict.fromkeys(("discards", "removed_cards", "cards_aside"), _CARDS),
    **dict.fromkeys(("card_held", "passed", "built_last"), _SIDES),
    "reshuffle": YES_OR_NO,
    "markers": _MARKERS,
    "phase": ref("phase"),
    "frames": few(ref("frame"), most=MOST_FRAMES),
    "opening": ref("opening"),
    "outcome": fixed({"rule": ref("rule")}, {"winner": or_nothing(_SIDE)}),
}


def _sealed() -> tuple[Schema, ...]:
    """Return the frames that a side sees without what they keep secret."""
    found: list[Schema] = []
    for name, hidden, instead in (("Discarding", "cards", None), ("Bidding", "bids", const(1))):
        (kind,) = (each for each in FRAMES if each.__name__ == name)
        whole = record(kind, _NAMED)
        members = whole["properties"]
        assert isinstance(members, dict)
        less = {each: form for each, form in members.items() if each != hidden}
        found.append(fixed({**less, **({} if instead is None else {hidden: instead})}))
    return tuple(found)


FORMS = Forms(
    ids={"space": IDS, "unit": _UNITS, "leader": _LEADERS, "card": tuple(each.id for each in FACES)},
    named=_NAMED,
    texts={"piece": words("([0-9]{1,3} )?((inside|reduced) ){0,2}{}", (*_UNITS, *_LEADERS, *_TYPES))},
    fields=_FIELDS,
    always=("year", "season", "last_year", "assemblies", "niagara", "ohio_forks"),
    seen={
        **{name: form for name, form in _FIELDS.items() if name != "opening"},
        "hands": by_name(_SIDE, either(_CARDS, _CARDS_HELD)),
        "pile": _CARDS_HELD,
        "frames": few(either(ref("frame"), *_sealed()), most=MOST_FRAMES),
    },
    always_seen=("year", "season", "last_year", "assemblies", "niagara", "ohio_forks", "hands", "pile"),
    derived=dict.fromkeys(("controls", "allied", "supplied", "unsupplied"), _OWNED),
    facts={
        "side": _SIDE,
        "space": _SPACE,
        **dict.fromkeys(("unit", "leader"), either(ref("unit"), ref("leader"))),
        "die": ranged(ranges.DIE),
        "year": _YEAR,
        **dict.fromkeys(("losses", "flips", "deaths"), ranged(ranges.STEPS)),
    },
)
