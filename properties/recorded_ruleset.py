"""A ruleset that notes which of its options are consulted, so that one can say which mattered to a game."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TypeVar

R = TypeVar("R")


def options_in(ruleset: object) -> Mapping[str, str]:
    """Return the value of every option of a ruleset, without consulting it."""
    assert is_dataclass(ruleset)
    return {each.name: str(object.__getattribute__(ruleset, each.name)) for each in fields(ruleset)}


def recorded(ruleset: R) -> tuple[R, set[str]]:
    """Return an equal ruleset, and the names of the options that were consulted in it so far."""
    noted: set[str] = set()
    options = options_in(ruleset)

    def consulted(self: object, name: str) -> object:
        if name in options:
            noted.add(name)
        return object.__getattribute__(self, name)

    def same(self: object, other: object) -> bool:
        # Comparing two positions consults no option.
        return self is other or (isinstance(other, type(ruleset)) and options_in(self) == options_in(other))

    def hashed(_: object) -> int:
        return number

    number = hash(ruleset)
    kind: type[R] = type(
        f"Recorded{type(ruleset).__name__}",
        (type(ruleset),),
        {"__slots__": (), "__getattribute__": consulted, "__eq__": same, "__hash__": hashed},
    )
    made = object.__new__(kind)
    for name, value in options.items():
        object.__setattr__(made, name, value)
    return made, noted
