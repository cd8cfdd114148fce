"""Exact odds of chance procedures."""
