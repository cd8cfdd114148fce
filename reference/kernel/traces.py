"""Traces: a game, or an example from a rulebook, as a list of decisions that can be replayed.

A trace is JSON Lines. The first line is the header. Each further line is an action (`do`), an expectation about the
position (`expect`), one about what a side may know (`view`), an action that must be refused for a given rule, or whose
decision is not asked for by it (`refuse`), or a remark for people (`note`).
Reading and replaying are pure; the tools handle the files.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, TypeVar, assert_never

from reference.kernel.canonical import Difference, Json, Unreadable, canonical_text, parse, shortfalls
from reference.kernel.fields import Fields, fields_of
from reference.kernel.ranges import COUNT
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import RulesetName, parse_ruleset_name
from reference.kernel.table import Table, event_rules
from reference.kernel.verdicts import Next, No, NotAsked, Notation, NotThisDecision, NotYourDecision, Violation

T = TypeVar("T")

VERSION = 1
BYTE_ORDER_MARK = "\ufeff"
MOST_CHARACTERS_A_LINE = 1_000_000


@dataclass(frozen=True, slots=True)
class Header:
    """What a trace is about: the game, how it begins, under which ruleset, and what it shows."""

    game: str
    ruleset: RulesetName
    scenario: str | None = None
    position: Json = None
    title: str = ""
    example: RuleId | None = None
    proves: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Act:
    """Someone takes an action; optionally the rules its events cite and the hash of the state after it."""

    by: str
    do: Json
    cites: tuple[RuleId, ...] = ()
    hash: str | None = None


@dataclass(frozen=True, slots=True)
class Expect:
    """The position contains this."""

    expect: Json


@dataclass(frozen=True, slots=True)
class View:
    """What a side may know of the position contains this."""

    side: str
    expect: Json


@dataclass(frozen=True, slots=True)
class Refuse:
    """An action that would break this rule, or whose decision is not asked for by it."""

    by: str
    refuse: Json
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Note:
    """A remark for people."""

    note: str


Line: TypeAlias = Act | Expect | View | Refuse | Note


@dataclass(frozen=True, slots=True)
class Trace:
    """A header and the lines after it, each with its line number."""

    header: Header
    lines: tuple[tuple[int, Line], ...] = ()


# ---------------------------------------------------------------- reading and writing


def read_trace(text: str) -> Trace:
    """Read the text of a trace; `Unreadable` names the line and the cause."""
    # Not splitlines: it also splits at characters that JSON allows inside a text, such as U+2028.
    lines = text.removeprefix(BYTE_ORDER_MARK).split("\n")
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise Unreadable("line 1", "the trace is empty; its first line must be a header")
    (first, header), *rest = numbered
    return Trace(
        _at(first, header, _read_header),
        tuple((number, _at(number, line, _read_one_kind)) for number, line in rest),
    )


def write_trace(trace: Trace) -> str:
    """Return the text of a trace."""
    lines = [_write_header(trace.header), *(_write_line(line) for _, line in trace.lines)]
    return "".join(f"{canonical_text(line)}\n" for line in lines)


def _at(number: int, line: str, read: Callable[[Fields], T]) -> T:
    try:
        if len(line) > MOST_CHARACTERS_A_LINE:
            raise Unreadable("", f"is longer than {MOST_CHARACTERS_A_LINE} characters")
        given = fields_of(parse(line))
        found = read(given)
        given.finish()
    except Unreadable as fault:
        place = f"line {number}"
        raise Unreadable(f"{place}, {fault.place}" if fault.place else place, fault.cause) from None
    return found


def _read_header(line: Fields) -> Header:
    if line.number("trace", 0, COUNT) != VERSION:
        raise Unreadable("trace", f"the first line must be a header of version {VERSION}")
    header = Header(
        game=line.text("game"),
        ruleset=parse_ruleset_name(line.text("ruleset")),
        scenario=line.optional_text("scenario"),
        position=line.take("position"),
        title=line.optional_text("title") or "",
        example=line.rule("example") if "example" in line else None,
        proves=line.rules("proves"),
    )
    if (header.scenario is None) == (header.position is None):
        raise Unreadable("", "the header needs either a scenario or a position")
    return header


def _read_one_kind(line: Fields) -> Line:
    found = _read_line(line)
    # Which kind of line it is was looked for; the fields of the other kinds have no place in it.
    line.looked_for.clear()
    return found


def _read_line(line: Fields) -> Line:
    if "do" in line:
        return Act(line.text("by"), line.take("do"), line.rules("cites"), line.optional_text("hash"))
    if "expect" in line:
        return Expect(line.take("expect"))
    if "view" in line:
        return _read_view(line)
    if "refuse" in line:
        return Refuse(line.text("by"), line.take("refuse"), line.rule("rule"))
    if "note" in line:
        return Note(line.text("note", MOST_CHARACTERS_A_LINE))
    raise Unreadable("", "has none of: do, expect, view, refuse, note")


def _read_view(line: Fields) -> View:
    try:
        inside = fields_of(line.take("view"))
        view = View(inside.text("side"), inside.take("expect"))
        inside.finish()
    except Unreadable as fault:
        raise fault.within("view") from None
    return view


def _write_header(header: Header) -> Json:
    written: dict[str, Json] = {"trace": VERSION, "game": header.game, "ruleset": str(header.ruleset)}
    if header.scenario is not None:
        written["scenario"] = header.scenario
    if header.position is not None:
        written["position"] = header.position
    if header.title:
        written["title"] = header.title
    if header.example is not None:
        written["example"] = header.example
    if header.proves:
        written["proves"] = list(header.proves)
    return written


def _write_line(line: Line) -> Json:
    match line:
        case Act(by, do, cites, digest):
            written: dict[str, Json] = {"by": by, "do": do}
            if cites:
                written["cites"] = list(cites)
            if digest is not None:
                written["hash"] = digest
            return written
        case Expect(expect):
            return {"expect": expect}
        case View(side, expect):
            return {"view": {"side": side, "expect": expect}}
        case Refuse(by, refuse, rule):
            return {"by": by, "refuse": refuse, "rule": rule}
        case Note(note):
            return {"note": note}
        case _:
            assert_never(line)


# ---------------------------------------------------------------- replaying


class Fault(StrEnum):
    """How a replay can differ from a trace."""

    ILLEGAL = "illegal"
    NOTATION = "notation"
    NOT_ASKED = "not_asked"
    NOT_THIS_DECISION = "not_this_decision"
    NOT_YOUR_DECISION = "not_your_decision"
    UNEXPECTED = "unexpected"
    OTHER_STATE = "other_state"
    NOT_CITED = "not_cited"
    NOT_REFUSED = "not_refused"
    REFUSED_OTHERWISE = "refused_otherwise"


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first place where a replay differs from its trace."""

    line: int
    step: int
    fault: Fault
    action: Json
    rules: tuple[RuleId, ...] = ()
    violations: tuple[Violation, ...] = ()
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """A trace replayed: the steps taken, the position reached, and where it diverged, if it did."""

    steps: int
    table: Table
    divergence: Divergence | None = None


