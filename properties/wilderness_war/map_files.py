"""The map read again from its files, for checks that must not depend on the reference."""

import csv
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "spec_tables" / "wilderness_war"


def table(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


SPACES: dict[str, dict[str, str]] = {row["id"]: row for row in table("spaces")}
LINKS: dict[frozenset[str], str] = {
    frozenset((row["a"], row["b"])): row["kind"]
    for row in table("connections")
    if row["kind"] in ("land", "river", "lakeshore")
}
# The one-way links of the Pays d'en Haut: from where, to where.
ARROWS: set[tuple[str, str]] = {(row["a"], row["b"]) for row in table("connections") if row["kind"] == "arrow"}
WATER: set[frozenset[str]] = {ends for ends, kind in LINKS.items() if kind != "land"}
NEIGHBOURS: dict[str, set[str]] = {
    name: {other for ends in LINKS if name in ends for other in ends - {name}} for name in SPACES
}
CULTIVATED: set[str] = {name for name, row in SPACES.items() if row["terrain"] == "cultivated"} | {
    "louisbourg",
    "halifax",
}
