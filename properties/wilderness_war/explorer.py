"""Play whole games by a policy that seeks what is rare, and count what happened.

`python -m properties.wilderness_war.explorer --games 200` prints how often each card was played as its event, each
decision was due and each rule function ran. Every position is checked, every offered action must be accepted. The exit
code is 1 if a card was never played or a function never ran, unless `exploration_excuses.toml` names the test that does
it.

Players seek what is rare, and so do the deals: cards played seldom come more often than the odds say. The figures
tell what can be reached, not how likely it is.

What is rare is known from the games before, so these are played one after another. `--chain N` lets only N games know
of each other; such chains are played at once, in processes or on a cluster.
"""

import argparse
import importlib
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

from oracle.choices import Dice
from oracle.evidence.files import FOLDER, write, written
from oracle.executors.arguments import add_where_done, where_of
from oracle.executors.each import SOURCES, Where, each_in_order
from oracle.numbers_given import count
from oracle.rule_watcher import WATCHER
from oracle.walk import GamePosition, GameTurn, walk_states
from reference.kernel.decisions import Chance, Decision, Over
from reference.kernel.rulesets import RulesetName, options_of
from reference.wilderness_war import actions as a
from reference.wilderness_war.actions import Action
from reference.wilderness_war.board import holds_unbesieged
from reference.wilderness_war.cards import FACES, Event, held_copy
from reference.wilderness_war.ch02_map import distance, space
from reference.wilderness_war.coherence import NESTING
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Move
from reference.wilderness_war.game import WildernessWar
from reference.wilderness_war.procedures import ENGINE
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State

GAME = WildernessWar()
KEPT = f"{FOLDER}/exploration/wilderness_war.json"
PRESETS = ("standard", "de", "fr", "fr_basic")
_EXCUSES = Path(__file__).with_name("exploration_excuses.toml")
_MOST_DECISIONS = 100_000
_PACKAGE = "reference.wilderness_war."
_FORKS = space("ohio_forks")

# The policy likes actions that move a game on or are rare, and dislikes those that undo progress.
_LIKING: dict[type[Action], float] = {
    a.Demolish: 0.02, a.Done: 0.5, a.Hold: 0.2, a.Halt: 0.5, a.PlayEvent: 3, a.Respond: 3, a.Storm: 10, a.Besiege: 10,
    a.SallyOut: 5, a.RaidNow: 3, a.Decline: 0.7, a.Build: 0.3, a.Drop: 0.3, a.DropLeader: 0.3, a.Dig: 0.2, a.Stay: 0.5,
}  # fmt: skip
_ACTIVATING = {a.Activates.FORCE: 3.0, a.Activates.UNIT: 0.5, a.Activates.INDIVIDUALS: 0.8}
_TRAVELLING = {a.By.LAND: 1.0, a.By.BOAT: 1.0, a.By.NAVAL: 2.0, a.By.LANDING: 30.0}


@dataclass
class Log:
    """What happened over many games."""

    games: int = 0
    decisions: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    due: Counter[str] = field(default_factory=Counter)
    chosen: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    functions: Counter[str] = field(default_factory=Counter)
    # How many games knew of each other; all, if it is not said.
    chain: int | None = None

    def add(self, other: "Log") -> None:
        """Count what happened in other games too."""
        self.games += other.games
        self.decisions += other.decisions
        self.ends.update(other.ends)
        self.due.update(other.due)
        self.chosen.update(other.chosen)
        self.cards.update(other.cards)
        self.rules.update(other.rules)
        self.functions.update(other.functions)

    def note(self, turn: GameTurn[State, Action]) -> None:
        """Count a turn."""
        self.decisions += 1
        self.due[turn.due.about.split("_of_")[0]] += 1
        self.chosen[type(turn.action).__name__] += 1
        for each in turn.events:
            if each.kind is EventKind.EVENT_PLAYED:
                self.cards[str(dict(each.facts)["card"])] += 1


def ruleset(preset: str, **changes: str) -> Ruleset:
    """Return a preset with some options changed."""
    return GAME.ruleset(options_of(GAME.id, RulesetName(preset, tuple(sorted(changes.items())))))


def liking(state: State, decision: Decision[Action], action: Action) -> float:
    """Return how much the policy likes an action: armies, sieges, attacks, and response cards kept for their moment."""
    if isinstance(action, a.Activate | a.Build) and FACES[action.card].response:
        return 0.1
    if isinstance(action, a.Activate):
        return _ACTIVATING[action.what]
    if isinstance(action, a.Go):
        held = holds_unbesieged(state.board, action.to, Side(decision.by).enemy)
        return _TRAVELLING[action.by] * (3 if action.infiltrating else 4 if held else 1) * _calling(state, action)
    if isinstance(action, a.Build | a.PickSpace) and _wants_forks(state):
        return 3.0
    if isinstance(action, a.PickLeader) and decision.about in ("commander_of_force", "campaign_leaders"):
        place = state.board.leader_at[action.leader]
        return 40.0 if state.board.siege[place] else 1.0
    if isinstance(action, a.Done) and decision.about == "muster":
        return 0.1
    return _LIKING.get(type(action), 1.0)


