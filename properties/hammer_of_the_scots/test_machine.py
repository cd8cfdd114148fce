"""Every preset is played by a state machine that holds it to the laws of all games and to its own."""

from oracle.rule_watcher import WATCHER
from properties.hammer_of_the_scots.subject import subject
from properties.laws import Session
from properties.machine import machine

TestStandard = machine(lambda: Session(subject("standard", WATCHER.rules_run_by))).TestCase
TestGerman = machine(lambda: Session(subject("de", WATCHER.rules_run_by))).TestCase
TestThirdEdition = machine(lambda: Session(subject("v3", WATCHER.rules_run_by))).TestCase
TestFourthEdition = machine(lambda: Session(subject("v4", WATCHER.rules_run_by))).TestCase
TestPeer = machine(lambda: Session(subject("peer", WATCHER.rules_run_by))).TestCase
