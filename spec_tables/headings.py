"""The headings of the rulebooks that bear a number but hold no rule of their own, with our titles for them."""

from dataclasses import dataclass
from functools import cache

from spec_tables import reader
from spec_tables.catalogue import catalogue
from spec_tables.reader import rows


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: how the keys of the rules below it begin (empty: no own key), and its number in each edition."""

    key: str
    title: str
    numbers: tuple[tuple[str, str], ...]


@cache
def headings(game: str) -> tuple[Heading, ...]:
    """Return the headings of a game, in the order of its rulebook; none if the game lists none."""
    if not (reader.FOLDER / game / "headings.csv").exists():
        return ()
    editions = [name for name, _ in catalogue(game).editions]
    return tuple(
        Heading(
            row.text("key"),
            row.word("title"),
            tuple((edition, row.text(edition)) for edition in editions if row.text(edition)),
        )
        for row in rows(game, "headings")
    )
