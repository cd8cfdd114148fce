"""Plant a fault in a rule or a table, and see whether a test of that rule notices."""
