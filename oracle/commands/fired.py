"""`referee fired`: in how many explored games each rule was executed and decided something."""

import argparse
import json
import os
import subprocess
import sys

from oracle.errors import InputError
from oracle.evidence.firing import KEPT, Fired, read_fired, write_fired
from oracle.evidence.links import ROOT
from oracle.registry import check_game
from spec_tables.catalogue import GAMES


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("--game", action="append", metavar="GAME", help="only this game (may be given several times)")
    parser.add_argument("--games", type=int, default=40, metavar="N", help="games of each (default: %(default)s)")
    parser.add_argument("--steps", type=int, default=1500, metavar="N", help="most steps of one (default: %(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Play the games and keep what came of them, for `referee trace`."""
    for name in ("games", "steps"):
        if not 1 <= int(getattr(arguments, name)) <= 1_000_000:
            raise InputError(f"--{name}: {getattr(arguments, name)} is not between 1 and 1000000")
    wanted = GAMES if arguments.game is None else tuple(check_game(game) for game in arguments.game)
    kept = read_fired(ROOT) or Fired({}, {})
    games, rules = dict(kept.games), dict(kept.rules)
    for game in wanted:
        found = _played(game, arguments.games, arguments.steps)
        prefixes = {rule.split(":")[0] for rule in found}
        rules = {rule: counts for rule, counts in rules.items() if rule.split(":")[0] not in prefixes} | found
        games[game] = arguments.games
    write_fired(ROOT, Fired(games, rules))
    if arguments.json:
        print(json.dumps({"games": games, "rules": rules}, indent=2))
    else:
        print(f"{KEPT}: {len(rules)} rules fired in explored games")
    return 0


def _played(game: str, games: int, steps: int) -> dict[str, tuple[int, int]]:
    words = [sys.executable, "-m", "oracle.evidence.firing", game, str(games), str(steps)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    shown = None if sys.stderr.isatty() else subprocess.DEVNULL
    done = subprocess.run(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=shown, check=False)
    if done.returncode:
        raise InputError(f"{game}: the games could not be played; `{' '.join(words[1:])}` says why")
    return {str(rule): (int(counts[0]), int(counts[1])) for rule, counts in json.loads(done.stdout).items()}
