"""What is printed on map and blocks, as the tables have it, for statements of the rules that owe the code nothing."""

from itertools import combinations

from properties.hammer_of_the_scots.explorer import GAME
from spec_tables.reader import Row, rows

BLOCKS: dict[str, Row] = {row.word("id"): row for row in rows(GAME.id, "blocks")}
AREAS: dict[str, Row] = {row.word("id"): row for row in rows(GAME.id, "areas")}
BORDERS: dict[frozenset[str], Row] = {
    frozenset((row.word("a"), row.word("b"))): row for row in rows(GAME.id, "borders")
}
# Six blocks over a black border, two over a red one.
LIMITS = {"black": 6, "red": 2}
ENGLAND, SCOTLAND = "england", "scotland"
ENEMY = {ENGLAND: SCOTLAND, SCOTLAND: ENGLAND}
NORSE = "s_norse"


def side_of(who: str) -> str:
    return BLOCKS[who].word("side")


def letter_of(who: str) -> str:
    return BLOCKS[who].word("combat")[0]


def number_of(who: str) -> int:
    return int(BLOCKS[who].word("combat")[1:])


def homes_of(who: str) -> set[str]:
    noble = BLOCKS[who].text("noble")
    return {name for name, row in AREAS.items() if noble and row.text("home_of") == noble}


def is_noble(who: str) -> bool:
    return BLOCKS[who].word("type") == "noble"


TWINS: dict[str, str] = {
    a: b
    for one, other in combinations(BLOCKS, 2)
    if is_noble(one) and BLOCKS[one].text("noble") == BLOCKS[other].text("noble")
    for a, b in ((one, other), (other, one))
}


def adjacent(area: str) -> set[str]:
    return {other for other in AREAS if frozenset((area, other)) in BORDERS}


def limit_between(one: str, other: str) -> int:
    return LIMITS[BORDERS[frozenset((one, other))].word("colour")]


def scottish_coast() -> set[str]:
    return {name for name, row in AREAS.items() if row.flag("coastal") and name != ENGLAND}
