"""The games that can be played, behind one face."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from oracle.errors import InputError
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.game import Game
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.table import Table, seat
from reference.kernel.traces import Header
from spec_tables.catalogue import GAMES

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")


class Opener(ABC):
    """A game that can be set up without knowing its types."""

    @property
    @abstractmethod
    def scenarios(self) -> tuple[str, ...]:
        """Return the ids of the scenarios that can be started."""

    @abstractmethod
    def start(self, scenario: str, ruleset: RulesetName) -> Table:
        """Return the table at which a scenario begins."""

    @abstractmethod
    def place(self, position: Json, ruleset: RulesetName) -> Table:
        """Return the table with a position in compact form."""


@dataclass(frozen=True, slots=True)
class _Opener(Opener, Generic[S, A, R]):
    game: Game[S, A, R]

    @property
    def scenarios(self) -> tuple[str, ...]:
        return self.game.scenarios

    def start(self, scenario: str, ruleset: RulesetName) -> Table:
        record = self._ruleset(ruleset)
        if scenario not in self.game.scenarios:
            raise Unreadable("scenario", f"{scenario!r} is none of: {', '.join(self.game.scenarios)}")
        return seat(self.game, self.game.start(scenario, record))

    def place(self, position: Json, ruleset: RulesetName) -> Table:
        record = self._ruleset(ruleset)
        try:
            return seat(self.game, self.game.place(position, record))
        except Unreadable as fault:
            raise fault.within("position") from None

    def _ruleset(self, name: RulesetName) -> R:
        return self.game.ruleset(options_of(self.game.id, name))


def opener(game: Game[S, A, R]) -> Opener:
    """Put a game behind the face that the tools use."""
    return _Opener(game)


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


def check_game(name: str) -> str:
    """Return the name of a game, which must be one of ours."""
    if name not in (*GAMES, *OPENERS):
        raise InputError(f"{name!r} is no game; there are: {', '.join(GAMES)}")
    return name


def opener_of(name: str) -> Opener:
    """Return the game of that name, ready to be set up."""
    if check_game(name) not in OPENERS:
        raise InputError(f"{name} has no playable rules yet")
    return OPENERS[name]()


def opening_table(header: Header) -> Table:
    """Return the table at which a trace begins."""
    game = opener_of(header.game)
    if header.scenario is not None:
        return game.start(header.scenario, header.ruleset)
    return game.place(header.position, header.ruleset)


def ruleset_options(game: str, name: RulesetName) -> dict[str, str]:
    """Return the value of every option under a ruleset."""
    return dict(options_of(check_game(game), name))
