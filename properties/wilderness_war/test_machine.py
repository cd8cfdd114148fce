"""Every preset is played by a state machine that holds it to the laws of all games and to its own."""

from oracle.rule_watcher import WATCHER
from properties.laws import Session
from properties.machine import machine
from properties.wilderness_war.laws import under_test

TestStandard = machine(lambda: Session(under_test("standard", WATCHER.rules_run_by))).TestCase
TestGerman = machine(lambda: Session(under_test("de", WATCHER.rules_run_by))).TestCase
TestFrench = machine(lambda: Session(under_test("fr", WATCHER.rules_run_by))).TestCase
TestFrenchBasic = machine(lambda: Session(under_test("fr_basic", WATCHER.rules_run_by))).TestCase
