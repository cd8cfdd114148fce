"""Benchmarks: each prints a figure, none is a timed test."""
