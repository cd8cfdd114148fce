"""The record of somebody else's faults: its form, and that the tests it names still notice the faults it names."""

import json
import os
import subprocess
import sys
from pathlib import Path

from oracle.mutation.plan import Job, Proof
from oracle.places import SOURCES
from scripts.outside.record import PAGE, RECORD, page, score
from scripts.outside.sample import GAMES, Fault, change_of, function_at, name_of, planted_source

WAYS = ("asserted", "crashed", "endless")
UNCOUNTED = ("ill_typed", "alike")


def _records() -> dict[str, dict[str, object]]:
    games = json.loads((SOURCES / RECORD).read_text(encoding="utf-8"))["games"]
    assert isinstance(games, dict)
    return games


def _fault(path: str, before: str, after: str) -> Fault:
    text = (SOURCES / path).read_text(encoding="utf-8")
    first = text.index(before)
    return Fault("", path, "", 0, first, first + len(before), after)


def _number(given: object, name: str) -> int:
    assert isinstance(given, dict)
    number = given[name]
    assert isinstance(number, int)
    return number


def test_the_record_adds_up_and_its_page_is_made_of_it() -> None:
    records = _records()
    assert set(records) <= set(GAMES)
    for each in records.values():
        for sample in (each["one_fault"], each["two_faults"]):
            assert isinstance(sample, dict)
            assert sum(_number(sample, key) for key in (*WAYS, *UNCOUNTED, "survived")) == _number(sample, "tried")
            assert len(sample["survivors"]) == _number(sample, "survived")
        by_tool = each["by_tool"]
        assert isinstance(by_tool, dict)
        for key in ("tried", *WAYS, *UNCOUNTED, "survived"):
            assert sum(_number(tool, key) for tool in by_tool.values()) == _number(each["one_fault"], key)
    assert (SOURCES / PAGE).read_text(encoding="utf-8") == page(records)


def test_at_least_ninety_nine_of_a_hundred_faults_of_others_are_noticed() -> None:
    for game, each in _records().items():
        one = each["one_fault"]
        assert isinstance(one, dict)
        noticed = score(one)
        assert noticed.percent >= 99, f"{game}: {noticed}"


def test_the_tests_named_notice_the_faults_named_and_no_others(tmp_path: Path) -> None:
    """Given recorded faults whose lines are still there, and a function without fault, when the tests named run, then
    each fault fails its test, and the function without fault does not.
    """
    jobs: list[Job] = []
    wanted: dict[str, tuple[str, str]] = {}
    for each in (one for record in _records().values() for one in _listed(record["noticed"])):
        path, before, after, test = (each[key] for key in ("path", "before", "after", "test"))
        if (SOURCES / path).read_text(encoding="utf-8").count(before) != 1:
            # The line was changed since.
            continue
        for name, text in ((f"fault {len(jobs)}", after), (f"no fault {len(jobs)}", before)):
            fault = _fault(path, before, text)
            jobs.append(_job(name, fault, test))
            wanted[name] = ("asserted", test) if text == after else ("survived", "")
    assert len(jobs) >= 10, "most recorded faults are in lines that were changed since: record anew"
    assert _fates(tmp_path, jobs) == wanted


def test_a_fault_is_described_by_its_lines_before_and_after() -> None:
    path = "reference/kernel/sides.py"
    text = (SOURCES / path).read_text(encoding="utf-8")
    line = next(each for each in text.splitlines() if each.strip().startswith("return "))
    fault = _fault(path, line.strip(), "return None")
    assert change_of(fault) == f"{line.strip()} => return None"
    name = function_at(fault)
    assert name is not None
    assert "return None" in planted_source([fault], name)


def _listed(given: object) -> list[dict[str, str]]:
    assert isinstance(given, list)
    return given


def _job(name: str, fault: Fault, test: str) -> Job:
    function = function_at(fault)
    assert function is not None
    proof = Proof("fa:turn.1", ((test, 1.0),), "")
    subject, source = f"{name_of(fault.path)}.{function}", planted_source([fault], function)
    return Job(name, subject, ("fa:turn.1",), fault.path, 1, change_of(fault), source, "", (proof,))


def _fates(folder: Path, jobs: list[Job]) -> dict[str, tuple[str, str]]:
    source, out = folder / "jobs.json", folder / "fates.jsonl"
    source.write_text(json.dumps([each.to_json() for each in jobs]), encoding="utf-8")
    words = [sys.executable, "-m", "oracle.mutation.trial", "in_place", str(source), str(out)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "HYPOTHESIS_PROFILE": "mutation"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    subprocess.run(words, cwd=SOURCES, env=environment, check=True, capture_output=True)
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return {each["id"]: (each["status"], each["by"]) for each in found}
