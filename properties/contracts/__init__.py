"""Contracts for CrossHair; scripts/contracts.py says what form they have."""
