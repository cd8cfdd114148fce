"""The cells of the rule tables: which rules each is about, and the faults that can be planted in them.

`spec_tables/<game>/cells.csv` says, per file and column (or path within a TOML file), which rules its cells are about.
`*` as a column means the whole row; `$rule` means the rule in the column `rule` of the row. A table of a TOML file that
names its own `rules` needs no entry. Cells named nowhere have no rule: titles, notes, places in drawings.
"""

import csv
import hashlib
import io
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from oracle.mutation.plan import Job, Proving

FOLDER = "spec_tables"
_CELLS = "cells"
_OF_ROW = "$rule"
_SECTION = re.compile(r"\s*\[+([^\]]+)\]+")
_KEY = re.compile(r'\s*([A-Za-z0-9_"-]+)\s*=')
_TOKEN = re.compile(r'"[^"]*"|\b(?:true|false)\b|(?<![\w."])-?\d+\b')
_SWAPS = {"british": "french", "french": "british", "england": "scotland", "scotland": "england"}


@dataclass(frozen=True, slots=True)
class Fault:
    """A cell with another value: the changed line, and a description of the change."""

    place: str
    column: str
    line: int
    text: str
    change: str
    row: Mapping[str, str]


class Columns:
    """Which rules the columns of a tree's tables are about."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.known: dict[str, dict[str, tuple[str, ...]]] = {}

    def of(self, file: str) -> dict[str, tuple[str, ...]]:
        """Return the columns or paths of a file with their rules, as written in `cells.csv`."""
        if file not in self.known:
            self.known[file] = dict(self._read(file))
        return self.known[file]

    def _read(self, file: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        path = self.root / file
        listed = path.with_name(f"{_CELLS}.csv")
        if listed.is_file():
            for row in csv.DictReader(io.StringIO(listed.read_text(encoding="utf-8"))):
                if row["file"] == path.stem:
                    yield row["column"], tuple(row["rules"].split(";"))
        if path.suffix == ".toml" and path.is_file():
            yield from _ruled(tomllib.loads(path.read_text(encoding="utf-8")), "")

    def rules(self, file: str, place: str, root: Path) -> tuple[str, ...]:
        """Return the rules that a cell is about; for a catalogue row or an option, its own."""
        prefix = prefix_of(root, file)
        stem = Path(file).stem
        if stem in ("rules_catalogue", "excused"):
            return (f"{prefix}:{place.rpartition('.')[0]}",)
        if stem in ("options", "presets"):
            return tuple(f"{prefix}:{key}" for key in _rules_of_option(root, file, place))
        return tuple(f"{prefix}:{key}" for key in self.named(file, place) if not key.startswith("$"))

    def named(self, file: str, place: str) -> tuple[str, ...]:
        """Return the rule keys of the longest listed path that contains a place."""
        listed = self.of(file)
        if file.endswith(".csv"):
            return listed.get(place.rpartition(".")[2]) or listed.get("*", ())
        fitting = [path for path in listed if place == path or place.startswith((f"{path}.", f"{path}["))]
        return listed[max(fitting, key=len)] if fitting else ()


def _ruled(given: object, place: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Find the tables of a TOML document that name their rules themselves."""
    if isinstance(given, dict):
        rules = given.get("rules")
        if place and isinstance(rules, list) and rules and all(isinstance(each, str) for each in rules):
            yield place, tuple(rules)
        for key, inner in given.items():
            yield from _ruled(inner, f"{place}.{key}" if place else str(key))


def _rules_of_option(root: Path, file: str, place: str) -> tuple[str, ...]:
    options = tomllib.loads((root / file).with_name("options.toml").read_text(encoding="utf-8")).get("option", [])
    names = re.findall(r"[a-z0-9_]+", place)
    return tuple(rule for option in options if option["name"] in names for rule in option["rules"])


@cache
def prefix_of(root: Path, file: str) -> str:
    """Return the prefix of the rules of the game that a table belongs to."""
    about = (root / file).with_name("game.toml")
    return str(tomllib.loads(about.read_text(encoding="utf-8"))["prefix"])


# ---------------------------------------------------------------- faults


