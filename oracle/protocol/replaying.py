"""Methods that take in what others have written: open any text as a case, and verify traces and recorded games."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from oracle.peers import importer_of
from oracle.peers.importer import PeerDivergence, PeerReport, Stretch
from oracle.protocol.cases import MOST_ACTS, MOST_LETTERS_OF_A_TITLE, Case
from oracle.protocol.desk import Answer, Desk, place_of
from oracle.protocol.params import Params
from oracle.protocol.setting_up import golden_text, read_words
from oracle.protocol.telling import near_told, sentence, sentences_of
from oracle.reports import fault_in_words
from oracle.rulings import near_misses
from oracle.verdict_json import difference_json, diverging_verdict
from oracle.words.positions_in_words import is_words
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse
from reference.kernel.decisions import Over
from reference.kernel.rulesets import options_of, parse_ruleset_name
from reference.kernel.traces import (
    Act,
    Divergence,
    Expect,
    Fault,
    Header,
    Note,
    Refuse,
    Trace,
    View,
    read_trace,
    replay,
)
from reference.kernel.verdicts import Next

MOST_CHARACTERS = 6_000_000
MOST_DIVERGENCES = 500
_SOURCES = ("scenario", "position", "words", "golden", "text")


# ---------------------------------------------------------------- open


def opened(desk: Desk, params: Params) -> Answer:
    """Return a case made from a scenario, a position, words, a golden example or the text of any file."""
    given = [each for each in _SOURCES if each in params]
    if len(given) != 1:
        raise Unreadable(" or ".join(_SOURCES), "say exactly one of them")
    read = _READERS[given[0]]
    game, ruleset = params.optional_text("game"), params.optional_text("ruleset")
    source = read(params, game, ruleset)
    params.finish()
    return source(desk)


Source = Callable[[Desk], Answer]


def _from_scenario(params: Params, _: str | None, ruleset: str | None) -> Source:
    game, scenario = params.text("game"), params.text("scenario")
    seed = params.optional_number("seed")
    return lambda desk: _told(desk, Case(game, desk.registry.ruleset(game, ruleset), scenario, seed))


def _from_position(params: Params, _: str | None, ruleset: str | None) -> Source:
    game, position = params.text("game"), params.needed("position")
    return lambda desk: _told(desk, Case(game, desk.registry.ruleset(game, ruleset), position=position))


def _from_words(params: Params, game: str | None, ruleset: str | None) -> Source:
    words = params.text("words")
    return lambda desk: _worded(desk, words, game, ruleset)


def _from_golden(params: Params, _: str | None, ruleset: str | None) -> Source:
    example = params.text("golden")
    return lambda desk: _filed(desk, golden_text(example), None, ruleset)


def _from_text(params: Params, game: str | None, ruleset: str | None) -> Source:
    text = params.text("text", MOST_CHARACTERS)
    return lambda desk: _filed(desk, text, game, ruleset)


_READERS: Mapping[str, Callable[[Params, str | None, str | None], Source]] = {
    "scenario": _from_scenario,
    "position": _from_position,
    "words": _from_words,
    "golden": _from_golden,
    "text": _from_text,
}


def _told(desk: Desk, case: Case, assumed: tuple[str, ...] = ()) -> Answer:
    """Return a case that can be played, with what had to be assumed."""
    played = desk.played(case.to_json())
    here = place_of(played, None)
    told: Answer = {"case": case.to_json(), "begins": played.begins, "steps": played.steps, "hash": here.table.digest()}
    return {**told, "assumed": list(assumed), **({"title": case.title} if case.title else {})}


def _worded(desk: Desk, words: str, game: str | None, ruleset: str | None) -> Answer:
    if game is not None:
        desk.registry.known(game)
    read = read_words(words, game)
    return _told(desk, Case(read.game, desk.registry.ruleset(read.game, ruleset), position=read.position), read.assumed)


def _filed(desk: Desk, text: str, game: str | None, ruleset: str | None) -> Answer:
    """Open the text of a file: words, a position, a trace, or a recorded game."""
    if is_words(text):
        return _worded(desk, text, game, ruleset)
    whole = _whole_object(text)
    if whole is not None and "trace" not in whole and importer_of(_first_line(text)) is None:
        if game is None:
            raise Unreadable("game", "is missing: the text is a bare position, and does not say of which game")
        return _told(desk, Case(game, desk.registry.ruleset(game, ruleset), position=whole))
    report = _replayed(desk, canonical_text(whole) if whole is not None else text, ruleset)
    case = report.pop("case")
    played = desk.played(case)
    here = place_of(played, None)
    told: Answer = {"case": case, "begins": played.begins, "steps": played.steps, "hash": here.table.digest()}
    return {**told, "assumed": [], **({"title": report["title"]} if "title" in report else {}), "report": report}


def _whole_object(text: str) -> Mapping[str, Json] | None:
    """Return a text as a single JSON object; None if it is anything else, such as JSON lines."""
    try:
        value = parse(text)
    except Unreadable:
        return None
    return value if isinstance(value, Mapping) else None


def _first_line(text: str) -> str:
    return next((line for line in text.split("\n") if line.strip()), "")


# ---------------------------------------------------------------- replay


def replayed(desk: Desk, params: Params) -> Answer:
    """Replay a trace or a recorded game: as a case to step through, with where it diverges and by which rule."""
    text, ruleset = params.text("text", MOST_CHARACTERS), params.optional_text("ruleset")
    params.finish()
    return _replayed(desk, text, ruleset)


def _replayed(desk: Desk, text: str, ruleset: str | None) -> Answer:
    importer = importer_of(_first_line(text))
    if importer is None:
        return _trace_told(desk, read_trace(text), ruleset)
    if ruleset is not None:
        raise Unreadable("ruleset", "a recorded game has the ruleset of its implementation")
    desk.play_lines(text.count("\n"))
    return _record_told(desk, importer.replay(text.split("\n")))


def _trace_told(desk: Desk, trace: Trace, ruleset: str | None) -> Answer:
    header = trace.header
    desk.play_lines(len(trace.lines))
    if ruleset is not None:
        named = parse_ruleset_name(ruleset)
        options_of(desk.registry.known(header.game).game, named)
        header = Header(header.game, named, header.scenario, header.position, header.title)
    trace = Trace(header, trace.lines)
    done = replay(trace, desk.registry.open(header))
    acts = [Act(line.by, line.do) for _, line in trace.lines if isinstance(line, Act)][: done.steps]
    if len(acts) > MOST_ACTS:
        raise Unreadable("text", f"has more than {MOST_ACTS} acts")
    title = header.title[:MOST_LETTERS_OF_A_TITLE]
    case = Case(header.game, header.ruleset, header.scenario, None, header.position, title, tuple(acts))
    told: Answer = {
        "kind": "trace",
        "game": header.game,
        "ruleset": str(header.ruleset),
        "conforms": done.divergence is None,
        "steps": done.steps,
        "case": case.to_json(),
        "notes": _notes(trace, done.divergence),
        "expectations": _expectations(trace, done.divergence),
    }
    if title:
        told["title"] = title
    if header.example is not None:
        told["example"] = header.example
    if done.divergence is not None:
        verdict = diverging_verdict(trace, done)
        sentences = [] if verdict is None else sentences_of(header.game, verdict)
        near = near_misses(done.table, done.divergence.action) if done.divergence.fault is Fault.ILLEGAL else ()
        told["divergence"] = {
            **_divergence(done.divergence, done.steps),
            "sentences": sentences,
            "near": near_told(header.game, near),
        }
    return told


def _divergence(found: Divergence, steps: int) -> dict[str, Json]:
    return {
        "step": steps,
        "line": found.line,
        "fault": found.fault.value,
        "headline": fault_in_words(found.fault),
        "action": found.action,
        "rules": list(found.rules),
        "differences": [difference_json(each) for each in found.differences],
    }


def _notes(trace: Trace, divergence: Divergence | None) -> list[Json]:
    """Return the remarks of a trace, each with the step it stands after."""
    notes: list[Json] = []
    step = 0
    for number, line in trace.lines:
        if divergence is not None and number >= divergence.line:
            break
        step += isinstance(line, Act)
        if isinstance(line, Note):
            notes.append({"step": step, "text": line.note})
        elif isinstance(line, Refuse):
            told = {"by": line.by, "do": line.refuse, "rule": line.rule}
            notes.append({"step": step, "text": f"refused under {line.rule}", "refuse": told})
    return notes


def _expectations(trace: Trace, divergence: Divergence | None) -> int:
    """Return how many statements of a trace about positions and refusals held."""
    ends = divergence.line if divergence is not None else None
    return sum(
        isinstance(line, Expect | View | Refuse) for number, line in trace.lines if ends is None or number < ends
    )


# ---------------------------------------------------------------- recorded games


@dataclass(frozen=True, slots=True)
class _Followed:
    """A stretch of a recorded game as a case, and the step of the case after each entry."""

    case: Case
    entry: int
    steps: Mapping[int, int]


def _record_told(desk: Desk, report: PeerReport) -> Answer:
    # An importer that does not give its positions can be stepped through until it first takes one from the record.
    begun = [each for number, each in enumerate(report.stretches) if number == 0 or each.position is not None]
    stretches = [_followed(desk, report, each) for each in begun]
    first, *later = stretches
    told: Answer = {
        "kind": "record",
        "game": report.game,
        "ruleset": report.ruleset,
        "conforms": report.conforms,
        "steps": len(first.case.acts),
        "case": first.case.to_json(),
        "notes": [],
        "expectations": 0,
        "entries": report.entries,
        "recorded_steps": report.steps,
        "winner": report.winner,
        "entry_steps": [{"entry": entry, "step": step} for entry, step in first.steps.items()],
        "later": [{"entry": each.entry, "case": each.case.to_json()} for each in later[:MOST_DIVERGENCES]],
        "divergences": [_parted(each, stretches) for each in report.divergences[:MOST_DIVERGENCES]],
    }
    if report.unexplained:
        told["divergence"] = _first_parting(report.unexplained[0], stretches)
    return told


def _followed(desk: Desk, report: PeerReport, stretch: Stretch) -> _Followed:
    """Return a stretch as a case; whoever was due took each action."""
    ruleset = parse_ruleset_name(report.ruleset)
    scenario = report.scenario if stretch.position is None else None
    case = Case(report.game, ruleset, scenario, None, stretch.position)
    table = desk.registry.open(case.header)
    acts: list[Act] = []
    for action in stretch.actions[:MOST_ACTS]:
        due = table.due()
        verdict = None if isinstance(due, Over) else table.act(due.by, action)
        if isinstance(due, Over) or not isinstance(verdict, Next):
            break
        acts.append(Act(due.by, action))
        table = verdict.state
    whole = Case(report.game, ruleset, scenario, None, stretch.position, "", tuple(acts))
    return _Followed(whole, stretch.entry, {entry: min(step, len(acts)) for entry, step in stretch.entries})


def _parted(found: PeerDivergence, stretches: list[_Followed]) -> dict[str, Json]:
    number, step = _where(found, stretches)
    return {
        **{name: item for name, item in found.as_json().items() if name != "step"},
        "entry": found.step,
        "stretch": number,
        "step": step,
        "explained": bool(found.ruling),
    }


def _where(found: PeerDivergence, stretches: list[_Followed]) -> tuple[int, int]:
    """Return the stretch and the step of its case at which a divergence stands."""
    for number, each in enumerate(stretches):
        if found.step in each.steps:
            return number, each.steps[found.step]
    return 0, 0


def _first_parting(found: PeerDivergence, stretches: list[_Followed]) -> dict[str, Json]:
    number, step = _where(found, stretches)
    said = f"The record has {canonical_text(found.recorded)}, the rules give {canonical_text(found.by_rules)}."
    return {
        "step": step,
        "stretch": number,
        "fault": found.kind.value,
        "headline": f"{found.about}: the record differs from the rules",
        "action": None,
        "rules": list(found.rules),
        "differences": [{"path": found.about, "expected": found.recorded, "found": found.by_rules}],
        "sentences": [sentence(said, found.rules)],
        "near": [],
    }


METHODS: Mapping[str, Callable[[Desk, Params], Answer]] = {"open": opened, "replay": replayed}
