"""The winter stated a second time, from the rulebook's chapters 7.0 to 7.7, one side and one block at a time.

`options` gives what may be done at a point of the winter, `after` what follows. Nothing of `reference/` is used; what
is printed on the blocks and the map comes from the tables.
"""

from collections.abc import Iterable
from typing import NamedTuple

from properties.hammer_of_the_scots.printed import (
    AREAS,
    BLOCKS,
    ENEMY,
    ENGLAND,
    SCOTLAND,
    TWINS,
    adjacent,
    homes_of,
    is_noble,
    side_of,
)

Pieces = frozenset[tuple[str, str, int]]
EDWARD, WALLACE, KING, MORAY = "e_edward", "s_wallace", "s_king", "s_moray"
SEA = {"s_norse", "s_french"}
LEAVE = {"knights", "archers", "hobelars"}
ORDER = (
    "english_nobles", "scottish_nobles", "moray", "king", "surplus_first", "edward", "leave", "english_disband",
    "wallace", "scottish_disband", "scottish_build", "english_build", "levy", "over",
)  # fmt: skip


class Customs(NamedTuple):
    """What editions differ in."""

    any_home: bool = False
    surplus_before_edward: bool = False
    scots_may_disband: bool = False
    edward_keeps_all: bool = False
    england_keeps_infantry: bool = False
    points_must_be_spent: bool = False
    sea_blocks_stay_out: bool = False


class Winter(NamedTuple):
    """How a winter stands: the blocks, the pools, the step it has come to, and what that step has left to do."""

    year: int
    edward: int
    last_stay: int
    pieces: Pieces
    pool: frozenset[str]
    stage: str
    split: tuple[str, ...] = ()
    turned: frozenset[str] = frozenset()
    points: tuple[str, ...] = ()
    landed: frozenset[str] = frozenset()
    drawing: tuple[str, ...] = ()
    levy: int = 0
    begun: bool = False


# ---------------------------------------------------------------- who is where


def area_of(winter: Winter, who: str) -> str | None:
    return next((area for name, area, _ in winter.pieces if name == who), None)


def steps_of(winter: Winter, who: str) -> int:
    return next(steps for name, _, steps in winter.pieces if name == who)


def there(winter: Winter, area: str, side: str) -> set[str]:
    return {name for name, where, _ in winter.pieces if where == area and side_of(name) == side}


def blocks_of(winter: Winter, side: str) -> set[str]:
    return {name for name, _, _ in winter.pieces if side_of(name) == side}


def put(winter: Winter, who: str, area: str, steps: int) -> Winter:
    rest = frozenset(each for each in winter.pieces if each[0] != who)
    return winter._replace(pieces=rest | {(who, area, steps)}, pool=winter.pool - {who})


def to_pool(winter: Winter, who: str) -> Winter:
    rest = frozenset(each for each in winter.pieces if each[0] != who)
    return winter._replace(pieces=rest, pool=winter.pool | {who})


def turned_over(winter: Winter, noble: str) -> Winter:
    """Let a noble change side where he stands, with the steps he has."""
    area, steps = area_of(winter, noble), steps_of(winter, noble)
    assert area is not None
    rest = frozenset(each for each in winter.pieces if each[0] != noble)
    other = TWINS[noble]
    return winter._replace(pieces=rest | {(other, area, steps)}, turned=winter.turned | {other})


def limit(area: str, side: str) -> int:
    return AREAS[area].number("castle_limit") + (side == SCOTLAND and AREAS[area].flag("cathedral"))


def friendly(winter: Winter, area: str, side: str) -> bool:
    return bool(there(winter, area, side)) and not there(winter, area, ENEMY[side])


# ---------------------------------------------------------------- 7.1: nobles


def went_home(winter: Winter, noble: str, home: str) -> Winter:
    """Bring a noble home; where the enemy stands there, he changes side."""
    arrived = put(winter, noble, home, steps_of(winter, noble))
    return turned_over(arrived, noble) if there(winter, home, ENEMY[side_of(noble)]) else arrived


