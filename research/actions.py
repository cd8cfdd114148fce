"""Stable numbers of actions: every action of a game has one, whether or not it is legal anywhere.

    numbers = numbering("hammer_of_the_scots")
    numbers.number({"type": "roll", "die": 3})

The numbers follow from the ids of the game alone: kinds of action in the order of the alphabet, and within a kind every
combination of arguments, each in the order of the alphabet (numbers by size), the last one fastest. Nothing depends on
what was offered or met before. `VERSION` changes whenever any number does.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import product

from reference.kernel.canonical import Json, canonical_text
from reference.wilderness_war.ch03_pieces import COUNTERS
from research.schema_parts import Schema, definitions, items_of, number_of, resolved, schema_of
from rulebook import Unreadable

VERSION = 1
_FAMILY = "action."


@dataclass(frozen=True, slots=True)
class Kind:
    """The actions of one type: their first number, how many there are, and the arguments with the values of each."""

    type: str
    first: int
    count: int
    arguments: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Numbering:
    """The actions of a game, in the order of their numbers."""

    game: str
    kinds: tuple[Kind, ...]
    actions: tuple[Json, ...]
    numbers: Mapping[str, int]

    @property
    def size(self) -> int:
        """Return how many actions there are."""
        return len(self.actions)

    def number(self, action: Json) -> int:
        """Return the number of an action."""
        found = self.numbers.get(canonical_text(action))
        if found is None:
            raise Unreadable("action", f"{canonical_text(action)} has no number in {self.game}")
        return found

    def action(self, number: int) -> Json:
        """Return the action of a number."""
        if not 0 <= number < self.size:
            raise Unreadable("action", f"{number} is no number of an action; they are 0 to {self.size - 1}")
        return self.actions[number]

    def mask(self, actions: Iterable[Json]) -> bytearray:
        """Return one byte for every action of the game: 1 if it is among these, else 0."""
        found = bytearray(self.size)
        for each in actions:
            found[self.number(each)] = 1
        return found

    def digest(self) -> str:
        """Return a hash over the whole numbering, which tells whether any number has changed."""
        return blake2b("\n".join(self.numbers).encode(), digest_size=8).hexdigest()


@cache
def numbering(game: str) -> Numbering:
    """Return the numbering of a game, by its id."""
    kinds: list[Kind] = []
    actions: list[Json] = []
    for name in sorted(name for name in definitions(game) if name.startswith(_FAMILY)):
        type_ = name.removeprefix(_FAMILY)
        first = len(actions)
        arguments = _arguments(game, definitions(game)[name])
        actions.extend(_all_of(game, type_, arguments))
        shape = tuple((argument, len(values)) for argument, values in arguments.items())
        kinds.append(Kind(type_, first, len(actions) - first, shape))
    numbers = {canonical_text(action): number for number, action in enumerate(actions)}
    assert len(numbers) == len(actions), "two numbers for one action"
    return Numbering(game, tuple(kinds), tuple(actions), numbers)


def _arguments(game: str, schema: Schema) -> dict[str, tuple[Json, ...]]:
    if _type_of(schema) == "lose":
        counts = Counter(each.type for each in COUNTERS)
        most = tuple(range(max(counts.values()) + 1))
        return {"of": tuple(sorted(counts)), "flips": most, "deaths": most}
    members = schema_of(schema["properties"])
    return {name: _values(game, schema_of(form)) for name, form in members.items() if name != "type"}


def _type_of(schema: Schema) -> Json:
    return schema_of(schema_of(schema["properties"])["type"])["const"]


def _all_of(game: str, type_: str, arguments: Mapping[str, tuple[Json, ...]]) -> Iterator[Json]:
    """Return the actions of one type; of losses only those that there are counters for."""
    most = Counter(each.type for each in COUNTERS) if type_ == "lose" and game == "wilderness_war" else None
    for values in product(*arguments.values()):
        action: dict[str, Json] = {"type": type_, **dict(zip(arguments, values, strict=True))}
        if most is None or number_of(action["flips"]) + number_of(action["deaths"]) <= most[str(action["of"])]:
            yield action


def _values(game: str, given: Schema) -> tuple[Json, ...]:
    """Return every value that a schema allows, nothing first."""
    schema = resolved(game, given)
    if "anyOf" in schema:
        ways = (_values(game, schema_of(each)) for each in items_of(schema["anyOf"]))
        found = [value for way in ways for value in way]
        return tuple(sorted(found, key=lambda value: (value is not None, str(value))))
    if "enum" in schema:
        return tuple(items_of(schema["enum"]))
    match schema.get("type"):
        case "boolean":
            return (False, True)
        case "integer":
            return tuple(range(number_of(schema["minimum"]), number_of(schema["maximum"]) + 1))
        case "null":
            return (None,)
        case _:
            raise TypeError(f"no list of values for {dict(schema)}")
