"""Tests of Wilderness War, one module a chapter of the rulebook."""
