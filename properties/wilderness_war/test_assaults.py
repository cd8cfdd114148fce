"""Assaults in play, every pair of dice to the last leader's fate, against chapter 9 stated again (9.1, 9.13-9.22).

Losses are stated counter by counter: a drilled one while any is left, a full one of these before a reduced one.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from types import ModuleType
from typing import NamedTuple

import pytest

from properties.domains import DEEP, covered
from properties.wilderness_war.outcomes import (
    FACES,
    FEW_FACES,
    LEADERS,
    SHEET,
    Alike,
    Checks,
    Stack,
    alike,
    ends,
    part,
    stack_of,
    strength,
    without,
    words_at,
)
from properties.wilderness_war.test_tables import column_label, printed_combat, row_label
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import Next
from reference.wilderness_war import ch07_combat, ch07_losses, ch08_siege_roll, ch09_assaults
from reference.wilderness_war.actions import Storm
from reference.wilderness_war.board import Work
from reference.wilderness_war.ch07_loss_spreads import battle_duty
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import GAME, STANDARD, place, played, ruleset

CELLS, LABELS = printed_combat()
REQUIRED = {"fort": 1, "fortress": 2}
WORTH = {"fort": 2, "fortress": 3}


class Site(NamedTuple):
    """A besieged work: where, what, and who besieges it at which level."""

    where: str
    work: str
    besieger: Side
    level: int


SITES = tuple(
    Site(where, work, besieger, level)
    for (where, work, besieger), level in product(
        (
            ("tioga", "fort", Side.BRITISH),
            ("hoosic", "fort", Side.FRENCH),
            ("louisbourg", "fortress", Side.BRITISH),
            ("albany", "fortress", Side.FRENCH),
        ),
        range(3),
    )
)
BRITISH_STACKS = (
    ("br_regular_15th", "reduced br_regular_17th", "br_ranger_rogers"),
    ("reduced br_highland_1_42nd",),
    ("br_northern_provincial_connecticut_1", "br_light_infantry_howes", "reduced br_indian_mohawk_1"),
    ("br_ranger_rogers", "br_indian_mohawk_1"),
    (),
)
FRENCH_STACKS = (
    ("fr_regular_bearn", "fr_regular_artois", "reduced fr_coureurs_marin"),
    ("reduced fr_regular_bearn",),
    ("fr_marine_detachment_1", "reduced fr_marine_detachment_2", "fr_indian_huron"),
    ("fr_coureurs_marin", "fr_indian_huron"),
    (),
)
STACKS = {Side.BRITISH: BRITISH_STACKS, Side.FRENCH: FRENCH_STACKS}
# The activated leader comes first. Wolfe has 6 to command and tactics 2, Loudoun 7 and 0; Drucour and Rigaud 4 each.
CHIEFS = {
    Side.BRITISH: (("forbes",), ("wolfe",), ("wolfe", "loudoun")),
    Side.FRENCH: (("dieskau",), ("levis", "montcalm"), ("drucour", "rigaud")),
}
CAPTAINS = {
    Side.BRITISH: ((), ("wolfe",), ("bradstreet", "dunbar")),
    Side.FRENCH: ((), ("montcalm",), ("drucour", "rigaud")),
}


@dataclass(frozen=True, slots=True)
class Storming:
    """An assault about to be declared."""

    site: Site
    outside: tuple[str, ...]
    inside: tuple[str, ...]
    chiefs: tuple[str, ...]
    captains: tuple[str, ...] = ()
    coehorns: tuple[Side, ...] = ()
    involved: str = "all"
    faces: tuple[int, ...] = FACES


class Result(NamedTuple):
    """What an assault leaves: leaders rolled for, both stacks, leaders alive, whose work it is, the siege, the VP."""

    checks: Checks
    outside: Alike
    inside: Alike
    alive: frozenset[str]
    work: str
    siege: int | None
    vp: dict[str, int] | None

    def key(self) -> str:
        """Return the result as one word, to be put in a set."""
        return repr((*self[:3], sorted(self.alive), *self[4:]))


# ---------------------------------------------------------------- by the rulebook


def inflicted(firing: Stack, shift: int, change: int, die: int) -> int:
    """Read a loss result off the printed table."""
    column = LABELS[max(0, LABELS.index(column_label(strength(firing), LABELS)) - shift)]
    row = row_label(die + change)
    disputed = (row, column) == ("5", "6-8")
    return int(STANDARD.crt_cell_5_col_6_8) if disputed else CELLS[row, column]


def remains(stack: Stack, losses: int) -> set[Stack]:
    """Take steps one by one: from drilled troops while there are any, from full units while these have one."""
    found = {stack}
    for _ in range(losses):
        following: set[Stack] = set()
        for left in found:
            bearers = [index for index, (name, _) in enumerate(left) if SHEET[name]["drilled"] == "1"]
            bearers = bearers or list(range(len(left)))
            full = [index for index in bearers if left[index][1] == 2]
            following |= {without(left, index) for index in full or bearers} or {left}
        found = following
    return found


def tactics(leader: str) -> int:
    return int(LEADERS[leader]["tactics"])


def highest(leaders: tuple[str, ...]) -> list[str]:
    """Return the leaders of the highest command."""
    top = max((int(LEADERS[each]["command"]) for each in leaders), default=0)
    return [each for each in leaders if int(LEADERS[each]["command"]) == top]


def chief(storming: Storming) -> str:
    """Return who leads the assault: the activated leader, or one who outranks him and takes part."""
    taking_part = storming.chiefs if storming.involved == "all" else storming.chiefs[:1]
    above = highest(taking_part)
    return storming.chiefs[0] if storming.chiefs[0] in above else above[0]


def fates(leaders: tuple[str, ...], faces: tuple[int, ...]) -> list[Checks]:
    """Return every way the dice of leaders can fall, in the order of the counters' list."""
    ordered = [name for name in LEADERS if name in leaders]
    return [tuple(zip(ordered, dice, strict=True)) for dice in product(faces, repeat=len(ordered))]


