"""The watcher of rule functions: what ran while something was done, whenever the watcher came."""

import subprocess
import sys
from types import ModuleType

import pytest

from oracle.evidence.links import ROOT
from oracle.rule_watcher import WATCHER, function_of
from reference.kernel.rules import implements
from reference.kernel.verdicts import event
from reference.wilderness_war import ch07_loss_spreads
from reference.wilderness_war.ch07_loss_spreads import battle_duty
from reference.wilderness_war.event_kinds import EventKind

DUTY = "reference.wilderness_war.ch07_loss_spreads.battle_duty"

# Sets a game up, and prints the rules whose functions ran: with the watcher there from the first, coming late, or first
# but with a build chosen after it, as the conftest does for a process that tries faults.
OPENING = """
import os, sys
from oracle.compiled_build import INTERPRETED, WANTED, use
from oracle.rule_watcher import WATCHER
os.environ[WANTED] = INTERPRETED
if sys.argv[1] != "late":
    WATCHER.install()
if sys.argv[1] == "passed":
    use()
    WATCHER.install()
from reference.few_acres_of_snow.game import FewAcresOfSnow
from reference.kernel.rulesets import options_of, parse_ruleset_name
game = FewAcresOfSnow()
rules = game.ruleset(options_of(game.id, parse_ruleset_name("first")))
ran = WATCHER.rules_run_by(lambda: [game.check(game.start("standard", rules)), game.start("standard", rules)])
print(bool(WATCHER.late), *sorted(ran))
"""


def _number(name: str) -> int:
    return [str(each) for each in WATCHER.functions].index(name)


def test_what_ran_is_named_with_its_rules() -> None:
    (ran,) = WATCHER.functions_run_by(lambda: battle_duty(1))
    assert (str(ran), ran.rules) == (DUTY, implements(battle_duty))
    assert WATCHER.rules_run_by(lambda: battle_duty(1)) == frozenset(implements(battle_duty))
    assert WATCHER.rules_run_by(lambda: None) == frozenset()


def test_runs_are_counted_and_what_ran_before_stays_noted() -> None:
    """Given runs and a citation, when something else is watched, then both are still there, and its own runs too."""
    number = _number(DUTY)
    WATCHER.forget()
    battle_duty(1)
    event(EventKind.VP_SCORED, "ww:13.21")
    assert WATCHER.functions_run_by(lambda: None) == ()
    assert (WATCHER.runs[number], WATCHER.ran(), WATCHER.cited) == (1, frozenset({number}), {"ww:13.21"})
    inner = WATCHER.rules_run_by(lambda: WATCHER.rules_run_by(lambda: (battle_duty(1), battle_duty(2))))
    assert inner == frozenset(implements(battle_duty))
    assert WATCHER.runs[number] == 3
    WATCHER.forget()
    assert (WATCHER.ran(), WATCHER.cited) == (frozenset(), set())


def test_what_ran_before_a_fault_is_noted_too() -> None:
    def faulty() -> None:
        battle_duty(1)
        raise LookupError

    WATCHER.forget()
    with pytest.raises(LookupError):
        WATCHER.rules_run_by(faulty)
    assert WATCHER.ran() == {_number(DUTY)}


def test_the_functions_of_a_rule_are_found() -> None:
    assert battle_duty in WATCHER.functions_of("ww:7.62")
    assert WATCHER.functions_of("ww:1.0") == ()


def test_a_watcher_that_comes_late_sees_as_much_as_one_that_is_there_first() -> None:
    said = {
        when: subprocess.run(
            [sys.executable, "-X", "utf8", "-c", OPENING, when], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split()
        for when in ("first", "late", "passed")
    }
    assert (said["first"][0], said["late"][0], said["passed"][0]) == ("False", "True", "False")
    assert said["first"][1:] == said["late"][1:] == said["passed"][1:]
    assert {"fa:board.1", "fa:card.2"} < set(said["late"])


def test_a_function_is_found_whatever_it_is_wrapped_in() -> None:
    module = ModuleType("made_up")
    source = """
from functools import cache
class Kind:
    @property
    def one(self): return 1
    @staticmethod
    def two(): return 2
    @classmethod
    def three(cls): return 3
@cache
def four(): return 4
five = 5
"""
    exec(compile(source, "made_up", "exec"), vars(module))
    names = ("Kind.one", "Kind.two", "Kind.three", "four")
    assert [function_of(module, name).__qualname__ for name in names] == list(names)
    with pytest.raises(TypeError, match=r"made_up\.five is no plain function"):
        function_of(module, "five")
    assert function_of(ch07_loss_spreads, "battle_duty") is battle_duty
