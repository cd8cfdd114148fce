"""Single faults planted in valid documents, and which of them may pass for good."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from reference.kernel.canonical import Json

EXCEPTIONS = Path(__file__).with_name("schema_exceptions.toml")
KINDS = ("renamed", "dropped", "other type", "out of range", "unknown word")
_FAR = 10**12
_NO_WORD = "Banana!"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A document with one fault; `place` is the way there, list positions left out."""

    kind: str
    place: str
    value: Json


@dataclass(frozen=True, slots=True)
class Excused:
    """Faults that no schema can see, and why."""

    kinds: tuple[str, ...]
    where: re.Pattern[str]
    because: str

    def covers(self, schema: str, mutant: Mutant) -> bool:
        """Say whether a fault is one of these."""
        return mutant.kind in self.kinds and self.where.fullmatch(f"{schema}{mutant.place}") is not None


def exceptions() -> tuple[Excused, ...]:
    """Return the exceptions as they are listed."""
    with EXCEPTIONS.open("rb") as file:
        listed = tomllib.load(file)["exception"]
    return tuple(Excused(tuple(each["kinds"]), re.compile(each["where"]), each["because"]) for each in listed)


def mutants(value: Json) -> Iterator[Mutant]:
    """Return every single fault of a document."""
    yield from _mutants(value, "")


def _mutants(value: Json, place: str) -> Iterator[Mutant]:
    yield from (Mutant(kind, place, spoilt) for kind, spoilt in _replaced(value))
    if isinstance(value, Mapping):
        for name, inner in value.items():
            here = f"{place}.{name}"
            others = {each: kept for each, kept in value.items() if each != name}
            yield Mutant("renamed", here, {**others, f"{name}_": inner})
            yield Mutant("dropped", here, others)
            yield from (Mutant(m.kind, m.place, {**value, name: m.value}) for m in _mutants(inner, here))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            for m in _mutants(inner, f"{place}[]"):
                yield Mutant(m.kind, m.place, [*value[:index], m.value, *value[index + 1 :]])


def _replaced(value: Json) -> Iterator[tuple[str, Json]]:
    match value:
        case bool() | None:
            yield "other type", _NO_WORD
        case int():
            yield "other type", str(value)
            yield from (("out of range", far) for far in (_FAR, -_FAR))
        case str():
            yield "other type", 7
            yield "unknown word", _NO_WORD
        case list():
            yield "other type", {"banana": 7}
        case _:
            yield "other type", ["banana"]
