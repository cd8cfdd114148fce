"""Pictures for the command line: `--svg FILE`, what stands under the title, and where the picture goes."""

import argparse
from pathlib import Path

from oracle.errors import InputError
from oracle.files import write_text
from oracle.located_position import LocatedPosition
from oracle.pictures import Marks, picture
from spec_tables.catalogue import catalogue


def add_svg(parser: argparse.ArgumentParser) -> None:
    """Let a command draw the board into a file."""
    parser.add_argument("--svg", metavar="FILE", help="draw the board as a picture into this file")


def write_picture(
    arguments: argparse.Namespace, located: LocatedPosition, marks: Marks, side: str | None = None
) -> Path:
    """Draw the position, or only what a side may know of it, into the file that the arguments name."""
    if not str(arguments.svg):
        raise InputError("--svg: names no file")
    path = Path(str(arguments.svg))
    # For a side's picture the full state is not even asked for.
    view = located.table.describe() if side is None else located.table.observe(side)
    write_text(path, picture(located.header.game, view, marks, side=side, caption=caption(located)))
    return path


def caption(located: LocatedPosition) -> str:
    """Return what stands under the title: scenario, place and ruleset."""
    names = dict(catalogue(located.header.game).scenarios)
    scenario = located.header.scenario
    parts = (names.get(scenario, scenario) if scenario else "", located.place, f"ruleset {located.ruleset}")
    return " · ".join(part for part in parts if part)
