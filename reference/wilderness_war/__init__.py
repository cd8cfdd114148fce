"""Wilderness War: the French and Indian War, 1755 to 1762."""
