"""The games a tool works on: their names, their catalogues, and how to start one.

Tools take a registry, so that they can be tested on any game that fits the kernel; `REGISTERED` holds ours.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from oracle.english import forbidden_in_words
from oracle.errors import InputError
from oracle.names import fold
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.opening import Opener, opener
from reference.kernel.openings import Forbidden
from reference.kernel.rulesets import RulesetName, parse_ruleset_name
from reference.kernel.table import Table
from reference.kernel.traces import Header
from spec_tables.catalogue import GAMES, Catalogue, catalogue


@dataclass(frozen=True, slots=True)
class GameRegistry:
    """Games by name, each opened only when it is played, and their catalogues."""

    openers: Mapping[str, Callable[[], Opener]]
    about: Callable[[str], Catalogue]

    @property
    def games(self) -> tuple[str, ...]:
        """Return the names of the games."""
        return tuple(self.openers)

    def opener(self, game: str) -> Opener:
        """Return the game of that name, ready to be set up."""
        if game not in self.openers:
            raise Unreadable("game", f"{game!r} is no game; there are: {', '.join(self.openers)}")
        return self.openers[game]()

    def known(self, game: str) -> Catalogue:
        """Return the catalogue of a game, which must be in the registry."""
        if game not in self.openers:
            raise Unreadable("game", f"{game!r} is no game; there are: {', '.join(self.openers)}")
        return self.about(game)

    def ruleset(self, game: str, name: str | None) -> RulesetName:
        """Return the ruleset of that name; without a name, the game's first preset."""
        known = self.known(game)
        return parse_ruleset_name(known.presets[0].name if name is None else name)

    def start(self, game: str, ruleset: RulesetName, scenario: str) -> Table:
        """Return the table at which a scenario begins."""
        return self.opener(game).start(scenario, ruleset)

    def place(self, game: str, ruleset: RulesetName, position: Json) -> Table:
        """Return the table with a position set up on it; what the rules have against its opening is said in words."""
        try:
            return self.opener(game).place(position, ruleset)
        except Forbidden as fault:
            raise Unreadable(fault.place, forbidden_in_words(game, fault.violations)) from None

    def open(self, header: Header) -> Table:
        """Return the table at which a trace begins."""
        if header.scenario is not None:
            return self.start(header.game, header.ruleset, header.scenario)
        return self.place(header.game, header.ruleset, header.position)

    def side(self, game: str, side: str) -> str:
        """Return the name of a side, which must be one of the game's."""
        sides = self.known(game).sides
        if side not in sides:
            raise Unreadable("side", f"{side!r} is none of: {', '.join(sides)}")
        return side


def _wilderness_war() -> Opener:
    from reference.wilderness_war.game import WildernessWar

    return opener(WildernessWar())


def _hammer_of_the_scots() -> Opener:
    from reference.hammer_of_the_scots.game import HammerOfTheScots

    return opener(HammerOfTheScots())


def _few_acres_of_snow() -> Opener:
    from reference.few_acres_of_snow.game import FewAcresOfSnow

    return opener(FewAcresOfSnow())


# Imported only when it is played: a question about one game should not load the others.
OPENERS: dict[str, Callable[[], Opener]] = {
    "wilderness_war": _wilderness_war,
    "hammer_of_the_scots": _hammer_of_the_scots,
    "few_acres_of_snow": _few_acres_of_snow,
}
REGISTERED = GameRegistry(OPENERS, catalogue)


def check_game(name: str) -> str:
    """Return the name of a game, which must be one of ours."""
    if name not in OPENERS:
        raise InputError(f"{name!r} is no game; there are: {', '.join(GAMES)}")
    return name


def game_called(text: str) -> str:
    """Return the game that a person calls by its id, prefix or name."""
    for game in GAMES:
        known = catalogue(game)
        if fold(text) in (fold(game), known.prefix, fold(known.name)):
            return game
    raise InputError(
        f"{text!r} is no game; there are: {', '.join(f'{each} ({catalogue(each).prefix})' for each in GAMES)}"
    )


def opener_of(name: str) -> Opener:
    """Return the game of that name, ready to be set up."""
    return OPENERS[check_game(name)]()


def opening_table(header: Header) -> Table:
    """Return the table at which a trace begins."""
    check_game(header.game)
    return REGISTERED.open(header)
