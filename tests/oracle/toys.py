"""The toy game of the kernel's tests on a registry of its own, for tools that work on any game."""

from oracle.game_registry import GameRegistry
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.opening import Opener
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Table, seat
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


class Opening(Opener):
    """The toy game with rulesets of its own, which are in no file."""

    @property
    def scenarios(self) -> tuple[str, ...]:
        return STONES.scenarios

    def start(self, scenario: str, ruleset: RulesetName) -> Table:
        options = _options(ruleset)
        if scenario not in STONES.scenarios:
            raise Unreadable("scenario", f"{scenario!r} is none of: {', '.join(STONES.scenarios)}")
        return seat(STONES, STONES.start(scenario, STONES.ruleset(options)))

    def place(self, position: Json, ruleset: RulesetName) -> Table:
        return seat(STONES, STONES.place(position, STONES.ruleset(_options(ruleset))))


def _options(ruleset: RulesetName) -> dict[str, str]:
    most = {"two": "2", "three": "3"}.get(ruleset.preset)
    if most is None:
        raise Unreadable("ruleset", f"{ruleset.preset!r} is no ruleset of pebbles")
    return {"most": dict(ruleset.changes).get("most", most)}


def _about(_: str) -> Catalogue:
    return CATALOGUE


REGISTRY = GameRegistry({STONES.id: Opening}, _about)
