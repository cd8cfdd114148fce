"""Every preset is played by a state machine that holds it to the laws of all games and to its own."""

from properties.applied import applied
from properties.few_acres_of_snow.subject import subject
from properties.laws import Session
from properties.machine import machine

TestFirstEdition = machine(lambda: Session(subject("first", applied))).TestCase
TestSecondEdition = machine(lambda: Session(subject("second", applied))).TestCase
TestOnline = machine(lambda: Session(subject("online", applied))).TestCase
