"""Tests by chapter, mirroring reference/."""
