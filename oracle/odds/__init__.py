"""Exact odds: walk every branch of chance and add up the fractions."""

from oracle.odds.explore import Policy, Walk, explored
from oracle.odds.facts import Happens, Holds, Stands, StandsSo

__all__ = ["Happens", "Holds", "Policy", "Stands", "StandsSo", "Walk", "explored"]
