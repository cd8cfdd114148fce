"""Wilderness War: the French and Indian War, 1755 to 1762.

For programs that import it: `case` sets up a position and `start` a scenario. Both return a `Table`, which can be
looked at and played on. `GAME` is the typed game behind them. The modules follow the chapters of the rulebook.
"""

from reference.kernel.canonical import Json
from reference.kernel.opening import opener
from reference.kernel.rulesets import options_of, parse_ruleset_name
from reference.kernel.table import Table
from reference.wilderness_war.game import WildernessWar
from reference.wilderness_war.ruleset import Ruleset

__all__ = ["GAME", "WildernessWar", "case", "ruleset", "start"]

GAME = WildernessWar()
_OPENER = opener(GAME)


def ruleset(name: str = "standard") -> Ruleset:
    """Return the ruleset of a name, such as `de` or `standard+attrition_rounding=down`."""
    return GAME.ruleset(options_of(GAME.id, parse_ruleset_name(name)))


def case(position: Json, rules: str = "standard") -> Table:
    """Return a table with a position set up on it."""
    return _OPENER.place(position, parse_ruleset_name(rules))


def start(scenario: str, rules: str = "standard") -> Table:
    """Return the table at which a scenario begins."""
    return _OPENER.start(scenario, parse_ruleset_name(rules))
