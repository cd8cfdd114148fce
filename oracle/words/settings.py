"""What a position says besides what stands where: years, hands, points; read and written by the shape of each."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from oracle.errors import InputError
from oracle.names import candidates, fold, resolve, singular, unmistakable
from oracle.records import FRAMES, OPENINGS, PHASE
from oracle.words.draft import Counted, Draft, Pick, counted, number_of, settled, side_first, worth
from oracle.words.openings_said import read_opening
from oracle.words.records_in_words import read_record, read_records
from reference.kernel.canonical import Json, Unreadable, parse

NOT_THERE = "(missing)"
NOTHING = ("none", "nothing", "empty", "no cards", "nobody")
_MOST_WORDS_OF_A_SETTING = 6
# `Edward II`
_ROMAN = {"i": "1", "ii": "2"}
_AND = re.compile(r"\s(?:and|&|plus|with)\s", re.IGNORECASE)
_FLAGS: Mapping[str, Json] = {"yes": True, "true": True, "": True, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number; `alone` says that the number by itself, within the range, is understood."""

    alone: range = range(0)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several words; `alone` says that the word by itself is understood."""

    values: tuple[str, ...]
    alone: bool = True


@dataclass(frozen=True, slots=True)
class SomeOf:
    """Some of several words."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """Something that only one game has, read and written by functions of its own; also as JSON."""

    read: Callable[[str], Json]
    write: Callable[[Json], str]


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no; the name of the setting alone means yes."""


@dataclass(frozen=True, slots=True)
class SideName:
    """A side, or nobody."""


@dataclass(frozen=True, slots=True)
class SideNames:
    """Some sides."""


@dataclass(frozen=True, slots=True)
class OneName:
    """The name of one thing."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameList:
    """Names of things, with numbers: `2 Ships`."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Amounts:
    """Numbers of several things: `2 villages, 1 town`."""

    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """A mapping with known fields: `place=Louisbourg, marker=2`."""

    fields: Mapping[str, "Shape"]
    of_the_enemy: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordOf:
    """A record of the game."""

    family: str


@dataclass(frozen=True, slots=True)
class RecordsOf:
    """Several records of the game."""

    family: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a side with so many actions left, the only frame: `French, 2 actions`."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Anything, as JSON."""


