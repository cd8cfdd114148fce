"""The settings of a position written in words, by the shape of each."""

from collections.abc import Iterator, Mapping

from oracle.names import unmistakable
from oracle.records import PHASE
from oracle.words.records_in_words import written_record, written_records
from oracle.words.settings import (
    NOT_THERE,
    Amounts,
    Flag,
    Given,
    NameList,
    Number,
    OneName,
    OneOf,
    Own,
    Plain,
    RecordOf,
    RecordsOf,
    Setting,
    Shape,
    SideName,
    SideNames,
    SomeOf,
    Turn,
)
from reference.kernel.canonical import Json, canonical_text


def written_settings(game: str, settings: tuple[Setting, ...], position: dict[str, Json]) -> Iterator[str]:
    """Write the settings of a position, each a clause, and take them out of it; short ones share the first line."""
    short: list[str] = []
    longer: list[str] = []
    for setting in settings:
        value = _taken(position, setting.path)
        if value in (NOT_THERE, setting.unsaid):
            continue
        if isinstance(setting.shape, Turn) and not _is_turn(value):
            position[setting.path[0]] = value
            continue
        if setting.by_side and isinstance(value, Mapping) and value:
            sides = [(side, _written(game, setting.shape, item, side)) for side, item in value.items()]
            longer.extend(f"{unmistakable(game, ('sides',), side)} {setting.called[0]}: {text}" for side, text in sides)
        elif isinstance(setting.shape, Number | OneOf | Flag):
            short.append(_short(setting, value))
        else:
            longer.append(f"{setting.called[0]}: {_written(game, setting.shape, value, None)}")
    yield ", ".join(short)
    yield from longer


def _is_turn(value: Json) -> bool:
    first = value[0] if isinstance(value, list | tuple) and len(value) == 1 else None
    return isinstance(first, Mapping) and first["type"] == "turn"


def _taken(position: dict[str, Json], path: tuple[str, ...]) -> Json:
    """Take a value out of a position."""
    if len(path) == 1:
        return position.pop(path[0], NOT_THERE)
    inner = position.get(path[0])
    if not isinstance(inner, Mapping) or path[1] not in inner:
        return NOT_THERE
    rest = {name: value for name, value in inner.items() if name != path[1]}
    if rest:
        position[path[0]] = rest
    else:
        position.pop(path[0])
    return inner[path[1]]


def _short(setting: Setting, value: Json) -> str:
    called = setting.called[0]
    if isinstance(setting.shape, Flag):
        return called if value is True else f"{called} no"
    return f"{called} {value}"


def _written(game: str, shape: Shape, value: Json, side: str | None) -> str:
    match shape:
        case SideName() | OneName() | SideNames() | NameList():
            return _written_named(game, shape, value)
        case Amounts() if isinstance(value, Mapping):
            return ", ".join(f"{number} {name}" for name, number in value.items())
        case Given(fields) if isinstance(value, Mapping):
            return ", ".join(f"{name}={_bracketed(game, fields[name], item, side)}" for name, item in value.items())
        case RecordOf(family):
            return _without_type(family, written_record(game, family, value))
        case RecordsOf(family):
            return written_records(game, family, value)
        case Turn():
            return _written_turn(game, value)
        case Own(write=write):
            return write(value)
        case SomeOf() if isinstance(value, list | tuple):
            return ", ".join(str(each) for each in value) or "none"
        case Plain():
            return canonical_text(value)
        case _:
            return str(value)


def _written_named(game: str, shape: SideName | OneName | SideNames | NameList, value: Json) -> str:
    kinds = shape.kinds if isinstance(shape, OneName | NameList) else ("sides",)
    nothing = "none" if isinstance(shape, NameList) else "nobody"
    ids = [] if value is None else [str(each) for each in value] if isinstance(value, list | tuple) else [str(value)]
    return written_names(game, kinds, ids, nothing)


def _written_turn(game: str, value: Json) -> str:
    turn = value[0] if isinstance(value, list | tuple) else None
    assert isinstance(turn, Mapping)
    noun = "action" if turn["actions"] == 1 else "actions"
    return f"{unmistakable(game, ('sides',), str(turn['side']))}, {turn['actions']} {noun}"


def _without_type(family: str, text: str) -> str:
    """Leave out the type of a record where there is only one."""
    return text.removeprefix("phase").strip() or "value=0" if family == PHASE else text


def _bracketed(game: str, shape: Shape, value: Json, side: str | None) -> str:
    if isinstance(shape, NameList) and isinstance(value, list | tuple):
        return f"[{written_names(game, shape.kinds, [str(each) for each in value], '')}]"
    return _written(game, shape, value, side)


def written_names(game: str, kinds: tuple[str, ...], ids: list[str], nothing: str = "none") -> str:
    """Return names with commas, equal neighbours counted."""
    found: list[tuple[str, int]] = []
    for each in ids:
        if found and found[-1][0] == each:
            found[-1] = (each, found[-1][1] + 1)
        else:
            found.append((each, 1))
    shown = ((unmistakable(game, kinds, each), count) for each, count in found)
    return ", ".join(_counted(name, count) for name, count in shown) or nothing


def _counted(name: str, count: int) -> str:
    return name if count == 1 else f"{count} x {name}" if name[0].isdigit() else f"{count} {name}"
