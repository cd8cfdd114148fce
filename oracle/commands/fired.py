"""`referee fired`: in how many golden traces and explored games each rule was executed and decided something."""

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from oracle.errors import InputError
from oracle.evidence.firing import KEPT, Counts, Fired, counts_from_json, counts_to_json, read_fired, write_fired
from oracle.evidence.links import ROOT
from oracle.game_registry import game_called
from oracle.numbers_given import count
from spec_tables.catalogue import GAMES, catalogue, rule_ids


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("--game", action="append", metavar="GAME", help="only this game (may be given several times)")
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="ID",
        help="only this rule; the counts of others stay as they are",
    )
    parser.add_argument("--games", type=count, default=12, metavar="N", help="games of each (default: %(default)s)")
    parser.add_argument("--steps", type=count, default=800, metavar="N", help="steps of one (default: %(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Play the games and write the counts for `referee trace`."""
    for rule in arguments.rule:
        if rule not in rule_ids():
            raise InputError(f"--rule: {rule} is in no rule catalogue")
    wanted = _wanted(arguments)
    kept = read_fired(ROOT) or Fired({}, {})
    games, rules = dict(kept.games), dict(kept.rules)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        everything = tuple(pool.map(lambda game: _run(game, arguments), wanted))
    for game, found in zip(wanted, everything, strict=True):
        prefix = f"{catalogue(game).prefix}:"
        anew = {rule for rule in rules if rule.startswith(prefix)}.intersection(arguments.rule or rules)
        rules = {rule: counts for rule, counts in rules.items() if rule not in anew} | found
        games[game] = arguments.games
    write_fired(ROOT, Fired(games, rules))
    if arguments.json:
        print(json.dumps({"games": games, "rules": counts_to_json(rules)}, indent=2))
    else:
        decided = sum(bool(each.golden_decided or each.games_decided) for each in rules.values())
        print(f"{KEPT}: {len(rules)} rules executed, {decided} of them decided something")
    return 0


def _wanted(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the games asked for, by name or by some of their rules."""
    if arguments.game is not None:
        return tuple(game_called(game) for game in arguments.game)
    named = tuple(str(rule).split(":")[0] for rule in arguments.rule)
    return tuple(game for game in GAMES if not named or catalogue(game).prefix in named)


def _run(game: str, arguments: argparse.Namespace) -> dict[str, Counts]:
    own = [rule for rule in arguments.rule if rule.startswith(f"{catalogue(game).prefix}:")]
    words = [sys.executable, "-m", "oracle.evidence.runs", game, str(arguments.games), str(arguments.steps), *own]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    shown = None if sys.stderr.isatty() else subprocess.DEVNULL
    done = subprocess.run(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=shown, check=False)
    if done.returncode:
        raise InputError(f"{game}: the games could not be played; `{' '.join(words[1:])}` says why")
    return counts_from_json(json.loads(done.stdout))