def all_home(winter: Winter, side: str) -> Winter:
    """Bring home every noble of a side who has one home, all at once; those with two are asked about, Bruce first."""
    nobles = {name for name in blocks_of(winter, side) if is_noble(name) and name != MORAY} - winter.turned
    split = tuple(sorted(name for name in nobles if len(homes_of(name)) == 2))
    before, now = winter, winter
    for noble in nobles - {*split}:
        (home,) = homes_of(noble)
        now = put(now, noble, home, steps_of(before, noble))
        if there(before, home, ENEMY[side]):
            now = turned_over(now, noble)
    return now._replace(split=split)


def open_homes(winter: Winter, noble: str, customs: Customs) -> set[str]:
    """Give the homes a noble's owner may choose; none if the enemy stands in both: then the enemy chooses."""
    free = {home for home in homes_of(noble) if not there(winter, home, ENEMY[side_of(noble)])}
    return homes_of(noble) if free and customs.any_home else free


# ---------------------------------------------------------------- 7.1 to 7.5: who stays


def quarters(winter: Winter, who: str) -> set[str]:
    """Give the areas in which Moray, the King or Wallace may winter."""
    here = area_of(winter, who)
    assert here is not None
    if who == MORAY:
        wished = {here, "moray"}
    elif who == KING:
        wished = {here, *(area for area, row in AREAS.items() if row.flag("cathedral"))}
    else:
        return {here} | {area for area in ("selkirk",) if not there(winter, area, ENGLAND)}
    return {area for area in wished if area != "england" and (area == here or not there(winter, area, ENGLAND))}


def edward_may_stay(winter: Winter) -> bool:
    return (
        area_of(winter, EDWARD) not in (None, "england")
        and winter.edward == 1
        and winter.year != 1306
        and winter.last_stay != winter.year - 1
    )


def edward_stays(winter: Winter) -> bool:
    return winter.last_stay == winter.year


def kept_by_edward(winter: Winter, area: str, customs: Customs) -> bool:
    if not edward_stays(winter) or area == "england":
        return False
    return customs.edward_keeps_all or area == area_of(winter, EDWARD)


def left(winter: Winter, customs: Customs) -> Winter:
    """Disband all English blocks that cannot stay: in England, and knights, archers and Hobelars without Edward."""
    for who, area, _ in winter.pieces:
        if side_of(who) == SCOTLAND or is_noble(who) or who == EDWARD:
            continue
        mounted = BLOCKS[who].word("type") in LEAVE and not kept_by_edward(winter, area, customs)
        emptied = area == "england" and (edward_stays(winter) or not customs.england_keeps_infantry)
        if mounted or emptied:
            winter = to_pool(winter, who)
    return winter


def counted(winter: Winter, area: str, side: str) -> set[str]:
    """Give the blocks that count against the limit of an area: not Wallace in Selkirk, nor who must leave anyway."""
    return {
        who
        for who in there(winter, area, side)
        if (who, area) != (WALLACE, "selkirk") and who != EDWARD
        and (side == SCOTLAND or BLOCKS[who].word("type") not in LEAVE)
    }  # fmt: skip


def beyond_limits(winter: Winter, side: str, customs: Customs) -> set[str]:
    """Give the blocks among which a side chooses those that disband because an area has too many."""
    crowded = {
        area
        for area in AREAS
        if len(counted(winter, area, side)) > limit(area, side)
        and not (side == ENGLAND and (area == "england" or kept_by_edward(winter, area, customs)))
    }
    return {who for area in crowded for who in counted(winter, area, side) if may_disband(winter, who)}


def may_disband(winter: Winter, who: str) -> bool:
    if who == EDWARD:
        return not edward_stays(winter)
    return who == MORAY or not is_noble(who)


def disbandings(winter: Winter, side: str, customs: Customs) -> frozenset[str]:
    forced = beyond_limits(winter, side, customs)
    if forced:
        return frozenset(f"select {who}" for who in forced)
    if winter.stage == "surplus_first" or (side == SCOTLAND and not customs.scots_may_disband):
        return frozenset()
    free = {who for who in blocks_of(winter, side) if may_disband(winter, who)}
    return frozenset({f"select {who}" for who in free} | {"done"})


# ---------------------------------------------------------------- 7.6: replacements


def points_of(winter: Winter, side: str) -> tuple[str, ...]:
    return tuple(area for area in sorted(AREAS) if friendly(winter, area, side) for _ in range(limit(area, side)))


def landings(winter: Winter, area: str) -> set[str]:
    return {to for to in adjacent(area) if AREAS[to].flag("coastal") and friendly(winter, to, SCOTLAND)}