Shape: TypeAlias = (
    Number
    | OneOf
    | SomeOf
    | Own
    | Flag
    | SideName
    | SideNames
    | OneName
    | NameList
    | Amounts
    | Given
    | RecordOf
    | RecordsOf
    | Turn
    | Plain
)


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its place in the position, what it is called, what it takes.

    `usual` says what is assumed if it is not said; a value equal to `unsaid` is not written.
    """

    path: tuple[str, ...]
    called: tuple[str, ...]
    shape: Shape
    by_side: bool = False
    usual: str = ""
    unsaid: Json = NOT_THERE

    def is_called(self, folded: str) -> bool:
        """Say whether a folded text is a name of the setting."""
        return any(singular(fold(each)) == singular(folded) for each in self.called)


FRAME_SETTINGS = (
    Setting(("opening",), ("opening",), RecordOf(OPENINGS)),
    Setting(("frames",), ("frames", "under way"), RecordsOf(FRAMES)),
    Setting(("outcome",), ("outcome",), Plain()),
)
PHASE_SETTING = Setting(("phase",), ("phase",), RecordOf(PHASE))


# ---------------------------------------------------------------- reading


def read_headed(draft: Draft, settings: tuple[Setting, ...], head: str, body: str) -> bool:
    """Read `HEAD: BODY` if the head names a setting; say whether it does."""
    for setting in settings:
        if setting.is_called(fold(head)):
            _read(draft, setting, None, body)
            return True
    side, rest = side_first(draft.game, head)
    for setting in settings:
        if side is not None and setting.by_side and setting.is_called(rest):
            _read(draft, setting, side, body)
            return True
    return False


def read_bare(draft: Draft, settings: tuple[Setting, ...], text: str) -> bool:
    """Read settings without a colon, such as `year 1757`, `early` or `French VP 3`; say whether it is one.

    Several may follow each other without a comma: `year 1757 early`.
    """
    words = text.split()
    found = _bare(draft.game, settings, text) or _row_of_bare(draft.game, settings, words)
    found = found or _bare(draft.game, settings, text, strict=False)
    for setting, side, value in found:
        _read(draft, setting, side, value)
    return bool(found)


def read_headless(draft: Draft, settings: tuple[Setting, ...], clause: str) -> bool:
    """Read a whole clause as a setting that takes a list or more, its colon left out; say whether it is one."""
    words = clause.split()
    for length in range(min(_MOST_WORDS_OF_A_SETTING, len(words) - 1), 0, -1):
        head, body = " ".join(words[:length]), " ".join(words[length:])
        side, rest = side_first(draft.game, head)
        for setting in settings:
            takes_more = isinstance(setting.shape, NameList | Given | Amounts | RecordOf | RecordsOf | Turn)
            whose = side if setting.by_side else None
            if takes_more and not head.endswith(",") and setting.is_called(rest if setting.by_side else fold(head)):
                _read(draft, setting, whose, body)
                return True
    return False


Bare: TypeAlias = list[tuple[Setting, str | None, str]]


def _row_of_bare(game: str, settings: tuple[Setting, ...], words: list[str]) -> Bare:
    """Return the settings that words are, one after the other; nothing if a word is left over."""
    found: Bare = []
    at = 0
    while at < len(words):
        stops = range(min(len(words), at + _MOST_WORDS_OF_A_SETTING), at, -1)
        fits = ((stop, _bare(game, settings, " ".join(words[at:stop]))) for stop in stops)
        at, here = next(((stop, each) for stop, each in fits if each), (at, []))
        if not here:
            return []
        found.extend(here)
    return found


def _bare(game: str, settings: tuple[Setting, ...], text: str, *, strict: bool = True) -> Bare:
    """Return the one setting that a text is, with its value; a strict reader takes only numbers for numbers."""
    alone = _alone(settings, fold(text))
    if alone is not None:
        return [alone]
    side, rest = side_first(game, text)
    for words, whose in ((fold(text), None), (rest, side)):
        fitting = [
            (setting, value)
            for setting in settings
            if (whose is None or setting.by_side) and (value := _value_of(setting, words)) is not None
            if not strict or not isinstance(setting.shape, Number) or _is_number(game, setting, value)
        ]
        if fitting:
            # The longest name: `Edward wintered in 1298` is not about `Edward`.
            setting, value = min(fitting, key=lambda pair: len(pair[1]))
            return [(setting, whose, value)]
    return []


def _is_number(game: str, setting: Setting, value: str) -> bool:
    return value.isdecimal() or value in _ROMAN or (setting.by_side and side_first(game, value)[1].isdecimal())


def _alone(settings: tuple[Setting, ...], folded: str) -> tuple[Setting, str | None, str] | None:
    """Return a setting that its value alone says."""
    for setting in settings:
        match setting.shape:
            case OneOf(values, alone=True) if folded in {fold(value) for value in values}:
                return setting, None, folded
            case Number(alone) if folded.isdecimal() and len(folded) < 10 and int(folded) in alone:
                return setting, None, folded
            case Flag() if setting.is_called(folded):
                return setting, None, ""
            case _:
                pass
    return None


def _value_of(setting: Setting, words: str) -> str | None:
    """Return what stands beside the name of a setting: `1757` in `year 1757`, `eager` in `eager assemblies`."""
    for called in (fold(each) for each in setting.called):
        if words.startswith(f"{called} "):
            return words.removeprefix(called).strip()
        if words.endswith(f" {called}"):
            return words.removesuffix(called).strip()
    return None


def _read(draft: Draft, setting: Setting, side: str | None, text: str) -> None:
    try:
        if setting.by_side and side is None:
            _read_sides(draft, setting, text)
        elif setting.by_side and isinstance(setting.shape, Number) and "," in text:
            _read_sides(draft, setting, f"{side} {text}")
        else:
            path = setting.path if side is None else (*setting.path, side)
            _put(draft, path, setting.shape, text.strip(), side)
    except InputError as fault:
        raise InputError(f"{setting.called[0]}: {fault}") from None


def _read_sides(draft: Draft, setting: Setting, text: str) -> None:
    """Read `French 3, British 2` of a setting that each side has."""
    if fold(text) in (*NOTHING, "0"):
        draft.put(setting.path, {})
        return
    for item in items_of(text):
        side, rest = side_first(draft.game, item)
        if side is None:
            raise InputError(f"{item!r}: whose? write, for instance, `{_example(draft.game)} {setting.called[0]}: ...`")
        _put(draft, (*setting.path, side), setting.shape, rest, side)


def _example(game: str) -> str:
    return unmistakable(game, ("sides",), _sides(game)[0])


def _sides(game: str) -> tuple[str, ...]:
    from spec_tables.catalogue import catalogue

    return catalogue(game).sides


def _put(draft: Draft, path: tuple[str, ...], shape: Shape, text: str, side: str | None) -> None:
    if isinstance(shape, NameList):
        if path in draft.lists:
            raise InputError("is said twice")
        draft.add(path)
        for item in () if fold(text) in NOTHING else items_of(text, draft.game):
            draft.add(path, *named(draft, shape.kinds, item, side))
        return
    opens = isinstance(shape, RecordOf) and shape.family == OPENINGS
    draft.put(path, read_opening(draft, text) if opens else read_value(draft.game, shape, text, side))


def named(draft: Draft, kinds: tuple[str, ...], text: str, side: str | None) -> list[str | Pick]:
    """Return the entries that a name with a number stands for; a name of both sides is taken for the side's own."""
    item = counted(draft.game, kinds, text)
    found = settled(item, _own(item, side))
    others = [each.id for each in item.found if each.side != found[0].side]
    if others and "neutral" in item.sides:
        draft.assumed.append(f"{text}: {found[0].id}, not {', '.join(others)}")
    if found[0].count > 1 or len(found) == 1:
        return [found[0].id] * item.count
    unlike = len({worth(each) for each in found}) > 1 and len(found) > item.count
    told = tuple(f"{unmistakable(draft.game, kinds, each.id)}, {worth(each)}" for each in found) if unlike else ()
    return [Pick(text, tuple(each.id for each in found), item.count, told=told)]


