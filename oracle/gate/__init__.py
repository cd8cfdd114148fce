"""The gate for rule changes: what was touched, what behaves differently, and whether that was declared."""