def by_the_book(storming: Storming, attack: int, defence: int) -> Iterator[Result]:
    """Give every result that a pair of dice may have."""
    site, attacker = storming.site, storming.site.besieger
    outside, inside = stack_of(storming.outside), stack_of(storming.inside)
    coehorns = {side: 2 * (side in storming.coehorns) for side in Side}
    hurt = inflicted(outside, 1, tactics(chief(storming)) + coehorns[attacker], attack)
    at_risk = storming.chiefs if storming.involved == "all" else storming.chiefs[:1]
    for change in {tactics(captain) for captain in highest(storming.captains)} or {0}:
        suffered = inflicted(inside, 0, change + coehorns[attacker.enemy], defence)
        ours = fates(at_risk if suffered and defence in (1, 6) else (), storming.faces)
        # Where nobody is inside but leaders, the table's losses cost no step, and nobody is rolled for (N58).
        theirs = fates(storming.captains if hurt and inside and attack in (1, 6) else (), storming.faces)
        for first, then, left, garrison in product(ours, theirs, remains(outside, suffered), remains(inside, hurt)):
            yield _result(site, (*first, *then), storming, left, garrison, won=hurt > suffered)


def _result(site: Site, checks: Checks, storming: Storming, left: Stack, garrison: Stack, *, won: bool) -> Result:
    dead = {name for name, die in checks if die == 1}
    alive = frozenset({*storming.chiefs, *(() if won else storming.captains)} - dead)
    holder = site.besieger if won else site.besieger.enemy
    points, siege = (WORTH[site.work] if won else 0), (None if won else site.level)
    if won and site.work == "fortress" and not left:
        # Nobody is left to hold it: it goes back at once, and so do the points.
        holder, points = site.besieger.enemy, 0
    damaged = "unfinished fort" if won else "fort"
    work = f"{holder} {damaged if site.work == 'fort' else 'fortress'}"
    vp = {site.besieger.value: points} if points else None
    return Result(checks, alike(left), () if won else alike(garrison), alive, work, siege, vp)


# ---------------------------------------------------------------- in play


