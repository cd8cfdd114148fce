"""The JSON Schema files of the suite, and a small validator for the part of JSON Schema 2020-12 that they use.

A schema with a keyword that the validator does not know is refused, so nothing is ignored silently.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reference.kernel.canonical import Json, Unreadable, canonical_text, parse

FOLDER = Path(__file__).parent / "schemas"
SCHEMAS = tuple(
    f"{name}.schema.json"
    for name in ("action", "answer", "case", "decision", "event", "manifest", "state", "verdict", "violation")
)
_TYPES: Mapping[str, Callable[[Json], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, Sequence) and not isinstance(value, str),
    "object": lambda value: isinstance(value, Mapping),
}
_SILENT = frozenset({"$schema", "title", "description", "$defs"})


class BadSchema(ValueError):
    """A schema says something that the validator does not understand."""


@dataclass(slots=True)
class Schemas:
    """The schemas of a folder, loaded as they are needed."""

    folder: Path = FOLDER
    loaded: dict[str, Json] = field(default_factory=dict)

    def demand(self, name: str, value: Json, place: str) -> None:
        """Refuse a value that a schema does not allow, naming the first place where it fails."""
        for fault in self.faults(name, value):
            raise fault.within(place) if place else fault

    def faults(self, name: str, value: Json) -> Iterator[Unreadable]:
        """Return every fault of a value under a schema."""
        yield from self._check(name, self._schema(name), value)

    def _schema(self, name: str) -> Json:
        if name not in self.loaded:
            self.loaded[name] = parse((self.folder / name).read_text(encoding="utf-8"))
        return self.loaded[name]

    def _check(self, file: str, schema: Json, value: Json) -> Iterator[Unreadable]:
        if isinstance(schema, bool):
            if not schema:
                yield Unreadable("", "has no place here")
            return
        if not isinstance(schema, Mapping):
            raise BadSchema(f"{file}: {schema!r} is no schema")
        for keyword, wanted in schema.items():
            if keyword not in _SILENT:
                yield from self._keyword(file, schema, keyword, wanted, value)

    def _keyword(
        self, file: str, schema: Mapping[str, Json], keyword: str, wanted: Json, value: Json
    ) -> Iterator[Unreadable]:
        if keyword == "$ref":
            yield from self._check(*self._referred(file, str(wanted)), value)
        elif keyword == "oneOf":
            yield from self._one_of(file, wanted, value)
        elif keyword in _PLAIN:
            cause = _PLAIN[keyword](wanted, value)
            if cause:
                yield Unreadable("", cause)
        elif keyword == "required":
            yield from _lacking(wanted, value)
        elif keyword == "items":
            for index, item in enumerate(_items(value)):
                yield from self._within(f"[{index}]", file, wanted, item)
        elif keyword in ("properties", "additionalProperties"):
            if isinstance(value, Mapping):
                yield from self._members(file, schema, keyword, value)
        else:
            raise BadSchema(f"{file}: the keyword {keyword!r} is not understood")

    def _members(
        self, file: str, schema: Mapping[str, Json], keyword: str, value: Mapping[str, Json]
    ) -> Iterator[Unreadable]:
        named = schema.get("properties", {})
        assert isinstance(named, Mapping)
        for name, member in value.items():
            if keyword == "properties" and name in named:
                yield from self._within(name, file, named[name], member)
            elif keyword == "additionalProperties" and name not in named:
                yield from self._within(name, file, schema[keyword], member)

    def _within(self, place: str, file: str, schema: Json, value: Json) -> Iterator[Unreadable]:
        for fault in self._check(file, schema, value):
            yield fault.within(place)

    def _one_of(self, file: str, wanted: Json, value: Json) -> Iterator[Unreadable]:
        assert isinstance(wanted, Sequence)
        # One fault is enough to exclude an alternative; all are counted only if none fits.
        fitting = sum(next(self._check(file, each, value), None) is None for each in wanted)
        if not fitting:
            faults = [list(self._check(file, each, value)) for each in wanted]
            yield min(faults, key=lambda each: (len(each), str(each[0])))[0]
        elif fitting > 1:
            yield Unreadable("", f"fits {fitting} of the alternatives")

    def _referred(self, file: str, reference: str) -> tuple[str, Json]:
        name, _, pointer = reference.partition("#")
        target = name or file
        found = self._schema(target)
        for part in pointer.split("/")[1:]:
            if not isinstance(found, Mapping) or part not in found:
                raise BadSchema(f"{file}: {reference} leads nowhere")
            found = found[part]
        return target, found


# ---------------------------------------------------------------- plain keywords


def _lacking(wanted: Json, value: Json) -> Iterator[Unreadable]:
    assert isinstance(wanted, Sequence)
    if isinstance(value, Mapping):
        for name in wanted:
            if name not in value:
                yield Unreadable(str(name), "is missing")


def _type(wanted: Json, value: Json) -> str:
    return "" if _TYPES[str(wanted)](value) else f"must be of type {wanted}"


def _const(wanted: Json, value: Json) -> str:
    return "" if canonical_text(wanted) == canonical_text(value) else f"must be {canonical_text(wanted)}"


def _enum(wanted: Json, value: Json) -> str:
    assert isinstance(wanted, Sequence)
    return "" if any(not _const(each, value) for each in wanted) else f"must be one of {canonical_text(wanted)}"


def _pattern(wanted: Json, value: Json) -> str:
    return "" if not isinstance(value, str) or re.search(str(wanted), value) else f"must look like {wanted}"


def _minimum(wanted: Json, value: Json) -> str:
    assert isinstance(wanted, int)
    return "" if not isinstance(value, int) or value >= wanted else f"must be at least {wanted}"


def _min_items(wanted: Json, value: Json) -> str:
    assert isinstance(wanted, int)
    return "" if not _TYPES["array"](value) or len(_items(value)) >= wanted else f"must have at least {wanted} items"


def _items(value: Json) -> Sequence[Json]:
    """Return the items of a list; for anything else, none."""
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()


_PLAIN: Mapping[str, Callable[[Json, Json], str]] = {
    "type": _type,
    "const": _const,
    "enum": _enum,
    "pattern": _pattern,
    "minimum": _minimum,
    "minItems": _min_items,
}
