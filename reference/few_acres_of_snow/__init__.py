"""A Few Acres of Snow: one module a chapter of the rulebook, in its order."""