def besieged(storming: Storming) -> State:
    """Return the position in which the besieger may declare an assault, if he may."""
    site = storming.site
    pieces = [*storming.outside, *storming.chiefs]
    pieces += [f"inside {piece}" for piece in (*storming.inside, *storming.captains)]
    work: dict[str, Json] = {"forts": {site.besieger.enemy.value: [site.where]}} if site.work == "fort" else {}
    siege: Json = {
        "type": "siege", "space": site.where, "besieger": site.besieger.value, "leader": storming.chiefs[0],
        "stage": "declare", "coehorns": [side.value for side in storming.coehorns],
    }  # fmt: skip
    rules = ruleset(assault_leaders_involved=storming.involved)
    return place({site.where: pieces}, rules, frames=[siege], sieges={site.where: site.level}, **work)


def _found(state: State, storming: Storming, checks: Checks) -> Result:
    form, site = GAME.canonical(state), storming.site
    words = words_at(form, site.where)
    sieges, vp = part(form, "sieges"), part(form, "vp")
    level = sieges.get(site.where) if isinstance(sieges, dict) else None
    hidden = [word for word in words if word.startswith("inside ")]
    return Result(
        checks,
        alike(stack_of(word for word in words if word not in hidden)),
        alike(stack_of(hidden)),
        frozenset(word.removeprefix("inside ") for word in words) & LEADERS.keys(),
        _holder(form, site),
        level if isinstance(level, int) else None,
        {side: points for side, points in vp.items() if isinstance(points, int)} if isinstance(vp, dict) else None,
    )


def _holder(form: Json, site: Site) -> str:
    """Return the work that stands in a space and whose it is."""
    if site.work == "fortress":
        captured = part(form, "captured_fortresses")
        taken = captured == {site.besieger.value: [site.where]}
        assert taken or captured in (None, {}), captured
        return f"{site.besieger if taken else site.besieger.enemy} fortress"
    standing = [
        f"{side} {name}"
        for key, name in (("forts", "fort"), ("unfinished_forts", "unfinished fort"))
        for side in Side
        if part(form, key) == {side.value: [site.where]}
    ]
    (found,) = standing
    return found


def compare(storming: Storming) -> int:
    """Play all that follows from the declaration and compare it with the book, pair of dice by pair of dice."""
    found: dict[tuple[int, ...], set[str]] = {}
    for end in ends(played(besieged(storming), Storm()).state, storming.faces):
        found.setdefault(end.dice, set()).add(_found(end.state, storming, end.checks).key())
    expected = {dice: {result.key() for result in by_the_book(storming, *dice)} for dice in product(FACES, repeat=2)}
    assert found == expected, storming
    return len(found)


# ---------------------------------------------------------------- the checks

READY = tuple(
    site
    for site in SITES
    if site.level in ((1, 2) if DEEP else (REQUIRED[site.work],)) and site.level >= REQUIRED[site.work]
)
LED = tuple(site for site in READY if site.level == REQUIRED[site.work] and (DEEP or site.where in ("tioga", "albany")))
GUNS: tuple[tuple[Side, ...], ...] = ((), (Side.BRITISH,), (Side.FRENCH,), (Side.BRITISH, Side.FRENCH))


@proves("ww:8.24", "ww:9.1", "ww:tbl-forts")
def test_an_assault_may_be_declared_exactly_from_the_required_level_on() -> None:
    cases = 0
    for site in SITES:
        for outside, inside in product(STACKS[site.besieger], STACKS[site.besieger.enemy]):
            state = besieged(Storming(site, outside, inside, CHIEFS[site.besieger][0]))
            may = not isinstance(GAME.decision(state), Over)
            assert may == (site.level >= REQUIRED[site.work] and bool(outside)), (site, outside, inside)
            cases += 1
    covered("assaults: site x level x besiegers x besieged", cases, 300)


