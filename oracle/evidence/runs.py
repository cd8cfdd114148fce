"""Find which rules decide a run: replay golden traces and explore games, first without and then with faults.

A rule was *executed* in a run if a function bound to it ran there. It *decided* something if an action was refused
because of it or left out of an offer, or if an event cites it. It also decided something if the run changes when a
fault is planted in a function bound to it.

Run as `python -m oracle.evidence.runs GAME GAMES STEPS`, in a process of its own.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, zip_longest

from oracle.choices import StableRandom
from oracle.evidence.firing import Counts, counts_to_json
from oracle.evidence.links import ROOT
from oracle.game_registry import opener_of, opening_table
from oracle.mutation.plan import Target, targets
from oracle.mutation.trial import Telling, in_child, plant_source, within
from oracle.replays import load_trace
from oracle.rule_watcher import WATCHER, memos
from oracle.vectors.cases import played
from oracle.vectors.scenes import Scene, scenes_of
from oracle.walk import walk
from reference.kernel.canonical import Json
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.table import Due, Table
from reference.kernel.traces import Trace, replay
from reference.kernel.verdicts import Next, No
from spec_tables.catalogue import catalogue

_TRIED = 3
_REMEMBERED = 60
_LOOKED = 100
# How many faults are tried in each function; those that change its whole answer come first.
_FAULTS = 3
_SECONDS = 2
# For a rule that decides no trace and no game: how many scenes are continued, and for how many steps.
_SCENES = 4
_STEPS_FROM_A_SCENE = 20
_TOLD = 50

Moments = Callable[[], Iterator[object]]


@dataclass(frozen=True, slots=True)
class Run:
    """A run without faults: what was seen at each moment, the functions that ran, and the rules cited."""

    moments: Moments
    went: tuple[object, ...]
    ran: frozenset[str]
    cited: frozenset[str]

    def goes_otherwise(self) -> bool:
        """Repeat the run, and say whether it now goes differently."""
        missing = object()
        try:
            return any(was != now for was, now in zip_longest(self.went, self.moments(), fillvalue=missing))
        except Exception:  # a fault made the rules raise: the run goes differently
            return True


def run_of(moments: Moments) -> Run:
    """Run something and record what is seen."""
    WATCHER.forget()
    went = tuple(moments())
    ran = frozenset(str(WATCHER.functions[index]) for index in WATCHER.ran())
    return Run(moments, went, ran, frozenset(WATCHER.cited))


# ---------------------------------------------------------------- what is run


def golden_moments(trace: Trace) -> Iterator[object]:
    """Replay a trace; yield its divergence, if any, and the position at its end."""
    done = replay(trace, opening_table(trace.header))
    yield done.divergence
    yield done.table.canonical()


def game_moments(game: str, number: int, ruleset: str, scenario: str, steps: int) -> Iterator[object]:
    """Play a game from its start."""
    table = opener_of(game).start(scenario, parse_ruleset_name(ruleset))
    yield from _explored(game, table, StableRandom(f"{game} {number}"), steps)


def scene_moments(game: str, scene: Scene) -> Iterator[object]:
    """Play on from a position kept for a rule that rarely comes up."""
    table = opener_of(game).place(scene.position, parse_ruleset_name(scene.ruleset))
    yield table.describe() if scene.side is None else table.observe(scene.side)
    yield table.check()
    verdict = Next(table) if scene.asks is None else played(table, scene.asks)
    yield verdict.events if isinstance(verdict, Next) else verdict
    if isinstance(verdict, Next):
        yield from _explored(game, verdict.state, StableRandom(scene.text()), _STEPS_FROM_A_SCENE)


def _explored(game: str, table: Table, choices: StableRandom, steps: int) -> Iterator[object]:
    """Play on; yield every decision, every event, refusals of earlier actions, and sometimes what each side knows."""
    seen: list[Json] = []
    for step, here in enumerate(islice(walk(table, lambda _, due: choices.one(due.actions)), steps + 1)):
        if here.turn is not None:
            yield here.turn.events
            if here.turn.due.odds is None:
                seen = [*seen[-_REMEMBERED:], here.turn.action]
        yield here.due
        if step % _LOOKED == 0:
            yield [here.state.observe(side) for side in catalogue(game).sides], here.state.check()
        if isinstance(here.due, Due):
            for _ in range(_TRIED if seen and here.due.odds is None else 0):
                yield _refusal(here.state, here.due.by, choices.one(seen))


def _refusal(table: Table, by: str, action: Json) -> object:
    verdict = table.act(by, action)
    return verdict if isinstance(verdict, No) else None


def _openings(game: str) -> Iterator[tuple[str, str]]:
    """Return every pair of preset and scenario; the preset changes first."""
    known = catalogue(game)
    scenarios = [name for name, _ in known.scenarios]
    presets = [preset.name for preset in known.presets]
    for number in range(len(presets) * len(scenarios)):
        yield presets[number % len(presets)], scenarios[number // len(presets)]


def golden_runs(game: str) -> Iterator[Run]:
    """Replay the golden traces of a game."""
    for path in sorted((ROOT / "golden" / game).rglob("*.jsonl")):
        yield run_of(partial(golden_moments, load_trace(path)))


def explored_runs(game: str, games: int, steps: int) -> Iterator[Run]:
    """Play games of every preset and scenario in turn."""
    openings = list(_openings(game))
    for number in range(games):
        ruleset, scenario = openings[number % len(openings)]
        yield run_of(partial(game_moments, game, number, ruleset, scenario, steps))


def scene_runs(game: str, rules: frozenset[str]) -> Iterator[Run]:
    """Play on from a few scenes of each of some rules."""
    taken: Counter[str] = Counter()
    for scene in scenes_of(game):
        wanted = [rule for rule in (*scene.shows, *scene.consults) if rule in rules and taken[rule] < _SCENES]
        if wanted:
            taken.update(wanted)
            yield run_of(partial(scene_moments, game, scene))


# ---------------------------------------------------------------- with faults


def decided_by(runs: Sequence[Run], target: Target) -> frozenset[int]:
    """Return the numbers of the runs that a fault in a function changes; skip runs that cite all its rules anyway."""
    wanted = [number for number, run in enumerate(runs) if target.id in run.ran and set(target.rules) - run.cited]
    if not wanted:
        return frozenset()
    found = in_child(partial(_decided, runs, wanted, target))
    return frozenset(found) if isinstance(found, list) else frozenset()


def _decided(runs: Sequence[Run], wanted: Iterable[int], target: Target, _: Telling) -> list[int]:
    left = set(wanted)
    for source in _faults(target):
        plant_source(target.id, target.path, source)
        for number in sorted(left):
            for memo in memos(("reference",)):
                memo.cache_clear()
            with within(_SECONDS):
                if runs[number].goes_otherwise():
                    left.discard(number)
    return sorted(set(wanted) - left)


def _faults(target: Target) -> list[str]:
    """Return the faults worth planting; those that change the whole answer of the function come first."""
    found = sorted(target.mutants(), key=lambda mutant: mutant.operator != "returned")
    return [mutant.source for mutant in found[:_FAULTS]]


@dataclass(slots=True)
class Tally:
    """The runs that executed each rule, and those it decided."""

    executed: dict[str, set[int]] = field(default_factory=dict)
    decided: dict[str, set[int]] = field(default_factory=dict)

    def add(self, runs: Sequence[Run], functions: Sequence[Target], first: int, tell: Callable[[str], None]) -> None:
        """Add runs, which are numbered from `first` on."""
        for number, run in enumerate(runs, first):
            for rule in {rule for target in functions if target.id in run.ran for rule in target.rules}:
                self.executed.setdefault(rule, set()).add(number)
            for rule in run.cited:
                self.decided.setdefault(rule, set()).add(number)
        for done, target in enumerate(functions, 1):
            numbers = {first + number for number in decided_by(runs, target)}
            for rule in target.rules:
                self.decided.setdefault(rule, set()).update(numbers)
            if done % _TOLD == 0:
                tell(f"{done} of {len(functions)} functions")

    def counts(self, golden: int) -> dict[str, Counts]:
        """Return the counts of every rule; the first `golden` runs are the golden traces."""
        found: dict[str, Counts] = {}
        for rule in {*self.executed, *self.decided}:
            ran, decided = self.executed.get(rule, set()), self.decided.get(rule, set())
            traces, decided_traces = (sum(number < golden for number in each) for each in (ran, decided))
            found[rule] = Counts(traces, decided_traces, len(ran) - traces, len(decided) - decided_traces)
        return found


def counted(
    game: str, games: int, steps: int, tell: Callable[[str], None], wanted: frozenset[str] = frozenset()
) -> dict[str, Counts]:
    """Return the counts of every rule of a game, or only of those wanted."""
    golden = tuple(golden_runs(game))
    runs = (*golden, *explored_runs(game, games, steps))
    tell(f"{len(golden)} traces, {games} games")
    functions = [
        target
        for target in targets(ROOT)
        if target.module.split(".")[1] == game and (not wanted or wanted.intersection(target.rules))
    ]
    tally = Tally()
    tally.add(runs, functions, 0, tell)
    bound = frozenset(rule for target in functions for rule in target.rules)
    idle = frozenset(rule for rule in wanted or bound if not tally.decided.get(rule))
    scenes = tuple(scene_runs(game, idle))
    tell(f"{len(scenes)} scenes of {len(idle)} rules that decided nothing so far")
    tally.add(scenes, [target for target in functions if idle.intersection(target.rules)], len(runs), tell)
    found = tally.counts(len(golden))
    return {rule: counts for rule, counts in found.items() if not wanted or rule in wanted}


def main(words: Sequence[str]) -> int:
    """Run, and print a JSON object of rules with their counts."""
    game, games, steps, wanted = words[0], int(words[1]), int(words[2]), frozenset(words[3:])

    def tell(line: str) -> None:
        print(f"{game}: {line}", file=sys.stderr, flush=True)

    print(json.dumps(counts_to_json(counted(game, games, steps, tell, wanted))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