def drawable(winter: Winter, area: str, customs: Customs) -> set[str]:
    """Give the blocks that may be drawn for an area; a sea block comes inland only where a coast nearby can take it."""
    pool = {who for who in winter.pool if side_of(who) == SCOTLAND}
    if AREAS[area].flag("coastal") or (landings(winter, area) and not customs.sea_blocks_stay_out):
        return pool
    return pool - SEA


def has_room(winter: Winter, area: str) -> bool:
    return len(there(winter, area, SCOTLAND) - winter.landed) < limit(area, SCOTLAND)


def builds(winter: Winter, side: str, customs: Customs) -> frozenset[str]:
    """Give the uses of a point: a step for a block there, or for the Scots a new block; and the end."""
    weak = {
        who
        for who in blocks_of(winter, side)
        if area_of(winter, who) in winter.points
        and steps_of(winter, who) < BLOCKS[who].number("max_steps")
        and (side == SCOTLAND or is_noble(who) or BLOCKS[who].word("type") == "infantry")
    }
    new = {
        area
        for area in winter.points
        if side == SCOTLAND and has_room(winter, area) and drawable(winter, area, customs)
    }
    found = frozenset({f"select {who}" for who in weak} | {f"choose {area}" for area in new})
    return found if found and customs.points_must_be_spent else found | {"done"}


def spent(winter: Winter, area: str) -> Winter:
    at = winter.points.index(area)
    return winter._replace(points=winter.points[:at] + winter.points[at + 1 :])


# ---------------------------------------------------------------- what may be done


def options(winter: Winter, customs: Customs) -> frozenset[str]:
    """Give what may be done; nothing where the winter goes on by itself."""
    match winter.stage, winter.drawing:
        case "scottish_build", (area,):
            return frozenset(f"draw {who}" for who in drawable(winter, area, customs))
        case "scottish_build", (_, area):
            return frozenset(f"choose {to}" for to in landings(winter, area))
        case "scottish_build" | "english_build", _:
            return builds(winter, SCOTLAND if winter.stage == "scottish_build" else ENGLAND, customs)
        case "levy", _:
            pool = {who for who in winter.pool if side_of(who) == ENGLAND}
            return frozenset(f"draw {who}" for who in pool if winter.levy)
        case "surplus_first" | "english_disband", _:
            return disbandings(winter, ENGLAND, customs)
        case "scottish_disband", _:
            return disbandings(winter, SCOTLAND, customs)
        case _:
            return stays(winter, customs)


def stays(winter: Winter, customs: Customs) -> frozenset[str]:
    match winter.stage:
        case "english_nobles" | "scottish_nobles" if winter.split:
            homes = open_homes(winter, winter.split[0], customs)
            return frozenset(f"choose {home}" for home in homes if len(homes) > 1)
        case "moray" | "king":
            who = MORAY if winter.stage == "moray" else KING
            return frozenset({f"choose {area}" for area in quarters(winter, who)} | {"disband"})
        case "edward" if edward_may_stay(winter):
            return frozenset({"winter", "disband"})
        case "wallace" if area_of(winter, WALLACE) != "selkirk":
            places = quarters(winter, WALLACE)
            return frozenset(f"choose {area}" for area in places if len(places) > 1)
        case _:
            return frozenset()


# ---------------------------------------------------------------- what follows


def after(winter: Winter, action: str, customs: Customs) -> Winter:
    """Give what an action leads to, up to the next decision."""
    return settled(taken(winter, action), customs)


def taken(winter: Winter, action: str) -> Winter:
    verb, *rest = action.split()
    match winter.stage, verb:
        case "english_nobles" | "scottish_nobles", _:
            return went_home(winter, winter.split[0], rest[0])._replace(split=winter.split[1:])
        case "moray" | "king", _:
            who = MORAY if winter.stage == "moray" else KING
            chosen = to_pool(winter, who) if verb == "disband" else put(winter, who, rest[0], steps_of(winter, who))
            return ended(chosen)
        case "edward", _:
            return ended(winter._replace(last_stay=winter.year) if verb == "winter" else to_pool(winter, EDWARD))
        case "wallace", _:
            return ended(rested(winter) if rest[0] == "selkirk" else winter)
        case "surplus_first" | "english_disband" | "scottish_disband", _:
            return ended(winter) if verb == "done" else to_pool(winter, rest[0])
        case "levy", _:
            raised = put(winter, rest[0], "england", BLOCKS[rest[0]].number("max_steps"))
            return raised._replace(levy=winter.levy - 1)
        case _:
            return built(winter, verb, rest)