def _wants_forks(state: State) -> bool:
    """Say whether Britain holds TREATY OF EASTON, which wants a fortification near Ohio Forks."""
    return held_copy(state.cards, Side.BRITISH, Event.EASTON) is not None


def _calling(state: State, go: a.Go) -> float:
    """Return how much a British mover is drawn towards Ohio Forks."""
    move = next((frame for frame in reversed(state.stack.frames) if isinstance(frame, Move)), None)
    if move is None or move.side is Side.FRENCH or not _wants_forks(state):
        return 1.0
    before, after = distance(move.at, _FORKS), distance(go.to, _FORKS)
    return 6.0 if before is not None and after is not None and after < before else 0.5


def _odds(log: Log, action: Action, odds: float) -> float:
    """Return the odds of an outcome, better for cards whose events were seldom played."""
    return odds * (1 + 12 / (1 + log.cards[FACES[action.card].id])) if isinstance(action, a.Draw) else odds


def seeking(dice: Dice, log: Log, state: State, decision: Decision[Action]) -> Action:
    """Prefer the kinds of action chosen least so far; so does the dealer of cards."""
    if isinstance(decision, Chance):
        weights = [_odds(log, action, float(odds)) for action, odds in decision.outcomes]
    else:
        weights = [
            liking(state, decision, each) / (1 + log.chosen[type(each).__name__]) ** 0.25 for each in decision.actions
        ]
    return dice.choices(decision.actions, weights)[0]


def played(scenario: str, rules: Ruleset, seed: int, log: Log) -> Iterator[GameTurn[State, Action]]:
    """Play a game to its end by the policy that seeks what is rare."""
    way = walk_states(GAME, GAME.start(scenario, rules), partial(seeking, Dice(seed), log))
    for here in islice(way, _MOST_DECISIONS):
        if here.turn is not None:
            _look_at(here.turn)
            log.note(here.turn)
            yield here.turn
        if isinstance(here.due, Over):
            log.games += 1
            log.ends[here.due.result] += 1
            return
    raise AssertionError("the game does not end")


def _look_at(turn: GameTurn[State, Action]) -> None:
    """Check a turn: its position could be read again, and no rule forbids the offered action that was taken."""
    frames = turn.state.stack.frames
    assert not tuple(NESTING.faults(frames)), f"{frames} could not be read again"
    working = ENGINE.at_work(turn.state)
    assert working is not None
    chance = isinstance(turn.due, Chance)
    assert chance or working.violations(turn.state, turn.action) == (), f"{turn.action} is offered and yet forbidden"


def at_random(scenario: str, rules: Ruleset, seed: int, most: int) -> Iterator[GamePosition[State, Action]]:
    """Play a game by dice alone, to its end or for a given number of positions."""
    dice = Dice(seed)
    return islice(walk_states(GAME, GAME.start(scenario, rules), lambda _, due: dice.one(due.actions)), most)


def rule_functions() -> dict[str, tuple[str, ...]]:
    """Return the name of every function that implements rules of this game, with the rules."""
    WATCHER.install()
    ours = (each for each in WATCHER.functions if each.module.startswith(_PACKAGE))
    return {str(each).removeprefix(_PACKAGE): each.rules for each in ours}


def count_runs(log: Log) -> None:
    """Note how often each function of this game's rules ran since the watcher was last reset."""
    for function, runs in zip(WATCHER.functions, WATCHER.runs, strict=True):
        if function.module.startswith(_PACKAGE):
            log.functions[str(function).removeprefix(_PACKAGE)] += runs
            log.rules.update(dict.fromkeys(function.rules, runs))


def never(log: Log) -> list[str]:
    """Return the cards never played as events and the functions of rules that never ran."""
    return [
        *(face.id for face in FACES if not log.cards[face.id]),
        *sorted(name for name, runs in log.functions.items() if not runs),
    ]


def excused() -> dict[str, tuple[str, str]]:
    """Return what may stay unreached, with the reason and the test that goes there on purpose."""
    given = tomllib.loads(_EXCUSES.read_text(encoding="utf-8"))
    return {str(each["name"]): (str(each["reason"]), str(each["test"])) for each in given["excuse"]}


