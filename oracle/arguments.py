"""Kinds of arguments that several commands take."""

import argparse

from oracle.errors import InputError
from oracle.game_registry import game_called
from oracle.located_position import LocatedPosition, is_scenario, is_typed, locate, scenario_start, under


def add_start(parser: argparse.ArgumentParser, nargs: str | None = None) -> None:
    """Let a command take a game and scenario, or a position, to start from."""
    told = "a game, with its scenario if you like, or a position"
    parser.add_argument("start", metavar="GAME[:SCENARIO]|FILE[@STEP]", nargs=nargs, help=told)
    parser.add_argument("--scenario", help="where the game starts (default: its first scenario)")
    parser.add_argument("--ruleset", help="PRESET or PRESET+option=value+… (default: the game's first preset)")


def start_of(arguments: argparse.Namespace) -> LocatedPosition:
    """Return the position that a command starts from."""
    named = str(arguments.start)
    ruleset = None if arguments.ruleset is None else str(arguments.ruleset)
    scenario = None if arguments.scenario is None else str(arguments.scenario)
    if is_scenario(named) and ":" in named:
        if scenario is not None:
            raise InputError(f"--scenario: {named} names the scenario already")
        return locate(named, ruleset=ruleset)
    if is_typed(named) or "@" in named or "." in named or "/" in named:
        if scenario is not None:
            raise InputError("--scenario is for a game; a file says itself where it starts")
        found = locate(named)
        return found if ruleset is None else under(found, ruleset)
    return scenario_start(game_called(named), scenario, ruleset)