@proves("ww:9.12", "ww:9.13-a", "ww:9.13-c", "ww:9.14-b", "ww:9.14-c", "ww:9.14-d", "ww:9.2", "ww:9.21", "ww:9.22")
@proves("ww:9.22-fort", "ww:9.22-garrison", "ww:9.22-vp", "ww:7.7", "ww:7.64", "ww:tbl-crt", "ww:8.24-exc")
@pytest.mark.parametrize("site", READY, ids=lambda site: f"{site.where}-{site.level}")
def test_every_assault_of_every_pair_of_stacks_ends_as_the_book_says(site: Site) -> None:
    chiefs, captains = CHIEFS[site.besieger][0], CAPTAINS[site.besieger.enemy][1]
    outsides = STACKS[site.besieger][: 4 if DEEP else 3]
    cases = 0
    for outside, inside in product(outsides, STACKS[site.besieger.enemy]):
        faces = FEW_FACES if cases else FACES
        cases += compare(Storming(site, outside, inside, chiefs, captains, faces=faces))
    covered(f"assaults in play at {site.where}: besiegers x besieged x dice", cases, len(outsides) * 180)


def led(site: Site) -> Iterator[Storming]:
    """Give the leaders outside and inside, who shares in the assault of more than one, and who played COEHORNS."""
    outside, inside = STACKS[site.besieger][0], STACKS[site.besieger.enemy][0]
    for chiefs, captains in product(CHIEFS[site.besieger], CAPTAINS[site.besieger.enemy]):
        for involved in ("all", "activated_force")[: len(chiefs)]:
            # Guns add to the die whoever leads: all combinations of both are for `make deep`.
            for guns in GUNS if DEEP or len(captains) == 1 else GUNS[:1]:
                yield Storming(site, outside, inside, chiefs, captains, guns, involved, FEW_FACES)


@proves("ww:9.12", "ww:9.13-a", "ww:9.13-b", "ww:7.51-nonactive", "ww:7.7", "ww:card-coehorns-fx")
@pytest.mark.parametrize("site", LED, ids=lambda site: site.where)
def test_every_assault_of_every_set_of_leaders_and_guns_ends_as_the_book_says(site: Site) -> None:
    cases = sum(map(compare, led(site)))
    leaders = 4 if site.besieger is Side.BRITISH else 5
    stated = leaders * (12 if DEEP else 6) * 36
    covered(f"assaults in play at {site.where}: leaders x who shares in it x COEHORNS x dice", cases, stated)


# ---------------------------------------------------------------- they can fail

FORT, FORTRESS = (next(site for site in READY if site.work == work) for work in ("fort", "fortress"))
WATCHED = (
    Storming(FORT, BRITISH_STACKS[2], FRENCH_STACKS[2], ("forbes",), ("montcalm",), (Side.FRENCH,)),
    Storming(FORTRESS, BRITISH_STACKS[1], FRENCH_STACKS[4], ("wolfe", "loudoun"), (), GUNS[1], faces=FEW_FACES),
)
FAULTS: dict[str, tuple[ModuleType, str, object]] = {
    "no shift": (ch09_assaults, "_SHIFT", 0),
    "weak guns": (ch09_assaults, "_COEHORNS", 1),
    "a tie wins": (ch09_assaults, "attacker_wins", lambda inflicted, suffered: inflicted >= suffered),
    "points exchanged": (ch09_assaults, "CAPTURE_POINTS", {Work.FORT: 3, Work.FORTRESS: 2}),
    "the garrison lives": (ch09_assaults, "garrison_lost", lambda state, *_: Next(state)),
    "the siege goes on": (ch09_assaults, "put_siege", lambda board, *_: board),
    "losses as in battles": (ch07_losses, "assault_duty", battle_duty),
    "leaders die on a 2": (ch07_losses, "_KILLED_ON", {1, 2}),
    "leaders risk a 5": (ch07_combat, "_CHECK_ON", {1, 5, 6}),
    "leaders risk no 6": (ch07_combat, "_CHECK_ON", {1}),
    "nobody commands": (ch07_combat, "tactics_modifier", lambda _: 0),
    "empty works are silent": (ch07_combat, "can_fire", lambda state, combat, side: bool(
        ch07_combat.fighting_units(state.board, combat.space, combat.kind, side, combat.attacker)
    )),
    "a fortress is kept empty": (ch08_siege_roll, "abandoned_fortress", lambda _: None),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_planted_in_assaults_is_found(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises((AssertionError, ValueError)):
        deque(map(compare, WATCHED), maxlen=0)
