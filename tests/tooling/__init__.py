"""Tests of the tools in scripts/ and of the launcher."""
