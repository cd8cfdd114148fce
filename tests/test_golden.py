"""Every golden trace conforms, claims only what it runs, and could fail."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from oracle.evidence.record import Claim
from oracle.game_registry import opening_table
from oracle.replays import load_trace
from reference.kernel.canonical import Json
from reference.kernel.table import Table
from reference.kernel.traces import Expect, Fault, Header, Line, Refuse, Trace, replay

ROOT = Path(__file__).parents[1]
TRACES = sorted((ROOT / "golden").rglob("*.jsonl"))


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", TRACES, ids=_name)
def test_a_golden_trace_conforms(path: Path, claim: Claim) -> None:
    trace = load_trace(path)
    claim((*trace.header.proves, *([trace.header.example] if trace.header.example else ())), _name(path))
    done = replay(trace, opening_table(trace.header))
    assert done.divergence is None


@pytest.mark.parametrize("path", TRACES, ids=_name)
def test_a_golden_trace_names_what_it_shows(path: Path) -> None:
    header = load_trace(path).header
    assert header.title
    assert header.proves
    named, example = path.stem.split("_")[0], str(header.example).partition(":")[2]
    assert example == named or example.startswith(f"{named}-"), "named after an example, or after several in a row"


@pytest.mark.parametrize("path", TRACES, ids=_name)
def test_every_expectation_of_a_golden_trace_could_fail(path: Path) -> None:
    """Given a position and what is expected of it with one value changed, when it is replayed, then it diverges."""
    tried = 0
    for number, line, table, header in _moments(path):
        if isinstance(line, Expect):
            for changed in _changes(line.expect):
                found = replay(Trace(header, ((number, Expect(changed)),)), table).divergence
                assert found is not None, json.dumps(changed)
                assert (found.line, found.fault) == (number, Fault.UNEXPECTED)
                tried += 1
    assert tried


def _moments(path: Path) -> Iterator[tuple[int, Line, Table, Header]]:
    """Return each line of a trace with the position at which it stands."""
    trace = load_trace(path)
    table = opening_table(trace.header)
    for number, line in trace.lines:
        yield number, line, table, trace.header
        table = replay(Trace(trace.header, ((number, line),)), table).table


def _changes(expected: Json) -> Iterator[Json]:
    """Return the expectation with each of its leaves changed in turn."""
    if isinstance(expected, Mapping) and expected:
        for key, value in expected.items():
            for changed in _changes(value):
                yield {**expected, key: changed}
    else:
        yield "something else"


@pytest.mark.parametrize("path", TRACES, ids=_name)
def test_every_refusal_of_a_golden_trace_is_for_its_rule(path: Path) -> None:
    """Given a refusal with another rule named, when it is replayed at its position, then it diverges for that."""
    for number, line, table, header in _moments(path):
        if isinstance(line, Refuse):
            found = replay(Trace(header, ((number, replace(line, rule="ww:1.0")),)), table).divergence
            assert found is not None
            assert (found.line, found.fault) == (number, Fault.REFUSED_OTHERWISE)
