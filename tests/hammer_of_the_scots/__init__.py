"""Hammer of the Scots."""