def faults_of(path: Path, columns: Iterable[str]) -> Iterator[Fault]:
    """Return the faults that can be planted in a table, in the order of its lines."""
    wanted = frozenset(columns)
    text = path.read_text(encoding="utf-8")
    yield from _csv_faults(text, wanted) if path.suffix == ".csv" else _toml_faults(text, wanted)


def _csv_faults(text: str, wanted: frozenset[str]) -> Iterator[Fault]:
    lines = text.split("\n")
    header = next(csv.reader([lines[0]]))
    rows = [(number, next(csv.reader([line]))) for number, line in enumerate(lines[1:], 2) if line.strip()]
    values = {name: sorted({row[index] for _, row in rows if row[index]}) for index, name in enumerate(header)}
    keys: dict[str, int] = {}
    for number, row in rows:
        cells = dict(zip(header, row, strict=True))
        key = row_key(cells)
        keys[key] = keys.get(key, 0) + 1
        if keys[key] > 1:
            # Each mutant needs its own name, for example when two cards of a kind have different prices.
            key = f"{key}/{keys[key]}"
        if "*" in wanted:
            yield Fault(key, "*", number, "", f"{key} => no such row", cells)
        for index, column in enumerate(header):
            if column in wanted:
                for other in _other_cells(row[index], values[column]):
                    changed = [*row[:index], other, *row[index + 1 :]]
                    place = f"{key}.{column}"
                    yield Fault(place, column, number, _csv_line(changed), f"{place}: {row[index]} => {other}", cells)


def _other_cells(cell: str, values: list[str]) -> Iterator[str]:
    """Return other values for a cell: opposite flag, next number, list without one part, next value of the column."""
    if not cell:
        return
    if set(values) <= {"0", "1"}:
        yield "1" if cell == "0" else "0"
    elif re.fullmatch(r"-?\d+", cell):
        yield str(int(cell) + 1)
    elif ";" in cell or any(";" in value for value in values):
        parts = cell.split(";")
        for place in range(len(parts)):
            yield ";".join([*parts[:place], *parts[place + 1 :]])
    elif len(values) > 1:
        yield values[(values.index(cell) + 1) % len(values)]


def row_key(row: Mapping[str, str]) -> str:
    """Return the name of a row: its first column, or the first two if the first is half of a pair."""
    cells = list(row.items())
    return "-".join(value for _, value in cells[: 2 if cells[0][0] in ("a", "side", "owner") else 1])


