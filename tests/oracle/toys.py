"""The toy game of the kernel's tests on a shelf of its own, for tools that work on any game."""

from oracle.shelf import Shelf
from reference.kernel.canonical import Unreadable
from reference.kernel.table import Table, seat
from reference.kernel.traces import Header
from spec_tables.catalogue import Catalogue, Kind, Option, Preset, Rule
from tests.kernel.toy import DIE, HEAP, TAKING, WINNING, Stones

# Another name than the one under which other tests give the toy game words and data.
STONES = Stones(id="pebbles")
SILENT = "ww:7.81"


def _rule(rule_id: str, kind: Kind = Kind.NORMATIVE) -> Rule:
    return Rule(rule_id, f"title of {rule_id}", kind, f"gist of {rule_id}", (), ())


CATALOGUE = Catalogue(
    game=STONES.id,
    name="Pebbles",
    prefix="ww",
    sides=("left", "right"),
    editions=(),
    scenarios=(("small", "Three stones"), ("large", "Twenty stones")),
    claimed_complete=True,
    rules=(*(_rule(each) for each in (TAKING, HEAP, DIE, WINNING, SILENT)), _rule("ww:1.0", Kind.NOTE)),
    options=(Option("D1", "most", "How many", "edition", ("2", "3"), "2", (TAKING,), "", "", (), ()),),
    presets=(Preset("two", "At most two", ()), Preset("three", "At most three", (("most", "3"),))),
    rulings=(),
    errata=(),
    examples=(),
    excuses=(),
)


def _open(header: Header) -> Table:
    most = {"two": "2", "three": "3"}.get(header.ruleset.preset)
    if most is None:
        raise Unreadable("ruleset", f"{header.ruleset.preset!r} is no ruleset of pebbles")
    ruleset = STONES.ruleset({"most": dict(header.ruleset.changes).get("most", most)})
    if header.scenario is not None:
        return seat(STONES, STONES.start(header.scenario, ruleset))
    return seat(STONES, STONES.place(header.position, ruleset))


def _about(_: str) -> Catalogue:
    return CATALOGUE


SHELF = Shelf((STONES.id,), _about, _open)
