"""Hammer of the Scots in words: `Angus: Wallace 3, Douglas | Fife: York Infantry, English Mar | year 1297, turn 2`."""

import re
from collections.abc import Iterator, Mapping

from oracle.errors import InputError
from oracle.names import no_such, resolve, side_words, unmistakable
from oracle.words.draft import Counted, Draft, counted, settled, side_first
from oracle.words.hammer_of_the_scots_ways import (
    read_crossings,
    read_entries,
    read_marches,
    written_crossings,
    written_entries,
    written_marches,
)
from oracle.words.settings import (
    FRAME_SETTINGS,
    NameList,
    Number,
    OneName,
    OneOf,
    Own,
    Setting,
    SideName,
    items_of,
    read_bare,
)
from oracle.words.vocabulary import Vocabulary, assume_the_usual
from reference.kernel.canonical import Json
from spec_tables.reader import rows

GAME = "hammer_of_the_scots"
_BLOCKS = ("blocks",)
_STRENGTH = re.compile(r"(.*?\D)[\s(]*(?:\b(?:at|strength|with)\s+)*([1-9])(?:\s+steps?)?\s*\)?", re.IGNORECASE)
_MAIN_FORCE = re.compile(r"main force(?: of)?:? (.+)", re.IGNORECASE)

SETTINGS = (
    Setting(("year",), ("year",), Number(range(1286, 1330)), usual="year 1297"),
    Setting(("turn",), ("turn",), Number(), usual="turn 1"),
    Setting(("last_year",), ("last year",), Number(), usual="last year 1305"),
    Setting(("edward",), ("Edward",), Number(), usual="Edward I", unsaid=1),
    Setting(("crowned",), ("king crowned in", "crowned in", "crowned"), Number(), unsaid=0),
    Setting(("wintered",), ("Edward wintered in Scotland in", "wintered"), Number(), unsaid=0),
    Setting(("hands",), ("hand", "cards"), NameList(("cards",)), by_side=True, usual="no cards in hand"),
    Setting(("played",), ("card played", "plays", "played", "play"), OneName(("cards",)), by_side=True),
    Setting(("declared",), ("coronation declared", "declared"), OneOf(("bruce", "comyn", "balliol"), alone=False)),
    Setting(("first",), ("first player", "first"), SideName()),
    Setting(("truce",), ("truce called by", "truce"), SideName()),
    Setting(("pool",), ("pools", "pool"), NameList(_BLOCKS), usual="no blocks in the pools"),
    Setting(("dead",), ("dead",), NameList(_BLOCKS)),
    Setting(("moved",), ("moved",), NameList(_BLOCKS)),
    Setting(("reserves",), ("reserves",), NameList(_BLOCKS)),
    Setting(("crossings",), ("crossings",), Own(read_crossings, written_crossings)),
    Setting(("entries",), ("entries",), Own(read_entries, written_entries)),
    Setting(("marches",), ("marches",), Own(read_marches, written_marches)),
    *FRAME_SETTINGS,
)


# ---------------------------------------------------------------- reading


def _read_place(draft: Draft, place: str, items: list[str]) -> None:
    blocks: list[tuple[Counted, str]] = []
    for item in items:
        if not _read_marker(draft, place, item):
            found = _block(item)
            if found is not None:
                blocks.append(found)
            elif not read_bare(draft, SETTINGS, item):
                counted(GAME, _BLOCKS, item)
    plain = {next(iter(each.sides)) for each, _ in blocks if len(each.sides) == 1}
    side = next(iter(plain)) if len(plain) == 1 else None
    for each, strength in blocks:
        if len(each.sides) > 1 and side is not None:
            draft.assumed.append(f"{each.text} in {unmistakable(GAME, ('areas',), place)} is {_called(side)}")
        draft.add(("blocks", place), f"{settled(each, side)[0].id}{_checked(settled(each, side)[0].id, strength)}")


def _checked(block: str, strength: str) -> str:
    """Return a strength that the block can have."""
    most = next(row.number("max_steps") for row in rows(GAME, "blocks") if row.word("id") == block)
    if strength and int(strength) > most:
        raise InputError(f"{unmistakable(GAME, _BLOCKS, block)}{strength}: the block has {most} steps at most")
    return strength


def _called(side: str) -> str:
    return side_words(GAME)[side][1]


def _block(text: str) -> tuple[Counted, str] | None:
    """Return a block with its strength; nothing, if the text names none."""
    strength = _STRENGTH.fullmatch(text)
    for name, steps in ((text, ""), (strength[1].strip(" ("), f" {strength[2]}") if strength else (text, "")):
        try:
            return counted(GAME, _BLOCKS, name), steps
        except InputError:
            continue
    return None


def _read_marker(draft: Draft, place: str, item: str) -> bool:
    """Read who attacks in an area, or who leads the main force into it; say whether it is that."""
    side, rest = side_first(GAME, item)
    if side is not None and rest in ("attack", "attacks", "attacker", "attacking", "is attacker"):
        draft.put(("attackers", place), side)
        return True
    main = _MAIN_FORCE.fullmatch(item)
    if main:
        draft.put(("main_forces", place), resolve(GAME, _BLOCKS, main[1]))
        return True
    return False


def read_line_up(text: str) -> str:
    """Return a line-up of blocks by name, those in reserve after a bar, by ids with their strength: `e_edward:2`."""
    return " | ".join(" ".join(_line_up_block(item) for item in items_of(part)) for part in text.split("|"))


def _line_up_block(item: str) -> str:
    if all(re.fullmatch(r"[es]_\w+(:\d)?", word) for word in item.split()):
        return item
    found = _block(item.replace(":", " "))
    if found is None:
        raise InputError(no_such(GAME, _BLOCKS, item))
    return f"{settled(found[0], None)[0].id}{found[1].replace(' ', ':')}"


def _finish(draft: Draft) -> None:
    assume_the_usual(draft, SETTINGS)


# ---------------------------------------------------------------- writing


def _write_places(position: dict[str, Json]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for place, item in _written(position):
        found.setdefault(place, []).append(item)
    return found


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}


def _written(position: dict[str, Json]) -> Iterator[tuple[str, str]]:
    for place, blocks in _mapping(position.pop("blocks", {})).items():
        assert isinstance(blocks, list | tuple)
        for block in blocks:
            name, _, strength = str(block).partition(" ")
            yield place, f"{unmistakable(GAME, _BLOCKS, name)} {strength}".strip()
    for place, side in _mapping(position.pop("attackers", {})).items():
        yield place, f"{unmistakable(GAME, ('sides',), str(side))} attacks"
    for place, block in _mapping(position.pop("main_forces", {})).items():
        yield place, f"main force {unmistakable(GAME, _BLOCKS, str(block))}"


VOCABULARY = Vocabulary(GAME, "areas", SETTINGS, _read_place, _write_places, _finish)
