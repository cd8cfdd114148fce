"""The games a tool works on: which there are, what is known of each, and how to sit down at one.

The tools take a shelf instead of the registry itself, so that they can be tried on any game that the kernel can drive.
"""

from collections.abc import Callable
from dataclasses import dataclass

from oracle.errors import InputError
from oracle.registry import opening_table
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.rulesets import RulesetName, parse_ruleset_name
from reference.kernel.table import Table
from reference.kernel.traces import Header
from spec_tables.catalogue import GAMES, Catalogue, catalogue


@dataclass(frozen=True, slots=True)
class Shelf:
    """Games by name, with their catalogues and a way to open them."""

    games: tuple[str, ...]
    about: Callable[[str], Catalogue]
    open: Callable[[Header], Table]

    def known(self, game: str) -> Catalogue:
        """Return what is known of a game, which must be on the shelf."""
        if game not in self.games:
            raise Unreadable("game", f"{game!r} is no game; there are: {', '.join(self.games)}")
        return self.about(game)

    def ruleset(self, game: str, name: str | None) -> RulesetName:
        """Return the ruleset of that name; without a name, the game's first preset."""
        known = self.known(game)
        return parse_ruleset_name(known.presets[0].name if name is None else name)

    def start(self, game: str, ruleset: RulesetName, scenario: str) -> Table:
        """Return the table at which a scenario begins."""
        offered = [name for name, _ in self.known(game).scenarios]
        if scenario not in offered:
            raise Unreadable("scenario", f"{scenario!r} is none of: {', '.join(offered)}")
        return self.open(Header(game, ruleset, scenario=scenario))

    def place(self, game: str, ruleset: RulesetName, position: Json) -> Table:
        """Return the table with a position set up on it."""
        self.known(game)
        return self.open(Header(game, ruleset, position=position))

    def side(self, game: str, side: str) -> str:
        """Return the name of a side, which must be one of the game's."""
        sides = self.known(game).sides
        if side not in sides:
            raise Unreadable("side", f"{side!r} is none of: {', '.join(sides)}")
        return side

    def playable(self, game: str) -> bool:
        """Say whether the game has rules that can be run, not only a catalogue."""
        known = self.known(game)
        try:
            self.start(game, RulesetName(known.presets[0].name), known.scenarios[0][0])
        except InputError:
            return False
        return True


REGISTERED = Shelf(GAMES, catalogue, opening_table)
