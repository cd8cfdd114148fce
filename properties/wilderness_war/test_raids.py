"""Raids in play: every die on every kind of target with everything that changes it, against chapter 10 stated again.

The raiders have ended their movement; what follows by itself is played until they are home. Militia do not come out
(their battles are battles), and where raiders go home is not looked at, only who comes back.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

import pytest

from properties.domains import DEEP, covered
from properties.wilderness_war.map_files import CULTIVATED, SPACES
from properties.wilderness_war.outcomes import (
    FACES,
    FEW_FACES,
    LEADERS,
    Alike,
    Checks,
    Stack,
    alike,
    ends,
    every_piece,
    part,
    stack_of,
    without,
)
from properties.wilderness_war.test_tables import RAID, number, row_label
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.wilderness_war import ch10_raid_roll
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import GAME, place, ruleset

PRINTED = {line.split()[0]: line.split()[1:] for line in RAID.strip().splitlines()}
BOX = {
    "northern": "northern_colonial_militias",
    "southern": "southern_colonial_militias",
    "st_lawrence": "st_lawrence_canadian_militias",
}
COLUMN = {"stockade": 0, "cultivated": 1}


@dataclass(frozen=True, slots=True)
class Target:
    """What raiders find: where, whose stockade, fort and fort under construction, how many markers, whose tribe."""

    raider: Side
    where: str
    stockade: Side | None = None
    fort: Side | None = None
    unfinished: Side | None = None
    markers: Mapping[Side, int] = field(default_factory=dict)
    tribe: tuple[str, ...] = ()
    shut_in: tuple[str, ...] = ()
    escort: str = ""

    def kind(self) -> str | None:
        """Return the column of the target, or nothing if there is nothing to raid (10.1, 10.11)."""
        if self.fort is not None or self.stockade is self.raider or self.escort:
            return None
        if self.stockade is self.raider.enemy or self.tribe or self.shut_in:
            return "stockade"
        enemys = SPACES[self.where]["originally_friendly"] == self.raider.enemy.value
        return "cultivated" if self.where in CULTIVATED and enemys else None


MOHAWKS = ("br_indian_mohawk_1",)
CAUGHNAWAGA = ("fr_indian_caughnawaga_1",)
FRENCH, BRITISH = Side.FRENCH, Side.BRITISH
TARGETS = (
    Target(FRENCH, "culpeper"),
    Target(FRENCH, "culpeper", unfinished=BRITISH),
    Target(FRENCH, "culpeper", markers={FRENCH: 1}),
    Target(FRENCH, "culpeper", markers={BRITISH: 1}),
    Target(FRENCH, "woodstock", stockade=BRITISH),
    Target(FRENCH, "woodstock", stockade=BRITISH, markers={FRENCH: 1}),
    Target(FRENCH, "shamokin", stockade=BRITISH),
    Target(FRENCH, "kahnawake", stockade=BRITISH),
    Target(FRENCH, "canajoharie", tribe=MOHAWKS),
    Target(FRENCH, "canajoharie", stockade=BRITISH, tribe=MOHAWKS, markers={FRENCH: 2}),
    Target(FRENCH, "canajoharie", tribe=MOHAWKS, shut_in=("br_indian_mohawk_2",)),
    Target(FRENCH, "canajoharie", shut_in=("br_indian_mohawk_2",)),
    Target(BRITISH, "baie_st_paul"),
    Target(BRITISH, "kahnawake"),
    Target(BRITISH, "kahnawake", tribe=CAUGHNAWAGA),
    Target(BRITISH, "kahnawake", tribe=CAUGHNAWAGA, markers={BRITISH: 1}),
    Target(BRITISH, "kahnawake", stockade=FRENCH, tribe=CAUGHNAWAGA, shut_in=("fr_indian_caughnawaga_2",)),
    Target(BRITISH, "mingo_town", tribe=("fr_indian_mingo_1", "fr_indian_mingo_2")),
    Target(BRITISH, "culpeper", stockade=FRENCH),
)
SPARED = (
    Target(FRENCH, "shamokin"),
    Target(FRENCH, "canajoharie"),
    Target(FRENCH, "kahnawake"),
    Target(FRENCH, "culpeper", fort=BRITISH),
    Target(FRENCH, "culpeper", fort=FRENCH),
    Target(FRENCH, "culpeper", stockade=FRENCH),
    Target(FRENCH, "culpeper", escort="fr_regular_bearn"),
    Target(FRENCH, "canajoharie", fort=BRITISH, tribe=MOHAWKS),
    Target(BRITISH, "culpeper"),
    Target(BRITISH, "mingo_town"),
    Target(BRITISH, "mingo_town", tribe=("fr_indian_mingo_1",), escort="br_regular_15th"),
)
RAIDERS = {
    FRENCH: (
        ("fr_indian_shawnee_1",),
        ("fr_indian_shawnee_1", "reduced fr_coureurs_marin"),
        ("reduced fr_indian_abenaki_1",),
    ),
    BRITISH: (
        ("br_ranger_rogers",),
        ("reduced br_ranger_rogers", "br_indian_seneca"),
        ("br_indian_seneca",),
    ),
}
# The commander comes first. Dumas and Johnson have tactics 1, Rigaud and Dunbar 0.
OFFICERS = {
    FRENCH: ((), ("dumas",), ("rigaud", "dumas")),
    BRITISH: ((), ("johnson",), ("dunbar", "johnson")),
}
MILITIA = ((), ("{}_1",), ("{}_1", "reduced {}_2"), ("{}_1", "{}_2", "{}_3"))
FORCE: tuple[tuple[Side, ...], ...] = ((), (Side.BRITISH,), (Side.FRENCH,))


@dataclass(frozen=True, slots=True)
class Raid:
    """Raiders at their target, militia in the box of its Department, BLOCKHOUSES in force, and two options."""

    target: Target
    raiders: tuple[str, ...]
    officers: tuple[str, ...]
    militia: tuple[str, ...] = ()
    blockhouses: tuple[Side, ...] = ()
    scope: str = "enemy_department"
    sixes: str = "target"
    faces: tuple[int, ...] = FACES


class Result(NamedTuple):
    """What a raid leaves: who is rolled for, raiders, tribe and officers alive, markers, works, VP."""

    checks: Checks
    raiders: Alike
    tribe: frozenset[str]
    officers: frozenset[str]
    markers: dict[str, dict[str, int]]
    stockades: dict[str, list[str]]
    others: object

    def key(self) -> str:
        """Return the result as one word, to be put in a set."""
        return repr((*self[:2], sorted(self.tribe), sorted(self.officers), *self[4:]))


# ---------------------------------------------------------------- by the rulebook


def modifier(raid: Raid) -> int:
    """Add the commander's tactics and 1 for Rangers, take 1 for two militia in the box of an enemy Department."""
    space = SPACES[raid.target.where]
    total = int(LEADERS[raid.officers[0]]["tactics"]) if raid.officers else 0
    total += any("_ranger_" in name for name in raid.raiders)
    enemys = space["originally_friendly"] == raid.target.raider.enemy.value or raid.scope == "any_department"
    return total - (space["department"] in BOX and len(raid.militia) >= 2 and enemys)


