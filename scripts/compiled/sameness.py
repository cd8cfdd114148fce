"""Hold the compiled build against the sources: seeded games, golden traces and published counts, all the same.

`python -m scripts.compiled.sameness --games N` plays N games of every scenario under every preset of every game on both
builds. With `--tests` all tests run on the compiled build too, but for those that ask about the sources. Every
difference is named, and the exit code is 1. Without a C compiler there is nothing to compare; in CI that is an error.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping

from oracle.compiled_build import COMPILED, FOLDER, INTERPRETED, environment_of
from oracle.places import SOURCES
from scripts.compiled.build import CannotBuild, build, compiler
from spec_tables.catalogue import GAMES

# Commands whose whole output must be the same.
COMMANDS = (
    ("verify", "golden"),
    ("perft", "--check"),
    ("odds", "battle", "hammer_of_the_scots", "--space", "Fife", "--attacker", "York Infantry 2 | Edward",
     "--defender", "Wallace, Grant 2 | Fraser"),
    ("odds", "from", "docs/examples/odds/ww_interception.jsonl"),
    ("position", "golden/wilderness_war/ex-7.62.jsonl@0", "--check"),
)  # fmt: skip


TESTS = (sys.executable, "-X", "utf8", "-m", "pytest", "-q", "-n", "2")


def output(words: tuple[str, ...], on: str) -> tuple[int, str]:
    """Return the exit code and output of a module run on a build."""
    command = [sys.executable, "-P", "-X", "utf8", "-m", *words]
    done = subprocess.run(
        command,
        # Sets are shown in an order that depends on it.
        env={**environment_of(on), "PYTHONHASHSEED": "0"},
        cwd=SOURCES,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def games_differ(game: str, games: int) -> tuple[int, list[str]]:
    """Play seeded games on both builds; return how many, and which differ."""
    told: dict[str, Mapping[str, str]] = {}
    for on in (INTERPRETED, COMPILED):
        code, text = output(("scripts.compiled.played", game, "--games", str(games)), on)
        if code:
            return 0, [f"{game} on the {on} build ends with {code}:\n{text[-2000:]}"]
        answer = json.loads(text)
        assert answer["build"] == on, answer["build"]
        told[on] = answer["digests"]
    one, other = told.values()
    return len(one), differing(game, one, other)


def differing(game: str, one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """Return the games of which the digests differ, or that only one build has."""
    return [f"{game}: {name}" for name in sorted({*one, *other}) if one.get(name) != other.get(name)]


def commands_differ() -> list[str]:
    """Return the commands that answer otherwise on the two builds."""
    return [
        f"referee {' '.join(words)}"
        for words in COMMANDS
        if output(("oracle", *words), INTERPRETED) != output(("oracle", *words), COMPILED)
    ]


def main() -> int:
    """Compare, say what was compared, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=2, metavar="N", help="games of each scenario and preset (default: 2)"
    )
    parser.add_argument("--tests", action="store_true", help="run the tests on the compiled build, too")
    arguments = parser.parse_args()
    games = int(arguments.games)
    if compiler() is None:
        print("referee: there is no C compiler here, so there is no compiled build to compare with", file=sys.stderr)
        return int(os.environ.get("CI") == "true")
    try:
        build(FOLDER)
    except CannotBuild as fault:
        print(f"referee: {fault}", file=sys.stderr)
        return 1
    wrong = commands_differ()
    print(f"{len(COMMANDS)} commands, {len(wrong)} answer otherwise")
    for game in GAMES:
        played, differ = games_differ(game, games)
        print(f"{game}: {played} games, {len(differ)} differ", flush=True)
        wrong += differ
    for each in wrong:
        print(f"DIFFERS  {each}")
    if wrong or not arguments.tests:
        return 1 if wrong else 0
    return subprocess.run(TESTS, env=environment_of(COMPILED), cwd=SOURCES, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
