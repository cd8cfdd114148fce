"""The command line: what each command takes, and how it ends.

Exit codes: 0 all is well; 1 a divergence, a refusal or a failed check; 2 input that cannot be read.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, runtime_checkable

EXIT_UNREADABLE = 2
EXIT_INTERRUPTED = 130

COMMANDS = ("games", "rule", "verify", "odds", "trace")
_SUMMARIES = {
    "games": "the games, their scenarios, rulesets and options",
    "rule": "all that is known about a numbered rule",
    "verify": "replay traces and show the first divergence",
    "odds": "exact probabilities of a battle",
    "trace": "write docs/rule_traceability.md, or check it",
}


@runtime_checkable
class Command(Protocol):
    """A module of `oracle.commands`."""

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Say which arguments the command takes."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it and return the exit code."""


def _command(name: str) -> Command:
    module: object = import_module(f"oracle.commands.{name}")
    assert isinstance(module, Command)
    return module


def _parser(wanted: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="referee",
        description="An executable rulebook: is this legal, what follows from it, and which numbered rule says so?",
        epilog="Every command has --help and --json. Exit codes: 0 well, 1 divergence or refusal, 2 unreadable input.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        summary = _SUMMARIES[name]
        each = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        each.add_argument("--json", action="store_true", help="print the answer as JSON")
        # Only the command that runs is imported, so that the tool starts quickly.
        if name == wanted:
            _command(name).configure(each)
    return parser


def main(words: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    wanted = next((word for word in words if not word.startswith("-")), None)
    arguments = _parser(wanted).parse_args(words)
    try:
        return _run(arguments)
    except BrokenPipeError:
        # Whoever read our output has had enough; what is buffered must not raise again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def _run(arguments: argparse.Namespace) -> int:
    from oracle.errors import InputError
    from reference.kernel.canonical import Unreadable
    from spec_tables.reader import SpecError

    try:
        code = _command(str(arguments.command)).run(arguments)
        sys.stdout.flush()
    except (InputError, Unreadable, SpecError) as fault:
        print(f"referee: {fault}", file=sys.stderr)
        return EXIT_UNREADABLE
    return code
