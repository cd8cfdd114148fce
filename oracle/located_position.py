"""The position that a question is about: taken from a trace at some step, or written by hand.

`FILE` is the end of a trace (or the position just before its first divergence), `FILE@7` the position after seven
actions, `FILE@0` its beginning. A file may also hold a single JSON object: a trace header over several lines, or a bare
position. For a bare position the command line names the game. `-` reads standard input. A position may also be given in
words (`oracle/words`), in a file or on the command line. `GAME:SCENARIO` is the start of a
scenario, `GAME` that of the game's first one. With a seed, chance decides until a side must choose.
"""

import argparse
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from oracle.dealing import dealt
from oracle.errors import InputError
from oracle.files import read_text
from oracle.game_registry import OPENERS, REGISTERED, game_called, opener_of, opening_table
from oracle.openings import nothing_under_way
from oracle.places import path_meant
from oracle.shortform import short
from oracle.typed_actions import typed
from oracle.words.positions_in_words import is_words, read_position
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse
from reference.kernel.decisions import Over
from reference.kernel.rulesets import RulesetName, options_of, parse_ruleset_name
from reference.kernel.table import Table
from reference.kernel.traces import BYTE_ORDER_MARK, Act, Divergence, Header, Trace, read_trace, replay
from reference.kernel.verdicts import Event, Next
from spec_tables.catalogue import GAMES, catalogue

WORDS_EXAMPLE = "'ww: Albany: Braddock, 2 regulars | year 1757'"
WHERE = (
    "a trace or a position, FILE or FILE@STEP (step 0 is its beginning; - reads standard input); "
    f"a position in words: {WORDS_EXAMPLE} (docs/words.md); or GAME:SCENARIO, the start of a scenario"
)
_SCENARIO = re.compile(r"[a-z_]{1,50}(:[\w@.-]{0,50})?")


@dataclass(frozen=True, slots=True)
class LocatedPosition:
    """A position, and where it comes from."""

    path: str
    step: int
    header: Header
    table: Table
    divergence: Divergence | None = None
    seed: int | None = None
    next_act: Act | None = None
    done: tuple[str, ...] = ()

    @property
    def followed(self) -> tuple[Event, ...]:
        """Return what followed by itself when the position was put on the table as it was given."""
        return () if self.step or self.done or self.header.position is None else self.table.followed()

    @property
    def then(self) -> Table | None:
        """Return the position that the trace comes to next, if it goes on from here."""
        if self.next_act is None:
            return None
        verdict = self.table.act(self.next_act.by, self.next_act.do)
        return verdict.state if isinstance(verdict, Next) else None

    @property
    def place(self) -> str:
        """Return the arguments that name this position again."""
        step = "" if is_scenario(self.path) or is_typed(self.path) else f"@{self.step}"
        seed = "" if self.seed is None else f" --seed {self.seed}"
        return " ".join([f"{self.path}{step}{seed}", *(f"--do {shlex.quote(each)}" for each in self.done)])

    @property
    def ruleset(self) -> str:
        """Return the name of the ruleset."""
        return str(self.header.ruleset)


def bare_position(located: LocatedPosition) -> str | None:
    """Return what to say of a position in which nothing has begun and nothing is due; nothing of any other."""
    if located.done or not isinstance(located.table.due(), Over):
        return None
    header = located.header
    return nothing_under_way(header.game, header.position, located.step, header.ruleset)


def add_where(parser: argparse.ArgumentParser, *, quoted: bool = False) -> None:
    """Let a command take a position, another ruleset for it, and actions to take first: quoted, or in several words."""
    parser.add_argument("where", metavar="FILE[@STEP]", help=WHERE)
    parser.add_argument("--game", help="the game of a bare position")
    parser.add_argument("--seed", type=int, metavar="N", help="let chance decide with this seed until a side must")
    parser.add_argument("--ruleset", help="ask under this ruleset instead: PRESET or PRESET+option=value+…")
    words = None if quoted else "+"
    told = "take an action first, by whoever is due"
    parser.add_argument("--do", action="append", default=[], nargs=words, metavar="ACTION", help=told)


