"""Hammer of the Scots: the rules, one module a chapter of the rulebook."""
