"""Test vectors: cases that another implementation can be checked with, in any language."""
