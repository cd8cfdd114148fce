"""The command line: what each command takes, and how it ends.

Exit codes: 0 all is well; 1 a divergence, a refusal or a failed check; 2 input that cannot be read; 3 a fault of ours;
4 stopped at a limit; 5 the workers or their scheduler are lost; 130 stopped by Ctrl-C.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, runtime_checkable

from oracle.compiled_build import running
from oracle.places import IS_INSTALLED
from oracle.version import VERSION

EXIT_UNREADABLE = 2
EXIT_INTERNAL = 3
EXIT_LOST = 5
EXIT_INTERRUPTED = 130

_SUMMARIES = {
    "games": "the games, their scenarios, rulesets and options",
    "names": "everything that has a name in a game, and what it is",
    "rule": "all that is known about a numbered rule",
    "rules": "the rules as a table of contents, or found by words",
    "play": "play seeded random games to their end, or a game by hand",
    "verify": "replay traces and recorded games, and show where they diverge",
    "options": "who must decide what at a position, and every legal action",
    "ask": "whether an action is legal, why or why not, and what would change it",
    "position": "take a position from a trace, or check one for everything wrong with it",
    "openings": "the procedures that a position made by hand can begin with, with an example of each",
    "show": "draw a position for people",
    "perft": "count the lines of play below a position",
    "divide": "count the lines of play below each action of a position",
    "diff": "where two rulesets differ, and how often that matters",
    "odds": "exact probabilities of a battle, or of whatever follows from a position",
    "trace": "record what proves every rule, with pages, or check it",
    "fired": "count in how many golden traces and explored games each rule was executed and decided something",
    "gate": "what a change does to the rulings, and whether it says so",
    "confirm": "keep that a rule's functions and tests fit its gist",
    "mutate": "plant faults in rules and tables, and see which the tests notice",
    "explore": "the rulebook in a browser: boards, rulings, rules, odds and replays",
    "site": "write the explorer as a static site, with the rules inside",
    "serve": "answer the same questions over JSON-RPC, for other programs",
    "vectors": "write test vectors for other implementations",
    "schemas": "write the JSON Schemas of everything that is read and written",
    "compare": "check another implementation's answers to the test vectors",
}
COMMANDS = tuple(_SUMMARIES)
# They work on the tests and the history too, which an installed package does not have.
DEVELOPERS = ("trace", "fired", "gate", "confirm", "mutate", "site")


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
        epilog="Every command has --help and --json. Exit codes: 0 well, 1 divergence or refusal, 2 unreadable input, "
        "3 internal error, 4 stopped at a limit, 5 the workers are lost, 130 stopped by Ctrl-C.",
    )
    parser.add_argument("--version", action="version", version=f"referee {VERSION} ({running()})")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        each = commands.add_parser(name, help=_SUMMARIES[name], description=_described(name))
        # Only the command that runs is imported, so that the tool starts quickly.
        if name == wanted:
            _configure(name, each)
    return parser


def _described(name: str) -> str:
    return f"{_SUMMARIES[name][0].upper()}{_SUMMARIES[name][1:]}."


def _configure(name: str, parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    _command(name).configure(parser)


def help_of(name: str) -> str:
    """Return the help of a command."""
    parser = argparse.ArgumentParser(prog=f"referee {name}", description=_described(name))
    _configure(name, parser)
    return parser.format_help()


def main(words: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    wanted = next((word for word in words if not word.startswith("-")), None)
    if IS_INSTALLED and wanted in DEVELOPERS:
        _complain(f"`{wanted}` needs a checkout of the repository; there: ./referee {wanted}")
        return EXIT_UNREADABLE
    arguments = _parser(wanted).parse_args(_spelled_out(words))
    try:
        return _run(arguments)
    except BrokenPipeError:
        # The reader of our output has closed it; the buffered rest must not raise again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def _spelled_out(words: Sequence[str]) -> Sequence[str]:
    """Return a command line in full: `odds FILE` is `odds from FILE`."""
    said = [word for word in words if not word.startswith("-")]
    if said[:1] == ["odds"] and len(said) > 1 and said[1] not in ("battle", "from"):
        at = list(words).index("odds") + 1
        return [*words[:at], "from", *words[at:]]
    return words


def _run(arguments: argparse.Namespace) -> int:
    from oracle.errors import InputError, WorkersLost, slip
    from reference.kernel.canonical import Unreadable
    from spec_tables.reader import SpecError

    try:
        code = _command(str(arguments.command)).run(arguments)
        sys.stdout.flush()
    except (InputError, Unreadable, SpecError) as fault:
        _complain(str(fault))
        return EXIT_UNREADABLE
    except WorkersLost as loss:
        _complain(str(loss))
        return EXIT_LOST
    except BrokenPipeError:
        raise
    except OSError as fault:
        _complain(f"{fault.filename}: {fault.strerror}" if fault.filename else str(fault))
        return EXIT_UNREADABLE
    except Exception as fault:  # users get a sentence, not a traceback
        _complain(slip(fault))
        return EXIT_INTERNAL
    return code


def _complain(cause: str) -> None:
    # A name with half a character in it would break the error message itself.
    print(f"referee: {cause}".encode(errors="backslashreplace").decode(), file=sys.stderr)
