"""Schemas of a game's records, read by the programs that number them."""

from collections.abc import Mapping, Sequence
from functools import cache

from oracle.schemas.games import position_definitions
from reference.kernel.canonical import Json

Schema = Mapping[str, Json]


@cache
def definitions(game: str) -> Mapping[str, Schema]:
    """Return the schemas of a game's actions, procedures and views, by name."""
    return position_definitions(game)


def schema_of(value: Json) -> Schema:
    """Return a part of a schema that is a schema itself."""
    assert isinstance(value, Mapping)
    return value


def items_of(value: Json) -> Sequence[Json]:
    """Return a list within a schema."""
    assert isinstance(value, Sequence)
    assert not isinstance(value, str)
    return value


def number_of(value: Json) -> int:
    """Return a number within a schema."""
    assert isinstance(value, int)
    return value


def resolved(game: str, schema: Schema) -> Schema:
    """Return a schema without a reference at its top."""
    while "$ref" in schema:
        schema = definitions(game)[str(schema["$ref"]).removeprefix("#/$defs/")]
    return schema