def rested(winter: Winter) -> Winter:
    return put(winter, WALLACE, "selkirk", min(steps_of(winter, WALLACE) + 2, BLOCKS[WALLACE].number("max_steps")))


def built(winter: Winter, verb: str, rest: list[str]) -> Winter:
    match verb, winter.drawing:
        case "done", _:
            return ended(winter)
        case "select", _:
            area = area_of(winter, rest[0])
            assert area is not None
            return spent(put(winter, rest[0], area, steps_of(winter, rest[0]) + 1), area)
        case "draw", (area,) if rest[0] in SEA and not AREAS[area].flag("coastal"):
            return winter._replace(drawing=(rest[0], area))
        case "draw", (area,):
            return put(winter, rest[0], area, 1)._replace(drawing=())
        case "choose", (who, _):
            return put(winter, who, rest[0], 1)._replace(drawing=(), landed=winter.landed | {who})
        case _:
            return spent(winter, rest[0])._replace(drawing=(rest[0],))


def ended(winter: Winter) -> Winter:
    """Go on to the next step of the winter."""
    following = ORDER[ORDER.index(winter.stage) + 1]
    return winter._replace(stage=following, begun=False, points=(), split=(), landed=frozenset(), levy=0)


def settled(winter: Winter, customs: Customs) -> Winter:
    """Go on until something is to be decided, or the winter is over."""
    while winter.stage != "over":
        if not winter.begun:
            winter = begin(winter._replace(begun=True), customs)
        elif needs_nobody(winter, customs):
            winter = by_itself(winter, customs)
        else:
            break
    return winter


def begin(winter: Winter, customs: Customs) -> Winter:
    """Begin a step of the winter: skip it where its block is not on the map."""
    match winter.stage:
        case "english_nobles" | "scottish_nobles":
            return all_home(
                winter, winter.stage.partition("_")[0].replace("english", ENGLAND).replace("scottish", SCOTLAND)
            )
        case "moray" | "king" | "edward" | "wallace":
            who = {"moray": MORAY, "king": KING, "edward": EDWARD, "wallace": WALLACE}[winter.stage]
            return winter if area_of(winter, who) else ended(winter)
        case "surplus_first":
            return winter if customs.surplus_before_edward else ended(winter)
        case "leave":
            return ended(left(winter, customs))
        case "english_disband":
            return winter
        case "scottish_build" | "english_build":
            return winter._replace(points=points_of(winter, SCOTLAND if winter.stage == "scottish_build" else ENGLAND))
        case "levy":
            pool = {who for who in winter.pool if side_of(who) == ENGLAND}
            return winter._replace(levy=0 if edward_stays(winter) else -(-len(pool) // 2))
        case _:
            return winter


def needs_nobody(winter: Winter, customs: Customs) -> bool:
    return not options(winter, customs) or (len(winter.drawing) == 2 and len(landings(winter, winter.drawing[1])) == 1)


def by_itself(winter: Winter, customs: Customs) -> Winter:
    """Do what needs nobody's choice: the only home, a noble shut out of both, Edward's leaving, a step without work."""
    if winter.drawing:
        (to,) = landings(winter, winter.drawing[1])
        return built(winter, "choose", [to])
    if winter.split:
        noble, *others = winter.split
        homes = open_homes(winter, noble, customs)
        if homes:
            return went_home(winter, noble, *homes)._replace(split=tuple(others))
        return turned_over(winter, noble)._replace(split=(TWINS[noble], *others))
    if winter.stage == "edward":
        return ended(to_pool(winter, EDWARD))
    if winter.stage == "wallace" and area_of(winter, WALLACE) == "selkirk":
        return ended(rested(winter))
    return ended(winter)


def begun(
    year: int, last_stay: int, pieces: Iterable[tuple[str, str, int]], pool: Iterable[str], stage: str, customs: Customs
) -> Winter:
    """Give a winter at its first decision."""
    edward = 2 if year > 1306 else 1
    return settled(Winter(year, edward, last_stay, frozenset(pieces), frozenset(pool), stage), customs)
