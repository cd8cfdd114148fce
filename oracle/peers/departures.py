"""Known departures: where another implementation differs from the rules, as numbered data.

A file of departures is TOML, one table `[[departure]]` each:

    number = "F6"                      what reports call it
    rules = ["hs:4.4-4"]               the rules it departs from
    passage = "4.4: ..."               what the rulebook asks, in our words
    engine = "..."                     what the other implementation does instead

A departure that happened only once also names the record, the number of the entry and what about it differs
(`record`, `step`, `about`); anything else wrong with that entry is still a divergence. The replay itself recognises
the others where they occur.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from reference.kernel.canonical import Unreadable, checked
from reference.kernel.fields import Fields, fields_of
from reference.kernel.rules import RuleId


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """One known difference between another implementation and the rules."""

    number: str
    rules: tuple[RuleId, ...] = ()
    passage: str = ""
    engine: str = ""
    record: str = ""
    step: int = -1
    about: str = ""

    def happened_at(self, record: str, step: int, about: str) -> bool:
        """Say whether it is known to have happened once, and that this is where."""
        return bool(self.record) and (self.record, self.step, self.about) == (record, step, about)


Departures = Mapping[str, Departure]
NO_DEPARTURES: Departures = {}


def departures_in(path: Path) -> Departures:
    """Return the departures of a data file by their numbers; `Unreadable` says what is wrong with it."""
    try:
        given = fields_of(checked(tomllib.loads(path.read_text(encoding="utf-8"))))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, Unreadable) as fault:
        raise Unreadable(path.name, str(fault)) from None
    found: dict[str, Departure] = {}
    for each in _read(given, path.name):
        if each.number in found:
            raise Unreadable(path.name, f"{each.number} stands there twice")
        found[each.number] = each
    return found


def _read(given: Fields, name: str) -> Iterator[Departure]:
    tables = given.take("departure")
    if not isinstance(tables, list | tuple):
        raise Unreadable(name, "has no [[departure]]")
    for index, table in enumerate(tables):
        try:
            one = fields_of(table)
            yield Departure(
                number=one.text("number"),
                rules=one.rules("rules"),
                passage=one.text("passage"),
                engine=one.text("engine"),
                record=one.optional_text("record") or "",
                step=one.number("step", -1),
                about=one.optional_text("about") or "",
            )
        except Unreadable as fault:
            raise fault.within(f"{name}: departure {index + 1}") from None
