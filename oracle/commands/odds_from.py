"""`referee odds from FILE[@STEP]`: exact odds of whatever follows from a position."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from oracle.english import decider_in_words, decision_in_words
from oracle.errors import InputError
from oracle.estimates import announce_walk
from oracle.interrupts import INTERRUPTED, Stoppable
from oracle.limits import AT_LIMIT, add_limit, seconds_of
from oracle.located_position import LocatedPosition, add_where, bare_position, located_of
from oracle.names import candidates
from oracle.numbers_given import count
from oracle.odds.asked import check_fact
from oracle.odds.charts import bars, share_json
from oracle.odds.explore import (
    CHOICE,
    MOST_POSITIONS,
    NOTHING_THERE,
    PROCEDURE,
    PositionTree,
    Walk,
    explored,
    leads_nowhere,
)
from oracle.odds.explore import procedures as under_way
from oracle.odds.facts import Amount, Fact, read_fact, value_in_words
from oracle.odds.varying import varying
from oracle.odds.walker import Policy, TooManyPositions
from oracle.progress import Bar
from oracle.shortform import read_part
from oracle.text import paragraph, plural
from reference.kernel.canonical import Unreadable, canonical_text
from reference.kernel.decisions import Over
from spec_tables.catalogue import catalogue

_EXAMPLES = """\
From the position on, every outcome of chance is walked until the procedure at work (the innermost of those that
`referee show` lists) is over, or until a side must choose. A side with a --policy chooses by it, and the walk goes on:
  best, worst    for or against the --measure: its expected value is made as large, or as small, as it can be
  first, last    the first or the last of the actions offered
  evenly         any of them, equally likely
A choice given by --choose (a type of action, some of its fields, or both) is taken wherever it is legal.

What can be asked for, with --of and --measure:
  vp.french                          what stands there at the end, in the words of `referee show --json`
  vp.french=1                        whether that stands there
  due                                which decision is due at the end
  events:raid_succeeded              how often that happened
  events:steps_lost.flips            the sum of a number in those events; of words, the words in order
  events:fired[side=french].losses   the same, only of events with these facts
Without --of: everything that chance can make otherwise.

On a terminal, or with --estimate, it says first how long that may take at the most. Ctrl-C stops the walk: the odds of
what was walked so far are printed with the share that was not, and the exit code is 130.

examples:
  referee odds from docs/examples/odds/ww_raid.jsonl
  referee odds from docs/examples/odds/ww_assault.jsonl --of events:combat_won.side \\
    --policy british=best --policy french=worst --measure 'events:steps_lost[side=french].flips'
  referee odds from game.jsonl@41 --do roll die=3 --until battle --policy england=first --policy scotland=evenly
