"""A game that can be set up without knowing its types: by the tools, and by programs that import it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic, TypeVar

from reference.kernel.any_order import for_players
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.game import Game
from reference.kernel.named_sets import NamedSet
from reference.kernel.openings import OpeningForm, forms_of
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.table import Table, seat

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")


class Opener(ABC):
    """Sets a game up as a `Table`, at a scenario's start or in a given position."""

    @property
    @abstractmethod
    def scenarios(self) -> tuple[str, ...]:
        """Return the ids of the scenarios that can be started."""

    @property
    def openings(self) -> tuple[OpeningForm, ...]:
        """Return the openings that a position of the game may begin with."""
        return ()

    @property
    def sets(self) -> tuple[NamedSet, ...]:
        """Return the choices whose members may be named in any order."""
        return ()

    @abstractmethod
    def start(self, scenario: str, ruleset: RulesetName) -> Table:
        """Return the table at which a scenario begins; `Unreadable` if there is none of that name."""

    @abstractmethod
    def place(self, position: Json, ruleset: RulesetName) -> Table:
        """Return the table with a position in compact form; `Unreadable` names what is wrong with it."""


@dataclass(frozen=True, slots=True)
class _Opener(Opener, Generic[S, A, R]):
    game: Game[S, A, R]

    @property
    def scenarios(self) -> tuple[str, ...]:
        return self.game.scenarios

    @property
    def openings(self) -> tuple[OpeningForm, ...]:
        return forms_of(self.game.openings)

    @property
    def sets(self) -> tuple[NamedSet, ...]:
        return self.game.sets

    def start(self, scenario: str, ruleset: RulesetName) -> Table:
        record = self._ruleset(ruleset)
        if scenario not in self.game.scenarios:
            raise Unreadable("scenario", f"{scenario!r} is none of: {', '.join(self.game.scenarios)}")
        return for_players(seat(self.game, self.game.start(scenario, record)), self.game.sets)

    def place(self, position: Json, ruleset: RulesetName) -> Table:
        record = self._ruleset(ruleset)
        try:
            loaded = self.game.load(position, record)
        except Unreadable as fault:
            raise fault.within("position") from None
        return for_players(seat(self.game, loaded.state, loaded.events), self.game.sets)

    def _ruleset(self, name: RulesetName) -> R:
        return self.game.ruleset(options_of(self.game.id, name))


def opener(game: Game[S, A, R]) -> Opener:
    """Return an `Opener` that sets up this game."""
    return _Opener(game)
