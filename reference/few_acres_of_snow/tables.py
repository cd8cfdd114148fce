"""The numbers of `setup.toml` and `tables.toml`, by name."""

from spec_tables.reader import Document, document

GAME = "few_acres_of_snow"


def setup(table: str) -> Document:
    """Return a table of the set-up, limits and costs."""
    return document(GAME, "setup").table(table)


def numbers(table: str) -> Document:
    """Return a table of the further numbers."""
    return document(GAME, "tables").table(table)
