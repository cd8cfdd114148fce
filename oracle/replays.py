"""Replay trace files, and tell of the first divergence in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from oracle.english import in_words
from oracle.errors import InputError
from oracle.registry import opening_table
from reference.kernel.canonical import Unreadable, canonical_text
from reference.kernel.traces import Divergence, Fault, Trace, read_trace, replay
from reference.kernel.verdicts import facts_to_json

MOST_BYTES = 100_000_000

_FAULTS = {
    Fault.ILLEGAL: "the action is illegal",
    Fault.NOT_THIS_DECISION: "another decision is due",
    Fault.NOT_YOUR_DECISION: "the decision is somebody else's",
    Fault.UNEXPECTED: "the position is not as expected",
    Fault.OTHER_STATE: "the state after the action has another hash",
    Fault.NOT_CITED: "what happened does not follow from the rules cited",
    Fault.NOT_REFUSED: "the action should be refused but is legal",
    Fault.REFUSED_OTHERWISE: "the action is refused, but for another rule",
}


@dataclass(frozen=True, slots=True)
class Report:
    """What came of replaying one trace."""

    path: str
    steps: int
    divergence: Divergence | None

    @property
    def conforms(self) -> bool:
        """Say whether the trace conforms."""
        return self.divergence is None

    def as_text(self) -> str:
        """Return the report for people."""
        if self.divergence is None:
            return f"conforms  {self.path}  ({self.steps} steps)"
        return "\n".join([f"DIVERGES  {self.path}", *_in_words(self.divergence)])

    def as_json(self) -> dict[str, object]:
        """Return the report for programs."""
        found = self.divergence
        if found is None:
            return {"path": self.path, "conforms": True, "steps": self.steps}
        return {
            "path": self.path,
            "conforms": False,
            "steps": self.steps,
            "line": found.line,
            "step": found.step,
            "fault": found.fault.value,
            "action": found.action,
            "rules": list(found.rules),
            "violations": [
                {"reason": each.reason.value, "rule": each.rule, "facts": facts_to_json(each.facts)}
                for each in found.violations
            ],
            "differences": [
                {"path": each.path, "expected": each.expected, "found": each.found} for each in found.differences
            ],
        }


def _in_words(found: Divergence) -> Iterator[str]:
    yield f"  line {found.line}, step {found.step}: {_FAULTS[found.fault]}"
    if found.action is not None:
        yield f"  action: {canonical_text(found.action)}"
    if found.rules and not found.violations:
        yield f"  rules: {', '.join(found.rules)}"
    for each in found.violations:
        yield f"  {in_words(each)}"
    for difference in found.differences:
        yield f"  {difference.path}: expected {canonical_text(difference.expected)}"
        yield f"  {' ' * len(difference.path)}  found    {canonical_text(difference.found)}"


def traces_in(paths: Iterable[Path]) -> Iterator[Path]:
    """Return the trace files among paths and in folders, in order."""
    for path in paths:
        if path.is_dir():
            found = sorted(path.rglob("*.jsonl"))
            if not found:
                raise InputError(f"{path}: no trace (*.jsonl) in this folder")
            yield from found
        else:
            yield path


def load_trace(path: Path) -> Trace:
    """Read a trace file."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path}: larger than {MOST_BYTES} bytes")
        text = path.read_text(encoding="utf-8")
    except OSError as fault:
        raise InputError(f"{path}: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text") from None
    try:
        return read_trace(text)
    except Unreadable as fault:
        raise InputError(f"{path}: {fault}") from None


def replay_file(path: Path) -> Report:
    """Replay a trace file."""
    trace = load_trace(path)
    try:
        done = replay(trace, opening_table(trace.header))
    except Unreadable as fault:
        where = "" if fault.place.startswith("line") else "line 1, "
        raise InputError(f"{path}: {where}{fault}") from None
    except InputError as fault:
        raise InputError(f"{path}: line 1: {fault}") from None
    return Report(str(path), done.steps, done.divergence)
