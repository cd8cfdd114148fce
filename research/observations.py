"""What a side sees, as a tensor and as text; both are made from `rulebook.view` and from nothing else.

    layout = layout_of("few_acres_of_snow")
    values = layout.values(rulebook.view(position, "british"))

A tensor is one list of numbers, made along the schema of the view: a place for every value that a field can have.
Numbers stand as they are, a text or id counts in its own place, lists count how often each value is there and how long
they are, and what is absent is 0. `layout.fields` says where each field of the view begins; `VERSION` changes whenever
any place does. Only the order of lists, the rules that are cited, and which of several like counters lies in a space
are in the text alone.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from reference.hammer_of_the_scots.ch02_armies import FIGURES, FULL
from reference.kernel.canonical import Json, canonical_text
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS
from research.schema_parts import Schema, definitions, items_of, schema_of

VERSION = 1


class Part(ABC):
    """The places of one part of a view."""

    size: int

    @abstractmethod
    def fits(self, value: Json) -> bool:
        """Say whether a value has the form of this part."""

    @abstractmethod
    def add(self, value: Json, at: int, to: MutableSequence[float]) -> None:
        """Add a value to the places that begin at a number."""


@dataclass(frozen=True, slots=True)
class Nothing(Part):
    """What is not in the tensor: null, and what only the text tells."""

    form: type[object]
    size: int = 0

    def fits(self, value: Json) -> bool:
        """Say whether a value has this form."""
        return isinstance(value, self.form)

    def add(self, value: Json, at: int, to: MutableSequence[float]) -> None:
        """Add nothing."""


@dataclass(frozen=True, slots=True)
class Amount(Part):
    """A whole number, as it is, or a truth value as 0 or 1."""

    form: type[object]
    size: int = 1

    def fits(self, value: Json) -> bool:
        """Say whether a value is a number, or a truth value."""
        return type(value) is self.form

    def add(self, value: Json, at: int, to: MutableSequence[float]) -> None:
        """Add the number."""
        assert isinstance(value, int)
        to[at] += value


@dataclass(frozen=True, slots=True)
class Word(Part):
    """One of some values: a place for each."""

    places: Mapping[Json, int]
    size: int

    def fits(self, value: Json) -> bool:
        """Say whether a value is among these."""
        return isinstance(value, str | int) and value in self.places

    def add(self, value: Json, at: int, to: MutableSequence[float]) -> None:
        """Count the value."""
        to[at + self.places[value]] += 1


@dataclass(frozen=True, slots=True)
class Phrase(Part):
    """A text of several words, such as a reduced unit: a place for each thing, alone and with each adjective.

    `kinds` says which words count as the same thing. A last word that is a number stands in the place of the thing;
    where `full` has the thing, so does its full number if none is said.
    """

    kinds: Mapping[str, str]
    adjectives: tuple[str, ...]
    full: Mapping[str, int]
    size: int = 0
    places: Mapping[str, int] = field(default_factory=dict)

    def fits(self, value: Json) -> bool:
        """Say whether a value is a text."""
        return isinstance(value, str)

    def add(self, value: Json, at: int, to: MutableSequence[float]) -> None:
        """Count each thing, and each adjective that it has."""
        *before, thing = (word for word in str(value).split() if not word.isdecimal())
        numbers = [int(word) for word in str(value).split() if word.isdecimal()]
        start = at + self.places[self.kinds[thing]] * (1 + len(self.adjectives))
        to[start] += numbers[0] if numbers else self.full.get(thing, 1)
        for word in before:
            to[start + 1 + self.adjectives.index(word)] += 1


@dataclass(frozen=True, slots=True)
class Several(Part):
    """A text that is a list of words: a place for each word."""

    places: Mapping[str, int]
    size: int

    def fits(self, value: Json) -> bool:
        """Say whether a value is a text."""
        return isinstance(value, str)

    def add(self, value: Json, at: int, to: MutableSequence[float]) -> None:
        """Count each word."""
        for word in str(value).split():
            to[at + self.places[word]] += 1


@dataclass(frozen=True, slots=True)
class Many(Part):
    """A list: its items added up, and how many there are."""

    item: Part
    size: int

    def fits(self, value: Json) -> bool:
        """Say whether a value is a list."""
        return isinstance(value, list | tuple)

    def add(self, value: Json, at: int, to: MutableSequence[float]) -> None:
        """Add every item."""
        assert isinstance(value, list | tuple)
        to[at] += len(value)
        for each in value:
            self.item.add(each, at + 1, to)


@dataclass(frozen=True, slots=True)
class Either(Part):
    """One of several forms, each with places of its own."""

    ways: tuple[tuple[int, Part], ...]
    size: int

    def fits(self, value: Json) -> bool:
        """Say whether a value has one of the forms."""
        return any(way.fits(value) for _, way in self.ways)

    def add(self, value: Json, at: int, to: MutableSequence[float]) -> None:
        """Add the value in the first form that it has."""
        start, way = next((start, way) for start, way in self.ways if way.fits(value))
        way.add(value, at + start, to)


@dataclass(frozen=True, slots=True)
class Members(Part):
    """An object: places for each member; `always` are those that it cannot lack."""

    members: Mapping[str, tuple[int, Part]]
    always: frozenset[str]
    size: int

    def fits(self, value: Json) -> bool:
        """Say whether a value is such an object."""
        if not isinstance(value, Mapping) or not self.always <= value.keys() <= self.members.keys():
            return False
        return "type" not in value or self.members["type"][1].fits(value["type"])

    def add(self, value: Json, at: int, to: MutableSequence[float]) -> None:
        """Add every member."""
        assert isinstance(value, Mapping)
        for name, inner in value.items():
            start, part = self.members[name]
            part.add(inner, at + start, to)


# ---------------------------------------------------------------- from schemas to parts


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a view: where its places begin, and how many they are."""

    name: str
    first: int
    size: int


