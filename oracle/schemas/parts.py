"""The parts that schemas are built from: objects, lists, choices, references."""

import re
from collections.abc import Iterable, Mapping

from reference.kernel import ranges
from reference.kernel.canonical import NOTHING, Json
from reference.kernel.ranges import MOST_CHARACTERS, MOST_ITEMS, Range

Schema = dict[str, Json]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": ranges.COUNT.most}
TEXT: Schema = {"type": "string"}
SHORT_TEXT: Schema = {"type": "string", "maxLength": MOST_CHARACTERS}
YES_OR_NO: Schema = {"type": "boolean"}
HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
ODDS: Schema = {"type": "string", "pattern": "^[0-9]+/[1-9][0-9]*$"}
ANYTHING: Schema = {}


def ref(name: str) -> Schema:
    """Return a reference to a definition of the same document."""
    return {"$ref": f"#/$defs/{name}"}


def const(value: Json) -> Schema:
    """Return the schema of one value."""
    return {"const": value}


def ranged(within: Range) -> Schema:
    """Return the schema of a whole number within a range."""
    found: Schema = {"type": "integer", "minimum": within.least, "maximum": within.most}
    return either(found, const(0)) if within.or_zero and 0 not in Range(within.least, within.most) else found


def one_of_texts(values: Iterable[str]) -> Schema:
    """Return the schema of some texts."""
    return {"type": "string", "enum": sorted(set(values))}


def listed(items: Schema, *, least: int = 0) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items, **({"minItems": least} if least else {})}


def few(items: Schema, *, least: int = 0, most: int = MOST_ITEMS) -> Schema:
    """Return the schema of a list that is read, which is never longer than a game needs."""
    return {**listed(items, least=least), "maxItems": most}


def either(*ways: Schema) -> Schema:
    """Return the schema of what has one of several forms."""
    return ways[0] if len(ways) == 1 else {"anyOf": list(ways)}


def or_nothing(form: Schema) -> Schema:
    """Return the schema of something that may be null."""
    return either(form, {"type": "null"})


def fixed(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of an object with these members and no others."""
    members: dict[str, Json] = {**required, **(optional or {})}
    # The members come first: their constants tell alternatives apart soonest.
    return {
        "properties": members,
        "type": "object",
        "required": sorted(required),
        "additionalProperties": False,
    }


def by_name(names: Schema, values: Schema) -> Schema:
    """Return the schema of an object whose member names are of one kind and whose values are of another."""
    return {"type": "object", "propertyNames": names, "additionalProperties": values}


def words(pattern: str, *names: Iterable[str]) -> Schema:
    """Return the schema of a text in which each `{}` of a pattern stands for one of some names."""
    alternatives = ("|".join(re.escape(each) for each in sorted(set(some))) for some in names)
    parts = pattern.split("{}")
    found = parts[0]
    for names_here, rest in zip(alternatives, parts[1:], strict=True):
        found += f"({names_here}){rest}"
    # Python escapes more than other languages read.
    return {"type": "string", "pattern": f"^{found}$".replace("\\-", "-")}


def partly(schema: Schema) -> Schema:
    """Return the schema of an expectation about a value: objects may be partial, and a word may stand for nothing."""
    if "properties" in schema or "additionalProperties" in schema:
        loose: Schema = {name: value for name, value in schema.items() if name != "required"}
        members = loose.get("properties")
        if isinstance(members, Mapping):
            loose["properties"] = {name: _or_empty(_as_schema(each)) for name, each in members.items()}
        if isinstance(loose["additionalProperties"], Mapping):
            loose["additionalProperties"] = _or_empty(_as_schema(loose["additionalProperties"]))
        return loose
    return schema


def _or_empty(schema: Schema) -> Schema:
    return either(partly(schema), {"enum": [*NOTHING, None]}, {"type": "object", "maxProperties": 0})


def _as_schema(value: Json) -> Schema:
    assert isinstance(value, Mapping)
    return dict(value)
