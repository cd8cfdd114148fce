"""`play --out FILE`: play the games that the file does not keep yet, wherever they are played, and keep them."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path

from oracle.arguments import start_of
from oracle.errors import InputError, WorkersLost
from oracle.executors.arguments import where_of
from oracle.executors.code_digest import code_digest
from oracle.executors.each import SOURCES, each_as_done
from oracle.interrupts import INTERRUPTED
from oracle.limits import AT_LIMIT, RanOver, seconds_of, time_limit
from oracle.progress import Bar
from oracle.sweeps.games import GameAsked, GamePlayed, Start, start_from
from oracle.sweeps.kept_games import KeptGames, kept_games
from oracle.text import columns, plural

_WRONG, _FAULTY = 1, 3


@dataclass(slots=True)
class _Course:
    """How a sweep went: the exit code, and what to say of it."""

    code: int = 0
    told: str = ""


def sweep(arguments: argparse.Namespace) -> int:
    """Play what is missing, and print what the file keeps."""
    starts, path = starts_of(arguments), Path(str(arguments.out))
    seeds = range(int(arguments.seed), int(arguments.seed) + int(arguments.games))
    most, check = int(arguments.most_steps), bool(arguments.check)
    where = where_of(arguments)
    with kept_games(path, starts[0].game, _about(starts, most, check=check), resume=bool(arguments.resume)) as kept:
        total = len(starts) * len(seeds) - kept.how_many(starts, seeds)
        asked = kept.missing(starts, seeds, most, check=check)
        games = (game for _, game in each_as_done(GameAsked.played, asked, where, total))
        course = _played(games, kept, total, seconds_of(arguments))
        if arguments.json:
            print(json.dumps(_as_json(kept), indent=2, ensure_ascii=False))
        else:
            _print(kept)
    if course.told:
        print(f"referee: {course.told}", file=sys.stderr)
    return course.code


def starts_of(arguments: argparse.Namespace) -> tuple[Start, ...]:
    """Return where games begin: every scenario that is named, crossed with every ruleset."""
    crossed = product(_listed("--scenario", arguments.scenario), _listed("--ruleset", arguments.ruleset))
    return tuple(
        start_from(start_of(argparse.Namespace(start=arguments.start, scenario=scenario, ruleset=ruleset)))
        for scenario, ruleset in crossed
    )


def _listed(option: str, given: object) -> tuple[str | None, ...]:
    if given is None:
        return (None,)
    names = tuple(each.strip() for each in str(given).split(","))
    if len(set(names)) < len(names) or not all(names):
        raise InputError(f"{option}: {given} names one twice, or none")
    return names


def _about(starts: Sequence[Start], most_steps: int, *, check: bool) -> Mapping[str, str]:
    """Return what all games of a file have in common."""
    positions = {start.position for start in starts if start.position is not None}
    return {
        "code_digest": code_digest(SOURCES),
        "policy": "random",
        "most_steps": str(most_steps),
        "positions_checked": "yes" if check else "no",
        "begun_at": " ".join(sorted(positions)) or "scenarios",
    }


def _played(games: Iterator[GamePlayed], kept: KeptGames, total: int, seconds: int | None) -> _Course:
    """Keep games as they are played, until all are or something stops it."""
    try:
        with Bar(total, "games") as bar, time_limit(seconds):
            for game in games:
                if game.failure:
                    return _Course(_FAULTY, f"{_named(game)}: {game.failure}")
                kept.add(game)
                bar.advance()
                if game.wrong:
                    return _Course(_WRONG, f"{_named(game)}, step {game.decisions}: {game.ended}")
    except (RanOver, KeyboardInterrupt) as stop:
        code = AT_LIMIT if isinstance(stop, RanOver) else INTERRUPTED
        return _Course(code, f"stopped with {_so_far(kept, total)}; --resume goes on from there")
    except WorkersLost as loss:
        raise WorkersLost(f"{loss}; {_so_far(kept, total)} are kept, and --resume goes on from there") from None
    return _Course()


def _named(game: GamePlayed) -> str:
    return f"{game.start.scenario}, {game.start.ruleset}, seed {game.seed}"


def _so_far(kept: KeptGames, total: int) -> str:
    return f"{kept.kept} of {plural(total, 'game')}"


def _as_json(kept: KeptGames) -> dict[str, object]:
    return {"out": str(kept.path), "new": kept.kept, "starts": [asdict(each) for each in kept.summary()]}


def _print(kept: KeptGames) -> None:
    groups = kept.summary()
    print(f"{kept.path}: {plural(sum(each.games for each in groups), 'game')}, {kept.kept} of them new")
    for each in groups:
        print(f"{each.scenario}, {each.ruleset}: {plural(each.games, 'game')}")
        told = [(f"{number:>8}", result) for result, number in each.results.items()]
        told += [(f"{sum_ / each.games:>8.2f}", f"points of {side} on average") for side, sum_ in each.scores.items()]
        told += [(f"{each.decisions / each.games:>8.1f}", f"decisions on average, {each.longest} at most")]
        print(columns(told))
