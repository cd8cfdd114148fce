"""Whole winters, every choice and every draw, against their second statement.

The domain is families of positions. From each, every position that any course of the winter reaches is compared: who
may do what, and what every choice and every draw leads to.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from types import ModuleType
from typing import NamedTuple

import pytest

from properties.domains import DEEP, covered
from properties.hammer_of_the_scots import winters_restated as restated
from properties.hammer_of_the_scots.printed import BLOCKS as PRINTED
from properties.hammer_of_the_scots.printed import TWINS
from properties.hammer_of_the_scots.winters_restated import Customs, Winter
from reference.hammer_of_the_scots import ch01_map, ch06_kings, ch07_quarters, ch07_replacements, ch07_winter
from reference.hammer_of_the_scots.board import Away, in_pool
from reference.hammer_of_the_scots.ch01_map import AREA_IDS
from reference.hammer_of_the_scots.ch02_armies import FIGURES, Type, block
from reference.hammer_of_the_scots.frames import Building, Disbanding, Drawing, GoingHome, Landing, Levy, Quarters
from reference.hammer_of_the_scots.masks import shown
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.canonical import Json
from reference.kernel.verdicts import Next
from tests.hammer_of_the_scots.positions import GAME, action, options, ruleset, winter

CUSTOMS: dict[str, Customs] = {
    "": Customs(),
    "split_home_choice=any_home": Customs(any_home=True),
    "edward_decides_first=no": Customs(surplus_before_edward=True),
    "scots_voluntary_disband=yes": Customs(scots_may_disband=True),
    "winter_with_edward=anywhere": Customs(edward_keeps_all=True),
    "english_in_england_winter=stay": Customs(england_keeps_infantry=True),
    "replacements_must_be_spent=yes": Customs(points_must_be_spent=True),
    "inland_sea_draw=redraw": Customs(sea_blocks_stay_out=True),
}
QUARTERED = {"s_moray": "moray", "s_king": "king", "e_edward": "edward", "s_wallace": "wallace"}


class Start(NamedTuple):
    """A winter to begin: the blocks by name with area and steps, the pools, the step it begins with, and the year."""

    blocks: tuple[tuple[str, str, int], ...]
    pool: tuple[str, ...] = ()
    stage: str = "english_nobles"
    year: int = 1298
    wintered: int = 0
    option: str = ""


@cache
def rules_of(option: str) -> Ruleset:
    name, _, value = option.partition("=")
    return ruleset(**{name: value}) if value else ruleset()


def in_reference(start: Start) -> State:
    """Return the winter in the reference, at its first decision."""
    places: dict[str, str] = {}
    for name, area, steps in start.blocks:
        places[area] = f"{places.get(area, '')} {name}:{steps}".strip()
    # A campaign, which has no last year.
    rest: dict[str, Json] = {"last_year": 0, "edward": 2 if start.year > 1306 else 1}
    if start.wintered:
        rest["wintered"] = start.wintered
    return winter(places, start.stage, rules_of(start.option), year=start.year, pool=[*start.pool], **rest)


def seen_in_reference(state: State, cast: Iterable[str]) -> tuple[object, ...]:
    at, steps = state.board
    pieces = frozenset(
        (who, AREA_IDS[at[block(who)]], steps[block(who)]) for who in cast if at[block(who)] < len(AREA_IDS)
    )
    pool = frozenset(who for who in cast if at[block(who)] == Away.POOL)
    work = work_of(state)
    return (pieces, pool, work != ("over",) and state.calendar.wintered == state.calendar.year, *work)


def work_of(state: State) -> tuple[object, ...]:
    match state.stack.top:
        case GoingHome(noble):
            return "home", FIGURES[noble].id
        case Quarters(who):
            return ("quarters", QUARTERED[FIGURES[who].id])
        case Disbanding(side, forced_only):
            return "disband", side.value, forced_only
        case Building(side, points):
            landed = {"s_norse", "s_french"} & {*shown(state.field.moved)}
            return "build", side.value, sorted(AREA_IDS[each] for each in points), landed
        case Drawing(area):
            return "draw", AREA_IDS[area]
        case Landing(who, area):
            return "land", FIGURES[who].id, AREA_IDS[area]
        case Levy(left):
            return "levy", left
        case _:
            return ("over",)


def seen_in_restatement(now: Winter) -> tuple[object, ...]:
    return (now.pieces, now.pool, now.stage != "over" and now.last_stay == now.year, *stated_work(now))


def stated_work(now: Winter) -> tuple[object, ...]:
    match now.stage, now.drawing:
        case "english_nobles" | "scottish_nobles", _:
            return "home", now.split[0]
        case "moray" | "king" | "edward" | "wallace", _:
            return "quarters", now.stage
        case "surplus_first" | "english_disband" | "scottish_disband", _:
            side = "scotland" if now.stage == "scottish_disband" else "england"
            return "disband", side, now.stage == "surplus_first"
        case _, (area,):
            return "draw", area
        case _, (who, area):
            return "land", who, area
        case "scottish_build" | "english_build", _:
            side = "scotland" if now.stage == "scottish_build" else "england"
            return "build", side, sorted(now.points), {*now.landed}
        case "levy", _:
            return "levy", now.levy
        case _:
            return ("over",)


def compared(start: Start, until: str = "over") -> tuple[int, int]:
    """Go through every course of a winter in both statements; return how many positions and steps there are."""
    customs = CUSTOMS[start.option]
    named = {name for name, _, _ in start.blocks} | {*start.pool}
    cast = sorted(named | {TWINS[name] for name in named if name in TWINS})
    ends = {*restated.ORDER[restated.ORDER.index(until) :]}
    state = in_reference(start)
    now = restated.begun(start.year, start.wintered, start.blocks, start.pool, start.stage, customs)
    met, left, steps = {now: state}, [now], 0
    agreed(start, state, now, cast)
    while left:
        now = left.pop()
        if now.stage in ends:
            continue
        offered = restated.options(now, customs)
        assert frozenset(options(met[now])) == offered, (start, now)
        for text in offered:
            verdict = GAME.step(met[now], action(text))
            assert isinstance(verdict, Next), (start, now, text)
            following = restated.after(now, text, customs)
            steps += 1
            if met.get(following) != verdict.state:
                agreed(start, verdict.state, following, cast)
            if following not in met:
                met[following] = verdict.state
                left.append(following)
    return len(met), steps


def agreed(start: Start, state: State, now: Winter, cast: list[str]) -> None:
    found, stated = seen_in_reference(state, cast), seen_in_restatement(now)
    assert found == stated, (start, [pair for pair in zip(found, stated, strict=False) if pair[0] != pair[1]])


def all_compared(starts: Iterable[Start], until: str = "over") -> tuple[int, int, int]:
    """Compare every winter; return how many there are, with how many positions and steps in all."""
    sizes = [compared(start, until) for start in starts]
    return len(sizes), sum(positions for positions, _ in sizes), sum(steps for _, steps in sizes)


# ---------------------------------------------------------------- the domain

# Two nobles far from all others, so that nobody controls all nobles.
HOME = (("e_ross", "ross", 3), ("s_galloway", "galloway", 3))


def full(who: str) -> int:
    return PRINTED[who].number("max_steps")


def standing(*placed: tuple[str, str]) -> tuple[tuple[str, str, int], ...]:
    return HOME + tuple((who, area, full(who)) for who, area in placed)


def nobles(option: str) -> Iterator[Start]:
    """Give Mar and Bruce of either side in Fife, and Scots and English anywhere in or out of their homes, but apart."""
    homes, holders = (
        ("mar", "annan", "carrick", "lothian"),
        ("s_grant", "e_york_infantry", "s_barclay", "e_durham_infantry"),
    )
    for mar, bruce in product(("s_mar", "e_mar"), ("s_bruce", "e_bruce")):
        for places in product(homes, repeat=len(holders)):
            if {*places[::2]}.isdisjoint(places[1::2]):
                yield Start(standing((mar, "fife"), (bruce, "fife"), *zip(holders, places, strict=True)), option=option)


def leaders(option: str) -> Iterator[Start]:
    """Give Moray, the King, Wallace and Edward anywhere in four areas, in years when Edward may and may not stay."""
    areas = ("moray", "fife", "selkirk", "england")
    leading = ("s_moray", "s_king", "s_wallace", "e_edward")
    for places in product(areas, repeat=4):
        for year, wintered in ((1298, 0), (1299, 1298), (1306, 0), (1307, 0))[: 4 if DEEP else 1]:
            blocks = tuple(
                (who, area, 1 if who == "s_wallace" else steps)
                for who, area, steps in standing(*zip(leading, places, strict=True))
            )
            yield Start(blocks, (), "moray", year, wintered, option)


def crowds(option: str) -> Iterator[Start]:
    """Give infantry, knights and Edward of England, Scots, Wallace and a noble anywhere in areas of little room."""
    english = ("e_edward", "e_york_knights", "e_york_infantry", "e_durham_infantry")
    scottish = ("s_wallace", "s_grant", "s_moray")
    for places in product(("england", "lanark", "teviot"), repeat=4):
        yield Start(standing(*zip(english, places, strict=True), ("e_steward", "lanark")), (), "edward", option=option)
    for places in product(("england", "strathspey", "selkirk"), repeat=3):
        yield Start(
            standing(*zip(scottish, places, strict=True), ("s_barclay", "strathspey")), (), "wallace", option=option
        )


def building(option: str) -> Iterator[Start]:
    """Give two Scottish blocks in or next to inland Lanark, one of them weak or not, pools, and weak English blocks."""
    pools = ((), ("s_norse",), ("s_barclay",), ("s_norse", "s_barclay"))
    for first, second, pool in product(("lanark", "lennox"), ("lanark", "carrick", "teviot"), pools):
        for steps in (1, 3):
            blocks = (*HOME, ("s_grant", first, steps), ("s_campbell", second, 4), ("e_mar", "mar", 2))
            yield Start(blocks, pool, "scottish_build", option=option)
    english = (("e_mar", "mar", 1), ("e_york_infantry", "lothian", 3), ("e_york_knights", "lothian", 2))
    levied = ("e_hobelars", "e_wales_archers", "e_ulster_infantry", "e_durham_knights")
    for size in range(len(levied) + 1):
        yield Start((*HOME, *english), (*levied[:size], "e_edward"), "english_build", option=option)
        with_edward = (*HOME, *english, ("e_edward", "lothian", 3))
        yield Start(with_edward, levied[:size], "english_build", 1298, 1298, option)


def years(option: str) -> Iterator[Start]:
    """Give Edward in Scotland or England in every kind of year, with infantry and knights beside him and elsewhere."""
    blocks = (("e_york_knights", "fife"), ("e_york_infantry", "lothian"), ("e_durham_infantry", "england"))
    for place, (year, wintered) in product(("fife", "england"), YEARS):
        yield Start(standing(("e_edward", place), *blocks), (), "edward", year, wintered, option)


YEARS = ((1298, 0), (1298, 1297), (1299, 1297), (1305, 1304), (1306, 0), (1307, 0), (1307, 1305), (1311, 0))


def whole(option: str) -> Iterator[Start]:
    """Give a few blocks of either side that go through every step of a winter."""
    some = (
        ("e_mar", "fife"),
        ("s_moray", "strathspey"),
        ("e_york_infantry", "teviot"),
        ("e_durham_infantry", "teviot"),
    )
    for edward, grant, wallace in product(("england", "lanark"), ("mar", "fife"), ("selkirk", "mar")):
        blocks = (*standing(*some, ("e_edward", edward), ("s_grant", grant)), ("s_wallace", wallace, 1))
        yield Start(blocks, ("e_hobelars", "s_norse"), option=option)


FAMILIES = {
    "nobles": (nobles, "moray"), "leaders": (leaders, "scottish_build"), "crowds": (crowds, "scottish_build"),
    "years": (years, "over"), "building": (building, "over"), "whole": (whole, "over"),
}  # fmt: skip
SIZES = {
    ("nobles", ""): (336, 608, 272),
    ("nobles", "split_home_choice=any_home"): (336, 1_008, 672),
    ("leaders", ""): (1_024, 49_197, 52_227) if DEEP else (256, 17_994, 19_170),
    ("crowds", ""): (108, 1_093, 1_142),
    ("crowds", "edward_decides_first=no"): (108, 1_093, 1_142),
    ("crowds", "scots_voluntary_disband=yes"): (108, 1_846, 2_057),
    ("crowds", "winter_with_edward=anywhere"): (108, 1_203, 1_296),
    ("crowds", "english_in_england_winter=stay"): (108, 1_291, 1_385),
    ("years", ""): (16, 418, 548),
    ("years", "edward_decides_first=no"): (16, 418, 548),
    ("building", ""): (58, 1_544, 1_731),
    ("building", "replacements_must_be_spent=yes"): (58, 725, 780),
    ("building", "inland_sea_draw=redraw"): (58, 1_324, 1_468),
    ("whole", ""): (8, 11_739, 15_847),
}
RULES = {
    "nobles": ("hs:7.1-1", "hs:7.1-2", "hs:7.12-1", "hs:7.12-2"),
    "leaders": ("hs:7.1-3", "hs:7.2-1", "hs:7.2-2", "hs:7.2-3", "hs:7.4-1", "hs:7.5-1", "hs:7.5-2"),
    "crowds": (
        "hs:7.3-1", "hs:7.31-1", "hs:7.32-1", "hs:7.32-2", "hs:7.4-6", "hs:7.4-7", "hs:7.5-3", "hs:7.5-4", "hs:7.5-5",
    ),
    "years": ("hs:7.4-1", "hs:7.4-2", "hs:7.4-3", "hs:7.4-4", "hs:7.4-5"),
    "building": (
        "hs:7.6-1", "hs:7.6-2", "hs:7.61-1", "hs:7.61-2", "hs:7.61-7", "hs:7.63-1", "hs:7.7-1", "hs:7.7-3", "hs:S7-5",
        "hs:S7-6",
    ),
    "whole": ("hs:7.0-5",),
}  # fmt: skip


@pytest.mark.parametrize(
    ("family", "option"),
    [
        pytest.param(family, option, id=f"{family} {option}".strip(), marks=pytest.mark.proves(*RULES[family]))
        for family, option in SIZES
    ],
)
def test_every_course_of_a_winter_is_as_stated(family: str, option: str) -> None:
    """Given every position of a family, then each choice, draw and automatic step of its winter agrees."""
    starts, until = FAMILIES[family]
    found = all_compared(starts(option), until)
    for name, number, size in zip(("winters", "positions", "steps"), found, SIZES[family, option], strict=True):
        covered(f"winters, {family} {option}: {name}", number, size)


# ---------------------------------------------------------------- faults that must be found

HOMES_OF = ch07_winter._homes
FAULTS: dict[str, tuple[str, ModuleType, str, object]] = {
    "nobles keep their side at home": ("nobles", ch07_winter, "_turned_coat", lambda state, *_: Next(state)),
    "nobles may go home to the enemy": ("nobles", ch07_winter, "homes_open", lambda _, noble: HOMES_OF(noble)),
    "Moray goes where he likes": ("leaders", ch07_quarters, "moray_violation", lambda *_: None),
    "the King goes where he likes": ("leaders", ch07_quarters, "king_violation", lambda *_: None),
    "Wallace regains three steps": ("leaders", ch07_quarters, "_SELKIRK_STEPS", 3),
    "Edward winters in 1306": ("years", ch06_kings, "_NO_WINTER_YEAR", 1305),
    "nobody must leave": ("crowds", ch07_winter, "must_leave", lambda *_: False),
    "castles keep everybody": ("crowds", ch07_winter, "surplus", lambda *_: 0),
    "nobles may disband": ("crowds", ch07_winter, "may_ever_disband", lambda *_: True),
    "nobody stays with Edward": ("crowds", ch07_winter, "with_edward", lambda *_: False),
    "Wallace takes a place in Selkirk": ("crowds", ch07_winter, "_takes_place", lambda *_: True),
    "cathedrals give nothing": ("building", ch01_map, "_BONUS", 0),
    "sea blocks take a place where they land": ("building", ch07_replacements, "has_block", lambda *_: False),
    "sea blocks come inland anyhow": (
        "building", ch07_replacements, "drawable", lambda state, _: tuple(in_pool(state.board, Side.SCOTLAND))
    ),
    "a drawn block has two steps": ("building", ch07_replacements, "_DRAWN_STEPS", 2),
    "a levy draws a third": ("building", ch07_replacements, "_LEVY_DIVISOR", 3),
    "a levy comes even with Edward in Scotland": ("building", ch07_replacements, "winters", lambda _: False),
    "knights are strengthened": ("building", ch07_replacements, "_STRENGTHENED", dict.fromkeys(Side, tuple(Type))),
}  # fmt: skip


def all_of(family: str) -> None:
    starts, until = FAMILIES[family]
    all_compared(starts(""), until)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    family, module, name, planted = FAULTS[fault]
    monkeypatch.setattr(module, name, planted)
    with pytest.raises(AssertionError):
        all_of(family)
