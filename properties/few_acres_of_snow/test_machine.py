"""Every preset is played by a state machine that holds it to the laws of all games and to its own."""

from oracle.rule_watcher import WATCHER
from properties.few_acres_of_snow.laws import under_test
from properties.laws import Session
from properties.machine import machine

TestFirstEdition = machine(lambda: Session(under_test("first", WATCHER.rules_run_by))).TestCase
TestSecondEdition = machine(lambda: Session(under_test("second", WATCHER.rules_run_by))).TestCase
TestOnline = machine(lambda: Session(under_test("online", WATCHER.rules_run_by))).TestCase
