"""The reader: typed cells and entries, and a complaint that names file, place and cause for every slip."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from spec_tables import reader
from spec_tables.reader import Document, Row, SpecError, document, rows

ROW = Row(
    "game/units.csv", 7, {"word": "fort", "empty": "", "many": "a; b;;c ", "number": "-12", "yes": "1", "no": "0"}
)
DOCUMENT = Document(
    "game/tables.toml",
    "siege",
    {
        "text": "fort",
        "number": 3,
        "flag": True,
        "texts": ["a", "b"],
        "numbers": [1, -2],
        "flags": [True, False],
        "grid": [[1, 2], [], [3]],
        "table": {"inner": {"deep": 1}},
        "tables": [{"n": 1}, {"n": 2}],
    },
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of data of one game, read in place of ours."""
    monkeypatch.setattr(reader, "FOLDER", tmp_path)
    (tmp_path / "game").mkdir()
    for cached in (rows, document):
        cached.cache_clear()
    yield tmp_path / "game"
    for cached in (rows, document):
        cached.cache_clear()


def complaint(act: Callable[[], object]) -> tuple[str, str, str]:
    """Return the file, the place and the cause of a complaint."""
    with pytest.raises(SpecError) as found:
        act()
    return found.value.file, found.value.place, found.value.cause


def test_a_complaint_reads_as_file_place_and_cause() -> None:
    assert str(SpecError("game/units.csv", "line 7", "is odd")) == "spec_tables/game/units.csv: line 7: is odd"


# ---------------------------------------------------------------- a line of a CSV file


def test_a_row_gives_each_cell_as_its_type() -> None:
    assert (ROW.text("word"), ROW.text("empty"), ROW.word("word")) == ("fort", "", "fort")
    assert (ROW.words("many"), ROW.words("empty")) == (("a", "b", "c"), ())
    assert (ROW.number("number"), ROW.number("no")) == (-12, 0)
    assert (ROW.flag("yes"), ROW.flag("no")) == (True, False)


@pytest.mark.parametrize("read", [Row.text, Row.word, Row.words, Row.number, Row.flag])
def test_a_column_that_is_not_there_is_named_with_the_line(read: Callable[[Row, str], object]) -> None:
    assert complaint(lambda: read(ROW, "colour")) == ("game/units.csv", "line 7", "has no column 'colour'")


@pytest.mark.parametrize(
    ("read", "cell", "cause"),
    [
        (Row.word, "", "column 'cell' is empty"),
        *(
            (Row.number, cell, f"column 'cell' holds {cell!r}, not a whole number")
            for cell in ("", "-", "--5", "1.5", "²", "٣", " 1", "1_000", "1\n", "9" * 10)
        ),
        *((Row.flag, cell, f"column 'cell' holds {cell!r}, neither 0 nor 1") for cell in ("", "2", "true", "01")),
    ],
)
def test_an_impossible_cell_is_refused_with_its_column(
    read: Callable[[Row, str], object], cell: str, cause: str
) -> None:
    assert complaint(lambda: read(Row("game/units.csv", 3, {"cell": cell}), "cell")) == (
        "game/units.csv",
        "line 3",
        cause,
    )


# ---------------------------------------------------------------- a table of a TOML file


def test_a_document_gives_each_entry_as_its_type() -> None:
    assert (DOCUMENT.text("text"), DOCUMENT.number("number"), DOCUMENT.flag("flag")) == ("fort", 3, True)
    assert DOCUMENT.texts("texts") == ("a", "b")
    assert DOCUMENT.numbers("numbers") == (1, -2)
    assert DOCUMENT.flags("flags") == (True, False)
    assert DOCUMENT.grid("grid") == ((1, 2), (), (3,))


def test_a_document_gives_its_tables_with_their_places() -> None:
    table = DOCUMENT.table("table")
    assert table == Document("game/tables.toml", "siege.table", {"inner": {"deep": 1}})
    assert table.table("inner") == Document("game/tables.toml", "siege.table.inner", {"deep": 1})
    assert DOCUMENT.tables("tables") == tuple(
        Document("game/tables.toml", f"siege.tables[{n}]", {"n": n + 1}) for n in range(2)
    )
    whole = Document("game/tables.toml", "", {"siege": {}, "units": [{}]})
    assert whole.table("siege") == Document("game/tables.toml", "siege", {})
    assert whole.tables("units") == (Document("game/tables.toml", "units[0]", {}),)


def test_what_may_be_missing_has_a_default() -> None:
    assert (DOCUMENT.text_or("text", "none"), DOCUMENT.text_or("nothing", "none")) == ("fort", "none")
    assert DOCUMENT.table_or_empty("table") == DOCUMENT.table("table")
    assert DOCUMENT.table_or_empty("nothing") == Document("game/tables.toml", "siege.nothing", {})
    assert Document("game/tables.toml", "", {}).table_or_empty("nothing").place == "nothing"
    assert DOCUMENT.tables("nothing") == ()


def test_a_document_can_be_gone_through() -> None:
    assert list(DOCUMENT.table("table")) == ["inner"]
    assert ("text" in DOCUMENT, "nothing" in DOCUMENT) == (True, False)


