"""Replay files: our own traces, and the recorded games of other implementations."""

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from oracle.english import decider_in_words, decision_in_words, verdict_in_words
from oracle.errors import InputError, slip
from oracle.files import first_line, lines_of, read_text
from oracle.game_registry import check_game, opening_table
from oracle.json_diff import changes
from oracle.limits import RanOver, memory_limit, time_limit
from oracle.located_position import load_trace, located
from oracle.places import COMMAND, path_meant
from oracle.reports import Context, Report, recorded_report
from oracle.rulings import near_in_english, near_misses
from oracle.verdict_json import diverging_verdict, verdict_json
from reference.kernel.canonical import Unreadable
from reference.kernel.decisions import Over
from reference.kernel.rulesets import options_of, parse_ruleset_name
from reference.kernel.table import Table
from reference.kernel.traces import Divergence, Fault, Replay, Trace, read_trace, replay
from reference.kernel.verdicts import Next

MOST_STEPS_A_FILE = 100_000
MOST_SECONDS_A_FILE = 600
MOST_MEGABYTES = 4_000

__all__ = ["FileLimits", "Report", "load_trace", "replay_file", "replay_safely", "replay_text", "traces_in"]


def traces_in(paths: Iterable[Path]) -> Iterator[Path]:
    """Return the trace files among paths and in folders, in order."""
    for path in map(path_meant, paths):
        if path.is_dir():
            inside = sorted(each for each in path.rglob("*.jsonl") if _is_to_be_read(each))
            if not inside:
                raise InputError(f"{path}: no trace (*.jsonl) in this folder")
            yield from inside
        else:
            yield path


def _is_to_be_read(path: Path) -> bool:
    """Say whether something in a folder is a file, or a link that leads to nothing, which is reported; not a pipe."""
    return path.is_file() or (path.is_symlink() and not path.exists())


def replay_file(path: Path, ruleset: str | None = None, importers: tuple[str, ...] = ()) -> Report:
    """Replay a trace, under its own ruleset or another one, or a recorded game of another implementation.

    `importers` are further importers of recorded games, as `module:Class`.
    """
    line = first_line(path)
    if not _is_header(line):
        recorded = _replay_recorded(str(path), line, lines_of(path), ruleset, importers)
        if recorded is not None:
            return recorded
    return _replay_trace(str(path), read_text(path), ruleset)


def replay_text(path: str, text: str, ruleset: str | None = None) -> Report:
    """Replay the text of a trace or of a recorded game; messages name the path."""
    line = next((line for line in text.split("\n") if line.strip()), "")
    if not _is_header(line):
        recorded = _replay_recorded(path, line, iter(text.split("\n")), ruleset, ())
        if recorded is not None:
            return recorded
    return _replay_trace(path, text, ruleset)


def _replay_trace(path: str, text: str, ruleset: str | None) -> Report:
    trace = _read(path, text) if ruleset is None else _under(path, _read(path, text), ruleset)
    try:
        done = replay(trace, opening_table(trace.header))
    except (Unreadable, InputError) as fault:
        raise InputError(f"{path}: {located(fault)}") from None
    if done.divergence is None:
        return Report(path, done.steps, None, trace.header.game)
    context = _context(path, trace, done, done.divergence)
    if ruleset is not None:
        context = replace(context, see=f"{context.see} --ruleset {ruleset}")
    return Report(path, done.steps, done.divergence, trace.header.game, context=context)


@dataclass(frozen=True, slots=True)
class FileLimits:
    """How many lines a file may have, how many seconds its replay may take, and how much memory the process."""

    steps: int = MOST_STEPS_A_FILE
    seconds: int = MOST_SECONDS_A_FILE
    megabytes: int = MOST_MEGABYTES


USUAL_LIMITS = FileLimits()


def replay_safely(
    path: Path, ruleset: str | None = None, importers: tuple[str, ...] = (), limits: FileLimits = USUAL_LIMITS
) -> Report:
    """Replay a file; if it cannot be read, runs over its limits, or our own code fails, report that."""
    begun = time.perf_counter()
    try:
        with time_limit(limits.seconds), memory_limit(limits.megabytes):
            _demand_few_lines(path, limits.steps)
            report = replay_file(path, ruleset, importers)
    except RanOver as fault:
        report = Report(str(path), 0, ran_over=str(fault))
    except InputError as fault:
        report = Report(str(path), 0, unreadable=str(fault).removeprefix(f"{path}: "))
    except Exception as fault:  # if our rules fail on one file, the others are still replayed
        report = Report(str(path), 0, failure=slip(fault))
    return replace(report, seconds=time.perf_counter() - begun)


def _demand_few_lines(path: Path, most: int) -> None:
    if any(number > most for number, _ in enumerate(lines_of(path), 1)):
        raise RanOver(f"has more than {most} lines")


def _read(path: str, text: str) -> Trace:
    try:
        return read_trace(text)
    except Unreadable as fault:
        raise InputError(f"{path}: {fault}") from None


def _under(path: str, trace: Trace, ruleset: str) -> Trace:
    """Return a trace under another ruleset."""
    try:
        name = parse_ruleset_name(ruleset)
        options_of(check_game(trace.header.game), name)
    except Unreadable as fault:
        raise InputError(f"{path}: {fault}") from None
    return replace(trace, header=replace(trace.header, ruleset=name))


def _replay_recorded(
    path: str, line: str, lines: Iterator[str], ruleset: str | None, importers: tuple[str, ...]
) -> Report | None:
    from oracle.peers import importer_of, nearly

    importer = importer_of(line, importers)
    if importer is None:
        near = "; ".join(nearly(line, importers))
        if near:
            raise InputError(f"{path}: {near}")
        return None
    if ruleset is not None:
        raise InputError(f"{path}: a recorded game has the ruleset of its implementation")
    try:
        return recorded_report(path, importer.replay(lines))
    except Unreadable as fault:
        raise InputError(f"{path}: {fault}") from None


def _is_header(line: str) -> bool:
    try:
        found: object = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "trace" in found


def _context(path: str, trace: Trace, done: Replay, found: Divergence) -> Context:
    game = trace.header.game
    see = f"{COMMAND} options {path}@{done.steps}"
    verdict = diverging_verdict(trace, done)
    if verdict is None:
        return Context(see=see)
    sentences = tuple(verdict_in_words(game, verdict))
    context = Context(verdict_json(done.table, verdict), sentences, see=see)
    if found.fault in (Fault.OTHER_STATE, Fault.NOT_CITED):
        assert isinstance(verdict, Next)
        return _happened(context, done.table, verdict, found)
    if found.fault in (Fault.NOT_THIS_DECISION, Fault.NOT_YOUR_DECISION):
        return replace(context, due=_due(game, done.table))
    if found.fault is Fault.ILLEGAL:
        return replace(context, near=tuple(near_in_english(game, near_misses(done.table, found.action))))
    return context


def _happened(context: Context, table: Table, after: Next[Table], found: Divergence) -> Context:
    cited = zip(context.sentences, after.events, strict=True)
    events = tuple(f"{told}  ({', '.join(each.rules)})" for told, each in cited)
    changed = changes(table.canonical(), after.state.canonical()) if found.fault is Fault.OTHER_STATE else ()
    return replace(context, events=events, changed=changed)


def _due(game: str, table: Table) -> str:
    due = table.due()
    if isinstance(due, Over):
        return f"nothing, {due.result}"
    return f"{decider_in_words(due.by)}: {decision_in_words(game, due.about)}"
