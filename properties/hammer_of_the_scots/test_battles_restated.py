"""Whole battles, every choice and every die, against their second statement.

The domain is a list of line-ups. Of each, every position that any course of the battle reaches is compared: who may do
what, and what every action and every die leads to.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations, product
from types import ModuleType
from typing import NamedTuple

import pytest

from properties.domains import DEEP, covered
from properties.hammer_of_the_scots import battles_restated as restated
from properties.hammer_of_the_scots.battles_restated import Fight, Scene
from properties.hammer_of_the_scots.printed import BLOCKS as PRINTED
from properties.hammer_of_the_scots.printed import ENEMY, TWINS
from reference.hammer_of_the_scots import ch05_battles, ch05_losses, ch05_retreats
from reference.hammer_of_the_scots.board import Away, Board, blocks_at
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, BORDERS, ends
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, FIGURES, block
from reference.hammer_of_the_scots.frames import Battle, Firing, Hits, LastRetreat, Loyalty, Regrouping, Retreating
from reference.hammer_of_the_scots.masks import shown
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Next, violation
from tests.hammer_of_the_scots.battle_scenes import entered
from tests.hammer_of_the_scots.positions import GAME, action, options, place, ruleset

# What a scene says otherwise under an option.
OPTIONS: dict[str, Callable[[Scene], Scene]] = {
    "": lambda scene: scene,
    "celtic_roll=when_revealed": lambda scene: scene._replace(celts_before_battle=False),
    "field_control_trigger=none_left": lambda scene: scene._replace(flight_counts_as_clearing=True),
    "border_closure_scope=any_battle": lambda scene: scene._replace(shut_by_any_battle=True),
    "reinforcement_shuts_border=no": lambda scene: scene._replace(shut_by_reinforcement=False),
    "empty_front=next_round": lambda scene: scene._replace(empty_front_ends_round=True),
}
View = tuple[object, ...]


class LineUp(NamedTuple):
    """Where a battle is fought, with which blocks (`name:steps` by area), who waits in reserve, under which option."""

    scene: Scene
    blocks: dict[str, str]
    waiting: tuple[str, ...] = ()
    option: str = ""


def in_reference(line_up: LineUp, frame: dict[str, Json]) -> State:
    """Return the battle in the reference, at its first decision."""
    scene, (name, _, value) = line_up.scene, line_up.option.partition("=")
    rules = ruleset(**{name: value}) if value else ruleset()
    frames: Json = [{"type": "turn", "stage": "raid"}, {"type": "battles"}, frame]
    one: Json = {"england": "move1", "scotland": "move1"}
    more: Json = {"england": ["move1"], "scotland": ["move1"]}
    contested = (area for area, texts in line_up.blocks.items() if {who[0] for who in texts.split()} == {"e", "s"})
    attackers: Json = {**dict.fromkeys(contested, "england"), scene.area: scene.began}
    state = place(line_up.blocks, frames, rules, first=scene.first, attackers=attackers, played=one, hands=more)
    for both in {way.rpartition(">")[2] + "<" + way.partition(">")[0] for _, way in scene.entered}:
        into, _, source = both.partition("<")
        users = tuple(side for side in Side if (side.value, f"{source}>{into}") in scene.entered)
        state = entered(state, into, source, users)
    return state


def cast_of(blocks: dict[str, str]) -> frozenset[str]:
    named = {text.partition(":")[0] for texts in blocks.values() for text in texts.split()}
    return frozenset(named | {TWINS[who] for who in named if who in TWINS})


def pieces_in(blocks: dict[str, str]) -> set[tuple[str, str, int]]:
    return {
        (who, area, int(steps or PRINTED[who].number("max_steps")))
        for area, texts in blocks.items()
        for who, _, steps in (text.partition(":") for text in texts.split())
    }


def pieces_of(state: State, cast: Iterable[str]) -> frozenset[tuple[str, str, int]]:
    at, steps = state.board
    return frozenset(
        (who, AREA_IDS[at[block(who)]], steps[block(who)]) for who in cast if at[block(who)] < len(AREA_IDS)
    )


def step_of(state: State) -> tuple[object, ...]:
    if not state.stack:
        return ("over",)
    match state.stack.top:
        case Battle():
            return ("turn",)
        case Firing(who, left, hits):
            return "dice", FIGURES[who].id, left, hits
        case Hits(side, left):
            return "hits", side.value, left
        case Retreating(who):
            return "way", FIGURES[who].id
        case Loyalty(blocks):
            return ("loyalty", *(FIGURES[who].id for who in blocks))
        case LastRetreat(_, _, who):
            return "leave", None if who is None else FIGURES[who].id
        case Regrouping(side, _, done, who):
            return "regroup", side.value, frozenset(shown(done)), None if who is None else FIGURES[who].id
        case _:
            return ("over",)


def seen_in_reference(state: State, cast: frozenset[str]) -> View:
    step = step_of(state)
    at = state.board.at
    names = {Away.POOL: "pool", Away.DEAD: "dead"}
    lost = frozenset((who, names[Away(at[block(who)])]) for who in cast if at[block(who)] in names)
    others = tuple(at[each] for each in BLOCKS if FIGURES[each].id not in cast)
    if step == ("over",):
        return pieces_of(state, cast), lost, others
    crossed = frozenset(
        (frozenset(AREA_IDS[end] for end in ends(border)), state.field.crossings[border])
        for border in BORDERS
        if state.field.crossings[border]
    )
    under_way = next((frame for frame in state.stack.frames if isinstance(frame, Battle)), None)
    if under_way is None:
        return pieces_of(state, cast), lost, others, step
    return (
        pieces_of(state, cast), lost, others, step, crossed, under_way.round, under_way.attacker.value,
        frozenset(shown(under_way.acted)), frozenset(shown(under_way.reserves)), under_way.fled,
    )  # fmt: skip


def seen_in_restatement(fight: Fight, others: object) -> View:
    if fight.step == ("over",):
        return fight.pieces, fight.lost, others
    borders = {border for _, border, _ in fight.crossed}
    crossed = frozenset((border, sum(n for _, which, n in fight.crossed if which == border)) for border in borders)
    if fight.step[0] in ("leave", "regroup"):
        return fight.pieces, fight.lost, others, fight.step
    return (
        fight.pieces, fight.lost, others, fight.step, crossed, fight.round, fight.attacker, fight.acted, fight.waiting,
        fight.saved,
    )  # fmt: skip


def compared(line_up: LineUp, opening: str = "battle") -> tuple[int, int]:
    """Go through every course of a battle in both statements; return how many positions and steps there are.

    A battle may begin with its first round, or be over but for the last retreat or the regroup.
    """
    scene = OPTIONS[line_up.option](line_up.scene)
    pieces, loser = pieces_in(line_up.blocks), scene.began
    if opening == "battle":
        reserves = " ".join(line_up.waiting)
        state = in_reference(line_up, {"type": opening, "area": scene.area, "attacker": loser, "reserves": reserves})
        fight = restated.begun(scene, pieces, line_up.waiting)
    else:
        side = loser if opening == "last_retreat" else ENEMY[loser]
        state = in_reference(line_up, {"type": opening, "area": scene.area, "side": side})
        step = ("leave", None) if opening == "last_retreat" else ("regroup", side, frozenset[str](), None)
        fight = Fight(frozenset(pieces), frozenset(), 3, loser, step)
    return walked(scene, cast_of(line_up.blocks), state, fight)


def walked(scene: Scene, cast: frozenset[str], state: State, fight: Fight) -> tuple[int, int]:
    others = tuple(state.board.at[each] for each in BLOCKS if FIGURES[each].id not in cast)

    def agreed(state: State, fight: Fight) -> None:
        found, stated = seen_in_reference(state, cast), seen_in_restatement(fight, others)
        assert found == stated, (scene, fight, sorted({*found} ^ {*stated}, key=str))

    agreed(state, fight)
    met, left, steps = {fight: state}, [fight], 0
    while left:
        fight = left.pop()
        offered = restated.options(scene, fight)
        if fight.step != ("over",):
            assert frozenset(options(met[fight])) == offered, (scene, fight)
        for text in offered:
            verdict = GAME.step(met[fight], action(text))
            assert isinstance(verdict, Next), (scene, fight, text)
            following = restated.after(scene, fight, text)
            steps += 1
            if met.get(following) != verdict.state:
                agreed(verdict.state, following)
            if following not in met:
                met[following] = verdict.state
                left.append(following)
    return len(met), steps


def all_compared(line_ups: Iterable[LineUp], opening: str = "battle") -> tuple[int, int, int]:
    """Compare every line-up; return how many there are, with how many positions and steps in all."""
    sizes = [compared(each, opening) for each in line_ups]
    return len(sizes), sum(positions for positions, _ in sizes), sum(steps for _, steps in sizes)


# ---------------------------------------------------------------- the domain

# Of the areas next to Mar Angus is English, Atholl Scottish, Buchan empty, and Badenoch is fought over.
HOMES = {"ross": "e_ross", "galloway": "s_galloway"}
AROUND = {**HOMES, "angus": "e_lancaster_infantry", "atholl": "s_lindsay", "badenoch": "s_fraser e_durham_infantry"}
FROM_ANGUS = Scene("mar", "england", "england", frozenset({("england", "angus>mar")}))
FROM_BUCHAN = FROM_ANGUS._replace(entered=frozenset({("england", "buchan>mar")}))
BOTH_FROM_BUCHAN = FROM_ANGUS._replace(entered=frozenset({("england", "buchan>mar"), ("scotland", "buchan>mar")}))
RELIEVED = FROM_ANGUS._replace(entered=frozenset({("england", "angus>mar"), ("scotland", "buchan>mar")}))
CROSSED = FROM_ANGUS._replace(entered=frozenset({("england", "mar>buchan"), ("scotland", "mar>angus")}))
DEFENDERS = ("s_wallace", "s_mar", "s_grant", "s_norse")
ATTACKERS = ("e_hobelars", "e_mar", "e_wales_infantry")
FOUR = ("s_wallace", "s_grant", "e_hobelars", "e_mar")


def groups(size: int, among: tuple[str, ...] = DEFENDERS + ATTACKERS) -> Iterator[tuple[str, ...]]:
    """Give every group of so many blocks with both sides among them, and no noble on both sides."""
    for names in combinations(among, size):
        if len({name[0] for name in names}) == 2 and not any(TWINS.get(name) in names for name in names):
            yield names


def in_mar(scene: Scene, names: tuple[str, ...], strengths: tuple[int, ...], waiting: tuple[str, ...] = ()) -> LineUp:
    texts = " ".join(f"{name}:{steps}" for name, steps in zip(names, strengths, strict=True))
    return LineUp(scene, {**AROUND, "mar": texts}, waiting)


def pairs(scene: Scene) -> Iterator[LineUp]:
    """Give every pair of enemies with one or two steps each."""
    for names, strengths in product(groups(2), product((1, 2), repeat=2)):
        yield in_mar(scene, names, strengths)


def with_reserves(among: tuple[str, ...]) -> Iterator[LineUp]:
    """Give every three with one step each, and none or one of them in reserve, so that both sides fight."""
    for names in groups(3, among):
        for waiting in ((), *((name,) for name in names)):
            if len({name[0] for name in names if name not in waiting}) == 2:
                yield in_mar(FROM_ANGUS, names, (1, 1, 1), waiting)


BATTLE_RULES = (
    "hs:5.31-1", "hs:5.31-3", "hs:5.31-4", "hs:5.31-5", "hs:2.12-2", "hs:5.32-5", "hs:5.32-6", "hs:5.32-7", "hs:5.32-8",
    "hs:5.32-9", "hs:5.41-2", "hs:5.41-3", "hs:5.4-2", "hs:1.4-3", "hs:1.4-4", "hs:5.5-4", "hs:5.5-8", "hs:5.7-1",
    "hs:5.7-3", "hs:5.8-1", "hs:5.8-3", "hs:5.3-1", "hs:5.3-2", "hs:5.6-1",
)  # fmt: skip
PAIRS = {
    "the enemy came from where he stands": (FROM_ANGUS, (44, 11_973, 16_881)),
    "the enemy came from an area now empty": (FROM_BUCHAN, (44, 11_063, 15_971)),
    "both came from there, England first": (BOTH_FROM_BUCHAN, (44, 10_683, 15_492)),
    "both came from there, Scotland first": (BOTH_FROM_BUCHAN._replace(first="scotland"), (44, 11_063, 15_971)),
    "the relief came from there": (RELIEVED, (44, 10_683, 15_492)),
}


def covered_all(what: str, found: tuple[int, int, int], stated: tuple[int, int, int]) -> None:
    for name, number, size in zip(("line-ups", "positions", "steps"), found, stated, strict=True):
        covered(f"{what}: {name}", number, size)


@proves(*BATTLE_RULES, "hs:5.5-6", "hs:5.5-7", "hs:5.2-3", "hs:5.2-4")
@pytest.mark.parametrize("borders", PAIRS)
def test_every_course_of_a_battle_of_two_is_as_stated(borders: str) -> None:
    """Given any two enemies of seven with one or two steps each, in Mar, then every position of the battle agrees."""
    scene, size = PAIRS[borders]
    covered_all(f"battles of two, {borders}", all_compared(pairs(scene)), size)


@proves(*BATTLE_RULES, "hs:5.7-2")
def test_every_course_of_a_battle_of_three_with_any_reserves_is_as_stated() -> None:
    """Given any three of four, or in `make deep` of all seven, with one step each and any of them in reserve."""
    among, size = (DEFENDERS + ATTACKERS, (75, 65_904, 94_543)) if DEEP else (FOUR, (12, 11_341, 16_148))
    covered_all("battles of three with reserves", all_compared(with_reserves(among)), size)


UNDER_OPTIONS = [
    *(in_mar(FROM_ANGUS, ("s_grant", "e_york_infantry", "e_wales_infantry"), (1, 1, 1), (who,))._replace(option=option)
      for option in OPTIONS for who in ("s_grant", "e_york_infantry", "e_wales_infantry")[1:]),
    *(in_mar(FROM_ANGUS, ("s_grant", "s_norse", "e_york_infantry"), (1, 2, 1), (who,))._replace(option=option)
      for option in OPTIONS for who in ("s_grant", "s_norse")),
    *(in_mar(scene, ("s_grant", "e_york_infantry"), (1, 1))._replace(option=option)
      for option in OPTIONS for scene in (BOTH_FROM_BUCHAN, RELIEVED, CROSSED)),
]  # fmt: skip


@proves("hs:5.32-8", "hs:5.32-9", "hs:5.2-2", "hs:5.5-6", "hs:5.5-7", "hs:5.31-5")
def test_every_course_of_a_battle_under_every_option_is_as_stated() -> None:
    """Given battles whose course an option changes: Celts or a whole front in reserve, borders that others used."""
    covered_all("battles under options", all_compared(UNDER_OPTIONS), (42, 19_456, 28_415))


SIX = "e_york_infantry:1 e_hobelars:1 e_mar:1 e_northumber_infantry:1 e_cumbria_infantry:1 e_westmor_infantry:1"
SEVEN = f"{SIX} e_york_knights:1"
SCOTS = "s_grant:1 s_mar:1 s_norse:1 s_barclay:1 s_campbell:1"
ENDS = [
    ("last_retreat", LineUp(FROM_ANGUS, {**AROUND, "mar": f"s_wallace {SIX}"})),
    ("last_retreat", LineUp(FROM_ANGUS, {**AROUND, "angus": "s_barclay", "mar": f"s_wallace {SEVEN}"})),
    ("last_retreat", LineUp(FROM_ANGUS._replace(began="scotland"), {**AROUND, "mar": f"e_edward {SCOTS}"})),
    ("regrouping", LineUp(FROM_ANGUS, {**AROUND, "mar": SCOTS})),
    ("regrouping", LineUp(FROM_ANGUS._replace(began="scotland"), {**AROUND, "mar": SIX})),
]
BY_ENGLAND = {**HOMES, "lanark": "s_lindsay", "selkirk": "s_fraser", "carrick": "e_durham_infantry"}
FROM_ENGLAND = Scene("annan", "england", "england", frozenset({("england", "england>annan")}))
INTO_ENGLAND = Scene("england", "scotland", "scotland", frozenset({("scotland", "annan>england")}))
FEW = "e_york_infantry:1 e_hobelars:1 e_bruce:1"
FEW_SCOTS = "s_grant:1 s_bruce:1 s_norse:1"
ENDS += [
    ("last_retreat", LineUp(FROM_ENGLAND, {**BY_ENGLAND, "annan": f"s_wallace {FEW}"})),
    ("last_retreat", LineUp(FROM_ENGLAND._replace(began="scotland"), {**BY_ENGLAND, "annan": f"e_edward {FEW_SCOTS}"})),
    ("last_retreat", LineUp(INTO_ENGLAND, {**BY_ENGLAND, "england": "e_edward s_grant:1 s_bruce:1 s_barclay:1"})),
    ("last_retreat", LineUp(INTO_ENGLAND._replace(began="england"), {**BY_ENGLAND, "england": f"s_wallace {FEW}"})),
    ("regrouping", LineUp(FROM_ENGLAND._replace(began="scotland"), {**BY_ENGLAND, "annan": FEW})),
    ("regrouping", LineUp(FROM_ENGLAND, {**BY_ENGLAND, "annan": FEW_SCOTS})),
    ("regrouping", LineUp(INTO_ENGLAND, {**BY_ENGLAND, "england": FEW})),
    ("regrouping", LineUp(INTO_ENGLAND._replace(began="england"), {**BY_ENGLAND, "england": "s_grant:1 s_bruce:1"})),
]  # fmt: skip


@proves(
    "hs:5.3-2", "hs:5.5-4", "hs:5.5-5", "hs:5.5-6", "hs:5.5-8", "hs:5.5-9", "hs:5.5-10", "hs:5.5-11", "hs:5.5-12",
    "hs:5.6-1", "hs:5.6-2", "hs:5.6-3", "hs:5.6-4", "hs:5.6-5", "hs:5.6-7", "hs:5.6-8",
)  # fmt: skip
def test_every_course_of_a_last_retreat_and_of_a_regroup_is_as_stated() -> None:
    """Given up to seven blocks that leave Mar, Annan or England, then ways, limits and losses are as stated."""
    sizes = [compared(line_up, opening) for opening, line_up in ENDS]
    found = len(sizes), sum(positions for positions, _ in sizes), sum(steps for _, steps in sizes)
    covered_all("last retreats and regroups", found, (13, 7_037, 11_247))


# ---------------------------------------------------------------- faults that must be found


def _attackers_first(board: Board, under_way: Battle) -> object:
    return NEXT_TO_ACT(board, replace(under_way, attacker=under_way.attacker.enemy))


NEXT_TO_ACT, FRONT, GONE = ch05_battles.next_to_act, ch05_battles.front, ch05_losses._gone
NO_COAST = violation(Reason.NORSE_NEED_FRIENDLY_COAST, "hs:5.5-12")
# A few battles of three, enough for every fault that is not about leaving.
SMALL = [
    in_mar(FROM_BUCHAN, ("s_grant", "e_hobelars"), (1, 1)),
    in_mar(FROM_ANGUS, ("s_mar", "s_norse", "e_hobelars"), (1, 1, 2)),
    in_mar(FROM_ANGUS, ("s_grant", "e_mar", "e_wales_infantry"), (2, 1, 1), ("e_wales_infantry",)),
    in_mar(FROM_ANGUS, ("s_grant", "s_wallace", "e_mar"), (1, 1, 1), ("s_wallace",)),
]
FAULTS: dict[str, tuple[ModuleType, str, object]] = {
    "attackers act before defenders": (ch05_battles, "next_to_act", _attackers_first),
    "reserves fight at once": (ch05_battles, "front", lambda board, it, side: blocks_at(board, it.area, side)),
    "any block takes a hit": (ch05_battles, "takes_hit", FRONT),
    "control of the field never changes": (ch05_battles, "control_changes", lambda state, it: False),
    "nobles fight no better at home": (ch05_battles, "defends_home", lambda who, it: False),
    "captured nobles fight at once": (ch05_losses, "with_captive", lambda it, noble: it),
    "no border is shut": (ch05_retreats, "shut_border", lambda *_: None),
    "no border is ever full": (ch05_retreats, "full_border", lambda *_: None),
    "limits never begin afresh": (ch05_battles, "fresh_crossings", lambda state: state),
    "a retreat may lead into another battle": (ch05_retreats, "battle_pending", lambda *_: None),
    "a retreat may lead to the enemy": (ch05_retreats, "enemy_area", lambda *_: None),
    "anybody crosses the border of England": (ch05_retreats, "wrong_way", lambda *_: None),
    "the Norse go nowhere": (ch05_retreats, "norse_violations", lambda *_: (NO_COAST,)),
    "black crosses go to the pool": (ch05_losses, "_gone", lambda state, who, _, *rules: GONE(state, who, Away.POOL)),
    "Celts are loyal up to five": (ch05_battles, "_LOYAL_MAX", 5),
    "a battle has four rounds": (ch05_battles, "_ROUNDS", 4),
}


def all_small_compared() -> None:
    all_compared(SMALL)
    for opening, line_up in ENDS:
        compared(line_up, opening)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, planted = FAULTS[fault]
    monkeypatch.setattr(module, name, planted)
    with pytest.raises(AssertionError):
        all_small_compared()