@pytest.mark.parametrize(
    "read",
    [
        Document.text, Document.number, Document.flag, Document.texts, Document.numbers, Document.flags,
        Document.grid, Document.table,
    ],
)  # fmt: skip
def test_an_entry_that_is_missing_is_named(read: Callable[[Document, str], object]) -> None:
    assert complaint(lambda: read(DOCUMENT, "nothing")) == ("game/tables.toml", "siege.nothing", "is missing")
    whole = Document("game/tables.toml", "", {})
    assert complaint(lambda: read(whole, "nothing")) == ("game/tables.toml", "nothing", "is missing")


@pytest.mark.parametrize(
    ("read", "value", "place", "cause"),
    [
        (Document.text, 1, "entry", "holds 1, not a text"),
        (lambda found, key: found.text_or(key, ""), 1, "entry", "holds 1, not a text"),
        (Document.number, "1", "entry", "holds '1', not a whole number"),
        (Document.number, 1.5, "entry", "holds 1.5, not a whole number"),
        (Document.number, True, "entry", "holds True, not a whole number"),
        (Document.flag, 1, "entry", "holds 1, not true or false"),
        (Document.texts, "ab", "entry", "holds 'ab', not an array"),
        (Document.texts, ["a", 1], "entry[1]", "holds 1, not a text"),
        (Document.numbers, [1, True], "entry[1]", "holds True, not a whole number"),
        (Document.flags, [True, 1], "entry[1]", "holds 1, not true or false"),
        (Document.grid, [1], "entry[0]", "holds 1, not an array"),
        (Document.grid, [[1], [2, "3"]], "entry[1][1]", "holds '3', not a whole number"),
        (Document.table, [], "entry", "holds [], not a table"),
        (Document.table_or_empty, 1, "entry", "holds 1, not a table"),
        (Document.tables, {}, "entry", "holds {}, not an array"),
        (Document.tables, [{}, 1], "entry[1]", "holds 1, not a table"),
    ],
)
def test_an_ill_typed_entry_is_refused_at_its_place(
    read: Callable[[Document, str], object], value: object, place: str, cause: str
) -> None:
    found = Document("game/tables.toml", "siege", {"entry": value})
    assert complaint(lambda: read(found, "entry")) == ("game/tables.toml", f"siege.{place}", cause)


# ---------------------------------------------------------------- files


def test_a_csv_file_is_read_line_by_line(folder: Path) -> None:
    (folder / "units.csv").write_bytes('id,note\r\na,"one, two"\r\n\r\nb,"three\r\nfour"\r\nc,é\r\n'.encode())
    assert rows("game", "units") == (
        Row("game/units.csv", 2, {"id": "a", "note": "one, two"}),
        Row("game/units.csv", 5, {"id": "b", "note": "three\r\nfour"}),
        Row("game/units.csv", 6, {"id": "c", "note": "é"}),
    )


def test_a_header_alone_is_an_empty_table(folder: Path) -> None:
    (folder / "units.csv").write_text("id,note\n", encoding="utf-8")
    assert rows("game", "units") == ()


@pytest.mark.parametrize(
    ("content", "place", "cause"),
    [
        (b"", "line 1", "needs a header of different columns"),
        (b"id,id\na,b\n", "line 1", "needs a header of different columns"),
        (b"id,note\na,b\nc\n", "line 3", "has more or fewer cells than the header"),
        (b"id,note\na,b,c\n", "line 2", "has more or fewer cells than the header"),
        (b'id,note\na,b\nc,"d\n', "line 3", "unexpected end of data"),
        (b'id,note\na,"b"c\n', "line 2", "',' expected after '\"'"),
        (b'"id\n', "line 1", "unexpected end of data"),
        (b"id,note\na,\xff\n", "byte 10", "is not UTF-8"),
    ],
)
def test_a_csv_file_of_another_form_is_refused(folder: Path, content: bytes, place: str, cause: str) -> None:
    (folder / "units.csv").write_bytes(content)
    assert complaint(lambda: rows("game", "units")) == ("game/units.csv", place, cause)


def test_a_toml_file_is_read_as_a_document(folder: Path) -> None:
    (folder / "tables.toml").write_bytes('[siege]\r\nname = "é"\r\n'.encode())
    assert document("game", "tables") == Document("game/tables.toml", "", {"siege": {"name": "é"}})


@pytest.mark.parametrize(
    ("content", "place", "cause"),
    [
        (b"a = 1\na = 2\n", "the file", "Cannot overwrite a value (at line 2, column 6)"),
        (b"a = \n", "the file", "Invalid value (at line 1, column 5)"),
        (b'a = "\xff"\n', "byte 5", "is not UTF-8"),
    ],
)
def test_a_toml_file_of_another_form_is_refused(folder: Path, content: bytes, place: str, cause: str) -> None:
    (folder / "tables.toml").write_bytes(content)
    assert complaint(lambda: document("game", "tables")) == ("game/tables.toml", place, cause)


def test_a_file_that_is_not_there_is_named(folder: Path) -> None:
    assert folder.exists()
    assert complaint(lambda: rows("game", "units")) == ("game/units.csv", "the file", "is missing")
    assert complaint(lambda: document("chess", "game")) == ("chess/game.toml", "the file", "is missing")


def test_a_file_is_read_once(folder: Path) -> None:
    (folder / "units.csv").write_text("id\na\n", encoding="utf-8")
    (folder / "tables.toml").write_text("a = 1\n", encoding="utf-8")
    first = rows("game", "units"), document("game", "tables")
    (folder / "units.csv").unlink()
    (folder / "tables.toml").unlink()
    assert rows("game", "units") is first[0]
    assert document("game", "tables") is first[1]
