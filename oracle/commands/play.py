"""`referee play GAME`: seeded random games to their end, or a game by hand."""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from oracle.arguments import add_start, start_of
from oracle.choices import Dice
from oracle.errors import InputError
from oracle.executors.arguments import add_where_done, where_of
from oracle.executors.each import each_in_order
from oracle.files import write_text
from oracle.interrupts import INTERRUPTED
from oracle.limits import AT_LIMIT, RanOver, add_limit, seconds_of, time_limit
from oracle.located_position import LocatedPosition
from oracle.numbers_given import count, to_seed
from oracle.players import POLICIES, Played, Policy, Seen, Terms, chooser, play_out
from oracle.playing.commands import Conversation
from oracle.playing.session import begun
from oracle.playing.terminal import Terminal
from oracle.progress import Bar
from oracle.sweeps.games import GameAsked, GamePlayed, game_played, start_from
from oracle.text import columns, plural
from reference.kernel.canonical import Json
from reference.kernel.decisions import CHANCE
from reference.kernel.traces import Header, Trace, write_trace
from spec_tables.catalogue import catalogue

_MOST_STEPS = 50_000
_FAULTY = 3
_EXAMPLES = """\
examples:
  referee play wilderness_war --scenario annus_mirabilis --seed 7 --trace game.jsonl
  referee play hammer_of_the_scots --games 500 --policy rare --check     look for positions that should not exist
  referee play golden/wilderness_war/ex-7.62.jsonl@0 --seed 3            go on from a position
  referee play wilderness_war --as british --seed 7                      decide for the British yourself
  referee play wilderness_war --scenario annus_mirabilis,late_war --ruleset standard,fr --games 10000 --out games.sqlite

By hand (--as), you decide for a side, for both, or for chance too (dice you roll yourself); the seed plays the rest.
You are shown only what your side may know. `help` lists what you can type: an action or its number, `? ACTION` for why
or why not, rules, odds, undo, save. `quit` or Ctrl-D ends it (exit code 0), Ctrl-C too (exit code 130). --trace FILE
saves the game whenever it ends.

With --out FILE the result of every game is kept, one row each: scenario, ruleset, seed, result, winner, the rule that
ended it, points, decisions, the rules its events cite, hash. Several scenarios and rulesets are crossed. --resume plays
only what the file has not; --jobs and --cluster say where. FILE is whole whenever it is killed (docs/scale.md).

The same seed plays the same game. A game that comes to a position without a legal action, to an action offered but
refused, or (with --check) to an unsound position ends with exit code 1; --trace shows the way there. Random players
need not come to an end (those of few_acres_of_snow can give up every card that could end the game): a game that has
none after --most-steps decisions is listed as undecided, which is no fault (exit code 0).
"""


