"""Exhaustive checks and properties of Wilderness War."""