def replay(trace: Trace, start: Table, until: int | None = None) -> Replay:
    """Replay a trace from its start until its end, its first divergence, or a given number of steps."""
    table = start
    steps = 0
    for number, line in trace.lines:
        if until is not None and steps == until:
            break
        if isinstance(line, Act):
            played = _play(table, line, number, steps + 1)
            if isinstance(played, Divergence):
                return Replay(steps, table, played)
            table = played
            steps += 1
        else:
            found = _asserted(table, line, number, steps)
            if found is not None:
                return Replay(steps, table, found)
    return Replay(steps, table)


def _asserted(table: Table, line: Expect | View | Refuse | Note, number: int, steps: int) -> Divergence | None:
    """Return where a position is not as a line says."""
    match line:
        case Expect(expect):
            lacking = unmet(expect, table.describe())
        case View():
            lacking = _unseen(table, line, number)
        case Refuse():
            return _refused(table, line, number, steps)
        case Note():
            return None
        case _:
            assert_never(line)
    return Divergence(number, steps, Fault.UNEXPECTED, None, differences=lacking) if lacking else None


def unmet(expect: Json, found: Json) -> tuple[Difference, ...]:
    """Return where a position is not as expected; only a stacked deck has an order."""
    stacked = found.get("stacked", ()) if isinstance(found, Mapping) else ()
    sides = stacked if isinstance(stacked, list | tuple) else ()
    return shortfalls(expect, found, ordered=tuple(f"decks.{side}" for side in sides))


