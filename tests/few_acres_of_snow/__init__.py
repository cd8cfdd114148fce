"""Tests of A Few Acres of Snow, by chapter."""