def _csv_line(cells: list[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def _toml_faults(text: str, wanted: frozenset[str]) -> Iterator[Fault]:
    section, key, ordinal = "", "", 0
    opened: dict[str, int] = {}
    words = _lone_words(text)
    for number, line in enumerate(text.split("\n"), 1):
        bare = _without_comment(line)
        found = _SECTION.fullmatch(bare.rstrip())
        if found and "=" not in bare:
            section, key = found.group(1).strip(), ""
            opened[section] = opened.get(section, 0) + 1
            continue
        named = _KEY.match(bare)
        start = 0
        if named:
            key, ordinal, start = named.group(1).strip('"'), 0, named.end()
        place = f"{section}.{key}" if section else key
        listed = [path for path in wanted if place == path or place.startswith(f"{path}.")]
        if not listed or key in ("rules", "rule", "meaning", "title", "columns", "row_labels", "option"):
            continue
        column = max(listed, key=len)
        for token in _TOKEN.finditer(bare, start):
            ordinal += 1
            # If several tables have the same name, the later ones get a number.
            again = f"/{opened[section]}" if opened.get(section, 0) > 1 else ""
            cell = f"{place}{again}[{ordinal}]"
            for changed, said in _other_token(line, token, _words_for(words, section, key)):
                yield Fault(cell, column, number, changed, f"{cell}: {token.group()} => {said}", {})


def _without_comment(line: str) -> str:
    return re.sub(r'#(?=(?:[^"]*"[^"]*")*[^"]*$).*', "", line)


def _lone_words(text: str) -> dict[str, list[str]]:
    """Return the values that are a single text, sorted: by section, and by key in any section."""
    found: dict[str, set[str]] = {}
    section = ""
    for line in text.split("\n"):
        bare = _without_comment(line).strip()
        opened = _SECTION.fullmatch(bare)
        if opened and "=" not in bare:
            section = opened.group(1).strip()
        alone = re.fullmatch(r'([A-Za-z0-9_"-]+)\s*=\s*("[^"]*")', bare)
        if alone:
            for place in (section, _anywhere(alone.group(1).strip('"'))):
                found.setdefault(place, set()).add(alone.group(2))
    return {place: sorted(words) for place, words in found.items()}


def _anywhere(key: str) -> str:
    return f"*.{key}"


def _words_for(words: Mapping[str, list[str]], section: str, key: str) -> list[str]:
    """Return the words that may replace a value: those of its section, or of its key anywhere if it is alone there."""
    own = words.get(section, [])
    return own if len(own) > 1 else words.get(_anywhere(key), own)


def _other_token(line: str, token: re.Match[str], words: list[str]) -> Iterator[tuple[str, str]]:
    word = token.group()
    before, after = line[: token.start()], line[token.end() :]
    if word in ("true", "false"):
        other = "false" if word == "true" else "true"
        yield before + other + after, other
    elif not word.startswith('"'):
        yield f"{before}{int(word) + 1}{after}", str(int(word) + 1)
    elif word.strip('"') in _SWAPS:
        other = f'"{_SWAPS[word.strip(chr(34))]}"'
        yield before + other + after, other
    elif before.rstrip().endswith(("[", ",")):
        rest = re.sub(r"^\s*,", "", after) if "," in after[:2] else after
        kept = before if rest != after or before.rstrip().endswith("[") else before.rstrip().removesuffix(",")
        yield kept + rest, "nothing"
    elif word in words and len(words) > 1:
        other = words[(words.index(word) + 1) % len(words)]
        yield before + other + after, other


# ---------------------------------------------------------------- jobs


def table_files(root: Path) -> tuple[str, ...]:
    """Return the tables of a tree that hold rules."""
    columns = Columns(root)
    found = (path.relative_to(root).as_posix() for path in sorted((root / FOLDER).glob("*/*.*")))
    unruled = (
        "options",
        "presets",
        "rulings",
        "errata",
        "examples",
        "cells",
        "excused",
        "rules_catalogue",
    )
    return tuple(
        file
        for file in found
        if file.endswith((".csv", ".toml")) and Path(file).stem not in unruled and columns.of(file)
    )


def cell_jobs(root: Path, file: str, proving: Proving) -> Iterator[Job]:
    """Return a job for every fault of a table, with the tests of the rules that its column is about."""
    columns = Columns(root)
    prefix = prefix_of(root, file)
    for fault in faults_of(root / file, columns.of(file)):
        keys = columns.of(file)[fault.column]
        bound = tuple(f"{prefix}:{key}" for key in keys if key != _OF_ROW)
        of_row = (f"{prefix}:{fault.row['rule']}",) if _OF_ROW in keys else ()
        subject = subject_of(file, fault.column)
        yield Job(
            id=f"{subject}#{fault.change}",
            subject=subject,
            bound=bound,
            path=file,
            line=fault.line,
            change=fault.change,
            source=json.dumps(fault.text),
            digest=column_digest(root, file, fault.column),
            proofs=tuple(proving.of(None, rule) for rule in dict.fromkeys((*bound, *of_row))),
        )


def subject_of(file: str, column: str) -> str:
    """Return the name under which the cells of a column are scored."""
    return f"{file.removeprefix(f'{FOLDER}/')}:{column}"


@cache
def column_digest(root: Path, file: str, column: str) -> str:
    """Return a digest of a column: of all faults that can be planted in its cells."""
    lines = (f"{fault.change}\n" for fault in faults_of(root / file, [column]))
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:16]


def cell_rules(root: Path) -> dict[str, tuple[str, ...]]:
    """Return the rules of every column of rule tables, by subject, without the rules that its rows name."""
    columns = Columns(root)
    return {
        subject_of(file, column): tuple(f"{prefix_of(root, file)}:{key}" for key in keys if key != _OF_ROW)
        for file in table_files(root)
        for column, keys in columns.of(file).items()
    }


def cell_digests(root: Path) -> dict[str, str]:
    """Return the digest of every column of rule tables, by subject."""
    columns = Columns(root)
    return {
        subject_of(file, column): column_digest(root, file, column)
        for file in table_files(root)
        for column in columns.of(file)
    }