def _own(item: Counted, side: str | None) -> str | None:
    """Return whose thing is meant: the side's own, else nobody's."""
    return side if side in item.sides else "neutral" if "neutral" in item.sides else side


def items_of(text: str, game: str | None = None) -> list[str]:
    """Return the items of a list with commas; with the game, also those joined by `and` that are no single name."""
    items = [item.strip() for item in re.split(r"[,;]", text) if item.strip()]
    return items if game is None else [part for item in items for part in _apart(game, item)]


def _apart(game: str, item: str) -> list[str]:
    parts = [part.strip() for part in _AND.split(item) if part.strip()]
    if len(parts) < 2 or candidates(game, (), item) or candidates(game, (), number_of(item)[1]):
        return [item]
    return parts


def read_value(game: str, shape: Shape, text: str, side: str | None = None) -> Json:
    """Return the value that a text stands for."""
    match shape:
        case Number():
            return _number(text)
        case OneOf(values):
            return _one_of(values, text)
        case SomeOf(values):
            return _some_of(values, text)
        case Own(read):
            return _plain(text) if text.startswith("{") else read(text)
        case Flag():
            return _flag(text)
        case Amounts(fields):
            return _amounts(fields, text)
        case RecordOf(family):
            return _plain(text) if text.startswith("{") else read_record(game, family, text)
        case RecordsOf(family):
            return _plain(text) if text.startswith("[") else list(read_records(game, family, text))
        case Turn():
            return _turn(game, text)
        case Plain():
            return _plain(text)
        case _:
            return _read_names(game, shape, text, side)


def _read_names(
    game: str, shape: SideName | SideNames | OneName | NameList | Given, text: str, side: str | None
) -> Json:
    match shape:
        case SideName():
            return None if fold(text) in NOTHING else resolve(game, ("sides",), text)
        case SideNames():
            return [resolve(game, ("sides",), each) for each in items_of(text) if fold(each) not in NOTHING]
        case OneName(kinds):
            return settled(counted(game, kinds, text), side)[0].id
        case NameList(kinds):
            return _listed(game, kinds, text, side)
        case Given(fields, of_the_enemy):
            enemy = next((each for each in _sides(game) if each != side), None)
            return {
                name: read_value(game, fields[name], value, enemy if name in of_the_enemy else side)
                for name, value in _given(fields, text)
            }
        case _:
            assert_never(shape)