def _unseen(table: Table, line: View, number: int) -> tuple[Difference, ...]:
    """Return where what a side may know is not as expected."""
    try:
        seen = table.observe(line.side)
    except ValueError:
        raise Unreadable(f"line {number}, view, side", f"{line.side!r} is no side of this game") from None
    return unmet(line.expect, seen)


def _play(table: Table, line: Act, number: int, step: int) -> Table | Divergence:
    try:
        verdict = table.act(line.by, line.do)
    except Unreadable as fault:
        raise fault.within(f"line {number}, do") from None
    match verdict:
        case Next(state, events):
            uncited = tuple(rule for rule in line.cites if rule not in event_rules(events))
            if uncited:
                return Divergence(number, step, Fault.NOT_CITED, line.do, uncited)
            if line.hash is not None and line.hash != state.digest():
                other = (Difference("hash", line.hash, state.digest()),)
                return Divergence(number, step, Fault.OTHER_STATE, line.do, differences=other)
            return state
        case No(violations):
            broken = tuple(each.rule for each in violations)
            return Divergence(number, step, Fault.ILLEGAL, line.do, broken, violations)
        case NotAsked(violations):
            barring = tuple(each.rule for each in violations)
            return Divergence(number, step, Fault.NOT_ASKED, line.do, barring, violations)
        case Notation():
            return Divergence(number, step, Fault.NOTATION, line.do)
        case NotThisDecision(due, rules):
            other = (Difference("decision", canonical_text(line.do), due),)
            return Divergence(number, step, Fault.NOT_THIS_DECISION, line.do, rules, differences=other)
        case NotYourDecision(due_by):
            other = (Difference("by", line.by, due_by),)
            return Divergence(number, step, Fault.NOT_YOUR_DECISION, line.do, table.due().rules, differences=other)
        case _:
            assert_never(verdict)


def _refused(table: Table, line: Refuse, number: int, steps: int) -> Divergence | None:
    try:
        verdict = table.act(line.by, line.refuse)
    except Unreadable as fault:
        raise fault.within(f"line {number}, refuse") from None
    match verdict:
        case No(violations) | NotAsked(violations):
            if line.rule in (each.rule for each in violations):
                return None
            return Divergence(number, steps, Fault.REFUSED_OTHERWISE, line.refuse, (line.rule,), violations)
        case Next():
            return Divergence(number, steps, Fault.NOT_REFUSED, line.refuse, (line.rule,))
        case Notation():
            return Divergence(number, steps, Fault.NOTATION, line.refuse, (line.rule,))
        case NotThisDecision(due, _):
            other = (Difference("decision", canonical_text(line.refuse), due),)
            return Divergence(number, steps, Fault.NOT_THIS_DECISION, line.refuse, (line.rule,), differences=other)
        case NotYourDecision(due_by):
            other = (Difference("by", line.by, due_by),)
            return Divergence(number, steps, Fault.NOT_YOUR_DECISION, line.refuse, (line.rule,), differences=other)
        case _:
            assert_never(verdict)