def losses_of(stack: Stack, losses: int) -> set[Stack]:
    """Take steps from whom the owner likes."""
    found = {stack}
    for _ in range(losses):
        found = {without(left, index) for left in found for index in range(len(left))} | {
            left for left in found if not left
        }
    return found


def by_the_book(raid: Raid, die: int) -> Iterator[Result]:
    """Give every result that a die may have."""
    target = raid.target
    column = "stockade" if target.raider.enemy in raid.blockhouses else target.kind()
    assert column is not None
    word, _, printed = PRINTED[row_label(die + modifier(raid))][COLUMN[column]].rpartition(",")
    success, losses = "success" in (word, printed), 0 if printed == "success" else number(printed)
    six = (target.kind() if raid.sixes == "target" else column) == "stockade"
    at_risk = raid.officers if die == 1 or (die == 6 and six) else ()
    ordered = [name for name in LEADERS if name in at_risk]
    for dice, left in product(product(raid.faces, repeat=len(ordered)), losses_of(stack_of(raid.raiders), losses)):
        checks = tuple(zip(ordered, dice, strict=True))
        officers = frozenset(raid.officers) - {name for name, fate in checks if fate == 1}
        yield _result(raid, checks, left, officers, success=success)


def _result(raid: Raid, checks: Checks, left: Stack, officers: frozenset[str], *, success: bool) -> Result:
    target, side = raid.target, raid.target.raider
    markers = {owner.value: {target.where: count} for owner, count in target.markers.items()}
    stockades = {target.stockade.value: [target.where]} if target.stockade else {}
    tribe = frozenset({*target.tribe, *target.shut_in})
    if success and (target.kind() == "stockade" or not target.markers):
        markers[side.value] = {target.where: target.markers.get(side, 0) + 1}
    if success:
        stockades, tribe = {}, frozenset(target.shut_in)
    return Result(checks, alike(left), tribe, officers, dict(sorted(markers.items())), stockades, _rest(target))


