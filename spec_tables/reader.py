"""Read the CSV and TOML files of this folder into typed values.

Every complaint is a `SpecError` that names the file and the place in it, so that a mistake in the data is easy to
find. Files are read once.
"""

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

FOLDER = Path(__file__).parent

T = TypeVar("T")

_WHOLE_NUMBER = re.compile("-?[0-9]{1,9}")


class SpecError(ValueError):
    """A fault in the data: which file, which place, what is wrong."""

    def __init__(self, file: str, place: str, cause: str) -> None:
        """Say where the fault is and what it is."""
        super().__init__(f"spec_tables/{file}: {place}: {cause}")
        self.file = file
        self.place = place
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a CSV file."""

    file: str
    line: int
    cells: Mapping[str, str]

    def error(self, cause: str) -> SpecError:
        """Return a complaint about this line."""
        return SpecError(self.file, f"line {self.line}", cause)

    def text(self, column: str) -> str:
        """Return the cell as it stands."""
        if column not in self.cells:
            raise self.error(f"has no column {column!r}")
        return self.cells[column]

    def word(self, column: str) -> str:
        """Return the cell, which may not be empty."""
        text = self.text(column)
        if not text:
            raise self.error(f"column {column!r} is empty")
        return text

    def words(self, column: str) -> tuple[str, ...]:
        """Return the cell split at semicolons."""
        return tuple(part.strip() for part in self.text(column).split(";") if part.strip())

    def number(self, column: str) -> int:
        """Return the cell as a whole number."""
        text = self.text(column)
        if not _WHOLE_NUMBER.fullmatch(text):
            raise self.error(f"column {column!r} holds {text!r}, not a whole number")
        return int(text)

    def flag(self, column: str) -> bool:
        """Return the cell, 0 or 1, as a truth value."""
        text = self.text(column)
        if text not in ("0", "1"):
            raise self.error(f"column {column!r} holds {text!r}, neither 0 nor 1")
        return text == "1"


@dataclass(frozen=True, slots=True)
class Document:
    """A table of a TOML file, with typed access to its entries."""

    file: str
    place: str
    entries: Mapping[str, object]

    def error(self, key: str, cause: str) -> SpecError:
        """Return a complaint about an entry of this table."""
        return SpecError(self.file, self._place(key), cause)

    def _place(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key

    def __contains__(self, key: str) -> bool:
        """Say whether the table has the entry."""
        return key in self.entries

    def __iter__(self) -> Iterator[str]:
        """Go through the names of the entries."""
        return iter(self.entries)

    def _entry(self, key: str, kind: type[T], kind_name: str) -> T:
        if key not in self.entries:
            raise self.error(key, "is missing")
        value = self.entries[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.error(key, f"holds {value!r}, not {kind_name}")
        return value

    def text(self, key: str) -> str:
        """Return a text."""
        return self._entry(key, str, "a text")

    def text_or(self, key: str, default: str) -> str:
        """Return a text, or the default where there is none."""
        return self.text(key) if key in self.entries else default

    def number(self, key: str) -> int:
        """Return a whole number."""
        return self._entry(key, int, "a whole number")

    def flag(self, key: str) -> bool:
        """Return a truth value."""
        return self._entry(key, bool, "true or false")

    def _items(self, key: str, kind: type[T], kind_name: str) -> tuple[T, ...]:
        found: list[T] = []
        for index, item in enumerate(self._entry(key, list, "an array")):
            if not isinstance(item, kind) or (isinstance(item, bool) and kind is not bool):
                raise self.error(f"{key}[{index}]", f"holds {item!r}, not {kind_name}")
            found.append(item)
        return tuple(found)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return an array of texts."""
        return self._items(key, str, "a text")

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return an array of whole numbers."""
        return self._items(key, int, "a whole number")

    def flags(self, key: str) -> tuple[bool, ...]:
        """Return an array of truth values."""
        return self._items(key, bool, "true or false")

    def grid(self, key: str) -> tuple[tuple[int, ...], ...]:
        """Return an array of arrays of whole numbers."""
        lines = self._items(key, list, "an array")
        inner = Document(self.file, self.place, {f"{key}[{index}]": line for index, line in enumerate(lines)})
        return tuple(inner.numbers(place) for place in inner)

    def table(self, key: str) -> "Document":
        """Return a table inside this one."""
        return Document(self.file, self._place(key), self._entry(key, dict, "a table"))

    def table_or_empty(self, key: str) -> "Document":
        """Return a table inside this one, empty where there is none."""
        return self.table(key) if key in self.entries else Document(self.file, self._place(key), {})

    def tables(self, key: str) -> tuple["Document", ...]:
        """Return an array of tables; none where the entry is missing."""
        if key not in self.entries:
            return ()
        return tuple(
            Document(self.file, self._place(f"{key}[{index}]"), item)
            for index, item in enumerate(self._items(key, dict, "a table"))
        )


@cache
def rows(game: str, name: str) -> tuple[Row, ...]:
    """Read a CSV file of a game."""
    file = f"{game}/{name}.csv"
    reader = csv.DictReader(io.StringIO(_text(file), newline=""), strict=True)
    found: list[Row] = []
    try:
        header = reader.fieldnames or ()
        if not header or len(set(header)) != len(header):
            raise SpecError(file, "line 1", "needs a header of different columns")
        for cells in reader:
            if None in cells or None in cells.values():
                raise SpecError(file, f"line {reader.line_num}", "has more or fewer cells than the header")
            found.append(Row(file, reader.line_num, cells))
    except csv.Error as fault:
        raise SpecError(file, f"line {reader.reader.line_num}", str(fault)) from fault
    return tuple(found)


@cache
def document(game: str, name: str) -> Document:
    """Read a TOML file of a game."""
    file = f"{game}/{name}.toml"
    try:
        return Document(file, "", tomllib.loads(_text(file)))
    except tomllib.TOMLDecodeError as fault:
        raise SpecError(file, "the file", str(fault)) from fault


def _text(file: str) -> str:
    try:
        return (FOLDER / file).read_bytes().decode()
    except FileNotFoundError as fault:
        raise SpecError(file, "the file", "is missing") from fault
    except UnicodeDecodeError as fault:
        raise SpecError(file, f"byte {fault.start}", "is not UTF-8") from fault
