"""Battles stated a second time, from the rulebook's chapters 5.2 to 5.8 and 1.4, as plain sets and one block at a time.

A fight is who stands where with how many steps, who has acted, who waits in reserve, and what is being decided.
`options` gives what may be done, `after` what follows. Nothing of `reference/` is used; what is printed on the blocks
and the map comes from the tables.
"""

from collections.abc import Iterable
from typing import NamedTuple

from properties.hammer_of_the_scots.printed import (
    BLOCKS,
    ENEMY,
    ENGLAND,
    NORSE,
    SCOTLAND,
    TWINS,
    adjacent,
    homes_of,
    letter_of,
    limit_between,
    number_of,
    scottish_coast,
    side_of,
)

Pieces = frozenset[tuple[str, str, int]]
Crossed = frozenset[tuple[str, frozenset[str], int]]
CELTS = ("e_ulster_infantry", "e_wales_archers", "e_wales_infantry")
POOL, DEAD = "pool", "dead"


class Scene(NamedTuple):
    """What does not change in a fight.

    Where it is, who began it, who moved first in the turn, which side came over which border, and the options that
    editions differ in.
    """

    area: str
    began: str
    first: str
    entered: frozenset[tuple[str, str]] = frozenset()
    celts_before_battle: bool = True
    shut_by_any_battle: bool = False
    shut_by_reinforcement: bool = True
    empty_front_ends_round: bool = False
    flight_counts_as_clearing: bool = False


class Fight(NamedTuple):
    """How a fight stands; `step` is what is being decided or done, with its particulars."""

    pieces: Pieces
    lost: frozenset[tuple[str, str]]
    round: int
    attacker: str
    step: tuple[object, ...]
    acted: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()
    saved: bool = False
    crossed: Crossed = frozenset()


# ---------------------------------------------------------------- who is where


def steps_of(fight: Fight, who: str) -> int:
    return next(steps for name, _, steps in fight.pieces if name == who)


def present(scene: Scene, fight: Fight, side: str) -> set[str]:
    return {name for name, area, _ in fight.pieces if area == scene.area and side_of(name) == side}


def fighting(scene: Scene, fight: Fight, side: str) -> set[str]:
    """Give the blocks of a side that are there and not in reserve."""
    return present(scene, fight, side) - fight.waiting


def holders(fight: Fight, area: str) -> set[str]:
    return {side_of(name) for name, where, _ in fight.pieces if where == area}


def moved(fight: Fight, who: str, to: str) -> Pieces:
    return frozenset((name, to if name == who else area, steps) for name, area, steps in fight.pieces)


def without(fight: Fight, who: str) -> Pieces:
    return frozenset(each for each in fight.pieces if each[0] != who)


# ---------------------------------------------------------------- whose turn it is by 5.31 and 5.32


def precedes(fight: Fight, one: str, other: str) -> bool:
    """Say whether one block acts before another: an earlier letter, or the same letter and defending."""
    if letter_of(one) != letter_of(other):
        return letter_of(one) < letter_of(other)
    return side_of(one) != fight.attacker == side_of(other)


def due(scene: Scene, fight: Fight) -> set[str]:
    """Give the blocks that may act now: those that have not, and before whom no other that has not must act."""
    open_turns = {who for side in ENEMY for who in fighting(scene, fight, side)} - fight.acted
    return {who for who in open_turns if not any(precedes(fight, other, who) for other in open_turns)}


def hits_up_to(scene: Scene, fight: Fight, who: str) -> int:
    """Give the highest die that hits: a noble who defends a home of his fights with 3."""
    return 3 if scene.area in homes_of(who) and side_of(who) != fight.attacker else number_of(who)


# ---------------------------------------------------------------- ways out by 5.5 and 5.6


def room(fight: Fight, side: str, one: str, other: str) -> bool:
    used = sum(number for whose, border, number in fight.crossed if (whose, border) == (side, frozenset((one, other))))
    return used < limit_between(one, other)


def is_shut(scene: Scene, side: str, to: str) -> bool:
    """Say whether the enemy's use of a border shuts it; of a border both used, the second player keeps the use."""
    enemy = ENEMY[side]
    ends = ((scene.area, to),) if not scene.shut_by_any_battle else ((scene.area, to), (to, scene.area))
    used = {whose for into, source in ends for whose in ENEMY if (whose, f"{source}>{into}") in scene.entered}
    if enemy not in used:
        return False
    if side in used:
        return scene.first == side
    return enemy == scene.began or scene.shut_by_reinforcement


def free_for(fight: Fight, side: str, area: str) -> bool:
    """Say whether an area is friendly or neutral and no battle is to be fought there: no enemy stands in it."""
    return ENEMY[side] not in holders(fight, area)


def norse_ways(scene: Scene, fight: Fight) -> set[str]:
    return {area for area in scottish_coast() - {scene.area} if holders(fight, area) == {SCOTLAND}}


