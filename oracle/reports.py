"""The result of replaying a trace or a recorded game, as data and in words."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from oracle.english import action_in_words
from oracle.json_diff import in_lines
from oracle.peers.importer import PeerReport
from oracle.text import plural
from oracle.verdict_json import difference_json, divergence_json
from reference.kernel.canonical import Difference, Json, canonical_text
from reference.kernel.traces import Divergence, Fault

CONFORMS, DIVERGES, UNREADABLE, FAILED = "conforms", "diverges", "unreadable", "internal_error"
RAN_OVER = "ran_over"

_FAULTS = {
    Fault.ILLEGAL: "the action is illegal",
    Fault.NOTATION: "no rule forbids the action, but it is said in another way",
    Fault.NOT_ASKED: "the decision is not asked for",
    Fault.NOT_THIS_DECISION: "another decision is due",
    Fault.NOT_YOUR_DECISION: "the decision is somebody else's",
    Fault.UNEXPECTED: "the position is not as expected",
    Fault.OTHER_STATE: "the state after the action has another hash",
    Fault.NOT_CITED: "what happened does not follow from the rules cited",
    Fault.NOT_REFUSED: "the action should be refused but is legal",
    Fault.REFUSED_OTHERWISE: "the action is refused, but for another rule",
}


def fault_in_words(fault: Fault) -> str:
    """Return how a replay differs from its trace, in words."""
    return _FAULTS[fault]


# The faults where the rules refuse an action that the trace takes.
_REFUSALS = (Fault.ILLEGAL, Fault.NOT_THIS_DECISION, Fault.NOT_YOUR_DECISION)


@dataclass(frozen=True, slots=True)
class Context:
    """What helps to understand a divergence: the verdict on the action, what is due, the closest legal actions.

    `verdict` is the JSON of `oracle.verdict_json`, `sentences` are its words. `events` are those sentences with their
    rules, if they help. `sides` names the two values of a difference.
    """

    verdict: Json = None
    sentences: tuple[str, ...] = ()
    due: str = ""
    events: tuple[str, ...] = ()
    changed: tuple[Difference, ...] = ()
    near: tuple[str, ...] = ()
    see: str = ""
    notes: tuple[str, ...] = ()
    sides: tuple[str, str] = ("expected", "found")


@dataclass(frozen=True, slots=True)
class Report:
    """The result of replaying one file; `failure` describes an exception in our own code, `ran_over` a limit.

    `recorded` is set for a recorded game of another implementation.
    """

    path: str
    steps: int
    divergence: Divergence | None = None
    game: str = ""
    unreadable: str = ""
    context: Context = Context()
    seconds: float = 0.0
    failure: str = ""
    recorded: PeerReport | None = None
    ran_over: str = ""

    @property
    def outcome(self) -> str:
        """Return the result in one word."""
        if self.failure:
            return FAILED
        if self.ran_over:
            return RAN_OVER
        if self.unreadable:
            return UNREADABLE
        return CONFORMS if self.divergence is None else DIVERGES

    @property
    def conforms(self) -> bool:
        """Say whether the file conforms."""
        return self.outcome == CONFORMS

    def as_text(self) -> str:
        """Return the report for people."""
        if self.failure:
            return f"FAILED  {self.path}\n  {self.failure}"
        if self.ran_over:
            return f"RAN OVER  {self.path}\n  {self.ran_over}"
        if self.unreadable:
            return f"UNREADABLE  {self.path}\n  {self.unreadable}"
        if self.divergence is None:
            return "\n".join(
                [
                    f"conforms{self._with_explained()}  {self.path}  ({plural(self.steps, 'step')})",
                    *(f"  {each}" for each in self.context.notes),
                ]
            )
        return "\n".join([f"DIVERGES  {self.path}", *_in_words(self, self.divergence)])

    def _with_explained(self) -> str:
        count = 0 if self.recorded is None else sum(self.recorded.explained_by.values())
        return f", with {count} explained" if count else ""

    def as_json(self) -> dict[str, Json]:
        """Return the report for programs."""
        found = self.divergence
        report: dict[str, Json] = {"path": self.path, "conforms": self.conforms, "steps": self.steps}
        if self.failure:
            return {**report, FAILED: self.failure}
        if self.ran_over:
            return {**report, RAN_OVER: self.ran_over}
        if self.unreadable:
            return {**report, UNREADABLE: self.unreadable}
        if self.context.notes:
            report["notes"] = list(self.context.notes)
        if self.recorded is not None:
            return {**report, **self.recorded.as_json()}
        if found is None:
            return report
        return {
            **report,
            "divergence": divergence_json(found, self.context.verdict),
            "changes": [difference_json(each) for each in self.context.changed],
            "see": self.context.see,
            "english": {"fault": _FAULTS[found.fault], "verdict": list(self.context.sentences)},
        }

    @property
    def headline(self) -> str:
        """Return in one line what is wrong with the file: where, and the first sentence of a refusal or the fault."""
        if self.failure or self.ran_over or self.unreadable:
            return self.failure or self.ran_over or self.unreadable
        if self.divergence is None:
            return ""
        refused = self.divergence.fault in _REFUSALS and self.context.sentences
        told = self.context.sentences[0] if refused else _FAULTS[self.divergence.fault]
        return f"{_place(self.divergence)}: {told}"


def _place(found: Divergence) -> str:
    return f"line {found.line}, step {found.step}" if found.line else f"step {found.step}"


def recorded_report(path: str, done: PeerReport) -> Report:
    """Return the report on a recorded game; its first unexplained divergence is shown like that of a trace."""
    done = replace(done, stretches=())  # nobody steps through it, and thousands of games may be reported at once
    notes = [f"step {each.step}, {each.about}: explained by {each.ruling}" for each in done.explained]
    notes += [*done.remarks, *_compared(done)]
    if done.conforms:
        return Report(path, done.steps, None, done.game, context=Context(notes=tuple(notes)), recorded=done)
    first, *others = done.unexplained
    if others:
        notes.append(f"and {len(others)} more, the next at step {others[0].step}, {others[0].about}")
    differs = (Difference(first.about, first.recorded, first.by_rules),)
    parted = Divergence(0, first.step, Fault.UNEXPECTED, None, first.rules, differences=differs)
    context = Context(notes=tuple(notes), sides=("recorded", "by rules"))
    return Report(path, done.steps, parted, done.game, context=context, recorded=done)


def _compared(done: PeerReport) -> Iterator[str]:
    """Say how much of a record was really compared."""
    told = done.coverage
    if told.entries:
        choices = f", {plural(told.choices, 'choice')}" if told.choices else ""
        own = f"{told.own_phases} of {plural(told.phases, 'phase')} from Referee's own state"
        yield f"compared: {told.compared} of {plural(told.entries, 'record')}{choices}; {own}"


def _in_words(report: Report, found: Divergence) -> Iterator[str]:
    yield f"  {_place(found)}: {_FAULTS[found.fault]}"
    if found.action is not None:
        yield f"  action: {action_in_words(report.game, found.action)}  {canonical_text(found.action)}"
    if found.rules and not found.violations:
        yield f"  rules: {', '.join(found.rules)}"
    if found.violations:
        yield from (f"  {each}" for each in report.context.sentences)
    for difference in found.differences:
        for line in in_lines(difference, report.context.sides):
            yield f"  {line}"
    yield from (f"  {line}" for line in _told(report.context))


def _told(context: Context) -> Iterator[str]:
    if context.due:
        yield f"due here: {context.due}"
    yield from context.near
    if context.events:
        yield "what happens here:"
        yield from (f"  {line}" for line in context.events)
    if context.changed:
        yield "what the action changes here:"
        for difference in context.changed:
            yield from (f"  {line}" for line in in_lines(difference, ("before", "after")))
    yield from context.notes
    if context.see:
        yield f"to see the position: {context.see}"