def _listed(game: str, kinds: tuple[str, ...], text: str, side: str | None) -> list[Json]:
    found: list[Json] = []
    for item in items_of(text.removeprefix("[").removesuffix("]")):
        one = counted(game, kinds, item)
        found.extend([settled(one, _own(one, side))[0].id] * one.count)
    return found


def _number(text: str) -> int:
    plain = _ROMAN.get(text.strip().casefold(), text.strip())
    if not (plain.isascii() and plain.lstrip("-").isdecimal() and len(plain) < 10):
        raise InputError(f"{text!r} is no whole number")
    return int(plain)


def _turn(game: str, text: str) -> list[Json]:
    """Read a turn; two actions are left if nothing else is said."""
    side, rest = side_first(game, text)
    actions = re.fullmatch(r"(?:(\d) actions?(?: left)?)?", rest)
    if side is None or actions is None:
        raise InputError(f"{text!r} is not of the form 'SIDE, NUMBER actions'")
    return [{"type": "turn", "side": side, "actions": int(actions[1] or 2)}]


def _flag(text: str) -> Json:
    if fold(text) not in _FLAGS:
        raise InputError(f"{text!r} is neither yes nor no")
    return _FLAGS[fold(text)]


def _one_of(values: tuple[str, ...], text: str) -> str:
    for value in values:
        if fold(value) == fold(text):
            return value
    raise InputError(f"{text!r} is none of: {', '.join(values)}")


def _some_of(values: tuple[str, ...], text: str) -> Json:
    if text.startswith("["):
        return _plain(text)
    return [_one_of(values, item) for item in items_of(text) if fold(item) not in NOTHING]


def _plain(text: str) -> Json:
    try:
        return parse(text)
    except Unreadable as fault:
        raise InputError(str(fault)) from None


def _amounts(fields: tuple[str, ...], text: str) -> dict[str, Json]:
    found: dict[str, Json] = dict.fromkeys(fields, 0)
    for item in items_of(_AND.sub(", ", text)):
        number, _, what = item.partition(" ")
        name = next((each for each in fields if singular(each) == singular(fold(what))), None)
        if name is None:
            raise InputError(f"{item!r} is not a number of {' or '.join(fields)}")
        found[name] = _number(number)
    return found


def _given(fields: Mapping[str, Shape], text: str) -> Iterator[tuple[str, str]]:
    """Go through `place=Louisbourg, marker=2`, also said as `Louisbourg, marker 2`."""
    places = list(re.finditer(r"(\w+)=", text))
    if not places:
        yield from _given_said(fields, text)
        return
    if text[: places[0].start()].strip():
        raise InputError(_form(fields, text))
    for index, match in enumerate(places):
        end = places[index + 1].start() if index + 1 < len(places) else len(text)
        if match[1] not in fields:
            raise InputError(f"{match[1]} has no place here; there are: {', '.join(fields)}")
        yield match[1], text[match.end() : end].strip().removesuffix(",").strip()


def _form(fields: Mapping[str, Shape], text: str) -> str:
    return f"{text!r} is not of the form {', '.join(f'{name}=...' for name in fields)}"


def _given_said(fields: Mapping[str, Shape], text: str) -> Iterator[tuple[str, str]]:
    """Go through fields that are named before their values; what comes first needs no name."""
    found: dict[str, list[str]] = {}
    here = next(iter(fields))
    for item in items_of(_AND.sub(", ", text)):
        word, _, rest = item.replace(":", " ").partition(" ")
        named = next((each for each in fields if singular(fold(each)) == singular(fold(word))), None)
        here = named or here
        found.setdefault(here, []).append(rest.strip() if named else item)
    for name, values in found.items():
        if len(values) > 1 and not isinstance(fields[name], NameList):
            raise InputError(_form(fields, text))
        yield name, ", ".join(values)
