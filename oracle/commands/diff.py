"""`referee diff RULESET RULESET --game GAME`: where two rulesets differ, and how often that matters."""

import argparse
import json
import sys
from pathlib import Path

from oracle.errors import InputError
from oracle.executors.arguments import JOBS_IF_ASKED, add_where_done, where_of
from oracle.executors.each import each_in_order
from oracle.game_registry import game_called, opener_of, opening_table
from oracle.interrupts import INTERRUPTED
from oracle.limits import AT_LIMIT, RanOver, add_limit, seconds_of, time_limit
from oracle.located_position import load_trace, located, scenario_start
from oracle.numbers_given import count, count_or_none, to_seed
from oracle.progress import Bar
from oracle.replays import traces_in
from oracle.ruleset_diff import Comparer, Disagreement, SeededGame, Tally, disagreements
from oracle.text import columns, paragraph, plural
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.rulesets import parse_ruleset_name

_MOST_STEPS = 2_000
_EXAMPLES = """\
First the options on which the two rulesets differ, with what each source says and the position that shows it. Then a
batch of seeded games (and the traces given by --along): at each position the legal actions are listed under both
rulesets, and the action played is ruled on under both.

examples:
  referee diff standard de --game wilderness_war
  referee diff standard fr --game wilderness_war --games 0 --along golden/wilderness_war
  referee diff v3 standard+hits=immediate --game hammer_of_the_scots --games 50
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    parser.add_argument("one", metavar="RULESET", help="PRESET or PRESET+option=value+…")
    parser.add_argument("two", metavar="RULESET", help="the ruleset to compare it with")
    parser.add_argument("--game", required=True, help="the game whose rulesets they are")
    parser.add_argument(
        "--games", type=count_or_none, default=3, metavar="N", help="seeded games a scenario (default: 3)"
    )
    parser.add_argument("--seed", type=to_seed, default=0, metavar="N", help="the seed of the first game (default: 0)")
    parser.add_argument("--scenario", help="play only this scenario (default: all)")
    parser.add_argument(
        "--along", nargs="+", default=[], metavar="PATH", help="traces, or folders of them, to follow too"
    )
    add_limit(parser)
    add_where_done(parser, JOBS_IF_ASKED)
    parser.add_argument("--most-steps", type=count, default=_MOST_STEPS, metavar="N", help=f"of a game ({_MOST_STEPS})")


def run(arguments: argparse.Namespace) -> int:
    """Print the options that differ and what they did."""
    game = game_called(str(arguments.game))
    one, two = parse_ruleset_name(str(arguments.one)), parse_ruleset_name(str(arguments.two))
    options = disagreements(game, one, two)
    comparer = Comparer(game, one, two, Tally())
    code = _stopped(comparer, arguments, play=bool(options))
    if arguments.json:
        answer: dict[str, Json] = {"game": game, "one": str(one), "two": str(two)}
        told = [_option_as_json(each) for each in options]
        print(
            json.dumps(
                {**answer, "options": told, "play": _tally_as_json(comparer.tally)}, indent=2, ensure_ascii=False
            )
        )
        return code
    print(f"{game}: {one} and {two} differ in {plural(len(options), 'option')}")
    for each in options:
        _print_option(each, str(one), str(two))
    _print_tally(comparer.tally)
    return code


def _play(comparer: Comparer, arguments: argparse.Namespace) -> None:
    every = opener_of(comparer.game).scenarios
    scenarios = every if arguments.scenario is None else (str(arguments.scenario),)
    first, games, most = int(arguments.seed), int(arguments.games), int(arguments.most_steps)
    for scenario in scenarios:
        scenario_start(comparer.game, scenario, str(comparer.one))
    total = len(scenarios) * games
    seeded = (
        SeededGame(comparer.game, comparer.one, comparer.two, scenario, seed, most)
        for scenario in scenarios
        for seed in range(first, first + games)
    )
    with Bar(total, "games") as bar:
        for tally in each_in_order(SeededGame.compared, seeded, where_of(arguments).if_asked(), total):
            comparer.tally.add(tally)
            bar.advance()


def _stopped(comparer: Comparer, arguments: argparse.Namespace, *, play: bool) -> int:
    """Compare in play and along traces; return the exit code, which says whether it was stopped."""
    try:
        with time_limit(seconds_of(arguments)):
            if play:
                _play(comparer, arguments)
            _follow(comparer, [Path(str(each)) for each in arguments.along])
    except RanOver:
        print("referee: stopped at --most-seconds; these are the positions compared so far", file=sys.stderr)
        return AT_LIMIT
    except KeyboardInterrupt:
        print("referee: stopped; these are the positions compared so far", file=sys.stderr)
        return INTERRUPTED
    return 0


def _follow(comparer: Comparer, paths: list[Path]) -> None:
    for path in traces_in(paths):
        trace = load_trace(path)
        if trace.header.game != comparer.game:
            continue
        try:
            comparer.follow(str(path), trace, opening_table(trace.header))
        except (Unreadable, InputError) as fault:
            raise InputError(f"{path}: {located(fault)}") from None


def _print_option(found: Disagreement, one: str, two: str) -> None:
    option = found.option
    print(f"\n{option.id}  {option.name}: {found.one} under {one}, {found.two} under {two}")
    print(paragraph(f"{option.title}  ({', '.join(option.rules)})", 2))
    for source, says in option.says:
        print(paragraph(f"{source}: {says}", 4))
    print(paragraph(f"Position: {option.position}", 2))
    results = dict(option.results)
    for value in (found.one, found.two):
        print(paragraph(f"{value}: {results[value]}", 4))


def _print_tally(tally: Tally) -> None:
    if not tally.positions:
        print("\nNo position was compared in play.")
        return
    share = (tally.rulings + tally.results) / tally.positions
    print(f"\nIn play: {plural(tally.positions, 'position')} compared, {tally.rulings} with other legal actions,")
    print(f"{tally.results} with another result of the action played ({share:.2%} in all)")
    for name, number in tally.impossible.items():
        print(f"{plural(number, 'position')} cannot be with {name} set otherwise; compared without that option")
    for heading, counted in (("by option", tally.by_option), ("by decision", tally.by_decision)):
        if counted:
            print(heading)
            print(columns((f"{number:>6}", name) for name, number in counted.most_common()))
    for example in tally.examples:
        print(f"  for example {example}")


def _option_as_json(found: Disagreement) -> dict[str, Json]:
    option = found.option
    return {
        "id": option.id,
        "name": option.name,
        "title": option.title,
        "one": found.one,
        "two": found.two,
        "rules": list(option.rules),
        "says": dict(option.says),
        "position": option.position,
        "results": dict(option.results),
    }


def _tally_as_json(tally: Tally) -> dict[str, Json]:
    return {
        "positions": tally.positions,
        "rulings": tally.rulings,
        "results": tally.results,
        "impossible": dict(tally.impossible.most_common()),
        "by_option": dict(tally.by_option.most_common()),
        "by_decision": dict(tally.by_decision.most_common()),
        "examples": list(tally.examples),
    }
