"""Wilderness War in words: `Ticonderoga: Montcalm, 4 regulars inside fort | year 1757, early`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from oracle.errors import InputError
from oracle.names import fold, names, singular, unmistakable
from oracle.words.draft import Counted, Draft, Pick, counted, number_of, settled, side_first
from oracle.words.settings import (
    FRAME_SETTINGS,
    PHASE_SETTING,
    Flag,
    NameList,
    Number,
    OneOf,
    Setting,
    SideName,
    SideNames,
    SomeOf,
    items_of,
    read_bare,
)
from oracle.words.vocabulary import Vocabulary, assume_the_usual
from reference.kernel.canonical import Json
from spec_tables.reader import rows

GAME = "wilderness_war"
_PIECES = ("leaders", "types", "units")
_MOODS = ("reluctant", "supportive", "enthusiastic")
_DEPARTMENTS = SomeOf(("northern", "southern", "st_lawrence"))
_CARDS = NameList(("cards",))
_INSIDE = re.compile(
    r"\b(?:inside(?:\s+(?:the\s+|a\s+|its\s+)?(?:fort|fortress)\b)?|in\s+(?:the\s+|a\s+)?fort(?:ress)?\b)",
    re.IGNORECASE,
)
_OUTSIDE = re.compile(r"\boutside(?:\s+the\s+fort(?:ress)?)?\b", re.IGNORECASE)
_REDUCED = re.compile(r"\breduced\b", re.IGNORECASE)
# What a side can have in a space, by what it is called.
_WORKS = {
    "fort": "forts",
    "unfinished fort": "unfinished_forts",
    "fort under construction": "unfinished_forts",
    "stockade": "stockades",
    "fortress": "captured_fortresses",
    "fieldworks": "fieldworks",
}
_WRITTEN_WORKS = {key: called for called, key in reversed(_WORKS.items())}

SETTINGS = (
    Setting(("year",), ("year",), Number(range(1754, 1764)), usual="year 1757"),
    Setting(("season",), ("season",), OneOf(("early", "late")), usual="early season"),
    Setting(("last_year",), ("last year",), Number(), usual="last year 1759"),
    Setting(("assemblies",), ("assemblies", "provincial assemblies"), OneOf(_MOODS), usual="supportive assemblies"),
    Setting(("niagara",), ("Niagara held by",), SideName()),
    Setting(("ohio_forks",), ("Ohio Forks held by",), SideName()),
    Setting(("vp",), ("VP", "victory points", "points"), Number(), by_side=True, usual="VP 0"),
    Setting(("hands",), ("hand", "cards"), _CARDS, by_side=True, usual="no cards in hand"),
    Setting(("discards",), ("discards", "discard pile"), _CARDS),
    Setting(("removed_cards",), ("removed cards",), _CARDS),
    Setting(("cards_aside",), ("cards aside",), _CARDS),
    Setting(("pool",), ("leader pool", "pool"), NameList(("leaders",))),
    Setting(("removed",), ("removed pieces", "removed"), NameList(("leaders", "units"))),
    Setting(("card_held",), ("card held by",), SideNames()),
    Setting(("passed",), ("passed",), SideNames()),
    Setting(("built_last",), ("built last",), SideNames()),
    Setting(("blockhouses",), ("blockhouses of", "blockhouses"), SideNames()),
    Setting(("reshuffle",), ("reshuffle",), Flag()),
    Setting(("markers", "start"), ("game begun in",), Number()),
    Setting(("markers", "pitt"), ("Pitt marker",), Flag()),
    Setting(("markers", "diplomatic"), ("Diplomatic Revolution marker",), Flag()),
    Setting(("markers", "no_landings"), ("no landings",), Flag()),
    Setting(("markers", "no_french_naval"), ("no French naval moves",), Flag()),
    Setting(("markers", "quiberon"), ("Quiberon Bay marker",), Flag()),
    Setting(("markers", "cherokees"), ("Cherokees",), OneOf(("neutral", "allied", "uprising"), alone=False)),
    Setting(("markers", "regulars"), ("regulars event played by",), SideNames()),
    Setting(("markers", "british_raids"), ("raided by the British",), _DEPARTMENTS),
    Setting(("markers", "french_raids"), ("raided by the French",), _DEPARTMENTS),
    Setting(("markers", "spared"), ("spared departments",), _DEPARTMENTS),
    PHASE_SETTING,
    *FRAME_SETTINGS,
)  # fmt: skip


# ---------------------------------------------------------------- reading


@dataclass(frozen=True, slots=True)
class _Stack:
    """Pieces said of a space: what they are, and how they stand."""

    item: Counted
    inside: bool
    reduced: bool

    @property
    def before(self) -> str:
        return f"{'inside ' if self.inside else ''}{'reduced ' if self.reduced else ''}"


def _read_place(draft: Draft, place: str, items: list[str]) -> None:
    stacks: list[_Stack] = []
    works: list[str] = []
    for item in items:
        if _is_work(item):
            works.append(item)
        elif not _read_marker(draft, place, item):
            stack = _stack(draft, item)
            if stack is not None:
                stacks.append(stack)
    common = _common_side(draft, works, stacks)
    sides = list(_sides_in_turn(stacks, common))
    for stack, side in zip(stacks, sides, strict=True):
        _put_stack(draft, place, stack, side)
    for work in works:
        _put_work(draft, place, work, common)
    inside = {each.side for stack, side in zip(stacks, sides, strict=True) if stack.inside
              for each in settled(stack.item, side)}  # fmt: skip
    for stack, side in zip(stacks, sides, strict=True):
        if not stack.inside and not _OUTSIDE.search(stack.item.text) and settled(stack.item, side)[0].side in inside:
            draft.assumed.append(f"{stack.item.text} outside in {unmistakable(GAME, ('spaces',), place)}")
    if inside:
        _shelter(draft, place, next(iter(inside)) if len(inside) == 1 else None)


def _sides_in_turn(stacks: list[_Stack], common: str | None) -> Iterator[str | None]:
    """Return the side of each stack: where both sides stand, `Montcalm, 4 regulars` goes on about the French."""
    before = common
    for stack in stacks:
        before = common or (next(iter(stack.item.sides)) if len(stack.item.sides) == 1 else before)
        yield before


def _stack(draft: Draft, item: str) -> _Stack | None:
    text = _REDUCED.sub(" ", _OUTSIDE.sub(" ", _INSIDE.sub(" ", item))).strip()
    try:
        found = counted(GAME, _PIECES, " ".join(text.split()))
    except InputError:
        if read_bare(draft, SETTINGS, item):
            return None
        raise
    # A tribe of one counter, or of several, is both a type and units: the type means any of them.
    types = tuple(each for each in found.found if each.kind == "types")
    found = Counted(item, found.count, types or found.found)
    return _Stack(found, _INSIDE.search(item) is not None, _REDUCED.search(item) is not None)


def _common_side(draft: Draft, works: list[str], stacks: list[_Stack]) -> str | None:
    """Return the side of everything in a space whose side is plain; nothing, if there are two or none."""
    plain = {next(iter(each.item.sides)) for each in stacks if len(each.item.sides) == 1}
    plain |= {side for work in works if (side := side_first(draft.game, number_of(work)[1])[0]) is not None}
    return next(iter(plain)) if len(plain) == 1 else None


def _put_stack(draft: Draft, place: str, stack: _Stack, side: str | None) -> None:
    if len(stack.item.sides) > 1 and side is not None:
        draft.assumed.append(
            f"the {stack.item.text} in {unmistakable(GAME, ('spaces',), place)} are {side.capitalize()}"
        )
    found = settled(stack.item, side)
    path, count = ("pieces", place), stack.item.count
    if found[0].kind == "types":
        draft.add(path, f"{'' if count == 1 else f'{count} '}{stack.before}{found[0].id}")
    elif len(found) > 1:
        draft.add(path, Pick(stack.item.text, tuple(each.id for each in found), count, stack.before))
    else:
        draft.add(path, f"{stack.before}{found[0].id}")


def _is_work(item: str) -> bool:
    rest = side_first(GAME, item)[1]
    return rest in _WORKS or singular(rest) in _WORKS


def _put_work(draft: Draft, place: str, item: str, common: str | None) -> None:
    side, rest = side_first(GAME, item)
    whose = side or common
    if whose is None:
        raise InputError(f"{item!r}: whose? write `British {rest}` or `French {rest}`")
    key = _WORKS.get(rest) or _WORKS[singular(rest)]
    if key == "captured_fortresses" and not _has_fortress(place):
        raise InputError(f"{item!r}: {unmistakable(GAME, ('spaces',), place)} has no fortress")
    if place in draft.lists.get((key, whose), ()):
        raise InputError(f"{item!r} is said twice")
    draft.add((key, whose), place)


def _read_marker(draft: Draft, place: str, item: str) -> bool:
    """Read a siege, a landing place or Raided markers; say whether it is one."""
    folded = fold(item)
    siege = re.fullmatch(r"(?:siege|besieged)(?: at)?(?: level)?(?: ([0-2]))?", folded)
    if siege:
        draft.put(("sieges", place), int(siege[1] or 0))
        return True
    if folded in ("amphib", "amphib marker", "landing place"):
        draft.add(("amphib",), place)
        return True
    count, rest = number_of(item)
    side, marker = side_first(GAME, rest)
    if side is not None and marker in ("raided", "raided marker", "raided markers"):
        draft.put(("raided", side, place), count)
        return True
    return False


def _shelter(draft: Draft, place: str, side: str | None) -> None:
    """Put a fort under those who stand inside, if nothing else is there."""
    known = [path for path, places in draft.lists.items() if path[0] == "forts" and place in places]
    if known or _has_fortress(place):
        return
    if side is None:
        raise InputError("inside what? say whose fort stands there: `British fort` or `French fort`")
    draft.add(("forts", side), place)
    draft.assumed.append(f"a {side.capitalize()} fort in {unmistakable(GAME, ('spaces',), place)}")


def _has_fortress(place: str) -> bool:
    return any(row.word("id") == place and row.flag("fortress") for row in rows(GAME, "spaces"))


def _finish(draft: Draft) -> None:
    _check_totals(draft)
    assume_the_usual(draft, SETTINGS)


def _check_totals(draft: Draft) -> None:
    """Refuse more counters of a type than there are, all spaces together."""
    totals: dict[str, int] = {}
    for path, found in draft.lists.items():
        for each in found if path[0] == "pieces" else ():
            words = each.split() if isinstance(each, str) else ["1", ""]
            totals[words[-1]] = totals.get(words[-1], 0) + (int(words[0]) if words[0].isdecimal() else 1)
    for name, total in totals.items():
        if total == 1 or not name:
            continue
        named = counted(GAME, _PIECES, name).found
        if all(each.count == 1 for each in named):
            raise InputError(f"{named[0].printed} stands in two places")
        settled(Counted(f"{total} {named[0].printed} in all", total, named), None)


def read_stack(text: str) -> list[str]:
    """Return the pieces that a text names, in the words of the compact form."""
    draft = Draft(GAME)
    _read_place(draft, "ohio_forks", items_of(text))
    found = draft.whole().get("pieces")
    stack = found.get("ohio_forks") if isinstance(found, Mapping) else None
    return _list(stack)


# ---------------------------------------------------------------- writing


def _write_places(position: dict[str, Json]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for place, item in (*_written_works(position), *_written_markers(position), *_written_pieces(position)):
        found.setdefault(place, []).append(item)
    return found


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Json) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list | tuple) else []


def _written_works(position: dict[str, Json]) -> Iterator[tuple[str, str]]:
    for key, called in _WRITTEN_WORKS.items():
        for side, places in _mapping(position.pop(key, {})).items():
            for place in _list(places):
                yield place, f"{unmistakable(GAME, ('sides',), side)} {called}"


def _written_markers(position: dict[str, Json]) -> Iterator[tuple[str, str]]:
    for place, level in _mapping(position.pop("sieges", {})).items():
        yield place, f"siege {level}"
    for place in _list(position.pop("amphib", [])):
        yield place, "amphib marker"
    for side, marked in _mapping(position.pop("raided", {})).items():
        for place, count in _mapping(marked).items():
            yield place, f"{'' if count == 1 else f'{count} '}{unmistakable(GAME, ('sides',), side)} raided"


def _written_pieces(position: dict[str, Json]) -> Iterator[tuple[str, str]]:
    for place, pieces in _mapping(position.pop("pieces", {})).items():
        for piece in _list(pieces):
            yield place, _written_piece(*piece.split())


def _written_piece(*words: str) -> str:
    *before, name = words
    count = [before[0]] if before and before[0].isdecimal() else []
    types = ("leaders", "types") if any(each.id == name for each in names(GAME, ("types",))) else _PIECES
    reduced, inside = (["reduced"] if "reduced" in before else []), (["inside"] if "inside" in before else [])
    called = unmistakable(GAME, types, name)
    plural = "" if count in ([], ["1"]) or called.endswith("s") else "s"
    return " ".join([*count, *reduced, f"{called}{plural}", *inside])


VOCABULARY = Vocabulary(GAME, "spaces", SETTINGS, _read_place, _write_places, _finish)
