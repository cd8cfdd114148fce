"""The version of the tool, as in pyproject.toml."""

VERSION = "0.1.0"
