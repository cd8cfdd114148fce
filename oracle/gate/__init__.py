"""The gate for rule changes: what was touched, what behaves otherwise, and whether that was declared."""
