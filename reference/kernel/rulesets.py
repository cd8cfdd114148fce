"""Rulesets: a value for every option on which editions disagree.

Code asks what an option says, never which edition is played. A ruleset is named by a preset, with changes after a
plus sign: `de`, `standard+attrition_rounding=down`.
"""

import typing
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from reference.kernel.canonical import Unreadable
from reference.kernel.codec import made
from spec_tables.catalogue import catalogue

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class RulesetName:
    """A preset and the options changed from it."""

    preset: str
    changes: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """Return the name as it is written in traces and on the command line."""
        return "+".join((self.preset, *(f"{name}={value}" for name, value in self.changes)))


def parse_ruleset_name(text: str) -> RulesetName:
    """Read a ruleset's name."""
    preset, *changes = text.split("+")
    pairs: dict[str, str] = {}
    for change in changes:
        name, sign, value = change.partition("=")
        if not sign:
            raise Unreadable("ruleset", f"{change!r} is not of the form option=value")
        if name in pairs:
            raise Unreadable("ruleset", f"sets {name} twice")
        pairs[name] = value
    return RulesetName(preset, tuple(sorted(pairs.items())))


@cache
def options_of(game: str, name: RulesetName) -> Mapping[str, str]:
    """Return the value of every option of a game under a ruleset."""
    known = catalogue(game)
    preset = next((preset for preset in known.presets if preset.name == name.preset), None)
    if preset is None:
        offered = ", ".join(preset.name for preset in known.presets)
        raise Unreadable("ruleset", f"{name.preset!r} is no ruleset of {game}; there are: {offered}")
    values = {option.name: option.default for option in known.options} | dict(preset.changes)
    allowed = {option.name: option.values for option in known.options}
    for option, value in name.changes:
        if option not in allowed:
            raise Unreadable("ruleset", f"{option!r} is no option of {game}")
        if value not in allowed[option]:
            raise Unreadable("ruleset", f"{option} cannot be {value!r}; it is one of: {', '.join(allowed[option])}")
        values[option] = value
    return values


def record_of(kind: type[R], options: Mapping[str, str]) -> R:
    """Return the record of a game's options, each value checked against the field's type."""
    hints = typing.get_type_hints(kind)
    if set(hints) != set(options):
        raise TypeError(f"{kind.__name__} and the options differ in {sorted(set(hints) ^ set(options))}")
    for name, value in options.items():
        if value not in typing.get_args(hints[name]):
            raise TypeError(f"{kind.__name__}.{name} cannot be {value!r}")
    return made(kind, options)
