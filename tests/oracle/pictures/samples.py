"""Positions to be drawn, and what a picture says, read back from its XML."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from xml.etree import ElementTree

from oracle.evidence.links import ROOT
from oracle.game_registry import REGISTERED
from oracle.located_position import locate
from oracle.pictures import picture
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.table import Table
from reference.kernel.verdicts import Next
from spec_tables.catalogue import GAMES, catalogue
from spec_tables.reader import rows

SVG = "{http://www.w3.org/2000/svg}"
SPACES = {"wilderness_war": "spaces", "hammer_of_the_scots": "areas", "few_acres_of_snow": "locations"}

CROWDED: Json = {
    "pieces": {
        "ticonderoga": [
            "inside montcalm", "2 inside fr_regular", "inside reduced fr_regular", "abercromby", "wolfe",
            "6 br_regular", "2 br_royal_american", "3 br_northern_provincial", "br_ranger",
        ],
        "louisbourg": ["inside drucour", "3 inside fr_regular", "amherst", "4 br_highland"],
        "albany": ["johnson", "2 br_indian_mohawk", "reduced br_southern_provincial"],
        "northern_colonial_militias": ["2 br_militia"],
    },
    "forts": {"french": ["ticonderoga", "niagara"], "british": ["hudson_carry_south"]},
    "stockades": {"british": ["schenectady"], "french": ["venango"]},
    "unfinished_forts": {"british": ["oswego"]},
    "fieldworks": {"french": ["crown_point"]},
    "sieges": {"ticonderoga": 1, "louisbourg": 2},
    "amphib": ["louisbourg"],
    "raided": {"french": {"carlisle": 1, "winchester": 2}},
    "year": 1758,
    "season": "late",
    "vp": {"british": 3},
    "hands": {"british": ["card_6", "card_20", "card_1"], "french": ["card_9", "card_11"]},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a game."""

    name: str
    game: str
    table: Table
    pictures: dict[str | None, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def sides(self) -> tuple[str, ...]:
        return catalogue(self.game).sides

    def drawn(self, side: str | None = None) -> str:
        """Return its picture, or a side's; drawn once."""
        if side not in self.pictures:
            view = self.table.describe() if side is None else self.table.observe(side)
            self.pictures[side] = picture(self.game, view, side=side, caption=self.name)
        return self.pictures[side]


SHOWN = {
    "wilderness_war": "golden/wilderness_war/ex-1757.jsonl@250",
    "hammer_of_the_scots": "docs/pictures/hammer_of_the_scots.jsonl",
    "few_acres_of_snow": "docs/pictures/few_acres_of_snow.jsonl",
}
STEPS = (0, 250, 600)
KEYS = (
    *((game, "shown") for game in GAMES),
    ("wilderness_war", "crowded"),
    *((game, f"played_{step}") for game in GAMES for step in STEPS),
)


@cache
def sample_of(game: str, name: str) -> Sample:
    """Return a position: one of the documents, a crowded one, or one of a random game."""
    if name == "shown":
        return Sample(name, game, locate(f"{ROOT}/{SHOWN[game]}").table)
    if name == "crowded":
        return Sample(name, game, REGISTERED.place(game, REGISTERED.ruleset(game, None), CROWDED))
    return Sample(name, game, _played(game)[int(name.removeprefix("played_"))])


@cache
def _played(game: str) -> Mapping[int, Table]:
    """Return some positions of a random game, by step."""
    chance = random.Random(18)
    table = REGISTERED.start(game, REGISTERED.ruleset(game, None), catalogue(game).scenarios[0][0])
    found: dict[int, Table] = {}
    for step in range(STEPS[-1] + 1):
        if step in STEPS:
            found[step] = table
        due = table.due()
        assert not isinstance(due, Over)
        verdict = table.act(due.by, chance.choice(due.actions))
        assert isinstance(verdict, Next)
        table = verdict.state
    return found


# ---------------------------------------------------------------- what a picture says


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def part(root: ElementTree.Element, name: str) -> ElementTree.Element:
    """Return a layer of a picture."""
    (found,) = [each for each in root.iter() if each.get("data-part") == name]
    return found


def said(root: ElementTree.Element, attribute: str, *others: str) -> Counter[tuple[str, ...]]:
    """Return the elements with an attribute, counted by its value and by other attributes."""
    return Counter(
        tuple(each.get(name, "") for name in (attribute, *others))
        for each in root.iter()
        if each.get(attribute) is not None
    )


def space_ids(game: str) -> set[str]:
    return {row.word("id") for row in rows(game, SPACES[game])}


def mapping(of: Json, name: str) -> Mapping[str, Json]:
    """Return a part of a position, empty if it is left out."""
    assert isinstance(of, Mapping)
    found = of.get(name, {})
    assert isinstance(found, Mapping)
    return found


def items(of: Mapping[str, Json], name: str) -> list[str]:
    """Return a list of a position, empty if it is left out."""
    found = of.get(name, [])
    assert isinstance(found, list | tuple)
    return [str(each) for each in found]
