"""The records of a game as documents show them: what each field holds, in the words of positions and actions."""

import inspect
import json
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum

from reference.kernel.codec import Words, word
from reference.kernel.ranges import range_of

# What the names of numbered things stand for in JSON; any other one is the id of what its type is called.
_MASKS = {
    "Mask": "ids of blocks in one text, with blanks between them",
    "AreaMask": "ids of areas in one text, likewise",
}

_PLAIN: tuple[tuple[object, str], ...] = ((bool, "true or false"), (int, "a whole number"), (str, "a text"))


def gist_of(kind: type[object]) -> str:
    """Return the first paragraph of a record's docstring."""
    text = (inspect.getdoc(kind) or "").split("\n\n", maxsplit=1)[0]
    return text.replace("\n", " ")


def rows_of(kind: type[object], words: Mapping[object, Words]) -> Iterator[tuple[str, str, str]]:
    """Return the fields of a record: name, what it holds, and the default."""
    assert is_dataclass(kind)
    hints: Mapping[str, object] = typing.get_type_hints(kind)
    for each in fields(kind):
        within = range_of(each)
        numbers = "" if within is None else f", {within}"
        yield f"`{each.name}`", f"{held(hints[each.name], words)}{numbers}", _default(each, hints[each.name], words)


def held(hint: object, words: Mapping[object, Words]) -> str:
    """Return what a field of some type holds, in words."""
    parts = alternatives(hint)
    if len(parts) > 1:
        told = [held(each, words) for each in parts if each is not types.NoneType]
        return " or ".join([*told, "null"] if types.NoneType in parts else told)
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (tuple, frozenset):
        return _listed(inner[0], words)
    if hint in words:
        name = str(getattr(hint, "__name__", hint))
        return _MASKS.get(name, f"the id of a {word(name).replace('_', ' ')}")
    if isinstance(hint, type) and issubclass(hint, Enum):
        return values_of(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return f"[`{word(hint.__name__)}`]"
    return next((told for kind, told in _PLAIN if hint is kind), str(hint))


def _listed(hint: object, words: Mapping[object, Words]) -> str:
    if hint in words:
        return f"a list of {word(str(getattr(hint, '__name__', hint))).replace('_', ' ')} ids"
    return f"a list: {held(hint, words)}"


def values_of(kind: type[Enum]) -> str:
    """Return the values of an enum."""
    return ", ".join(f"`{member.value}`" for member in kind)


def alternatives(hint: object) -> tuple[object, ...]:
    """Return the members of a union; for any other type, that type alone."""
    return typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)


def inside(kind: type[object]) -> Iterator[type[object]]:
    """Return the records that the fields of a record hold, themselves and those inside them."""
    hints: Mapping[str, object] = typing.get_type_hints(kind)
    stack: list[object] = list(hints.values())
    seen: set[type[object]] = set()
    while stack:
        hint = stack.pop(0)
        if isinstance(hint, type) and is_dataclass(hint):
            if hint not in seen:
                seen.add(hint)
                yield hint
                stack.extend(typing.get_type_hints(hint).values())
        else:
            stack.extend(typing.get_args(hint))


def _default(given: "Field[object]", hint: object, words: Mapping[object, Words]) -> str:
    if given.default is MISSING:
        return "must be given" if given.default_factory is MISSING else "`[]`"
    value = given.default
    if isinstance(value, Enum):
        return f"`{value.value}`"
    if isinstance(value, tuple | frozenset):
        return "`[]`" if not value else "(see the code)"
    if isinstance(value, int) and not isinstance(value, bool):
        for each in alternatives(hint):
            if each in words:
                return f"`{words[each].write(value)}`" if words[each].write(value) else "none"
    if is_dataclass(value):
        return f"a new `{word(type(value).__name__)}`"
    return f"`{json.dumps(value)}`"
