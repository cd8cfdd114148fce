"""`referee vectors --out DIR`: test vectors for other implementations."""

import argparse
import json
import sys
from pathlib import Path

from oracle.evidence.links import ROOT
from oracle.executors.arguments import add_where_done, where_of
from oracle.game_registry import REGISTERED, game_called
from oracle.located_position import load_trace
from oracle.numbers_given import count_or_none
from oracle.text import columns
from oracle.vectors.choosing import Caps
from oracle.vectors.scenes import scenes_of
from oracle.vectors.sources import Golden
from oracle.vectors.suite import MANIFEST, Effort, Plan, gaps, made, read_manifest, report, write

_EPILOG = """\
Writes cases for every playable game: position, actions, and the full answer of the reference, or the refusal with its
rules. They come from the golden traces, from scenes kept for rules that seldom come up, from seeded games with near
misses, and from asking the same questions under other rulesets. Two runs with the same arguments write the same bytes.
DIR must be new, empty, or hold an earlier suite.

`referee compare` checks another implementation's answers. README.md in DIR describes the files;
kit/ has runners that feed them to a command, in Python and in JavaScript.

example:
  referee vectors --out vectors
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    effort, caps = Effort(), Caps()
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("--out", required=True, metavar="DIR", help="the folder to write")
    parser.add_argument("--game", action="append", metavar="GAME", help="only this game (may be given several times)")
    parser.add_argument(
        "--games",
        type=count_or_none,
        default=effort.games,
        metavar="N",
        help="seeded games of each scenario and ruleset (default: %(default)s)",
    )
    parser.add_argument(
        "--steps",
        type=count_or_none,
        default=effort.steps,
        metavar="N",
        help="most steps of such a game (default: %(default)s)",
    )
    parser.add_argument(
        "--cases",
        type=count_or_none,
        default=caps.rule,
        metavar="N",
        help="cases of each sense that a rule gets, if it can (default: %(default)s)",
    )
    add_where_done(parser, "explore N games at once (default: one after the other)")


def run(arguments: argparse.Namespace) -> int:
    """Write the suite and say what is in it."""
    folder = Path(str(arguments.out))
    effort = Effort(games=int(arguments.games), steps=int(arguments.steps))
    games = _chosen(arguments.game)
    golden = {game: golden_of(game) for game in games}
    scenes = {game: scenes_of(game) for game in games}
    plan = Plan(REGISTERED, games, golden, effort, Caps(int(arguments.cases)), scenes, _tell)
    files = made(plan, where_of(arguments).if_asked())
    write(files, folder)
    manifest = read_manifest(folder)
    if arguments.json:
        print(json.dumps(manifest, indent=2, ensure_ascii=False))
    else:
        size = sum(len(content) for content in files.values()) / 1_000_000
        print(f"{folder / MANIFEST}: {manifest['cases']} cases, {size:.1f} MB, suite {manifest['suite_version']}")
        print(columns(report(manifest)))
        print("\n".join(gaps(manifest)), end="\n" if gaps(manifest) else "")
    return 0


def _chosen(named: list[str] | None) -> tuple[str, ...]:
    wanted = None if named is None else {game_called(game) for game in named}
    return tuple(game for game in REGISTERED.games if wanted is None or game in wanted)


def golden_of(game: str, root: Path = ROOT) -> tuple[Golden, ...]:
    """Return the golden traces of a game, by name."""
    folder = root / "golden" / game
    return tuple(
        Golden(path.relative_to(folder).with_suffix("").as_posix(), load_trace(path))
        for path in sorted(folder.rglob("*.jsonl"))
    )


def _tell(line: str) -> None:
    if sys.stderr.isatty():
        print(f"referee: {line}", file=sys.stderr)