def ways(scene: Scene, fight: Fight, who: str, *, retreat: bool) -> set[str]:
    """Give the areas a block may go to when it retreats, or when it regroups: only then may it use the enemy's border.

    The English never leave England for Scotland on a retreat or regroup, and Scots never enter England.
    """
    if who == NORSE:
        return norse_ways(scene, fight)
    side = side_of(who)
    return {
        to
        for to in adjacent(scene.area)
        if free_for(fight, side, to)
        and room(fight, side, scene.area, to)
        and not (side == ENGLAND and scene.area == "england")
        and not (side == SCOTLAND and to == "england")
        and not (retreat and is_shut(scene, side, to))
    }


def gone(scene: Scene, fight: Fight, who: str, to: str) -> Fight:
    """Let a block leave, and count it against the limit of the border."""
    crossed = fight.crossed
    if who != NORSE:
        border, side = frozenset((scene.area, to)), side_of(who)
        before = sum(number for whose, which, number in crossed if (whose, which) == (side, border))
        crossed = (crossed - {(side, border, before)}) | {(side, border, before + 1)}
    return fight._replace(pieces=moved(fight, who, to), crossed=crossed)


# ---------------------------------------------------------------- hits and losses: 5.41, 5.7 and 5.8


def strongest(scene: Scene, fight: Fight, side: str) -> set[str]:
    front = fighting(scene, fight, side)
    return {who for who in front if all(steps_of(fight, other) <= steps_of(fight, who) for other in front)}


def eliminated(fight: Fight, who: str, area: str) -> Fight:
    """Take a block out of a battle: a noble changes side and waits, a black cross is gone for good, others are pooled.

    Moray never changes side and has a black cross.
    """
    left = fight._replace(pieces=without(fight, who))
    if who in TWINS:
        taken = TWINS[who]
        return left._replace(pieces=left.pieces | {(taken, area, 1)}, waiting=fight.waiting | {taken})
    return left._replace(lost=fight.lost | {(who, DEAD if BLOCKS[who].flag("black_cross") else POOL)})


def struck(scene: Scene, fight: Fight, who: str) -> Fight:
    steps = steps_of(fight, who)
    if steps == 1:
        return eliminated(fight, who, scene.area)
    return fight._replace(pieces=without(fight, who) | {(who, scene.area, steps - 1)})


# ---------------------------------------------------------------- what may be done


def options(scene: Scene, fight: Fight) -> frozenset[str]:
    """Give what may be done."""
    match fight.step:
        case ("loyalty", *_) | ("dice", *_):
            return frozenset(f"roll {die}" for die in range(1, 7))
        case ("turn",):
            return frozenset(turn for who in due(scene, fight) for turn in turns_of(scene, fight, who))
        case ("hits", str(side), _):
            return frozenset(f"select {who}" for who in strongest(scene, fight, side))
        case ("way", str(who)):
            return frozenset(f"choose {to}" for to in ways(scene, fight, who, retreat=True))
        case ("leave", None):
            return frozenset(f"select {who}" for who in present(scene, fight, fight.attacker))
        case ("leave", str(who)):
            return frozenset(f"choose {to}" for to in ways(scene, fight, who, retreat=True)) or frozenset({"give_up"})
        case ("regroup", str(side), frozenset() as done, None):
            able = {who for who in present(scene, fight, side) - done if ways(scene, fight, who, retreat=False)}
            return frozenset({f"select {who}" for who in able} | {"done"})
        case ("regroup", _, _, str(who)):
            return frozenset(f"choose {to}" for to in ways(scene, fight, who, retreat=False))
        case _:
            return frozenset()


def turns_of(scene: Scene, fight: Fight, who: str) -> set[str]:
    """Give the turns of a block: it fights if there is an enemy to hit, passes, or retreats if it can."""
    turns = {f"hold {who}"}
    if fighting(scene, fight, ENEMY[side_of(who)]):
        turns.add(f"fight {who}")
    if ways(scene, fight, who, retreat=True):
        turns.add(f"withdraw {who}")
    return turns


# ---------------------------------------------------------------- what follows


def after(scene: Scene, fight: Fight, action: str) -> Fight:
    """Give what an action leads to, up to the next decision."""
    return settled(scene, taken(scene, fight, action))


def taken(scene: Scene, fight: Fight, action: str) -> Fight:
    verb, *rest = action.split()
    match fight.step, verb:
        case ("loyalty", str(celt), *others), _:
            return loyalty(fight, celt, others, int(rest[0]))
        case ("dice", str(who), int(left), int(hits)), _:
            hit = int(rest[0]) <= hits_up_to(scene, fight, who)
            return fight._replace(step=("dice", who, left - 1, hits + hit))
        case ("turn",), "withdraw":
            return fight._replace(step=("way", rest[0]))
        case ("turn",), "hold":
            return fight._replace(acted=fight.acted | {rest[0]})
        case ("turn",), _:
            return fight._replace(acted=fight.acted | {rest[0]}, step=("dice", rest[0], steps_of(fight, rest[0]), 0))
        case ("hits", str(side), int(left)), _:
            return struck(scene, fight, rest[0])._replace(step=("hits", side, left - 1))
        case ("way", str(who)), _:
            saved = fight.saved or (fight.round == 1 and side_of(who) != fight.attacker)
            return gone(scene, fight, who, rest[0])._replace(saved=saved, step=("turn",))
        case _:
            return left_or_regrouped(scene, fight, verb, rest)


