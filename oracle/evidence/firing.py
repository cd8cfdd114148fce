"""Which rules fire in play: seeded games are played with a witness, and each rule's part in them is noted.

A rule was *executed* in a game if a function bound to it ran; it *decided* something if an action was refused for it or
an event followed from it. Refusals are sought by also trying, at every step, actions seen earlier in the game.

Run as `python -m oracle.evidence.firing GAME GAMES STEPS`, in a process of its own: the witness must come before the
rules.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from oracle.errors import InputError

KEPT = "docs/fired.json"
_NOTE = "Written by `./referee fired`; do not edit. Per rule: explored games that executed it, and those it decided in."
_TRIED = 3
_REMEMBERED = 60


@dataclass(frozen=True, slots=True)
class Fired:
    """In how many explored games each rule was executed, and decided something."""

    games: Mapping[str, int]
    rules: Mapping[str, tuple[int, int]]

    def of(self, rule: str) -> tuple[int, int]:
        """Return the games that executed a rule, and those in which it decided something."""
        return self.rules.get(rule, (0, 0))


def read_fired(root: Path) -> Fired | None:
    """Return what is kept of a tree; nothing if nothing is."""
    path = root / KEPT
    if not path.is_file():
        return None
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
        rules = {str(rule): (int(executed), int(decided)) for rule, (executed, decided) in given["rules"].items()}
        return Fired({str(game): int(number) for game, number in given["games"].items()}, rules)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise InputError(f"{KEPT}: is not what `./referee fired` writes") from None


def write_fired(root: Path, fired: Fired) -> None:
    """Write it, one rule a line."""
    lines = [f" {json.dumps(rule)}: {json.dumps(list(counts))}" for rule, counts in sorted(fired.rules.items())]
    head = f'{{"note": {json.dumps(_NOTE)}, "games": {json.dumps(dict(sorted(fired.games.items())))}, "rules": {{\n'
    (root / KEPT).write_text(head + ",\n".join(lines) + "\n}}\n", encoding="utf-8")


# ---------------------------------------------------------------- in a process of its own


def _openings(game: str) -> Iterator[tuple[str, str]]:
    """Return every preset and, in turn with it, every scenario."""
    from spec_tables.catalogue import catalogue

    known = catalogue(game)
    scenarios = [name for name, _ in known.scenarios]
    presets = [preset.name for preset in known.presets]
    for number in range(len(presets) * len(scenarios)):
        yield presets[number % len(presets)], scenarios[number // len(presets)]


def explored(game: str, games: int, steps: int) -> Iterator[tuple[set[str], set[str]]]:
    """Play games; return the rules executed and the rules that decided something in each."""
    from oracle.evidence.plugin import WITNESS
    from oracle.registry import opener_of
    from oracle.vectors.picks import Picks
    from reference.kernel.canonical import Json
    from reference.kernel.decisions import Over
    from reference.kernel.rulesets import parse_ruleset_name
    from reference.kernel.table import event_rules
    from reference.kernel.verdicts import Next, No

    openings = list(_openings(game))
    for number in range(games):
        ruleset, scenario = openings[number % len(openings)]
        WITNESS.forget()
        table = opener_of(game).start(scenario, parse_ruleset_name(ruleset))
        picks = Picks(f"{game} {number}")
        decided: set[str] = set()
        seen: list[Json] = []
        for _ in range(steps):
            due = table.due()
            if isinstance(due, Over):
                decided.update(due.rules)
                break
            for _ in range(_TRIED if seen and due.odds is None else 0):
                refused = table.act(due.by, picks.one(seen))
                if isinstance(refused, No):
                    decided.update(each.rule for each in refused.violations)
            action = picks.one(due.actions)
            verdict = table.act(due.by, action)
            assert isinstance(verdict, Next)
            decided.update(event_rules(verdict.events))
            table = verdict.state
            if due.odds is None:
                seen = [*seen[-_REMEMBERED:], action]
        executed = {rule for index in WITNESS.ran() for rule in WITNESS.functions[index].rules}
        yield executed, decided


def main(words: Sequence[str]) -> int:
    """Play, and print a JSON object of rules with their two counts."""
    game, games, steps = words[0], int(words[1]), int(words[2])
    executed: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    for in_game, by_rule in explored(game, games, steps):
        executed.update(in_game)
        decided.update(by_rule)
        print(".", end="", file=sys.stderr, flush=True)
    print(json.dumps({rule: [executed[rule], decided[rule]] for rule in sorted({*executed, *decided})}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