@dataclass(slots=True)
class _Statistics:
    games: int = 0
    steps: int = 0
    longest: int = 0
    results: Counter[str] = field(default_factory=Counter)
    seen: Seen = field(default_factory=Seen)
    last: GamePlayed | None = None

    def add(self, game: GamePlayed) -> None:
        self.games += 1
        self.steps += game.decisions
        self.longest = max(self.longest, game.decisions)
        self.results[game.ended] += 1
        self.seen.add(game.seen)
        self.last = game


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    add_start(parser)
    parser.add_argument("--seed", type=to_seed, default=0, metavar="N", help="the seed of the first game (default: 0)")
    parser.add_argument(
        "--games", type=count, default=1, metavar="N", help="play N games, with seeds one after another"
    )
    parser.add_argument(
        "--policy", choices=POLICIES, default="random", help="rare prefers what was seen least so far (default: random)"
    )
    parser.add_argument(
        "--as",
        dest="by_hand",
        action="append",
        metavar="WHO",
        help="decide by hand for a side, both, chance or all; may be given more than once",
    )
    parser.add_argument("--trace", metavar="FILE", help="write the (last) game as a trace with hashes; - prints it")
    parser.add_argument(
        "--out", metavar="FILE", help="keep the result of every game in an SQLite file, one row a game (docs/scale.md)"
    )
    parser.add_argument("--resume", action="store_true", help="with --out: go on from what the file keeps")
    add_where_done(parser)
    add_limit(parser)
    parser.add_argument("--check", action="store_true", help="check the invariants of every position")
    parser.add_argument(
        "--most-steps",
        type=count,
        default=_MOST_STEPS,
        metavar="N",
        help=f"stop a game as undecided after N steps ({_MOST_STEPS})",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play and print the statistics; 1 if something was wrong on the way."""
    _refuse_contradictions(arguments)
    if arguments.out is not None:
        from oracle.sweeps.sweep import sweep

        return sweep(arguments)
    start = start_of(arguments)
    if arguments.by_hand is not None:
        return _play_by_hand(start, arguments)
    statistics, begun = _Statistics(), time.perf_counter()
    code = _play(start, arguments, statistics)
    seconds = time.perf_counter() - begun
    last = statistics.last
    if last is not None and last.failure:
        print(f"referee: seed {last.seed}: {last.failure}", file=sys.stderr)
        return _FAULTY
    if arguments.json:
        print(json.dumps(_as_json(start, arguments, statistics), indent=2, ensure_ascii=False))
    elif arguments.trace != "-":
        _print(start, statistics)
        print(f"{statistics.steps / max(seconds, 1e-9):.0f} decisions a second", file=sys.stderr)
    if last is not None and last.wrong:
        _complain(last)
        return 1
    return code


def _refuse_contradictions(arguments: argparse.Namespace) -> None:
    if arguments.resume and arguments.out is None:
        raise InputError("--resume goes on from what a file keeps: say which (--out FILE)")
    crossed = [name for name in ("scenario", "ruleset") if "," in str(getattr(arguments, name) or "")]
    if crossed and arguments.out is None:
        raise InputError(f"--{crossed[0]}: several at once need a file that keeps their results (--out FILE)")
    apart = [name for name in ("jobs", "cluster", "out") if getattr(arguments, name) is not None]
    if not apart:
        return
    if arguments.by_hand is not None:
        raise InputError(f"--{apart[0]} is for seeded games, not for a game by hand")
    if arguments.trace is not None:
        raise InputError(
            f"--trace writes the last of games that are played in turn, not with --{apart[0]}; say its seed"
        )
    if arguments.policy == "rare":
        raise InputError(
            f"--policy rare chooses by what the games before it had, so they are played in turn; not with --{apart[0]}"
        )


def _play(start: LocatedPosition, arguments: argparse.Namespace, statistics: _Statistics) -> int:
    """Play the games and count them; return the exit code of a sweep that was stopped."""
    first, total = int(arguments.seed), int(arguments.games)
    if arguments.policy == "rare" or arguments.trace is not None:
        games = _in_turn(start, arguments, statistics.seen)
    else:
        from_here, most, check = start_from(start), int(arguments.most_steps), bool(arguments.check)
        asked = (GameAsked(from_here, seed, most, check) for seed in range(first, first + total))
        games = each_in_order(GameAsked.played, asked, where_of(arguments), total)
    try:
        with Bar(total, "games") as bar, time_limit(seconds_of(arguments)):
            for game in games:
                statistics.add(game)
                bar.advance()
                if game.wrong or game.failure:
                    break
    except (RanOver, KeyboardInterrupt) as stop:
        seed = first + statistics.games
        print(f"referee: stopped in the game of seed {seed}; these are those before it", file=sys.stderr)
        return AT_LIMIT if isinstance(stop, RanOver) else INTERRUPTED
    return 0


def _in_turn(start: LocatedPosition, arguments: argparse.Namespace, seen: Seen) -> Iterator[GamePlayed]:
    """Play games one after another, each knowing what came up in those before, and write each as a trace."""
    policy: Policy = "rare" if arguments.policy == "rare" else "random"
    terms = Terms(chooser(policy, seen), int(arguments.most_steps), arguments.trace is not None, bool(arguments.check))
    from_here = start_from(start)
    for seed in range(int(arguments.seed), int(arguments.seed) + int(arguments.games)):
        played = Played(start.table)
        try:
            play_out(played, Dice(seed), terms, seen)
        finally:
            # Also when the rules raise an exception: their author needs the game up to there.
            _write(start, played, seed, arguments.trace)
        yield game_played(from_here, seed, played, Seen())


def _play_by_hand(start: LocatedPosition, arguments: argparse.Namespace) -> int:
    """Let a person play."""
    for name in ("json", "check"):
        if getattr(arguments, name):
            raise InputError(f"--{name} is for seeded games, not for a game by hand")
    if int(arguments.games) > 1 or arguments.trace == "-":
        raise InputError("a game by hand is one game, and its trace goes to a file")
    sides = catalogue(start.header.game).sides
    session = begun(start, _hands([str(each) for each in arguments.by_hand], sides), int(arguments.seed), sides)
    return Conversation(session, Terminal(), None if arguments.trace is None else Path(str(arguments.trace))).run()


def _hands(named: Sequence[str], sides: tuple[str, ...]) -> frozenset[str]:
    """Return who is played by hand."""
    groups = {**{side: (side,) for side in sides}, CHANCE: (CHANCE,), "both": sides, "all": (*sides, CHANCE)}
    found: set[str] = set()
    for name in (each.strip() for text in named for each in text.split(",")):
        if name not in groups:
            raise InputError(f"--as: {name!r} is none of: {', '.join(groups)}")
        found.update(groups[name])
    if found == {CHANCE}:
        raise InputError(f"--as: chance alone leaves you nothing to choose; add one of: {', '.join(sides)}, both")
    return frozenset(found)


def _write(start: LocatedPosition, played: Played, seed: int, path: str | None) -> None:
    if path is None:
        return
    header = start.header
    if not (header.scenario is not None and start.step == 0):
        header = Header(header.game, header.ruleset, position=start.table.canonical())
    titled = Header(header.game, header.ruleset, header.scenario, header.position, f"seeded game {seed}")
    text = write_trace(Trace(titled, tuple(enumerate(played.acts, 2))))
    if path == "-":
        print(text, end="")
    else:
        write_text(Path(path), text)


def _print(start: LocatedPosition, statistics: _Statistics) -> None:
    print(
        f"{start.header.game}, {start.path}, ruleset {start.ruleset}: {plural(statistics.games, 'game')}, "
        f"{plural(statistics.steps, 'step')}, longest {statistics.longest}"
    )
    print("results")
    print(columns((f"{number:>6}", result) for result, number in statistics.results.most_common()))
    if statistics.seen.kinds:
        print("decisions and what was chosen")
        print(columns((f"{number:>6}", kind) for kind, number in statistics.seen.kinds.most_common()))


def _as_json(start: LocatedPosition, arguments: argparse.Namespace, statistics: _Statistics) -> dict[str, Json]:
    return {
        "game": start.header.game,
        "start": start.path,
        "ruleset": start.ruleset,
        "games": statistics.games,
        "steps": statistics.steps,
        "longest": statistics.longest,
        "results": dict(statistics.results.most_common()),
        "decisions": dict(statistics.seen.decisions.most_common()),
        "kinds": dict(statistics.seen.kinds.most_common()),
        "last": _last(start, int(arguments.seed), statistics.last),
    }


def _last(start: LocatedPosition, seed: int, last: GamePlayed | None) -> dict[str, Json]:
    """Return how the last game ended, or that there is none."""
    return {
        "seed": seed if last is None else last.seed,
        "steps": 0 if last is None else last.decisions,
        "hash": start.table.digest() if last is None else last.digest,
        "wrong": None if last is None else last.wrong or None,
        "verdict": None if last is None else last.verdict,
        "english": {"verdict": [] if last is None else list(last.sentences)},
    }


def _complain(game: GamePlayed) -> None:
    print(f"referee: seed {game.seed}, step {game.decisions}: {game.wrong}", file=sys.stderr)
    for each in game.sentences:
        print(f"  {each}", file=sys.stderr)
