"""Exact odds: walk every branch of chance and add up the fractions."""

from oracle.odds.explore import Walk, explored
from oracle.odds.facts import Happens, Holds, Stands, StandsSo
from oracle.odds.walker import Policy

__all__ = ["Happens", "Holds", "Policy", "Stands", "StandsSo", "Walk", "explored"]
