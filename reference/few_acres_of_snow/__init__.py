"""A Few Acres of Snow: French and British in North America, by decks of cards.

To use it as a library: `case` sets up a position and `start` a scenario, both as a `Table` that can be asked and
played. `GAME` is the typed game behind them. Each chapter of the rulebook has one module.
"""

from reference.few_acres_of_snow.game import FewAcresOfSnow
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.kernel.canonical import Json
from reference.kernel.opening import opener
from reference.kernel.rulesets import options_of, parse_ruleset_name
from reference.kernel.table import Table

__all__ = ["GAME", "FewAcresOfSnow", "case", "ruleset", "start"]

GAME = FewAcresOfSnow()
_OPENER = opener(GAME)


def ruleset(name: str = "first") -> Ruleset:
    """Return the ruleset of a name, such as `second`."""
    return GAME.ruleset(options_of(GAME.id, parse_ruleset_name(name)))


def case(position: Json, rules: str = "first") -> Table:
    """Return a table with a position set up on it."""
    return _OPENER.place(position, parse_ruleset_name(rules))


def start(scenario: str, rules: str = "first") -> Table:
    """Return the table at which a scenario begins."""
    return _OPENER.start(scenario, parse_ruleset_name(rules))
