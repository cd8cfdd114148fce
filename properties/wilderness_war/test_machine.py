"""Every preset is played by a state machine that holds it to the laws of all games and to its own."""

from properties.applied import applied
from properties.laws import Session
from properties.machine import machine
from properties.wilderness_war.subject import subject

TestStandard = machine(lambda: Session(subject("standard", applied))).TestCase
TestGerman = machine(lambda: Session(subject("de", applied))).TestCase
TestFrench = machine(lambda: Session(subject("fr", applied))).TestCase
TestFrenchBasic = machine(lambda: Session(subject("fr_basic", applied))).TestCase