def left_or_regrouped(scene: Scene, fight: Fight, verb: str, rest: list[str]) -> Fight:
    match fight.step, verb:
        case ("leave", None), _:
            return fight._replace(step=("leave", rest[0]))
        case ("leave", str(who)), "give_up":
            return eliminated(fight, who, scene.area)._replace(step=("leave", None), waiting=frozenset())
        case ("leave", str(who)), _:
            return gone(scene, fight, who, rest[0])._replace(step=("leave", None))
        case ("regroup", *_), "done":
            return fight._replace(step=("over",))
        case ("regroup", side, done, None), _:
            return fight._replace(step=("regroup", side, done, rest[0]))
        case ("regroup", side, frozenset() as done, str(who)), _:
            return gone(scene, fight, who, rest[0])._replace(step=("regroup", side, done | {who}, None))
        case _:
            raise AssertionError((fight.step, verb))


def loyalty(fight: Fight, celt: str, others: Iterable[object], die: int) -> Fight:
    """Keep a Celtic block on 1 to 4; on 5 and 6 it goes to the pool, not eliminated: it did not fall in the fight."""
    following = fight._replace(step=("loyalty", *others))
    if die <= 4:
        return following
    saved = fight.saved or (fight.round == 1 and side_of(celt) != fight.attacker)
    return following._replace(pieces=without(fight, celt), lost=fight.lost | {(celt, POOL)}, saved=saved)


def settled(scene: Scene, fight: Fight) -> Fight:
    """Go on until something is to be decided, or the battle is over."""
    while fight.step != ("over",) and not pending(scene, fight):
        fight = one_further(scene, fight)
    return fight


def pending(scene: Scene, fight: Fight) -> bool:
    match fight.step:
        case ("turn",):
            both = all(present(scene, fight, side) for side in ENEMY)
            fronts = all(fighting(scene, fight, side) for side in ENEMY)
            return both and (fronts or not scene.empty_front_ends_round) and bool(due(scene, fight))
        case ("loyalty",):
            return False
        case ("dice", _, int(left), _) | ("hits", _, int(left)) if left == 0:
            return False
        case _:
            return bool(options(scene, fight))


def one_further(scene: Scene, fight: Fight) -> Fight:
    match fight.step:
        case ("loyalty",) | ("hits", *_):
            return fight._replace(step=("turn",))
        case ("dice", str(who), 0, int(hits)):
            return fight._replace(step=("hits", ENEMY[side_of(who)], hits) if hits else ("turn",))
        case ("turn",):
            return turns_over(scene, fight)
        case ("leave", _):
            return regrouping(fight, ENEMY[fight.attacker])
        case _:
            raise AssertionError(fight.step)


def regrouping(fight: Fight, winner: str) -> Fight:
    return fight._replace(
        step=("regroup", winner, frozenset[str](), None), crossed=frozenset(), waiting=frozenset(), acted=frozenset()
    )


def turns_over(scene: Scene, fight: Fight) -> Fight:
    """End the battle if one side is gone, else the round; after the third the attacker must leave."""
    for side in ENEMY:
        if not present(scene, fight, side):
            return regrouping(fight, ENEMY[side])
    if fight.round == 3:
        return fight._replace(step=("leave", None), crossed=frozenset(), waiting=frozenset(), acted=frozenset())
    defender = ENEMY[fight.attacker]
    emptied = fight.round == 1 and not fighting(scene, fight, defender)
    cleared = emptied and (scene.flight_counts_as_clearing or not fight.saved)
    celts = () if scene.celts_before_battle else tuple(who for who in CELTS if who in fight.waiting)
    return fight._replace(
        round=fight.round + 1, attacker=defender if cleared else fight.attacker, acted=frozenset(),
        waiting=frozenset(), crossed=frozenset(), saved=False, step=("loyalty", *celts),
    )  # fmt: skip


def begun(scene: Scene, pieces: Iterable[tuple[str, str, int]], waiting: Iterable[str]) -> Fight:
    """Give a battle at its first decision."""
    reserve = frozenset(waiting)
    fight = Fight(frozenset(pieces), frozenset(), 1, scene.began, ("loyalty",), waiting=reserve)
    here = {name for side in ENEMY for name in present(scene, fight, side)}
    rolled = here if scene.celts_before_battle else here - reserve
    return settled(scene, fight._replace(step=("loyalty", *(who for who in CELTS if who in rolled))))
