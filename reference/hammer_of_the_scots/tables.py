"""The numbers and short lists of `spec_tables/hammer_of_the_scots/tables.toml`."""

from spec_tables.reader import document

GAME = "hammer_of_the_scots"
TABLES = document(GAME, "tables")


def number(name: str) -> int:
    """Return a number of the rules."""
    return TABLES.table("number").table(name).number("value")


def words(name: str) -> tuple[str, ...]:
    """Return a short list of the rules."""
    return TABLES.table("list").table(name).texts("values")
