"""Where generated evidence is kept, and the common form of its files.

A file is one JSON object: what wrote it, what it is about, and records by name. Each record is one line, so that
changes are easy to read and to merge. `evidence/README.md` says what each file holds.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from oracle.files import write_text

FOLDER = "evidence"
SCENES = f"{FOLDER}/scenes"


def written(generated_by: str, about: Mapping[str, object], name: str, records: Mapping[str, object]) -> str:
    """Return the text of a file of records, in the given order."""
    head = "".join(f"{_text(key)}: {_text(value)}, " for key, value in {"generated_by": generated_by, **about}.items())
    lines = ",\n".join(f" {_text(key)}: {_text(value)}" for key, value in records.items())
    return f"{{{head}{_text(name)}: {{\n{lines}\n}}}}\n"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def write(path: Path, text: str) -> None:
    """Write a file of evidence, making its folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, text)