def located_of(arguments: argparse.Namespace) -> LocatedPosition:
    """Return the position that a command's arguments ask for."""
    game = None if arguments.game is None else str(arguments.game)
    ruleset = None if arguments.ruleset is None else str(arguments.ruleset)
    found = locate(str(arguments.where), game, ruleset)
    if arguments.seed is not None:
        seed = int(arguments.seed)
        found = replace(found, table=dealt(found.table, seed)[0], seed=seed)
    if found.divergence is not None:
        print(f"referee: {found.path} diverges at step {found.step + 1}; this is before it", file=sys.stderr)
    return _acted(found, [each if isinstance(each, str) else " ".join(each) for each in arguments.do])


def _acted(located: LocatedPosition, actions: Sequence[str]) -> LocatedPosition:
    """Return the position after some actions, each by the player who is due."""
    for text in actions:
        due = located.table.due()
        if isinstance(due, Over):
            bare = bare_position(located)
            raise InputError(f"--do {text}: nothing is left to decide, {due.result}" if bare is None else bare)
        try:
            action = typed(located.header.game, located.table, text)
            verdict = located.table.act(due.by, action)
        except (InputError, Unreadable) as fault:
            raise InputError(f"--do {text}: {fault}") from None
        if not isinstance(verdict, Next):
            raise InputError(f"--do {text}: not legal here; `referee ask {located.place} {short(action)}` says why")
        located = replace(located, table=verdict.state, done=(*located.done, text), next_act=None)
    return located


def locate(where: str, game: str | None = None, ruleset: str | None = None) -> LocatedPosition:
    """Return the position at a place, under its own ruleset or under another one."""
    if is_scenario(where):
        named, _, scenario = where.partition(":")
        return scenario_start(game_called(named), scenario or None, ruleset)
    path, step = split_place(where)
    trace = _trace(path, game, ruleset)
    try:
        done = replay(trace, opening_table(trace.header), step)
    except (Unreadable, InputError) as fault:
        raise InputError(f"{fault}" if is_typed(path) else f"{path}: {located(fault)}") from None
    if step is not None and done.steps < step:
        _refuse_step(path, step, trace, done.divergence)
    acts = [line for _, line in trace.lines if isinstance(line, Act)]
    found = LocatedPosition(
        path, done.steps, trace.header, done.table, done.divergence if step is None else None,
        next_act=acts[done.steps] if done.steps < len(acts) else None,
    )  # fmt: skip
    return found if ruleset is None else under(found, ruleset)


def is_scenario(where: str) -> bool:
    """Say whether a place is GAME or GAME:SCENARIO, and no file."""
    if _SCENARIO.fullmatch(where) is None or Path(where).exists():
        return False
    known = {*OPENERS, *(catalogue(game).prefix for game in GAMES)}
    return where.partition(":")[0] in known


def scenario_start(game: str, scenario: str | None = None, ruleset: str | None = None) -> LocatedPosition:
    """Return the position in which a scenario of a game begins, by default its first scenario."""
    opener = opener_of(game)
    chosen = scenario or opener.scenarios[0]
    header = Header(game, REGISTERED.ruleset(game, ruleset), chosen)
    return LocatedPosition(f"{game}:{chosen}", 0, header, opener.start(chosen, header.ruleset))


def under(located: LocatedPosition, ruleset: str) -> LocatedPosition:
    """Return the same position under another ruleset."""
    name = parse_ruleset_name(ruleset)
    try:
        table = opener_of(located.header.game).place(located.table.canonical(), name)
    except Unreadable as fault:
        _refuse_ruleset(located, name, fault)
    return replace(located, header=replace(located.header, ruleset=name), table=table)


def _refuse_ruleset(located: LocatedPosition, name: RulesetName, fault: Unreadable) -> NoReturn:
    game, position = located.header.game, located.table.canonical()
    other, barred = fitting(game, position, located.header.ruleset, name) if fault.place != "ruleset" else (name, ())
    hint = f"; with {', '.join(barred)} as it is here: --ruleset {other}" if barred else ""
    raise InputError(f"{located.place} under {name}: {fault}{hint}") from None


def fitting(game: str, position: Json, one: RulesetName, two: RulesetName) -> tuple[RulesetName, tuple[str, ...]]:
    """Return the second ruleset without the options that make a position of the first impossible, and their names.

    A card that exists in one edition only does not concern the ruling.
    """
    if can_be(game, position, two):
        return two, ()
    now, then = options_of(game, one), options_of(game, two)
    changed = [name for name in now if now[name] != then[name]]
    barred = tuple(name for name in changed if not can_be(game, position, switched(one, name, then[name])))
    other = two
    for name in barred:
        other = switched(other, name, now[name])
    return other, barred


