"""The record of somebody else's faults: its form, and that the tests it names still notice the faults it names."""

import json

from oracle.mutation.report import LEAST_OF_GAME
from oracle.places import SOURCES
from scripts.outside.examples import fault_of, is_there, not_noticed
from scripts.outside.record import PAGE, RECORD, page, score
from scripts.outside.sample import GAMES, change_of, function_at, planted_source

WAYS = ("asserted", "crashed", "endless")
UNCOUNTED = ("ill_typed", "alike")


def _records() -> dict[str, dict[str, object]]:
    games = json.loads((SOURCES / RECORD).read_text(encoding="utf-8"))["games"]
    assert isinstance(games, dict)
    return games


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


def test_as_many_faults_of_others_are_noticed_as_of_our_own_must_be() -> None:
    for game, each in _records().items():
        one = each["one_fault"]
        assert isinstance(one, dict)
        noticed = score(one)
        assert noticed.percent >= LEAST_OF_GAME, f"{game}: {noticed}"


def test_the_tests_named_notice_the_faults_named_and_pass_without_them() -> None:
    recorded = [each for record in _records().values() for each in _listed(record["noticed"])]
    there = [each for each in recorded if is_there(each)]
    assert len(there) >= 10, "most recorded faults are in lines that were changed since: scripts/outside/run.sh"
    assert not_noticed(there) == []


def test_a_fault_that_its_test_does_not_notice_is_seen() -> None:
    """Given a recorded fault, when it is named with the test of another game, then it counts as not noticed."""
    one, *_, other = [each for record in _records().values() for each in _listed(record["noticed"]) if is_there(each)]
    swapped = {**one, "test": other["test"]}
    assert not_noticed([swapped]) == [swapped]


def test_a_fault_is_described_by_its_lines_before_and_after() -> None:
    path = "reference/kernel/sides.py"
    text = (SOURCES / path).read_text(encoding="utf-8")
    line = next(each for each in text.splitlines() if each.strip().startswith("return "))
    fault = fault_of(path, line.strip(), "return None")
    assert change_of(fault) == f"{line.strip()} => return None"
    name = function_at(fault)
    assert name is not None
    assert "return None" in planted_source([fault], name)


def _listed(given: object) -> list[dict[str, str]]:
    assert isinstance(given, list)
    return given