def _rest(target: Target) -> object:
    """Return what no raid changes: forts, forts under construction, VP."""
    forts = {target.fort.value: [target.where]} if target.fort else {}
    if target.shut_in:
        forts = {**forts, target.raider.enemy.value: ["oswego"]}
    return forts, {target.unfinished.value: [target.where]} if target.unfinished else {}, {}


# ---------------------------------------------------------------- in play


def arrived(raid: Raid) -> State:
    """Return the position in which the raiders have ended their movement."""
    target, side = raid.target, raid.target.raider
    pieces: dict[str, list[str]] = {target.where: [*raid.raiders, *raid.officers, *filter(None, [target.escort])]}
    if target.tribe:
        pieces["new_york" if side is FRENCH else "quebec"] = [*target.tribe]
    forts: dict[str, list[Json]] = {target.fort.value: [target.where]} if target.fort else {}
    rest: dict[str, Json] = {}
    if target.shut_in:
        besieger = "fr_regular_artois" if side is FRENCH else "br_regular_17th"
        pieces["oswego"] = [besieger, *(f"inside {name}" for name in target.shut_in)]
        forts[side.enemy.value] = [*forts.get(side.enemy.value, []), "oswego"]
        rest["sieges"] = {"oswego": 0}
    box = BOX.get(SPACES[target.where]["department"])
    if box and raid.militia:
        kind = "fr_militia" if "canadian" in box else "br_militia"
        pieces[box] = [name.format(kind) for name in raid.militia]
    for name, owner in (("stockades", target.stockade), ("unfinished_forts", target.unfinished)):
        if owner:
            rest[name] = {owner.value: [target.where]}
    activation: Json = {
        "type": "activation", "side": side.value, "commander": raid.officers[0] if raid.officers else None,
        "leaders": list(raid.officers), "units": [name.removeprefix("reduced ") for name in raid.raiders],
        "stage": "raids", "ended": target.where,
    }  # fmt: skip
    return place(
        pieces,
        ruleset(raid_militia_penalty_scope=raid.scope, raid_six_check=raid.sixes),
        frames=[activation],
        forts=dict(forts),
        raided={owner.value: {target.where: count} for owner, count in target.markers.items()},
        blockhouses=[owner.value for owner in raid.blockhouses],
        **rest,
    )  # fmt: skip


def _found(state: State, raid: Raid, checks: Checks) -> Result:
    form = GAME.canonical(state)
    words = every_piece(form)
    here = {word.removeprefix("inside ").removeprefix("reduced ") for word in words}
    own = {name.removeprefix("reduced ") for name in raid.raiders}
    markers = _mapping(form, "raided")
    return Result(
        checks,
        alike(tuple(each for each in stack_of(words) if each[0] in own)),
        frozenset(here & {*raid.target.tribe, *raid.target.shut_in}),
        frozenset(here & {*raid.officers}),
        {side: dict(found) for side, found in sorted(markers.items()) if isinstance(found, dict)},
        {side: list(found) for side, found in _mapping(form, "stockades").items() if isinstance(found, list)},
        (_mapping(form, "forts"), _mapping(form, "unfinished_forts"), _mapping(form, "vp")),
    )


def _mapping(form: Json, name: str) -> dict[str, Json]:
    found = part(form, name) or {}
    assert isinstance(found, dict)
    return {side: value for side, value in found.items() if value}


def compare(raid: Raid) -> int:
    """Play a raid with every die and compare what it leaves with the book."""
    found: dict[tuple[int, ...], set[str]] = {}
    for end in ends(arrived(raid), raid.faces):
        found.setdefault(end.dice, set()).add(_found(end.state, raid, end.checks).key())
    assert found == {(die,): {result.key() for result in by_the_book(raid, die)} for die in FACES}, raid
    return len(found)


# ---------------------------------------------------------------- the checks


