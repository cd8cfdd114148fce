"""Positions in words: what stands where as a person would say it, to the compact form and back."""
