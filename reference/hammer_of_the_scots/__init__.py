"""Hammer of the Scots: the wars of Wallace and Bruce, 1297 to 1314.

To use it as a library: `case` sets up a position and `start` a scenario, both as a `Table` that can be asked and
played. `GAME` is the typed game behind them. Each chapter of the rulebook has one module.
"""

from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.kernel.canonical import Json
from reference.kernel.opening import opener
from reference.kernel.rulesets import options_of, parse_ruleset_name
from reference.kernel.table import Table

__all__ = ["GAME", "HammerOfTheScots", "case", "ruleset", "start"]

GAME = HammerOfTheScots()
_OPENER = opener(GAME)


def ruleset(name: str = "standard") -> Ruleset:
    """Return the ruleset of a name, such as `v3` or `standard+hits=immediate`."""
    return GAME.ruleset(options_of(GAME.id, parse_ruleset_name(name)))


def case(position: Json, rules: str = "standard") -> Table:
    """Return a table with a position set up on it."""
    return _OPENER.place(position, parse_ruleset_name(rules))


def start(scenario: str, rules: str = "standard") -> Table:
    """Return the table at which a scenario begins."""
    return _OPENER.start(scenario, parse_ruleset_name(rules))
