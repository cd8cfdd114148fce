"""Every preset is played by a state machine that holds it to the laws of all games and to its own."""

from oracle.rule_watcher import WATCHER
from properties.hammer_of_the_scots.laws import under_test
from properties.laws import Session
from properties.machine import machine

TestStandard = machine(lambda: Session(under_test("standard", WATCHER.rules_run_by))).TestCase
TestGerman = machine(lambda: Session(under_test("de", WATCHER.rules_run_by))).TestCase
TestThirdEdition = machine(lambda: Session(under_test("v3", WATCHER.rules_run_by))).TestCase
TestFourthEdition = machine(lambda: Session(under_test("v4", WATCHER.rules_run_by))).TestCase
TestPeer = machine(lambda: Session(under_test("peer", WATCHER.rules_run_by))).TestCase