"""

_ADVICE = "stop earlier (--until, --decisions), fix choices (--policy SIDE=first, --choose), or say --most N"


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    add_where(parser)
    parser.add_argument(
        "--until",
        default=PROCEDURE,
        metavar="WHAT",
        help=f"{PROCEDURE} (the innermost; default), the name of another one under way, or {CHOICE}",
    )
    parser.add_argument("--decisions", type=count, metavar="N", help="go no further than so many decisions")
    parser.add_argument("--policy", action="append", default=[], metavar="SIDE=POLICY", help="how a side chooses")
    parser.add_argument("--choose", action="append", default=[], metavar="ACTION", help="taken wherever it is legal")
    parser.add_argument("--measure", metavar="FACT", help="what best and worst are for and against")
    parser.add_argument("--of", action="append", default=[], metavar="FACT", help="what to give the odds of")
    parser.add_argument(
        "--most", type=count, default=MOST_POSITIONS, metavar="N", help="walk so many positions (default: %(default)s)"
    )
    add_limit(parser)
    parser.add_argument("--estimate", action="store_true", help="say first how long it may take, on standard error")


def run(arguments: argparse.Namespace) -> int:
    """Print the odds."""
    located = located_of(arguments)
    walk = Walk(
        str(arguments.until),
        dict(_policy(str(each), located) for each in arguments.policy),
        tuple(read_part(str(each), located.header.game) for each in arguments.choose),
        None if arguments.decisions is None else int(arguments.decisions),
        int(arguments.most),
    )
    _refuse_typos(located, [("--of", str(each)) for each in arguments.of])
    _refuse_typos(located, [] if arguments.measure is None else [("--measure", str(arguments.measure))])
    with Stoppable(seconds_of(arguments)) as stoppable:
        announce_walk(located.table, walk.most, wanted=bool(arguments.estimate))
        tree = _walked(located, walk, None if arguments.measure is None else str(arguments.measure), stoppable)
    facts = [_fact("--of", str(each), tree) for each in arguments.of] or _varying(tree)
    odds = {fact: tree.odds(fact) for fact in facts}
    if arguments.of:
        _refuse_unknown(tree, odds)
    if arguments.json:
        print(json.dumps(_as_json(located, walk, arguments.measure, tree, odds), indent=2, ensure_ascii=False))
    else:
        _print(located, walk, arguments.measure, tree, odds)
        _print_hints(tree, odds, asked=bool(arguments.of))
    return 0 if tree.is_whole else _stopped(tree, stoppable)


def _refuse_typos(located: LocatedPosition, asked: Sequence[tuple[str, str]]) -> None:
    """Refuse facts that name nothing, before anything is walked."""
    for option, text in asked:
        try:
            check_fact(located.header.game, located.table, f"{option} {text}", text)
        except Unreadable as fault:
            raise InputError(str(fault)) from None


def _stopped(tree: PositionTree, stoppable: Stoppable) -> int:
    walked = sum((share for _, share in tree.ends()), Fraction(0))
    told = f"stopped after {plural(len(tree.nodes), 'position')}"
    print(f"referee: {told}; not walked: {float(1 - walked) * 100:.2f} % of what can happen", file=sys.stderr)
    return AT_LIMIT if stoppable.ran_over else INTERRUPTED


def _policy(text: str, located: LocatedPosition) -> tuple[str, Policy]:
    said, sign, name = text.partition("=")
    sides = catalogue(located.header.game).sides
    named = {said} & {*sides} or {each.id for each in candidates(located.header.game, ("sides",), said)}
    if not sign or len(named) != 1 or name not in tuple(Policy):
        raise InputError(f"--policy: {text!r} is not SIDE=POLICY: {', '.join(sides)}; {', '.join(Policy)}")
    return named.pop(), Policy(name)


def _walked(located: LocatedPosition, walk: Walk, measure: str | None, stoppable: Stoppable) -> PositionTree:
    with Bar(None, "positions") as bar:
        try:
            tree = explored(located.table, walk, bar.reach, is_stopped=stoppable.is_stopped)
        except TooManyPositions as fault:
            raise InputError(f"{fault}; {_ADVICE}") from None
        except Unreadable as fault:
            raise InputError(f"--{fault}") from None
    if tree.has_picks and not tree.is_whole:
        print("referee: stopped; what is best or worst is known only when all is walked", file=sys.stderr)
        raise InputError("--most-seconds: the time is up") if stoppable.ran_over else KeyboardInterrupt
    if measure is None and tree.has_picks:
        raise InputError("--policy: best and worst need a --measure")
    if measure is None:
        return tree
    try:
        return tree.settled(_fact("--measure", measure, tree))
    except Unreadable as fault:
        raise InputError(f"--measure: {fault}") from None


def _fact(option: str, text: str, tree: PositionTree) -> Fact:
    try:
        return read_fact(text, tree.happened())
    except Unreadable as fault:
        raise InputError(f"{option} {text}: {fault}") from None


def _varying(tree: PositionTree) -> list[Fact]:
    try:
        return varying(tree)
    except TooManyPositions as fault:
        raise InputError(f"{fault}; ask for something with --of") from None


def _refuse_unknown(tree: PositionTree, odds: dict[Fact, dict[Amount, Fraction]]) -> None:
    """Refuse a path that leads nowhere at every end."""
    for fact, found in odds.items():
        if leads_nowhere(tree, fact, found):
            raise InputError(f"--of {fact.name}: {NOTHING_THERE}")


# ---------------------------------------------------------------- showing


def _print(
    located: LocatedPosition,
    walk: Walk,
    measure: str | None,
    tree: PositionTree,
    odds: dict[Fact, dict[Amount, Fraction]],
) -> None:
    game, due = located.header.game, located.table.due()
    print(f"{located.place}  ({game}, ruleset {located.ruleset})")
    if isinstance(due, Over):
        bare = bare_position(located)
        print(f"Nothing is left to decide: {due.result}" if bare is None else paragraph(bare))
    else:
        rules = f"  ({', '.join(due.rules)})" if due.rules else ""
        print(f"{decider_in_words(due.by)} must decide: {decision_in_words(game, due.about)}{rules}")
    print(_walk_in_words(located, walk))
    print(f"{plural(len(tree.nodes), 'position')}, {plural(len(tree.ends()), 'end')}")
    for line in _choices_in_words(walk, measure):
        print(line)
    if not odds and not isinstance(due, Over) and len(tree.nodes) == 1:
        print(f"\nNothing was walked: {decider_in_words(due.by)} must choose. Give a --policy, or an action with --do.")
    elif not odds:
        print("\nNothing varies: whatever falls, it comes to the same.")
    for fact, found in odds.items():
        print(f"\n{fact.name}")
        print(bars(named(game, fact, found)))


def _walk_in_words(located: LocatedPosition, walk: Walk) -> str:
    limit = f", at most {plural(walk.decisions, 'decision')}" if walk.decisions is not None else ""
    frames = under_way(located.table)
    what = (frames[-1] if frames else "") if walk.until == PROCEDURE else walk.until
    ends = f"until {what.replace('_', ' ')} is over or " if what and walk.until != CHOICE else "until "
    return f"Walked {ends}a side without a policy must choose{limit}."


def _choices_in_words(walk: Walk, measure: str | None) -> list[str]:
    told = {
        Policy.BEST: f"whatever makes {measure} largest, as expected values go",
        Policy.WORST: f"whatever makes {measure} smallest, as expected values go",
        Policy.FIRST: "the first action offered",
        Policy.LAST: "the last action offered",
        Policy.EVENLY: "any action, all equally likely",
    }
    given = [f"Chosen wherever legal: {_part_in_words(each)}" for each in walk.given]
    return [*given, *(f"Choices of {decider_in_words(side)}: {told[policy]}" for side, policy in walk.policies.items())]


def _part_in_words(part: Mapping[str, str]) -> str:
    words = [part["type"]] if "type" in part else []
    return " ".join([*words, *(f"{name}={value}" for name, value in part.items() if name != "type")])


def _print_hints(tree: PositionTree, odds: dict[Fact, dict[Amount, Fraction]], *, asked: bool) -> None:
    for each in tree.unused:
        print(f"\nNever legal on the way: --choose {_part_in_words(each)}")
    if not asked and tree.happened():
        kinds = [f"events:{kind}" for kind in tree.happened() if f"events:{kind}" not in {fact.name for fact in odds}]
        if kinds:
            print("\n" + paragraph(f"More with --of: {', '.join(kinds)}, and the facts in them."))


def named(game: str, fact: Fact, found: dict[Amount, Fraction]) -> dict[str, Fraction]:
    """Return each amount by its name in words; where two have the same name, as data too, so that they stay apart."""
    names = {amount: value_in_words(game, fact, amount) for amount in found}
    alike = Counter(names.values())
    return {
        name if alike[name] == 1 else f"{name} {canonical_text(fact.told(amount))}": found[amount]
        for amount, name in names.items()
    }


def _as_json(
    located: LocatedPosition,
    walk: Walk,
    measure: str | None,
    tree: PositionTree,
    odds: dict[Fact, dict[Amount, Fraction]],
) -> dict[str, object]:
    return {
        "path": located.path,
        "step": located.step,
        "game": located.header.game,
        "ruleset": located.ruleset,
        "until": walk.until,
        "policies": {side: policy.value for side, policy in walk.policies.items()},
        "measure": measure,
        "positions": len(tree.nodes),
        **({} if tree.is_whole else {"stopped": True}),
        "ends": len(tree.ends()),
        "odds": {
            fact.name: [{"value": fact.told(amount), **share_json(share)} for amount, share in found.items()]
            for fact, found in odds.items()
        },
    }