@dataclass(frozen=True, slots=True)
class Layout:
    """How the views of a game become lists of numbers."""

    game: str
    fields: tuple[Field, ...]
    part: Part

    @property
    def size(self) -> int:
        """Return how many numbers there are."""
        return self.part.size

    def values(self, view: Json) -> list[float]:
        """Return a view as numbers."""
        found = [0.0] * self.size
        self.part.add(view, 0, found)
        return found

    def text(self, view: Json) -> str:
        """Return a view as text: its JSON, always in the same form."""
        return canonical_text(view)


@cache
def layout_of(game: str) -> Layout:
    """Return the layout of a game's views, by the id of the game."""
    part = _Maker(game).part(definitions(game)["view"])
    assert isinstance(part, Members)
    fields = tuple(Field(name, start, inner.size) for name, (start, inner) in part.members.items())
    return Layout(game, fields, part)


def _phrase(kinds: Mapping[str, str], adjectives: tuple[str, ...], full: Mapping[str, int]) -> Phrase:
    places = {kind: place for place, kind in enumerate(sorted(set(kinds.values())))}
    return Phrase(kinds, adjectives, full, len(places) * (1 + len(adjectives)), places)


def _special(game: str) -> Mapping[str, Part]:
    """Return the parts of a game that its schemas describe as patterns or at great length."""
    found: dict[str, Part] = {"rule": Nothing(str)}
    if game == "wilderness_war":
        types = {each.id: each.type for each in COUNTERS} | {each.type: each.type for each in COUNTERS}
        leaders = {each.id: each.id for each in LEADERS}
        found["piece"] = _phrase(types | leaders, ("inside", "reduced"), {})
    if game == "hammer_of_the_scots":
        full = {figures.id: steps for figures, steps in zip(FIGURES, FULL, strict=True)}
        found["block_with_strength"] = _phrase({each: each for each in full}, (), full)
    return found


class _Maker:
    """Makes parts of the schemas of one game."""

    def __init__(self, game: str) -> None:
        self.definitions = definitions(game)
        self.made: dict[str, Part] = dict(_special(game))

    def part(self, schema: Schema) -> Part:
        """Return the part that a schema describes."""
        if "$ref" in schema:
            name = str(schema["$ref"]).removeprefix("#/$defs/")
            if name not in self.made:
                self.made[name] = self.part(self.definitions[name])
            return self.made[name]
        if "anyOf" in schema:
            return self._either([self.part(schema_of(each)) for each in items_of(schema["anyOf"])])
        if "enum" in schema or "const" in schema:
            return _word(items_of(schema["enum"]) if "enum" in schema else (schema["const"],))
        return self._of_type(schema)

    def _of_type(self, schema: Schema) -> Part:
        match schema["type"]:
            case "boolean":
                return Amount(bool)
            case "integer":
                return Amount(int)
            case "null":
                return Nothing(type(None))
            case "string":
                return _text(schema)
            case "array":
                item = self.part(schema_of(schema["items"]))
                return Many(item, 1 + item.size)
            case "object" if "properties" in schema:
                properties = schema_of(schema["properties"])
                named = {name: self.part(schema_of(each)) for name, each in properties.items()}
                return _members(named, frozenset(str(each) for each in items_of(schema["required"])))
            case "object":
                part = self.part(schema_of(schema["additionalProperties"]))
                return _members(dict.fromkeys(self._names(schema_of(schema["propertyNames"])), part), frozenset())
            case other:
                raise TypeError(f"no tensor for {other}")

    def _names(self, schema: Schema) -> Sequence[str]:
        """Return every name that the members of an object may have."""
        while "$ref" in schema:
            schema = self.definitions[str(schema["$ref"]).removeprefix("#/$defs/")]
        if "enum" in schema:
            return [str(each) for each in items_of(schema["enum"])]
        groups = re.findall(r"\(([^()]*)\)", str(schema["pattern"]))
        between = re.sub(r"\([^()]*\)", "{}", str(schema["pattern"])[1:-1])
        return [between.format(*names) for names in product(*(group.split("|") for group in groups))]

    def _either(self, parts: Sequence[Part]) -> Part:
        ways: list[tuple[int, Part]] = []
        size = 0
        for each in parts:
            ways.append((size, each))
            size += each.size
        return Either(tuple(ways), size)


def _word(values: Sequence[Json]) -> Word:
    return Word({value: place for place, value in enumerate(values)}, len(values))


def _text(schema: Schema) -> Part:
    """Return the part of a text: a list of words if a pattern names them, else nothing."""
    if "pattern" not in schema:
        return Nothing(str)
    words = sorted(
        {word for group in re.findall(r"\(([a-z0-9_|]+)\)", str(schema["pattern"])) for word in group.split("|")}
    )
    return Several({word: place for place, word in enumerate(words)}, len(words))


def _members(parts: Mapping[str, Part], always: frozenset[str]) -> Members:
    members: dict[str, tuple[int, Part]] = {}
    size = 0
    for name, each in parts.items():
        members[name] = (size, each)
        size += each.size
    return Members(members, always, size)
