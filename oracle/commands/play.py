"""`referee play GAME`: seeded random games to their end, or a game by hand."""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from oracle.arguments import add_start, start_of
from oracle.choices import Dice
from oracle.english import in_words, verdict_in_words
from oracle.errors import InputError
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
from oracle.text import columns, plural
from oracle.verdict_json import check_json, verdict_json
from reference.kernel.canonical import Json
from reference.kernel.decisions import CHANCE
from reference.kernel.traces import Header, Trace, write_trace
from spec_tables.catalogue import catalogue

_MOST_STEPS = 50_000
_EXAMPLES = """\
examples:
  referee play wilderness_war --scenario annus_mirabilis --seed 7 --trace game.jsonl
  referee play hammer_of_the_scots --games 500 --policy rare --check     look for positions that should not exist
  referee play golden/wilderness_war/ex-7.62.jsonl@0 --seed 3            go on from a position
  referee play wilderness_war --as british --seed 7                      decide for the British yourself

By hand (--as), you decide for a side, for both, or for chance too (dice you roll yourself); the seed plays the rest.
You are shown only what your side may know. `help` lists what you can type: an action or its number, `? ACTION` for why
or why not, rules, odds, undo, save. `quit` or Ctrl-D ends it (exit code 0), Ctrl-C too (exit code 130). --trace FILE
saves the game whenever it ends.

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
    start = start_of(arguments)
    if arguments.by_hand is not None:
        return _play_by_hand(start, arguments)
    policy: Policy = "rare" if arguments.policy == "rare" else "random"
    seen, statistics = Seen(), _Statistics()
    terms = Terms(chooser(policy, seen), int(arguments.most_steps), arguments.trace is not None, bool(arguments.check))
    begun = time.perf_counter()
    played, seed = Played(start.table), int(arguments.seed)
    code = 0
    with Bar(int(arguments.games), "games") as bar:
        try:
            with time_limit(seconds_of(arguments)):
                for seed in range(int(arguments.seed), int(arguments.seed) + int(arguments.games)):
                    played = Played(start.table)
                    try:
                        play_out(played, Dice(seed), terms, seen)
                    finally:
                        # Also when the rules raise an exception: their author needs the game up to there.
                        _write(start, played, seed, arguments.trace)
                    _count(statistics, played)
                    bar.advance()
                    if played.wrong:
                        break
        except (RanOver, KeyboardInterrupt) as stop:
            code = AT_LIMIT if isinstance(stop, RanOver) else INTERRUPTED
            print(f"referee: stopped in the game of seed {seed}; these are those before it", file=sys.stderr)
    seconds = time.perf_counter() - begun
    if arguments.json:
        print(json.dumps(_as_json(start, statistics, seen, played, seed), indent=2, ensure_ascii=False))
    elif arguments.trace != "-":
        _print(start, statistics, seen)
        print(f"{statistics.steps / max(seconds, 1e-9):.0f} decisions a second", file=sys.stderr)
    if played.wrong:
        _complain(start, played, seed)
        return 1
    return code


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


def _count(statistics: _Statistics, played: Played) -> None:
    statistics.games += 1
    statistics.steps += len(played.acts)
    statistics.longest = max(statistics.longest, len(played.acts))
    statistics.results[played.wrong or played.result or f"undecided after {len(played.acts)} decisions"] += 1


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


def _print(start: LocatedPosition, statistics: _Statistics, seen: Seen) -> None:
    print(
        f"{start.header.game}, {start.path}, ruleset {start.ruleset}: {plural(statistics.games, 'game')}, "
        f"{plural(statistics.steps, 'step')}, longest {statistics.longest}"
    )
    print("results")
    print(columns((f"{number:>6}", result) for result, number in statistics.results.most_common()))
    if seen.kinds:
        print("decisions and what was chosen")
        print(columns((f"{number:>6}", kind) for kind, number in seen.kinds.most_common()))


def _as_json(start: LocatedPosition, statistics: _Statistics, seen: Seen, played: Played, seed: int) -> dict[str, Json]:
    return {
        "game": start.header.game,
        "start": start.path,
        "ruleset": start.ruleset,
        "games": statistics.games,
        "steps": statistics.steps,
        "longest": statistics.longest,
        "results": dict(statistics.results.most_common()),
        "decisions": dict(seen.decisions.most_common()),
        "kinds": dict(seen.kinds.most_common()),
        "last": {
            "seed": seed,
            "steps": len(played.acts),
            "hash": played.table.digest(),
            "wrong": played.wrong or None,
            "verdict": _verdict(played),
            "english": {"verdict": _sentences(start.header.game, played)},
        },
    }


def _verdict(played: Played) -> Json:
    """Return the verdict on an action that was offered and refused, or on an unsound position."""
    if played.refusal is not None:
        return verdict_json(played.table, played.refusal)
    return check_json(played.unsound) if played.unsound else None


def _sentences(game: str, played: Played) -> list[str]:
    if played.refusal is not None:
        return list(verdict_in_words(game, played.refusal))
    return [in_words(each, game) for each in played.unsound]


def _complain(start: LocatedPosition, played: Played, seed: int) -> None:
    print(f"referee: seed {seed}, step {len(played.acts)}: {played.wrong}", file=sys.stderr)
    for each in _sentences(start.header.game, played):
        print(f"  {each}", file=sys.stderr)
