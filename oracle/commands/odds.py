"""`referee odds`: exact odds of a battle given on the command line, or of anything that follows from a position."""

import argparse

from oracle.commands import odds_battle, odds_from
from oracle.errors import InputError

_EPILOG = """\
Referee never rolls a die: every outcome of chance is walked, and the odds are exact fractions.

  referee odds battle GAME ...       two stacks given on the command line
  referee odds from FILE[@STEP] ...  whatever follows from a position: any die, any draw, any procedure of any game
  referee odds FILE[@STEP] ...       the same

Each has --help with examples; docs/odds.md lists every chance procedure of the games with a command for it.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    kinds = parser.add_subparsers(dest="what", metavar="battle|from", required=True)
    for name, module, summary in (
        ("battle", odds_battle, "a battle between two stacks"),
        ("from", odds_from, "whatever follows from a position"),
    ):
        each = kinds.add_parser(name, help=summary, description=f"Exact odds of {summary}.")
        each.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON")
        module.configure(each)


def run(arguments: argparse.Namespace) -> int:
    """Print the odds."""
    match str(arguments.what):
        case "battle":
            return odds_battle.run(arguments)
        case "from":
            return odds_from.run(arguments)
        case other:
            raise InputError(f"there are no odds of {other!r}")