def can_be(game: str, position: Json, ruleset: RulesetName) -> bool:
    """Say whether the position is possible under a ruleset."""
    try:
        opener_of(game).place(position, ruleset)
    except Unreadable:
        return False
    return True


def switched(name: RulesetName, option: str, value: str) -> RulesetName:
    """Return a ruleset with one option changed."""
    return RulesetName(name.preset, tuple(sorted({**dict(name.changes), option: value}.items())))


def split_place(where: str) -> tuple[str, int | None]:
    """Return the file and the step of a place; a file whose name ends like a step is still a file."""
    path, sign, step = where.rpartition("@")
    if not sign or is_typed(where) or Path(where).exists():
        return where, None
    if not (step.isascii() and step.isdecimal() and len(step) < 10):
        raise InputError(f"{where!r}: {step!r} is no step; write FILE@NUMBER")
    return path, int(step)


def load_trace(path: Path) -> Trace:
    """Read a trace file."""
    text = read_text(path)
    try:
        return read_trace(text)
    except Unreadable as fault:
        raise InputError(f"{path}: {fault}") from None


def located(fault: ValueError) -> str:
    """Return an error message about a trace with a line number: its own, or that of the header."""
    if isinstance(fault, Unreadable):
        return str(fault) if fault.place.startswith("line") else f"line 1, {fault}"
    return f"line 1: {fault}"


def _trace(path: str, game: str | None, ruleset: str | None) -> Trace:
    typed = is_typed(path)
    if not typed and path != "-" and re.search(r"[\s:]", path) and not _is_file(path):
        raise InputError(f"{path!r} is no file and no position in words, such as: {WORDS_EXAMPLE}")
    text = path if typed else _text(path)
    if typed or is_words(text):
        return _from_words(None if typed else path, text, game, ruleset)
    whole = _whole_object(text)
    try:
        if whole is None:
            return read_trace(text)
        if "trace" in whole:
            return read_trace(canonical_text(whole))
        if game is None:
            raise InputError(f"{path}: a bare position; say its game with --game")
        named = game_called(game)
        return Trace(Header(named, REGISTERED.ruleset(named, ruleset), position=whole))
    except Unreadable as fault:
        raise InputError(f"{path}: {fault}") from None


def is_typed(where: str) -> bool:
    """Say whether a place is a position in words on the command line, and no file."""
    return is_words(where) and not _is_file(where)


def _is_file(where: str) -> bool:
    try:
        return Path(where).exists()
    except (OSError, ValueError):
        return False


def _from_words(path: str | None, text: str, game: str | None, ruleset: str | None) -> Trace:
    """Return a position in words as a trace, and tell what was assumed."""
    try:
        found = read_position(text, None if game is None else game_called(game))
    except InputError as fault:
        raise InputError(f"{fault}" if path is None else f"{path}: {fault}") from None
    if found.assumed:
        print(f"referee: assumed: {'; '.join(found.assumed)}", file=sys.stderr)
    return Trace(Header(found.game, REGISTERED.ruleset(found.game, ruleset), position=found.position))


def _text(path: str) -> str:
    """Return what a file or standard input holds."""
    if path == "-":
        return sys.stdin.read().removeprefix(BYTE_ORDER_MARK)
    return read_text(path_meant(Path(path)))


def _whole_object(text: str) -> Mapping[str, Json] | None:
    """Return a text as a single JSON object; None if it is anything else, such as JSON lines."""
    try:
        value = parse(text)
    except Unreadable:
        return None
    return value if isinstance(value, Mapping) else None


def _refuse_step(path: str, step: int, trace: Trace, divergence: Divergence | None) -> None:
    if divergence is not None:
        raise InputError(
            f"{path}: step {step} is not reached: it diverges in line {divergence.line}; "
            f"`referee verify {path}` says how, `referee options {path}` shows the position before it"
        )
    acts = sum(isinstance(line, Act) for _, line in trace.lines)
    raise InputError(f"{path}: there is no step {step}; the trace has {acts}")
