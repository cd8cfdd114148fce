"""Recorded games of other implementations, replayed through the reference."""
