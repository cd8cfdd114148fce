"""The games that can be played, behind one face."""

from typing import TypeVar

from oracle.errors import InputError
from reference.kernel.canonical import Unreadable
from reference.kernel.game import Game
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.table import Table, seat
from reference.kernel.traces import Header
from spec_tables.catalogue import GAMES

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")


def check_game(name: str) -> str:
    """Return the name of a game, which must be one of ours."""
    if name not in GAMES:
        raise InputError(f"{name!r} is no game; there are: {', '.join(GAMES)}")
    return name


def opening_table(header: Header) -> Table:
    """Return the table at which a trace begins."""
    check_game(header.game)
    if header.game == "wilderness_war":
        from reference.wilderness_war.game import WildernessWar

        return _set(WildernessWar(), header)
    if header.game == "few_acres_of_snow":
        from reference.few_acres_of_snow.game import FewAcresOfSnow

        return _set(FewAcresOfSnow(), header)
    raise InputError(f"{header.game} has no playable rules yet")


def _set(game: Game[S, A, R], header: Header) -> Table:
    ruleset = game.ruleset(options_of(game.id, header.ruleset))
    if header.scenario is not None:
        return seat(game, game.start(header.scenario, ruleset))
    try:
        return seat(game, game.place(header.position, ruleset))
    except Unreadable as fault:
        raise fault.within("position") from None


def ruleset_options(game: str, name: RulesetName) -> dict[str, str]:
    """Return the value of every option under a ruleset."""
    return dict(options_of(check_game(game), name))
