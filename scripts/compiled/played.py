"""Digests of seeded games, of everything that can be asked on the way: equal on two builds if they are the same.

`python -m scripts.compiled.played GAME --games N` plays N games of every scenario under every preset on the build that
runs, and prints a digest of each as JSON. A digest covers every decision with its actions and odds and every event with
its facts; at some positions also the canonical form, what each side sees, what follows and what is unsound. There the
state must be equal to its copies, hash like them, and survive being pickled.
"""

import argparse
import copy
import hashlib
import json
import pickle
from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

from oracle.choices import StableRandom
from oracle.compiled_build import running
from oracle.walk import walk_states
from reference.few_acres_of_snow.game import FewAcresOfSnow
from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.kernel.canonical import canonical_text
from reference.kernel.decisions import Over
from reference.kernel.game import Game
from reference.kernel.rulesets import RulesetName, options_of
from reference.wilderness_war.game import WildernessWar
from spec_tables.catalogue import GAMES, catalogue

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")

MOST_DECISIONS = 4_000
# At one position in so many everything is asked.
ONE_IN = 41


class Differs(AssertionError):
    """A state is not equal to a copy of itself."""


def digests(name: str, games: int) -> Iterator[tuple[str, str]]:
    """Return the digest of every seeded game, by scenario, preset and seed."""
    yield from _PLAYED[name](games)


def _of(game: Game[S, A, R], games: int) -> Iterator[tuple[str, str]]:
    for scenario in game.scenarios:
        for preset in catalogue(game.id).presets:
            rules = game.ruleset(options_of(game.id, RulesetName(preset.name)))
            for seed in range(games):
                name = f"{scenario} {preset.name} {seed}"
                yield name, _digest(game, game.start(scenario, rules), name)


def _digest(game: Game[S, A, R], state: S, seed: str) -> str:
    """Play a game and return the digest of all that was said on the way."""
    found, dice = hashlib.sha256(), StableRandom(seed)

    def note(*told: object) -> None:
        found.update(f"{told}\n".encode())

    way = walk_states(game, state, lambda _, due: dice.one(due.actions))
    for number, here in enumerate(islice(way, MOST_DECISIONS)):
        if here.turn is not None:
            note(*((each.kind.value, each.rules, each.facts) for each in here.turn.events))
        if isinstance(here.due, Over):
            note(here.due)
        else:
            written = [canonical_text(game.write_action(each)) for each in here.due.actions]
            note(here.due.by, here.due.about, here.due.rules, written)
            note(getattr(here.due, "outcomes", None))
        if number % ONE_IN == 0 or isinstance(here.due, Over):
            note(*_asked(game, here.state))
    return found.hexdigest()[:16]


def _asked(game: Game[S, A, R], state: S) -> Iterator[object]:
    """Ask everything about a state, and hold it against its copies."""
    for each in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        if each != state or hash(each) != hash(state) or repr(each) != repr(state):
            raise Differs(f"{each} is not as {state}")
    yield canonical_text(game.canonical(state))
    yield canonical_text(game.describe(state))
    for side in catalogue(game.id).sides:
        yield canonical_text(game.observe(state, side))
    yield game.check(state)
    yield repr(state)


_PLAYED = {
    "wilderness_war": lambda games: _of(WildernessWar(), games),
    "hammer_of_the_scots": lambda games: _of(HammerOfTheScots(), games),
    "few_acres_of_snow": lambda games: _of(FewAcresOfSnow(), games),
}


def main() -> None:
    """Print the digests of a game's seeded games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=1, metavar="N", help="games of each scenario under each preset")
    arguments = parser.parse_args()
    print(json.dumps({"build": running(), "digests": dict(digests(arguments.game, arguments.games))}))


if __name__ == "__main__":
    main()
