"""`referee schemas --out DIR`: the JSON Schemas of all forms, made from the rules themselves."""

import argparse
import json
from pathlib import Path

from oracle.errors import InputError
from oracle.files import write_text
from oracle.schemas.documents import documents, files, urn
from oracle.text import columns

_EPILOG = """\
One document a game has everything of that game by type (wilderness_war.schema.json#/$defs/action.march); the others,
such as action.schema.json, refer to these. The documents are JSON Schema 2020-12 and refer to each other by $id, so
give a validator all of them.

example:
  referee schemas --out schemas
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("--out", metavar="DIR", help="write them into this folder; without it they are only listed")


def run(arguments: argparse.Namespace) -> int:
    """Write the schemas, or list them."""
    if arguments.out is not None:
        _write(Path(str(arguments.out)))
    found = documents()
    if arguments.json:
        print(json.dumps({name: {"$id": urn(name), "about": each["description"]} for name, each in found.items()}))
    else:
        print(columns((f"{name}.schema.json", str(each["description"])) for name, each in found.items()))
    return 0


def _write(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise InputError(f"{folder}: {fault.strerror}") from None
    for name, content in files().items():
        write_text(folder / name, content.decode())
