"""Violations and events: facts as given, rules that exist."""

from enum import StrEnum

import pytest

from reference.kernel.rules import UnknownRule
from reference.kernel.verdicts import Event, Fact, Violation, event, facts_to_json, violation


class Reason(StrEnum):
    TOO_MANY = "too_many"


def test_a_violation_carries_its_reason_rule_and_facts_in_order() -> None:
    found = violation(Reason.TOO_MANY, "ww:7.62", wanted=3, most=2, units=("a", "b"))
    assert found == Violation(Reason.TOO_MANY, "ww:7.62", (("wanted", 3), ("most", 2), ("units", ("a", "b"))))
    assert violation(Reason.TOO_MANY, "ww:7.62") == Violation(Reason.TOO_MANY, "ww:7.62", ())


def test_facts_may_be_called_what_the_parameters_are_called() -> None:
    facts: dict[str, Fact] = {"reason": "r", "rule": "s", "kind": "k", "rules": ("t",)}
    assert violation(Reason.TOO_MANY, "ww:7.62", **facts).facts == tuple(facts.items())
    assert event(Reason.TOO_MANY, "ww:7.62", **facts).facts == tuple(facts.items())


def test_an_event_carries_its_kind_rules_and_facts_in_order() -> None:
    found = event(Reason.TOO_MANY, "ww:7.62", "ww:7.63", wanted=3, sunk=True)
    assert found == Event(Reason.TOO_MANY, ("ww:7.62", "ww:7.63"), (("wanted", 3), ("sunk", True)))


def test_a_rule_that_does_not_exist_cannot_be_broken_or_cited() -> None:
    with pytest.raises(UnknownRule, match=r"^ww:0 is in no rule catalogue$"):
        violation(Reason.TOO_MANY, "ww:0")
    with pytest.raises(UnknownRule, match=r"^ww:0 is in no rule catalogue$"):
        event(Reason.TOO_MANY, "ww:7.62", "ww:0")


def test_facts_become_json() -> None:
    facts = violation(Reason.TOO_MANY, "ww:7.62", wanted=3, sunk=False, where="quebec", units=("a", "b")).facts
    assert facts_to_json(facts) == {"wanted": 3, "sunk": False, "where": "quebec", "units": ["a", "b"]}
    assert facts_to_json(()) == {}
