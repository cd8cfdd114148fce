"""Tests of the tool around the reference."""
