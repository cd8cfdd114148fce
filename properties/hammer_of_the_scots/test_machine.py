"""Every preset is played by a state machine that holds it to the laws of all games and to its own."""

from properties.applied import applied
from properties.hammer_of_the_scots.subject import subject
from properties.laws import Session
from properties.machine import machine

TestStandard = machine(lambda: Session(subject("standard", applied))).TestCase
TestGerman = machine(lambda: Session(subject("de", applied))).TestCase
TestThirdEdition = machine(lambda: Session(subject("v3", applied))).TestCase
TestFourthEdition = machine(lambda: Session(subject("v4", applied))).TestCase
TestPeer = machine(lambda: Session(subject("peer", applied))).TestCase
