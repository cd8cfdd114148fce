"""`referee gate --base REV`: what a change does to the rulings, and whether it says so."""

import argparse
import json
import sys

from oracle.evidence.links import ROOT
from oracle.game_registry import game_called
from oracle.gate.behaviour import Effort
from oracle.gate.gate import judged
from oracle.numbers_given import count_or_none

_EPILOG = """\
Compares the tree as it stands with a revision: which functions, tables, options and catalogue rows differ and which
rules they are about; and how rulings differ when both versions answer the vector suite, scenes and all, and play the
same seeded games, in which actions that were offered before are tried again to see what is refused. Every difference is
laid to a rule, with the first position in which it shows. Exit 1 when rulings changed under a rule that the lines added
to CHANGELOG.md's unreleased section do not name, when a rule lost evidence, or when a gist changed and nobody confirmed
(`referee confirm RULE`) that the rule's functions and tests still say the same.

examples:
  referee gate --base main
  referee gate --base origin/main --markdown >> "$GITHUB_STEP_SUMMARY"
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    effort = Effort()
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("--base", required=True, metavar="REV", help="the revision to compare with")
    parser.add_argument("--game", action="append", metavar="GAME", help="ask only about this game (may be repeated)")
    parser.add_argument("--markdown", action="store_true", help="print the report as Markdown")
    for name, words in (
        ("seeds", "seeded games of each scenario and ruleset"),
        ("steps", "most steps of such a game"),
        ("cases", "vectors of each sense that a rule gets, if it can"),
        ("lines", "lines explored from each golden position, for vectors"),
        ("suite-games", "whole games explored for vectors"),
    ):
        default = getattr(effort, name.replace("-", "_"))
        parser.add_argument(
            f"--{name}", type=count_or_none, default=default, metavar="N", help=f"{words} (default: %(default)s)"
        )


def run(arguments: argparse.Namespace) -> int:
    """Compare, report, and say whether the gate opens."""
    numbers = {name: int(getattr(arguments, name)) for name in ("seeds", "steps", "cases", "lines", "suite_games")}
    games = None if arguments.game is None else tuple(game_called(game) for game in arguments.game)
    report = judged(ROOT, str(arguments.base), games, Effort(**numbers), _tell)
    if arguments.json:
        print(json.dumps(report.to_json(), indent=2))
    else:
        print("\n".join(report.lines(markdown=bool(arguments.markdown))))
    return 1 if report.faults else 0


def _tell(line: str) -> None:
    if sys.stderr.isatty():
        print(f"referee: {line}", file=sys.stderr)