@proves("ww:10.1", "ww:10.1-a", "ww:10.1-b", "ww:10.1-c", "ww:10.11")
def test_raiders_raid_exactly_what_is_a_target() -> None:
    cases = 0
    for target in (*TARGETS, *SPARED):
        for raiders, officers in product(RAIDERS[target.raider], OFFICERS[target.raider]):
            due = GAME.decision(arrived(Raid(target, raiders, officers)))
            assert isinstance(due, Over) == (target.kind() is None), target
            assert isinstance(due, Over) or due.about == "raid_roll"
            cases += 1
    assert {target.kind() for target in TARGETS} == {"stockade", "cultivated"}
    assert {target.kind() for target in SPARED} == {None}
    covered("raids: targets and none x raiders x officers", cases, 270)


def raids(target: Target) -> Iterator[Raid]:
    """Give all who may raid a target unhindered, and one party with all that may hinder it; in `make deep` all of both.

    What hinders are militia in the box of the Department, if it has one, and BLOCKHOUSES of either side.
    """
    boxed = MILITIA if SPACES[target.where]["department"] in BOX else MILITIA[:1]
    parties = tuple(product(RAIDERS[target.raider], OFFICERS[target.raider]))
    for (raiders, officers), militia, force in product(parties, boxed, FORCE):
        if DEEP or not (militia or force) or (raiders, officers) == parties[1]:
            yield Raid(target, raiders, officers, militia, force, faces=FEW_FACES)


@proves("ww:10.3", "ww:10.3-a", "ww:10.3-b", "ww:10.3-c", "ww:10.3-column", "ww:10.31", "ww:10.31-a", "ww:10.31-b")
@proves("ww:10.31-c", "ww:10.32", "ww:10.33", "ww:10.33-must", "ww:tbl-raid", "ww:card-blockhouses-fx")
@pytest.mark.parametrize("raider", Side)
def test_every_raid_on_every_kind_of_target_leaves_what_the_book_says(raider: Side) -> None:
    cases = sum(compare(raid) for target in TARGETS if target.raider is raider for raid in raids(target))
    stated = {Side.FRENCH: (1_170, 5_346), Side.BRITISH: (786, 4_050)}[raider][DEEP]
    covered(f"{raider} raids in play: targets x raiders x officers x militia x BLOCKHOUSES x die", cases, stated)


@proves("ww:10.3-c", "ww:10.32")
def test_the_scope_of_militia_and_the_six_against_the_column_change_what_the_options_say_and_nothing_else() -> None:
    cases = 0
    for target, (scope, sixes) in product(
        TARGETS, (("any_department", "target"), ("enemy_department", "column"), ("any_department", "column"))
    ):
        side = target.raider
        boxed = MILITIA[2] if SPACES[target.where]["department"] in BOX else ()
        raiders, officers = RAIDERS[side][1], OFFICERS[side][1]
        cases += compare(Raid(target, raiders, officers, boxed, (side.enemy,), scope, sixes, FEW_FACES))
    covered("raids in play: targets x options x die", cases, 342)


# ---------------------------------------------------------------- they can fail

OF_SIDE = {side: [target for target in TARGETS if target.raider is side] for side in Side}
# The sides take turns and the besieged come first, so that each fault is met soon.
WATCHED = tuple(
    Raid(target, RAIDERS[target.raider][1], OFFICERS[target.raider][1], militia, force, faces=FEW_FACES)
    for target in sorted(TARGETS, key=lambda each: (not each.shut_in, OF_SIDE[each.raider].index(each)))
    for militia, force in (((), ()), ((), (target.raider.enemy,)), (MILITIA[2], ()))
    if not militia or SPACES[target.where]["department"] in BOX
)
FAULTS: dict[str, object] = {
    "rangers_modifier": lambda _: 0,
    "militia_modifier": lambda *_: 0,
    "tactics_modifier": lambda _: 0,
    "is_strong_target": lambda *_: False,
    "raiding_leaders_at_risk": lambda die, **_: die == 1,
    "leaves_marker": lambda *_: True,
    "allied_tribes": lambda *_: (),
    "is_besieged_unit": lambda *_: False,
    "put_stockade": lambda board, *_: board,
    "put_raided": lambda board, *_: board,
}


@pytest.mark.parametrize("function", FAULTS)
def test_a_fault_planted_in_raids_is_found(monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    monkeypatch.setattr(ch10_raid_roll, function, FAULTS[function])
    with pytest.raises(AssertionError):
        deque(map(compare, WATCHED), maxlen=0)
