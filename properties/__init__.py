"""Invariants, state machines, exhaustive checks and contracts."""
