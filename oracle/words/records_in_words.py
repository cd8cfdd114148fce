"""Frames, openings and other records in words: `battle space=Crown Point, attacker=british`.

Several records are joined by ` > `, the outermost first. A list is written in brackets; a record inside a record is
JSON. An opening may also be said: see `openings_said`.
"""

import re
from collections.abc import Iterator, Mapping

from oracle.errors import InputError
from oracle.names import (
    UnknownName,
    candidates,
    fold,
    found_name,
    kinds_taken,
    no_such,
    resolve,
    singular,
    unmistakable,
)
from oracle.records import OPENINGS, Field, Record, records
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse

_PLAIN = re.compile(r"[\w.-]+")
_MASKS = {"mask": "block", "area_mask": "area"}
_FLAGS: Mapping[str, Json] = {"yes": True, "true": True, "no": False, "false": False}


# ---------------------------------------------------------------- writing


def written_records(game: str, family: str, values: Json) -> str:
    """Return a list of records in words."""
    assert isinstance(values, list | tuple)
    return " > ".join(written_record(game, family, each) for each in values)


def written_record(game: str, family: str, value: Json) -> str:
    """Return a record in words, without the fields that have their usual value."""
    assert isinstance(value, Mapping)
    known = records(game, family)[str(value["type"])]
    shown = [
        f"{name}={_written_value(game, known.fields[name], item)}"
        for name, item in value.items()
        if name != "type" and item != known.fields[name].default
    ]
    return " ".join([known.type, ", ".join(shown)]).strip()


def _written_value(game: str, field: Field, value: Json) -> str:
    if field.takes in _MASKS and isinstance(value, str):
        return _listed(game, _kinds(game, field), value.split())
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case str() if kinds := _kinds(game, field):
            return unmistakable(game, kinds, value)
        case str():
            return value if _PLAIN.fullmatch(value) and value not in ("none", *_FLAGS) else canonical_text(value)
        case list() | tuple() if all(isinstance(item, str) for item in value) and value:
            return _listed(game, _kinds(game, field), [str(item) for item in value])
        case _:
            return canonical_text(value)


def _listed(game: str, kinds: tuple[str, ...], ids: list[str]) -> str:
    return f"[{', '.join(unmistakable(game, kinds, each) if kinds else each for each in ids)}]"


def _kinds(game: str, field: Field) -> tuple[str, ...]:
    return kinds_taken(game, _MASKS.get(field.takes, field.takes))


# ---------------------------------------------------------------- reading


def read_records(game: str, family: str, text: str) -> list[Json]:
    """Read a list of records in words."""
    return [read_record(game, family, part) for part in _split(text, ">") if part]


def read_record(game: str, family: str, text: str) -> dict[str, Json]:
    """Read a record in words, every field that must be given with it."""
    record, found = read_fields(game, family, text)
    return complete(record, found)


def read_fields(game: str, family: str, text: str) -> tuple[Record, dict[str, Json]]:
    """Read the type of a record, and the fields that are given."""
    start, *pairs = _pairs(text)
    record = _record(game, family, start[1])
    found: dict[str, Json] = {"type": record.type}
    for name, value in pairs:
        if name not in record.fields:
            has = "; ".join(each.told for each in record.fields.values()) or "no fields"
            raise InputError(f"{name} is no field of {record.type}; it has {has}")
        if name in found:
            raise InputError(f"{record.type}: sets {name} twice")
        found[name] = _read_value(game, record.fields[name], value)
    return record, found


def complete(record: Record, found: dict[str, Json]) -> dict[str, Json]:
    """Return the fields of a record; refuse it if one lacks that must be given."""
    lacking = [each.told for each in record.fields.values() if not each.optional and each.name not in found]
    if lacking:
        raise InputError(f"{record.type} needs {'; '.join(lacking)}")
    return found


def _record(game: str, family: str, text: str) -> Record:
    known = records(game, family)
    if not text and len(known) == 1:
        return next(iter(known.values()))
    for alike in (fold, lambda text: singular(fold(text))):
        for record in known.values():
            if alike(record.type) == alike(text):
                return record
    if family == OPENINGS and known:
        return known[resolve(game, (OPENINGS,), text)]
    raise InputError(f"{text!r} is none of: {', '.join(known) or 'nothing can be named here'}")


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Go through `field=value` pairs; what stands before the first comes with an empty name."""
    outside = _outside(text)
    found = [match for match in re.finditer(r"(\w+)=", text) if outside[match.start()]]
    yield "", text[: found[0].start()].strip(" ,") if found else text.strip(" ,")
    for place, match in enumerate(found):
        end = found[place + 1].start() if place + 1 < len(found) else len(text)
        yield match[1], text[match.end() : end].strip().removesuffix(",").strip()


def _outside(text: str) -> list[bool]:
    """Say of each letter of a text whether it stands outside brackets and quotes."""
    found: list[bool] = []
    depth, quoted, escaped = 0, False, False
    for letter in text:
        found.append(depth == 0 and not quoted)
        if quoted:
            quoted, escaped = letter != '"' or escaped, letter == "\\" and not escaped
        elif letter == '"':
            quoted = True
        else:
            depth += (letter in "[{") - (letter in "]}")
    return found


def _split(text: str, sign: str) -> list[str]:
    """Split a text at a sign outside brackets and quotes."""
    outside = _outside(text)
    places = [place for place, letter in enumerate(text) if letter == sign and outside[place]]
    starts, ends = [0, *(place + 1 for place in places)], [*places, len(text)]
    return [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def _read_value(game: str, field: Field, text: str) -> Json:
    if text.startswith(("{", '"', "[{")):
        try:
            return parse(text)
        except Unreadable as fault:
            raise InputError(f"{field.name}: {fault}") from None
    if field.several or field.takes in _MASKS:
        items = [item.strip() for item in text.removeprefix("[").removesuffix("]").split(",") if item.strip()]
        found = [_read_item(game, field, item) for item in items if item != "none"]
        return " ".join(str(item) for item in found) if field.takes in _MASKS else found
    return _read_item(game, field, text)


def _read_item(game: str, field: Field, text: str) -> Json:
    if field.values:
        return _read_word(game, field, text)
    if text.casefold() == "none":
        return None
    if field.takes == "number":
        if not (text.isascii() and text.lstrip("-").isdecimal() and len(text) < 10):
            raise InputError(f"{field.name}: {text!r} is no number")
        return int(text)
    if field.takes == "yes or no":
        if text.casefold() not in _FLAGS:
            raise InputError(f"{field.name}: {text!r} is neither yes nor no")
        return _FLAGS[text.casefold()]
    kinds = _kinds(game, field)
    if not kinds:
        return text
    try:
        return found_name(game, kinds, text).id
    except UnknownName:
        raise InputError(f"{field.name}: {no_such(game, kinds, text)}") from None


def _read_word(game: str, field: Field, text: str) -> Json:
    """Return one of the values of a field, by itself or by the name of what it stands for."""
    if text in field.values:
        return text
    for value in field.values:
        if singular(fold(value)) == singular(fold(text)):
            return value
    if text.casefold() == "none":
        return None
    kinds = _kinds(game, field)
    for name in candidates(game, kinds, text) if kinds else ():
        if name.id in field.values:
            return name.id
    raise InputError(f"{field.name}: {text!r} is none of: {', '.join(field.values)}")
