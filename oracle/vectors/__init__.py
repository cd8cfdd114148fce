"""Test vectors: cases to check another implementation with, in any language."""