def explore(games: int, first_seed: int, log: Log, *, check: bool) -> None:
    """Play so many games of every scenario and preset in turn."""
    for seed in range(first_seed, first_seed + games):
        preset = PRESETS[seed % len(PRESETS)]
        scenario = GAME.scenarios[seed // len(PRESETS) % len(GAME.scenarios)]
        for turn in played(scenario, ruleset(preset), seed, log):
            broken = GAME.check(turn.state) if check else ()
            assert broken == (), f"seed {seed}: {turn.due.about}: {broken}"


@dataclass(frozen=True, slots=True)
class Chain:
    """Games that are played one after another, each seeking what was rare in those before."""

    first_seed: int
    games: int
    check: bool

    def played(self) -> Log:
        """Play them, and return what happened."""
        log = Log()
        WATCHER.forget()
        explore(self.games, self.first_seed, log, check=self.check)
        count_runs(log)
        return log


def explored(whole: Chain, length: int | None, where: Where) -> Log:
    """Play games in chains of a length, or in one, and return what happened in all."""
    log, step = Log(chain=length), length or whole.games
    end = whole.first_seed + whole.games
    chains = [Chain(seed, min(step, end - seed), whole.check) for seed in range(whole.first_seed, end, step)]
    for played_there in each_in_order(Chain.played, chains, where):
        log.add(played_there)
    return log


def table(log: Log) -> str:
    """Return what was counted, as text."""
    lines = [f"{log.games} games, {log.decisions} decisions; {dict(log.ends)}", "", "events played, by card"]
    lines += [f"  {face.id:8} {face.name:40.40} {log.cards[face.id]:8}" for face in FACES]
    for title, counts in (("decisions", log.due), ("actions", log.chosen), ("rules", log.rules)):
        lines += ["", title, *(f"  {name:32} {count:10}" for name, count in sorted(counts.items()))]
    return "\n".join(lines)


@dataclass(frozen=True)
class Kept:
    """What is kept of an exploration: its first seed, what happened, and the rules of each function as it was then."""

    first_seed: int
    log: Log
    rules: dict[str, tuple[str, ...]]


def command(log: Log, first_seed: int) -> str:
    """Return the command that repeats this exploration."""
    chain = "" if log.chain is None else f" --chain {log.chain}"
    return f"python -m properties.wilderness_war.explorer --games {log.games} --seed {first_seed}{chain} --write {KEPT}"


def data(log: Log, first_seed: int) -> str:
    """Return the file that keeps an exploration."""
    functions = {name: [list(rules), log.functions[name]] for name, rules in sorted(rule_functions().items())}
    about = {
        "note": "How often each card was played as its event, each action was chosen and each function of rules ran.",
        "first_seed": first_seed,
        "games": log.games,
        "decisions": log.decisions,
        "cards": {face.id: log.cards[face.id] for face in FACES},
        "actions": dict(sorted(log.chosen.items())),
    }
    return written(command(log, first_seed), about, "functions", functions)


def read_kept(path: Path) -> Kept:
    """Read what `data` wrote."""
    given = json.loads(path.read_text(encoding="utf-8"))
    log = Log(int(given["games"]), int(given["decisions"]))
    log.cards.update(given["cards"])
    log.chosen.update(given["actions"])
    log.functions.update({name: ran for name, (_, ran) in given["functions"].items()})
    rules = {str(name): tuple(map(str, rules)) for name, (rules, _) in given["functions"].items()}
    return Kept(int(given["first_seed"]), log, rules)


def report(log: Log, first_seed: int) -> str:
    """Return an exploration as a page for people."""
    excuses = excused()
    played_cards = sum(log.cards[face.id] > 0 for face in FACES)
    ran = sum(runs > 0 for runs in log.functions.values())
    lines = [
        "# What exploration reached in Wilderness War",
        "",
        f"Written by `{command(log, first_seed)}`,",
        "not by hand; the reasons are those of `properties/wilderness_war/exploration_excuses.toml`.",
        "",
        f"{log.games} games from seed {first_seed}, every scenario and preset in turn, {log.decisions:,} decisions,",
        f"every position checked. {played_cards} of {len(FACES)} cards were played as their events; {ran} of",
        f"{len(log.functions)} functions bound to rules ran. Players and deals seek what is rare, so the counts tell",
        "what can be reached, not how likely it is.",
        "",
        "| not reached by itself | reason | the test that goes there |",
        "|---|---|---|",
        *(f"| {name} | {' | '.join(excuses.get(name, ('unexplained', '')))} |" for name in never(log)),
        "",
        "| card | event | played |",
        "|---|---|---|",
        *(f"| {face.id} | {face.name} | {log.cards[face.id]} |" for face in FACES),
        "",
        "| action | chosen |",
        "|---|---|",
        *(f"| {name} | {count} |" for name, count in sorted(log.chosen.items())),
        "",
        "| function | rules | ran |",
        "|---|---|---|",
        *(
            f"| {name} | {', '.join(rules)} | {log.functions[name]} |"
            for name, rules in sorted(rule_functions().items())
        ),
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Explore, print the table, and complain about what was never reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=count, default=64)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--chain", type=count, metavar="N", help="games that know of each other (default: all)")
    parser.add_argument("--no-check", action="store_true")
    add_where_done(parser)
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the counts in a file, with a page beside")
    arguments = parser.parse_args()
    whole = Chain(arguments.seed, arguments.games, not arguments.no_check)
    log = explored(whole, arguments.chain, where_of(arguments, (*SOURCES, "properties")))
    sys.stdout.write(f"{table(log)}\n")
    if arguments.write is not None:
        write(arguments.write, data(log, arguments.seed))
        write(arguments.write.with_suffix(".md"), report(log, arguments.seed))
    unexplained = [name for name in never(log) if name not in excused()]
    for name in unexplained:
        sys.stderr.write(f"never reached: {name}\n")
    return 1 if unexplained else 0


if __name__ == "__main__":
    # By its name, under which the workers of a cluster know it too.
    sys.exit(importlib.import_module("properties.wilderness_war.explorer").main())
